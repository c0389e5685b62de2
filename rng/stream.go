package rng

import (
	"fmt"
	"slices"
	"strings"
)

// Stream is the name of a frozen stream of rolls.
type Stream string

// The streams.
const (
	LCG32V1   Stream = "lcg32/v1"
	CounterV2 Stream = "counter/v2"
)

// NewestCounter is the word that names the newest addressed stream, in flags and files that
// people write.
const NewestCounter = "counter"

// Streams returns every stream, the published one first.
func Streams() []Stream { return []Stream{LCG32V1, CounterV2} }

// StreamNames returns the names of the streams in order.
func StreamNames() []string {
	var names []string
	for _, s := range Streams() {
		names = append(names, string(s))
	}
	return names
}

// UnmarshalText implements [encoding.TextUnmarshaler]. It returns an [UnknownStreamError] for
// any text but the name of a stream, such as the name of an earlier one.
func (s *Stream) UnmarshalText(text []byte) error {
	if *s = Stream(text); !slices.Contains(Streams(), *s) {
		return &UnknownStreamError{*s}
	}
	return nil
}

// UnknownStreamError is the error of a document on a stream that this program does not have.
type UnknownStreamError struct{ Stream Stream }

func (e *UnknownStreamError) Error() string {
	return fmt.Sprintf("stream: got %q, want one of %s", e.Stream, strings.Join(StreamNames(), ", "))
}

// Obsolete marks the error of a document that another release wrote.
func (e *UnknownStreamError) Obsolete() {}
