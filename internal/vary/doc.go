// Package vary holds what a sensitivity and a break-even share: a [Range] of one
// assumption, and a [Measure], the metric whose expected value they compare.
// It computes a value at one point; it knows no design and no roots.
package vary
