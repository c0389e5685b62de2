// Package rng makes the 32-bit rolls that decide everything random in errbench.
//
// Two streams exist, each frozen under its name: one changed bit would change
// published counts, so a changed stream gets a new name.
//
//   - [LCG32], "lcg32/v1", is the sequential generator recovered from the
//     published figures.
//   - [Counter], "counter/v1", is addressed: a roll is a function of the seed
//     and of where it is used, never of what was drawn before it.
//
// A roll r stands for the fraction r/2^32 in [0, 1). The package does not know
// what a roll decides.
package rng

// Stream names a frozen stream of rolls.
type Stream string

// The streams.
const (
	LCG32V1   Stream = "lcg32/v1"
	CounterV1 Stream = "counter/v1"
)

// Streams returns every stream, the published one first.
func Streams() []Stream { return []Stream{LCG32V1, CounterV1} }

// StreamNames returns the names of the streams in order.
func StreamNames() []string {
	var names []string
	for _, s := range Streams() {
		names = append(names, string(s))
	}
	return names
}
