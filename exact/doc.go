// Package exact computes in closed form what package replay counts: [Expect] returns the
// expected counts of a plan, [Covariance] and [Variance] how counts vary, with the
// thresholds of the tape and without a roll. The cost does not grow with the number of
// operations.
//
// A [Quantity] is a metric of a plan. [Refuse] returns an error for a plan without a
// closed form, and names the [Obstacle]: for such a plan there is only a replay. The
// package makes no rolls, reads no files and formats nothing.
package exact
