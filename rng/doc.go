// Package rng makes the 32-bit rolls that decide everything random in errbench.
//
// There are two streams, each frozen under its name. One changed bit would change
// published counts, so a changed stream gets a new name.
//
//   - [LCG32], "lcg32/v1", is the sequential generator recovered from the published
//     figures.
//   - [Counter], "counter/v2", is addressed: a roll is a function of the seed and of its
//     [Address], never of the rolls before it.
//
// A roll r stands for the fraction r/2^32 in [0, 1). The package does not know what a roll
// decides, and it takes no seed from the clock.
package rng
