// Package sensitivity estimates how much of the variation of a result each
// assumption explains when several vary over ranges.
//
// [Analyze] takes a [Subject], which is a metric of one strategy or the difference
// of two, and ranges. Its [Result] holds the first-order and total Sobol index of
// each range, and the value at both ends of each range. Every value is computed in
// closed form: nothing is simulated.
package sensitivity
