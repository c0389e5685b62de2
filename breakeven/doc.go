// Package breakeven finds the values of one assumption at which the better of two
// strategies changes.
//
// [Find] compares two strategies by a [Criterion] over a [vary.Range] of one
// assumption. Its [Result] lists the roots of the expected difference, and for each
// [Stretch] between them the better strategy. The difference is a polynomial in a
// probability, so Find misses no root there. In any other assumption it looks for
// changes of the sign, and the Result says whether it can miss one.
//
// The package works on closed forms only: it simulates nothing.
package breakeven
