package report

import (
	"fmt"
	"math"
	"strings"

	"errbench/exact"
	"errbench/internal/stat"
	"errbench/internal/strict"
	"errbench/internal/view"
	"errbench/rng"
	"errbench/scenario"
	"errbench/strategy"
)

// Power is the number of runs that a comparison of two strategies needs.
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
	Designs     []Design             `json:"designs"`             // other runs with the same power, both strategies on the same rolls
}

// Needed is a number of runs for each strategy, and the variance of the difference for one
// operation where the difference is the one to be found.
type Needed struct {
	Test       string      `json:"test"`
	Variance   stat.Number `json:"variance"`
	Operations int64       `json:"operations"` // of all runs
	Runs       int64       `json:"runs"`       // of the assumed operations
	Reached    stat.Number `json:"reached"`    // the power of this number of runs
}

// Design is a number of runs with the least number of operations of each.
type Design struct {
	Runs          int64       `json:"runs"`
	RunOperations int64       `json:"run_operations"` // of each run
	Operations    int64       `json:"operations"`     // of all runs
	Reached       stat.Number `json:"reached"`        // the power
}

// The tests whose power is computed. A difference is found if the interval lies on its side
// of 0.
const (
	pairedTest   = "the 95 % interval of the paired difference over runs, as run prints it"
	unpairedTest = "Welch's t over the runs of each"
)

// designs returns the numbers of runs that are offered beside the assumed one: the fewest
// without the warning few_runs, and the runs of the published benchmark.
func designs() []int64 { return []int64{stat.FewRuns, 60} }

// NewPower returns how many runs it takes to find a difference between the resolution rates
// of two plans with the power, by the test that a summary makes: its interval of the
// difference over runs. It returns an error for a plan without a closed form, and if the
// number is too large.
//
// Where the difference is the one to be found, the operations that only the worse plan
// resolves are as many as under the assumptions, and the operations that only the better
// one resolves make up the difference. For example, if 1 % and 4 % are resolved by one plan
// only, the expected difference is 3 points, and a difference of 1 point has 1 % and 2 %.
func NewPower(a scenario.Assumptions, p, against *strategy.Plan, difference, power float64) (Power, error) {
	if err := exact.Refuse(p, against); err != nil {
		return Power{}, err
	}
	t := a.Thresholds()
	x, y := exact.Quantity{Plan: p, Metric: strategy.Resolved}, exact.Quantity{Plan: against, Metric: strategy.Resolved}
	mean := func(q exact.Quantity) float64 { return strategy.Total(q.Metric, q.Plan, exact.Expect(t, q.Plan, 1)) }
	expected := mean(x) - mean(y)
	w := Power{
		Notice: Notice, Assumptions: a, Strategy: p.Strategy.Name, Against: against.Strategy.Name,
		Expected: stat.Number(expected), Difference: stat.Number(difference), Power: stat.Number(power), Alpha: 1 - stat.Level,
	}
	d := discordance(exact.Variance(t, x, y), expected, difference)
	runs, reached := d.RunsForPower(a.Operations, power)
	w.Paired = Needed{pairedTest, stat.Number(d.Variance()), runs * a.Operations, runs, stat.Number(reached)}
	lower := min(mean(x), mean(y), 1-difference)
	higher := lower + difference
	runs, reached = stat.UnpairedRunsForPower(higher, lower, a.Operations, power)
	w.Unpaired = Needed{unpairedTest, stat.Number(float64(higher*(1-higher)) + float64(lower*(1-lower))), runs * a.Operations, runs, stat.Number(reached)}
	for _, n := range []Needed{w.Paired, w.Unpaired} {
		if n.Operations/a.Operations != n.Runs || n.Runs > stat.MostPlanned {
			return Power{}, fmt.Errorf("difference: got %v, which takes more than 2^45 runs of %d operations; raise it", difference, a.Operations)
		}
	}
	for _, runs := range designs() {
		n, reached := d.OperationsForPower(runs, power)
		w.Designs = append(w.Designs, Design{runs, n, runs * n, stat.Number(reached)})
	}
	return w, nil
}

