// Package breakeven finds the values of one assumption at which two strategies
// change places.
//
// [Find] compares two strategies by a [Criterion] over a range of one assumption. Its
// [Result] lists the roots of the expected difference, and the stretches between
// them. In a probability the difference is a polynomial, so no root is missed; in
// any other assumption the package looks for changes of the sign and says whether one
// can be missed. Nothing is simulated.
package breakeven
