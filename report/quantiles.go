package report

import "errbench/strategy"

// Quantiles tells when operations were resolved. Those that are not resolved are
// later than all.
type Quantiles struct {
	P50  Number `json:"p50" jsonschema:"half of the operations were resolved by then; null where fewer are"`
	P90  Number `json:"p90" jsonschema:"90 % were; null where fewer are"`
	P95  Number `json:"p95" jsonschema:"95 % were; null where fewer are"`
	P99  Number `json:"p99" jsonschema:"99 % were; null where fewer are"`
	Rule string `json:"rule" jsonschema:"how they were found"`
}

// The rules of quantiles.
const (
	rankRule    = "nearest rank of all operations, one that is not resolved being later than any"
	unknownRule = "unknown: chance decides the waits, and nothing was counted"
)

// quantilesOf returns the quantiles of a tally of a plan whose first calls take so
// many milliseconds: the first time by which the share of all operations is
// resolved.
func quantilesOf[N int64 | float64](p *strategy.Plan, callMS int64, t strategy.Tally[N]) Quantiles {
	times, known := strategy.Resolutions(p, callMS, t)
	q := Quantiles{undefined, undefined, undefined, undefined, rankRule}
	if !known {
		q.Rule = unknownRule
		return q
	}
	var resolved N
	for _, r := range times {
		resolved += r.Operations
		for _, at := range q.ranks() {
			if r.Operations > 0 && !at.value.Defined() && reaches(float64(resolved), at.percent, float64(t.Operations)) {
				*at.value = Number(r.MS)
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
	value   *Number
}

func (q *Quantiles) ranks() [4]rank {
	return [...]rank{{"p50", 50, &q.P50}, {"p90", 90, &q.P90}, {"p95", 95, &q.P95}, {"p99", 99, &q.P99}}
}

// rules demands what must hold of the quantiles beside the counts of operations
// that were resolved at once, whose first calls take so many milliseconds, at all,
// and altogether. Counts are known up to a share of themselves.
func (q Quantiles) rules(callMS int64, atOnce, resolved, operations Number, slack float64) []rule {
	if q.Rule == unknownRule {
		return []rule{follows("resolution_ms", q, Quantiles{undefined, undefined, undefined, undefined, unknownRule})}
	}
	rules := []rule{fixedText("rule", q.Rule, rankRule)}
	least := Number(callMS)
	for _, r := range q.ranks() {
		found := *r.value
		surely := func(part Number) bool { return reaches(float64(part)*(1-slack), r.percent, float64(operations)) }
		possibly := reaches(float64(resolved)*(1+slack), r.percent, float64(operations))
		switch {
		case operations == 0 || !possibly:
			rules = append(rules, follows(r.key, found, undefined))
		case surely(atOnce):
			rules = append(rules, follows(r.key, found, Number(callMS)))
		case surely(resolved) || found.Defined():
			rules = append(rules, rule{r.key, found, found >= least, "at least " + least.Text() + " works"})
			least = max(least, found)
		}
	}
	return under("resolution_ms", rules...)
}
