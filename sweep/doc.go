// Package sweep computes what strategies do at many points of the assumptions, and
// at how many points one strategy resolves more than another.
//
// An [Axis] is an assumption and the values that it takes, a [Design] combines axes
// to points, and a [Sweep] computes its points: [Sweep.Find] hands on rows of CSV,
// and [Sweep.Write] keeps them in a folder that can be resumed, and that [Merge] can
// join with the folders of other shards. The package knows no flags.
package sweep
