package report

import (
	"errbench/internal/stat"
	"errbench/strategy"
)

// Quantiles are the times within which operations that failed at their first call were
// resolved. An operation that is never resolved is later than all others.
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

// unknownQuantiles returns quantiles that are all undefined.
func unknownQuantiles() Quantiles {
	return Quantiles{stat.Undefined, stat.Undefined, stat.Undefined, stat.Undefined, unknownRule}
}

// quantilesOf returns the quantiles of a tally of a plan: each is the first time within
// which its share of the operations that failed was resolved.
func quantilesOf[N int64 | float64](p *strategy.Plan, t strategy.Tally[N]) Quantiles {
	q := unknownQuantiles()
	times, known := strategy.Resolutions(p, t)
	if !known {
		return q
	}
	if q.Rule = rankRule; p.WaitsAtRandom() {
		q.Rule = roundedRule
	}
	var operations []N
	for _, r := range times {
		operations = append(operations, r.Operations)
	}
	for _, r := range q.ranks() {
		if i := stat.NearestRank(operations, N(r.percent), t.Failed(p)); i >= 0 {
			*r.value = stat.Number(times[i].MS)
		}
	}
	return q
}

// rank is a quantile and the percentage of the operations that it is of.
type rank struct {
	key     string
	percent float64
	value   *stat.Number
}

func (q *Quantiles) ranks() [4]rank {
	return [...]rank{{"p50", 50, &q.P50}, {"p90", 90, &q.P90}, {"p95", 95, &q.P95}, {"p99", 99, &q.P99}}
}
