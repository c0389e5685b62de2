package report

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"errbench/exact"
	"errbench/internal/stat"
	"errbench/internal/view"
	"errbench/rng"
	"errbench/scenario"
	"errbench/strategy"
)

// Power tells how many operations a comparison of two strategies needs.
type Power struct {
	Notice      string               `json:"notice"`
	Assumptions scenario.Assumptions `json:"assumptions"`
	Strategy    string               `json:"strategy"`
	Against     string               `json:"against"`
	Expected    stat.Number          `json:"expected_difference"` // of the resolution rates
	Difference  stat.Number          `json:"difference"`          // to be told from none, above 0
	Power       stat.Number          `json:"power"`               // chance of telling it, above 0 and below 1
	Alpha       stat.Number          `json:"alpha"`               // chance of telling one that is none, two-sided
	Paired      Needed               `json:"paired"`              // both strategies on the same rolls
	Unpaired    Needed               `json:"unpaired"`            // each on rolls of its own
}

// Needed is a number of operations, for each strategy, and the variance of the
// difference for one operation that it follows from.
type Needed struct {
	Variance   stat.Number `json:"variance"`
	Operations stat.Number `json:"operations"` // a whole number
	Runs       stat.Number `json:"runs"`       // of the assumed operations, rounded up
}

// NewPower returns what it takes to tell a difference of resolution rates
// between two plans from none with the power given, in a two-sided test at alpha =
// 1 - [Level] whose statistic is normal:
//
//	n = (z(1-alpha/2) + z(power))^2 * variance / difference^2
//
// (Chow, Shao and Wang, Sample Size Calculations in Clinical Research, 2nd ed.,
// section 3.2). The variance is the exact one under the assumptions, and is
// taken to be the same where the difference is the one to be told. It refuses
// plans without a closed form.
func NewPower(a scenario.Assumptions, p, against *strategy.Plan, difference, power float64) (Power, error) {
	if err := exact.Refuse(p, against); err != nil {
		return Power{}, err
	}
	t := a.Thresholds()
	x, y := exact.Quantity{Plan: p, Metric: strategy.Resolved}, exact.Quantity{Plan: against, Metric: strategy.Resolved}
	z := distuv.UnitNormal.Quantile(power) + stat.Normal975
	need := func(variance float64) Needed {
		n := math.Ceil(float64(z*z) * variance / float64(difference*difference))
		return Needed{stat.Number(variance), stat.Number(n), stat.Number(math.Ceil(n / float64(a.Operations)))}
	}
	mean := func(q exact.Quantity) float64 { return strategy.Total(q.Metric, q.Plan, exact.Expect(t, q.Plan, 1)) }
	return Power{
		Notice: Notice, Assumptions: a, Strategy: p.Strategy.Name, Against: against.Strategy.Name,
		Expected: stat.Number(mean(x) - mean(y)), Difference: stat.Number(difference), Power: stat.Number(power), Alpha: 1 - stat.Level,
		Paired:   need(exact.Variance(t, x, y)),
		Unpaired: need(exact.Covariance(t, x, x) + exact.Covariance(t, y, y)),
	}, nil
}

// Sections implements View.
func (p Power) Sections() []view.Section {
	t := view.Table{Columns: view.Columns(1, "", "variance of an operation", "operations", "runs of "+stat.Count(p.Assumptions.Operations))}
	for _, row := range []struct {
		name string
		Needed
	}{{"paired, on the same rolls", p.Paired}, {"unpaired, each on its own", p.Unpaired}} {
		t.AddTexts(row.name, stat.Fixed(row.Variance, 6), stat.Fixed(row.Operations, 0), stat.Fixed(row.Runs, 0))
	}
	limits := []string{
		fmt.Sprintf("The variance is exact under the assumptions, where the difference is %s points; it is taken to be the same where it is the one to be told.", stat.Scaled(p.Expected, 100, 2)),
		p.Notice,
	}
	if p.Assumptions.Stream == rng.LCG32V1 {
		limits = append(limits, fmt.Sprintf("This holds for independent runs. Those of %s are correlated; use %s.", rng.LCG32V1, rng.CounterV1))
	}
	return []view.Section{
		{Title: "Assumed", Text: []string{Assumed(p.Assumptions)}},
		{Title: "Needed", Text: []string{
			fmt.Sprintf("To tell a difference of %s points between the resolution rates of %s and %s from none, with power %s in a two-sided test at alpha = %s:",
				stat.Scaled(p.Difference, 100, 2), p.Strategy, p.Against, p.Power.Text(), p.Alpha.Text()),
		}, Table: t},
		{Title: "Limits", Text: limits},
	}
}
