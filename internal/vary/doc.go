// Package vary holds what sweeps, sensitivities and break-evens share: a [Range] of one assumption,
// a [Measure], which is the metric whose expectation they compare, and [CheckCorners], which checks
// that assumptions stay valid wherever they vary.
//
//	r, err := vary.ParseRange("failure_rate=0.2:0.6")
//	err = vary.Check(assumptions, []vary.Range{r})
//
// The package knows no design and no roots.
package vary
