package rng

// Stream is the name of a frozen stream of rolls.
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
