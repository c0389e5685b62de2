package shard

import (
	"fmt"
	"strings"

	"errbench/internal/strict"
)

// Shard is one of the parts that work is split into, counted from 1:
// 1 <= Index <= Count. The zero value is no shard.
type Shard struct {
	Index int64 `json:"index" jsonschema:"which of them, from 1"`
	Count int64 `json:"count" jsonschema:"how many there are"`
}

// Whole returns the shard that is all of the work.
func Whole() Shard { return Shard{1, 1} }

// ParseShard reads a shard as String writes it: "2/4" is the second of four.
func ParseShard(text string) (Shard, error) {
	first, second, _ := strings.Cut(text, "/")
	index, isIndex := strict.Whole(first)
	count, isCount := strict.Whole(second)
	s := Shard{index, count}
	if !isIndex || !isCount || s.String() != text {
		return Shard{}, fmt.Errorf("found %s; what works: I/N with whole numbers, such as 2/4 for the second of four shards", strict.Quote(text))
	}
	return s, s.Validate()
}

// Validate refuses what is no shard.
func (s Shard) Validate() error {
	switch {
	case s.Count < 1:
		return fmt.Errorf("found %v; what works: at least one shard, as in 1/1", s)
	case s.Index < 1:
		return fmt.Errorf("found %v; what works: shards are counted from 1, so 1/%d to %[2]d/%[2]d", s, s.Count)
	case s.Index > s.Count:
		return fmt.Errorf("found %v; what works: 1/%d to %[2]d/%[2]d", s, s.Count)
	default:
		return nil
	}
}

// String writes the shard as in "2/4".
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index, s.Count) }

// Range returns which of n items, at least 0 and counted from 0, are the
// shard's: from first up to end, end not included. The shards of one count
// follow each other without a gap and differ by at most one item, the longer
// ones first; where there are more shards than items the last ones are empty.
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
