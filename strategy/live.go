package strategy

import "errbench/scenario"

// Live is what steps look at that are decided only while operations run. What no
// step of a plan looks at is zero.
type Live struct {
	// CallMS is when the first call ends, in milliseconds from its start, and
	// OutageMS how long outages last, where chance decides when attempts start.
	CallMS   int64
	OutageMS scenario.OutageMS
	// DeadlineMS is what an attempt must start before, where it has the guard OnTime.
	DeadlineMS int64
	// Throttle is what the guard Affordable asks, and ArrivalRate how many operations
	// begin in a second, where it counts seconds.
	Throttle    Throttle
	ArrivalRate float64
}
