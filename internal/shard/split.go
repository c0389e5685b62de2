package shard

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Split collects the shards of one split. The zero value has no shard yet.
type Split struct {
	first Shard
	where map[int64]string // by index, the source of each shard
}

// Add adds a shard. Errors name its source. It refuses a shard of another count and a
// shard that it has already.
func (s *Split) Add(x Shard, where string) error {
	if s.where == nil {
		s.first, s.where = x, map[int64]string{}
	}
	if x.Count != s.first.Count {
		return fmt.Errorf("%s is shard %v, but %s is shard %v; use parts of the same count", where, x, s.where[s.first.Index], s.first)
	}
	other, doubled := s.where[x.Index]
	switch {
	case doubled && other == where:
		return fmt.Errorf("%s is named twice; name it once", where)
	case doubled:
		return fmt.Errorf("%s and %s are both shard %v; leave out one of them", other, where, x)
	}
	s.where[x.Index] = where
	return nil
}

// Missing returns the first missing shard, and a sentence that lists all of them: "" if no
// shard is missing. At least one shard was added.
func (s *Split) Missing() (first Shard, text string) {
	found, count := slices.Sorted(maps.Keys(s.where)), s.first.Count
	missing := gaps(found, count)
	if len(missing) == 0 {
		return Shard{}, ""
	}
	is := "shards %s are missing; found %s"
	if one := missing[0]; len(missing) == 1 && one.first == one.last {
		is = "shard %s is missing; found %s"
	}
	return Shard{missing[0].first, count}, fmt.Sprintf(is, spans(missing, count), spans(stretches(found), count))
}

// span is the shards from first to last, both included.
type span struct{ first, last int64 }

// stretches returns the fewest spans that cover indices, which are sorted and distinct.
func stretches(indices []int64) []span {
	var all []span
	for _, i := range indices {
		if n := len(all); n > 0 && all[n-1].last == i-1 {
			all[n-1].last = i
		} else {
			all = append(all, span{i, i})
		}
	}
	return all
}

// gaps returns the spans of 1 to count that are not among indices, which are sorted and
// distinct.
func gaps(indices []int64, count int64) []span {
	var all []span
	last := int64(0)
	for _, s := range stretches(indices) {
		if last < s.first-1 {
			all = append(all, span{last + 1, s.first - 1})
		}
		last = s.last
	}
	if last < count {
		all = append(all, span{last + 1, count})
	}
	return all
}

// spans lists shards, the first few spans only.
func spans(all []span, count int64) string {
	const most = 5
	var texts []string
	for i, s := range all[:min(len(all), most+1)] {
		text := Shard{Index: s.first, Count: count}.String()
		if s.last > s.first {
			text += " to " + Shard{Index: s.last, Count: count}.String()
		}
		if i == most {
			text = "..."
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, ", ")
}
