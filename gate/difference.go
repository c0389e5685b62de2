package gate

import (
	"math"
	"sort"
	"strconv"

	"errbench/report"
)

// Difference is a value on which a summary departs from its baseline.
type Difference struct {
	Path     string        `json:"path"`     // dotted, lists by the name of what they hold
	Baseline string        `json:"baseline"` // "" where it has no such value
	Current  string        `json:"current"`  // likewise
	Effect   report.Number `json:"effect"`   // |current - baseline| / the larger size of both, 0 to 2; null for texts
}

// Differences lists what differs between two summaries in digest, results,
// expectations and comparisons: texts first, then the largest effect. Integers
// must be equal, and so must real numbers, which are written rounded.
func Differences(baseline, current report.Summary) []Difference {
	was, is := findings(baseline), findings(current)
	all := []Difference{}
	for _, path := range union(was, is) {
		if b, c := was.text[path], is.text[path]; b != c {
			all = append(all, Difference{path, b, c, effect(b, c)})
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return rank(all[i].Effect) > rank(all[j].Effect) })
	return all
}

// values are texts by path, in order.
type values struct {
	paths []string
	text  map[string]string
}

// findings flattens all of a summary that follows from its assumptions.
func findings(s report.Summary) values {
	v := values{text: map[string]string{}}
	add := func(prefix string, finding any) {
		for _, e := range report.Flatten(prefix, finding) {
			v.paths = append(v.paths, e.Key)
			v.text[e.Key] = e.Text
		}
	}
	add("", struct {
		Digest string `json:"plan_digest"`
	}{s.PlanDigest})
	for _, r := range s.Results {
		add("results."+r.Strategy+".", r)
	}
	for _, e := range s.Expected {
		add("expected."+e.Strategy+".", e)
	}
	for _, c := range s.Comparisons {
		add("compare("+c.Strategy+","+c.Against+").", c)
	}
	return v
}

// union returns the paths of both, those that only the second has at the end.
func union(a, b values) []string {
	paths := a.paths[:len(a.paths):len(a.paths)]
	for _, path := range b.paths {
		if _, known := a.text[path]; !known {
			paths = append(paths, path)
		}
	}
	return paths
}

func effect(baseline, current string) report.Number {
	b, errB := strconv.ParseFloat(baseline, 64)
	c, errC := strconv.ParseFloat(current, 64)
	if errB != nil || errC != nil {
		return report.Number(math.NaN())
	}
	return report.Number(math.Abs(c-b) / max(math.Abs(b), math.Abs(c)))
}

// rank sorts texts before all numbers.
func rank(effect report.Number) float64 {
	if !effect.Defined() {
		return math.Inf(1)
	}
	return float64(effect)
}