// discordance returns how often two strategies differ where the difference of one operation
// is the one to be found, from the variance and the expectation under the assumptions. The
// difference of an operation is -1, 0 or 1, so its expected square is variance +
// expected^2, the chance that the strategies differ at all.
func discordance(variance, expected, difference float64) stat.Discordance {
	differ := variance + float64(expected*expected)
	less := (differ - math.Abs(expected)) / 2
	if less < 1e-15 {
		less = 0 // it is the rounding of one strategy that resolves all that the other does
	}
	less = min(less, (1-difference)/2)
	return stat.Discordance{More: less + difference, Less: less}
}

// Sections implements View.
func (p Power) Sections() []view.Section {
	t := view.Table{Columns: view.Columns(1, "", "variance of an operation", "operations", "runs of "+stat.Count(p.Assumptions.Operations), "power")}
	for _, row := range []struct {
		name string
		Needed
	}{{"paired, on the same rolls", p.Paired}, {"unpaired, each on its own", p.Unpaired}} {
		t.AddTexts(row.name, stat.Fixed(row.Variance, 6), stat.Count(row.Operations), stat.Count(row.Runs), stat.Fixed(row.Reached, 3))
	}
	limits := []string{
		fmt.Sprintf("The variance is the one at the difference to be found, where what only the worse strategy resolves is as assumed; the expected difference under the assumptions is %s points.", stat.Scaled(p.Expected, 100, 2)),
		p.Notice,
	}
	if p.Assumptions.Stream == rng.LCG32V1 {
		limits = append(limits, fmt.Sprintf("This holds for independent runs. Those of %s are correlated; use %s.", rng.LCG32V1, rng.CounterV2))
	}
	return []view.Section{
		{Title: "Assumed", Text: []string{Assumed(p.Assumptions)}},
		{Title: "Needed", Text: []string{
			fmt.Sprintf("To tell a difference of %s points between the resolution rates of %s and %s from none, with power %s in a two-sided test at alpha = %s. Paired, the test is %s; unpaired, it is %s.",
				pointsText(p.Difference), p.Strategy, p.Against, p.Power.Text(), p.Alpha.Text(), p.Paired.Test, p.Unpaired.Test),
		}, Table: t},
		p.otherRuns(),
		{Title: "Limits", Text: limits},
	}
}

// pointsText returns a share in points, with two decimals or as many as it has.
func pointsText(share stat.Number) string {
	text := (100 * share).Text()
	if _, decimals, _ := strings.Cut(text, "."); len(decimals) > 2 {
		return text
	}
	return stat.Scaled(share, 100, 2)
}

// otherRuns returns the section about other numbers of runs.
func (p Power) otherRuns() view.Section {
	t := view.Table{Columns: view.Columns(0, "runs", "operations of each", "operations", "power")}
	cheapest := Design{Operations: p.Paired.Operations}
	for _, d := range p.Designs {
		t.AddTexts(stat.Count(d.Runs), stat.Count(d.RunOperations), stat.Count(d.Operations), stat.Fixed(d.Reached, 3))
		if d.Operations < cheapest.Operations {
			cheapest = d
		}
	}
	text := fmt.Sprintf("On the same rolls these are enough too. None takes fewer operations in all than runs of %s.", stat.Count(p.Assumptions.Operations))
	if cheapest.Runs > 0 {
		text = fmt.Sprintf("On the same rolls these are enough too. The cheapest are %s runs of %s, with %s in all.",
			stat.Count(cheapest.Runs), stat.Plural(cheapest.RunOperations, "operation"), stat.Plural(cheapest.Operations, "operation"))
	}
	return view.Section{Title: "Other runs", Text: []string{text}, Table: t}
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
var ErrCorrelated = fmt.Errorf("the exact variance holds for independent runs, and the runs of %s are correlated; use %s", rng.LCG32V1, rng.CounterV2)

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
