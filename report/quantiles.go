package report

import (
	"errbench/internal/stat"
	"errbench/strategy"
)

// Quantiles tells when operations were resolved that failed at their first call.
// Those that are not resolved are later than all.
type Quantiles struct {
	P50  stat.Number `json:"p50" jsonschema:"half of the operations that failed were resolved by then; null where fewer are"`
	P90  stat.Number `json:"p90" jsonschema:"90 % were; null where fewer are"`
	P95  stat.Number `json:"p95" jsonschema:"95 % were; null where fewer are"`
	P99  stat.Number `json:"p99" jsonschema:"99 % were; null where fewer are"`
	Rule string      `json:"rule" jsonschema:"how they were found"`
}

// The rules of quantiles.
const (
	rankRule    = "nearest rank of the operations that failed, one that is not resolved being later than any"
	roundedRule = rankRule + "; from 4,096 ms on rounded up by less than 1 in 2,048"
	unknownRule = "unknown: there is no closed form"
)

// unknownQuantiles are those of times that nothing tells.
func unknownQuantiles() Quantiles {
	return Quantiles{stat.Undefined, stat.Undefined, stat.Undefined, stat.Undefined, unknownRule}
}

// quantilesOf returns the quantiles of a tally of a plan: the first time by which
// the share of the operations that failed is resolved.
func quantilesOf[N int64 | float64](p *strategy.Plan, t strategy.Tally[N]) Quantiles {
	q := unknownQuantiles()
	times, known := strategy.Resolutions(p, t)
	if !known {
		return q
	}
	if q.Rule = rankRule; p.WaitsAtRandom() {
		q.Rule = roundedRule
	}
	var resolved N
	for _, r := range times {
		resolved += r.Operations
		for _, at := range q.ranks() {
			if r.Operations > 0 && !at.value.Defined() && reaches(float64(resolved), at.percent, float64(t.Failed(p))) {
				*at.value = stat.Number(r.MS)
			}
		}
	}
	return q
}

// reaches tells whether a part has reached so many percent of all. Both products
// are exact for counts below 2^46.
func reaches(part, percent, all float64) bool { return float64(part*100) >= float64(percent*all) }

// rank is a quantile and how many percent of the operations lie up to it.
type rank struct {
	key     string
	percent float64
	value   *stat.Number
}

func (q *Quantiles) ranks() [4]rank {
	return [...]rank{{"p50", 50, &q.P50}, {"p90", 90, &q.P90}, {"p95", 95, &q.P95}, {"p99", 99, &q.P99}}
}
