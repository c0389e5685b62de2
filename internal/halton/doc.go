// Package halton generates scrambled Halton points, which fill the unit cube more
// evenly than random points. A [Sequence] is one dimension; [Points] returns several
// dimensions. The points are the same on every processor.
package halton
