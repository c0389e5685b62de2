package report

import (
	"gonum.org/v1/gonum/stat/distuv"

	"errbench/exact"
	"errbench/internal/stat"
	"errbench/replay"
	"errbench/rng"
	"errbench/strategy"
)

// Agreement is the distance between all simulated counts and their expectations.
type Agreement struct {
	Method           string      `json:"method" jsonschema:"of which counts, and how"`
	Squared          stat.Number `json:"squared" jsonschema:"the squared distance; null where nothing was simulated"`
	DegreesOfFreedom int         `json:"degrees_of_freedom" jsonschema:"how many of the counts are independent"`
	Chance           stat.Number `json:"chance" jsonschema:"of a distance at least as large, by the chi-squared distribution; null where that is not valid"`
	Valid            bool        `json:"valid" jsonschema:"false on lcg32/v1, whose runs are correlated, where a count is so small that its variance is below 10, and where nothing was simulated"`
}

const (
	agreementMethod = "Mahalanobis distance of attempts, resolved, wasted_retries.failed and wasted_retries.permanent of all strategies"
	someMethod      = agreementMethod + " that have a closed form"
)

// agreementMethod returns the method, which names the counts.
func (s Summary) agreementMethod() string {
	if s.obstacles() != "" {
		return someMethod
	}
	return agreementMethod
}

// published are the metrics of the published table.
var published = [...]strategy.Metric{strategy.Attempts, strategy.Resolved, strategy.FailedRecoveries, strategy.PermanentRecoveries}

// agree compares a tally with the expectations of the plans that have a closed form.
func agree(s Summary, plans []*strategy.Plan, t *replay.Tally) Agreement {
	a := s.Assumptions
	var quantities []exact.Quantity
	var differences []float64
	testable := a.Stream != rng.LCG32V1 // its runs are correlated
	for i, p := range plans {
		if exact.ObstacleOf(p) != "" {
			continue
		}
		counted, mean := t.Of(i), exact.Expect(a.Thresholds(), p, t.Operations)
		for _, m := range published {
			q := exact.Quantity{Plan: p, Metric: m}
			if v := float64(t.Operations) * exact.Covariance(a.Thresholds(), q, q); v > 0 && v < stat.SmallVariance {
				testable = false // the distance of small counts has no chi-squared distribution
			}
			quantities = append(quantities, q)
			differences = append(differences, float64(strategy.Total(m, p, counted))-strategy.Total(m, p, mean))
		}
	}
	d := exact.DistanceOf(a.Thresholds(), quantities, differences, float64(t.Operations))
	if d.Rank == 0 {
		return noAgreement(s.agreementMethod())
	}
	return agreement(s.agreementMethod(), d, testable)
}

// agreement returns the agreement at a distance, with its chance if it is valid as a test.
func agreement(method string, d exact.Distance, testable bool) Agreement {
	g := noAgreement(method)
	g.Squared, g.DegreesOfFreedom = stat.Number(d.Squared), d.Rank
	if g.Valid = testable && g.Squared.Defined(); g.Valid {
		g.Chance = stat.Number(distuv.ChiSquared{K: float64(d.Rank)}.Survival(d.Squared))
	}
	return g
}

// noAgreement returns the agreement of a summary without a simulated count that chance can
// change.
func noAgreement(method string) Agreement {
	return Agreement{Method: method, Squared: stat.Undefined, Chance: stat.Undefined}
}
