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
	for i, p := range plans {
		if exact.ObstacleOf(p) != "" {
			continue
		}
		counted, mean := t.Of(i), exact.Expect(a.Thresholds(), p, t.Operations)
		for _, m := range published {
			quantities = append(quantities, exact.Quantity{Plan: p, Metric: m})
			differences = append(differences, float64(strategy.Total(m, p, counted))-strategy.Total(m, p, mean))
		}
	}
	d := exact.DistanceOf(a.Thresholds(), quantities, differences, float64(t.Operations))
	if d.Rank == 0 {
		return noAgreement(s.agreementMethod())
	}
	return s.agreement(stat.Number(d.Squared).Written(), d.Rank)
}

// agreement returns the agreement at a squared distance, with its chance if it is valid as
// a test.
func (s Summary) agreement(squared stat.Number, degrees int) Agreement {
	g := noAgreement(s.agreementMethod())
	g.Squared, g.DegreesOfFreedom = squared, degrees
	if g.Valid = s.testable() && squared.Defined(); g.Valid {
		g.Chance = stat.Number(distuv.ChiSquared{K: float64(degrees)}.Survival(float64(squared)))
	}
	return g
}

// testable reports whether the squared distance has a chi-squared distribution: the runs
// are independent, and no count that varies is small.
func (s Summary) testable() bool {
	if s.Assumptions.Stream == rng.LCG32V1 {
		return false
	}
	for _, e := range s.Expected {
		sd := byKey(e.SD)
		for _, m := range published {
			if v := sd[m.String()]; v > 0 && v*v < stat.SmallVariance {
				return false
			}
		}
	}
	return true
}

// noAgreement returns the agreement of a summary without a simulated count that chance can
// change.
func noAgreement(method string) Agreement {
	return Agreement{Method: method, Squared: stat.Undefined, Chance: stat.Undefined}
}
