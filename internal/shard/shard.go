package shard

import (
	"fmt"
	"strings"

	"errbench/internal/strict"
)

// Shard is one of the parts of a work: 1 <= Index <= Count. Validate refuses the zero
// value.
type Shard struct {
	Index int64 `json:"index" jsonschema:"which of them, from 1"`
	Count int64 `json:"count" jsonschema:"how many there are"`
}

// Whole returns the shard that is the whole work.
func Whole() Shard { return Shard{1, 1} }

// ParseShard reads a shard as String writes it: "2/4" is the second of four.
func ParseShard(text string) (Shard, error) {
	first, second, _ := strings.Cut(text, "/")
	index, isIndex := strict.Whole(first)
	count, isCount := strict.Whole(second)
	s := Shard{index, count}
	if !isIndex || !isCount || s.String() != text {
		return Shard{}, fmt.Errorf("got %s, want I/N, such as 2/4 for the second of four shards", strict.Quote(text))
	}
	return s, s.Validate()
}

// Validate returns an error unless 1 <= Index <= Count.
func (s Shard) Validate() error {
	switch {
	case s.Count < 1:
		return fmt.Errorf("got %v, want at least one shard, such as 1/1", s)
	case s.Index < 1, s.Index > s.Count:
		return fmt.Errorf("got %v, want 1/%d to %[2]d/%[2]d", s, s.Count)
	default:
		return nil
	}
}

// String returns the shard as in "2/4".
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index, s.Count) }

// Range returns the items of the shard, among n >= 0 items from 0: first <= item < end.
// The shards of one count follow each other without a gap. Their sizes differ by at most
// one, the larger first, so the last ones are empty if there are more shards than items.
// No n overflows.
func (s Shard) Range(n int64) (first, end int64) {
	size, longer := n/s.Count, n%s.Count
	first = (s.Index-1)*size + min(s.Index-1, longer)
	end = first + size
	if s.Index <= longer {
		end++
	}
	return first, end
}
