package replay

import (
	"fmt"
	"slices"
	"strings"
)

// Missing tells which of count shards are not among those found, by their
// indices, each there once: the first of them, 0 if none is missing, and all in
// words.
func Missing(found []int64, count int64) (first int64, text string) {
	found = slices.Sorted(slices.Values(found))
	missing := gaps(found, count)
	if len(missing) == 0 {
		return 0, ""
	}
	is := "shards %s are missing; found %s"
	if one := missing[0]; len(missing) == 1 && one.first == one.last {
		is = "shard %s is missing; found %s"
	}
	return missing[0].first, fmt.Sprintf(is, spans(missing, count), spans(stretches(found), count))
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
