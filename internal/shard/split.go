package shard

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Split collects the shards of one split. The zero value has none yet.
type Split struct {
	first Shard
	where map[int64]string // each comes from, by index
}

// Add adds a shard that comes from somewhere, which errors name. It refuses one
// of another split, and one that is there already.
func (s *Split) Add(x Shard, where string) error {
	if s.where == nil {
		s.first, s.where = x, map[int64]string{}
	}
	if x.Count != s.first.Count {
		return fmt.Errorf("%s is shard %v, but %s is shard %v: all parts are of one count", where, x, s.where[s.first.Index], s.first)
	}
	other, doubled := s.where[x.Index]
	switch {
	case doubled && other == where:
		return fmt.Errorf("%s is named twice; once works", where)
	case doubled:
		return fmt.Errorf("%s and %s are both shard %v; one of them works", other, where, x)
	}
	s.where[x.Index] = where
	return nil
}

// Missing returns the first shard that is missing, and all that are in words; ""
// where none is. At least one shard was added.
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

// span is shards that follow each other, both ends inclusive.
type span struct{ first, last int64 }

// stretches joins indices, in order and each once, to as few spans as possible.
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

// gaps returns what lies between 1 and count and is not among the indices, which
// are in order and each there once.
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

// spans writes shards: the first few stretches of them.
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
