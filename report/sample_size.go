package report

import (
	"fmt"
	"math"

	"errbench/exact"
	"errbench/internal/stat"
	"errbench/internal/strict"
	"errbench/internal/view"
	"errbench/rng"
	"errbench/scenario"
	"errbench/strategy"
)

// Power is the number of operations that a comparison of two strategies needs.
type Power struct {
	Notice      string               `json:"notice"`
	Assumptions scenario.Assumptions `json:"assumptions"`
	Strategy    string               `json:"strategy"`
	Against     string               `json:"against"`
	Expected    stat.Number          `json:"expected_difference"` // of the resolution rates
	Difference  stat.Number          `json:"difference"`          // to be found, above 0
	Power       stat.Number          `json:"power"`               // probability of finding it, above 0 and below 1
	Alpha       stat.Number          `json:"alpha"`               // probability of finding one where there is none, two-sided
	Paired      Needed               `json:"paired"`              // both strategies on the same rolls
	Unpaired    Needed               `json:"unpaired"`            // each on its own rolls
}

// Needed is a number of operations for each strategy, and the variance of the
// difference for one operation, from which it follows.
type Needed struct {
	Variance   stat.Number `json:"variance"`
	Operations stat.Number `json:"operations"` // a whole number
	Runs       stat.Number `json:"runs"`       // of the assumed operations, rounded up
}

// NewPower returns how many operations it takes to find a difference between the
// resolution rates of two plans with the power, as [stat.PowerSize] does. The variance
// is the exact one under the assumptions, and is taken to be the same where the
// difference is the one to be found. It returns an error for a plan without a closed
// form.
func NewPower(a scenario.Assumptions, p, against *strategy.Plan, difference, power float64) (Power, error) {
	if err := exact.Refuse(p, against); err != nil {
		return Power{}, err
	}
	t := a.Thresholds()
	x, y := exact.Quantity{Plan: p, Metric: strategy.Resolved}, exact.Quantity{Plan: against, Metric: strategy.Resolved}
	need := func(variance float64) Needed {
		n := stat.PowerSize(variance, difference, power)
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
		fmt.Sprintf("The variance is exact under the assumptions, where the difference is %s points; it is taken to be the same at the difference to be found.", stat.Scaled(p.Expected, 100, 2)),
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

// Target is the precision that a run must reach.
type Target struct {
	// Precision is the largest half-width, above 0.
	Precision float64
	// Strategy and Against are the two whose difference of resolution rates the
	// interval is of; "" asks for the resolution rate of every strategy.
	Strategy, Against string
}

// ErrCorrelated says that the closed form holds for independent runs only.
var ErrCorrelated = fmt.Errorf("the exact variance holds for independent runs, and the runs of %s are correlated; use %s", rng.LCG32V1, rng.CounterV1)

// Runs returns the number of runs that it takes on average, from the exact variances of
// the plans, before any roll. It is at least 2, and at least [stat.FewRuns] for a
// difference, since the interval of fewer runs holds the truth less often than it says.
// It returns an error if a strategy has no plan, a plan no closed form, or the number is
// too large, and [ErrCorrelated] for lcg32/v1.
func (g Target) Runs(a scenario.Assumptions, plans []*strategy.Plan) (int64, error) {
	if !(g.Precision > 0) {
		return 0, fmt.Errorf("precision: got %v, want a half-width above 0", g.Precision)
	}
	if err := exact.Refuse(plans...); err != nil {
		return 0, err
	}
	variance, err := g.variance(a.Thresholds(), plans)
	if err != nil {
		return 0, err
	}
	if a.Stream == rng.LCG32V1 {
		return 0, ErrCorrelated
	}
	runs := max(2, stat.NormalRuns(variance, g.Precision, a.Operations))
	if g.Strategy != "" {
		runs = stat.StudentRuns(variance, g.Precision, a.Operations, stat.FewRuns)
	}
	if runs > rng.MaxRun {
		return 0, fmt.Errorf("a precision of %v takes %.0f runs of %d operations, and at most %d can be run; raise the operations of a run or the precision", g.Precision, runs, a.Operations, rng.MaxRun)
	}
	return int64(runs), nil
}

// variance returns the variance of one operation of the number whose interval is wanted:
// of the largest one if there are several.
func (g Target) variance(t scenario.Thresholds, plans []*strategy.Plan) (float64, error) {
	resolved := map[string]exact.Quantity{}
	var names []string
	largest := 0.0
	for _, p := range plans {
		q := exact.Quantity{Plan: p, Metric: strategy.Resolved}
		resolved[p.Strategy.Name] = q
		names = append(names, p.Strategy.Name)
		largest = max(largest, exact.Variance(t, q, exact.Quantity{}))
	}
	if g.Strategy == "" && g.Against == "" {
		return largest, nil
	}
	for _, name := range []string{g.Strategy, g.Against} {
		if _, ok := resolved[name]; !ok {
			return 0, fmt.Errorf("no strategy %q is simulated%s", name, strict.Choices(name, names))
		}
	}
	if g.Strategy == g.Against {
		return 0, fmt.Errorf("%q does not differ from itself; name two strategies", g.Strategy)
	}
	return exact.Variance(t, resolved[g.Strategy], resolved[g.Against]), nil
}

// Met reports whether the summary has the intervals that are wanted and each is narrow
// enough.
func (g Target) Met(s Summary) bool {
	narrow := func(i stat.Interval) bool {
		return i.Method == stat.ExactMethod || float64(i.Hi-i.Lo)/2 <= g.Precision // false where undefined
	}
	for _, c := range s.Comparisons {
		if c.Strategy == g.Strategy && c.Against == g.Against || c.Strategy == g.Against && c.Against == g.Strategy {
			return narrow(c.DifferenceInterval)
		}
	}
	for _, r := range s.Results {
		if !narrow(r.ResolutionInterval) {
			return false
		}
	}
	return len(s.Results) > 0 && g.Strategy == "" && g.Against == ""
}
