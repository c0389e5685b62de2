// Package stat holds the statistics that findings need: a [Number] that is written rounded,
// an [Interval] of a rate, of a mean over runs and of paired differences, p-values,
// quantiles, and the sizes of samples. For example,
//
//	i := stat.Wilson(75, 100)
//	fmt.Println(stat.Share(0.75, i)) // 75.0 % [65.7, 82.5]
//
// Every printed number is the same on every processor: no product is fused with a sum. The
// package knows no benchmark.
package stat
