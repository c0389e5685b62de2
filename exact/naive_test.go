package exact

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
	"errbench/strategy"
)

// tolerance is the relative error that a handful of roundings of 2^-53 each
// stay far below.
const tolerance = 1e-12

// Every expectation agrees with [enumerate], which adds up in fractions, to
// within the tolerance of its own size; a metric to within the tolerance of
// the number of operations, since metrics subtract.
func TestExpectationsAgreeWithEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, p := drawScenario(t)
		n := a.TotalOperations()
		got, want := Expect(a.Thresholds(), p, n), enumerate(a.Thresholds(), p, n)
		near := func(name string, got float64, want, scale *big.Rat) {
			t.Helper()
			if off := new(big.Rat).SetFloat64(got); off.Sub(off, want).Abs(off).Cmp(scaled(scale, tolerance)) > 0 {
				exact, _ := want.Float64()
				t.Fatalf("%s: expected %v, enumerated %v", name, got, exact)
			}
		}
		operations := new(big.Rat).SetInt64(n)
		near("operations", got.Operations, operations, new(big.Rat))
		for _, c := range scenario.AllClasses() {
			near(fmt.Sprint("failures of ", c), got.Kinds[c], want.failures[c], want.failures[c])
		}
		for i := range p.Steps {
			near(fmt.Sprint("visits of step ", i), got.Visits[i], want.visits[i], want.visits[i])
			near(fmt.Sprint("successes of step ", i), got.Successes[i], want.successes[i], want.successes[i])
		}
		for m, total := range want.metrics {
			near(fmt.Sprint("metric ", m), strategy.Total(m, p, got), total, operations)
		}
	})
}

// enumerated is an expected tally in fractions.
type enumerated struct {
	failed            *big.Rat
	failures          []*big.Rat // by class
	visits, successes []*big.Rat // by step
	metrics           map[strategy.Metric]*big.Rat
}

// enumerate adds up the chance of every course that an operation can take: of
// each class, and of each sequence of successes and failures of the steps that
// answer it, those after a success included.
func enumerate(t scenario.Thresholds, p *strategy.Plan, operations int64) enumerated {
	n := new(big.Rat).SetInt64(operations)
	e := enumerated{failed: product(n, fractionOf(t.Fail)), visits: zeros(len(p.Steps)), successes: zeros(len(p.Steps)), metrics: map[strategy.Metric]*big.Rat{}}
	for _, m := range strategy.Metrics() {
		e.metrics[m] = new(big.Rat)
	}
	e.count(untouched(), product(n, fractionOf(1<<32-t.Fail)))
	bounds := slices.Concat([]uint64{0}, t.Class[:], []uint64{1 << 32})
	for _, c := range scenario.AllClasses() {
		failures := product(e.failed, fractionOf(bounds[c+1]-bounds[c]))
		e.failures = append(e.failures, failures)
		var steps []int // that answer the class, by attempt
		for i, s := range p.Steps {
			if s.Class == c {
				steps = append(steps, i)
			}
		}
		for outcomes := range 1 << len(steps) {
			share := failures
			for k, i := range steps {
				share = product(share, fractionOf(odds(p.Steps[i], outcomes>>k&1 == 1)))
			}
			w := travel(p, int(c), func(s strategy.Step) bool { return outcomes>>(s.Attempt-2)&1 == 1 })
			for _, i := range w.visits {
				add(e.visits[i], share)
			}
			for _, i := range w.successes {
				add(e.successes[i], share)
			}
			e.count(w.counts, share)
		}
	}
	return e
}

// count adds a share of operations that each add the counts.
func (e *enumerated) count(c counts, share *big.Rat) {
	for m, n := range c {
		if n == 0 {
			continue
		}
		add(e.metrics[strategy.Metric(m)], product(share, new(big.Rat).SetInt64(n)))
	}
}

// counts is what one operation adds to each metric. There are fewer than 64.
type counts [64]int64

// untouched returns the counts of an operation that does not fail.
func untouched() (c counts) {
	c[strategy.Attempts], c[strategy.Resolved], c[strategy.InState(strategy.StateResolved, true)] = 1, 1, 1
	return c
}

// takenMetric and failureMetric name the counts of actions and of classes.
var (
	takenMetric = map[strategy.Action]strategy.Metric{
		strategy.Retry: strategy.Retries, strategy.Repair: strategy.Repairs, strategy.Replace: strategy.Replacements,
		strategy.Authorize: strategy.Authorizations, strategy.Stop: strategy.Stops,
	}
	failureMetric = map[scenario.Class]strategy.Metric{
		scenario.Transient: strategy.TransientFailures, scenario.Validation: strategy.ValidationFailures,
		scenario.Permission: strategy.PermissionFailures, scenario.NotFound: strategy.NotFoundFailures,
	}
)

// odds returns the threshold of a step's success, or of its failure.
func odds(s strategy.Step, success bool) uint64 {
	if success {
		return s.Threshold
	}
	return 1<<32 - s.Threshold
}

func fractionOf(threshold uint64) *big.Rat {
	return new(big.Rat).SetFrac(new(big.Int).SetUint64(threshold), big.NewInt(1<<32))
}

func product(x, y *big.Rat) *big.Rat { return new(big.Rat).Mul(x, y) }

func add(to, x *big.Rat) { to.Add(to, x) }

func scaled(x *big.Rat, by float64) *big.Rat { return product(x, new(big.Rat).SetFloat64(by)) }

func zeros(n int) []*big.Rat {
	var all []*big.Rat
	for range n {
		all = append(all, new(big.Rat))
	}
	return all
}

// drawScenario draws assumptions and a plan.
func drawScenario(t *rapid.T) (scenario.Assumptions, *strategy.Plan) {
	a := drawAssumptions(t, rapid.OneOf(
		rapid.SampledFrom([]float64{0, 1, 0x1p-32, 1 - 0x1p-32}),
		rapid.SampledFrom([]float64{0.1, 0.3, 0.5, 0.8}), // drawn ranges keep to their ends
		rapid.Float64Range(0, 1),
	), rapid.SampledFrom([]float64{0, 0.1, 1, 3, 1e9}))
	return a, drawPlan(t, a)
}

func drawAssumptions(t *rapid.T, chance, weight *rapid.Generator[float64]) scenario.Assumptions {
	a := scenario.Published()
	a.Runs = rapid.Int64Range(1, 1<<25-1).Draw(t, "runs")
	a.Operations = rapid.Int64Range(1, 1<<28).Draw(t, "operations")
	a.RecoveryAttempts = rapid.Int64Range(0, 4).Draw(t, "attempts")
	for _, p := range []*float64{
		&a.FailureRate, &a.RetrySuccess, &a.ReplaceSuccess,
		&a.RepairSuccess.Message, &a.RepairSuccess.Code, &a.RepairSuccess.Field, &a.RepairSuccess.Hint,
	} {
		*p = chance.Draw(t, "probability")
	}
	a.FailureMix = scenario.FailureMix{Transient: weight.Draw(t, "transient"), Validation: weight.Draw(t, "validation"), Permission: weight.Draw(t, "permission"), NotFound: 1}
	if err := a.Validate(); err != nil {
		t.Fatal(err)
	}
	return a
}

// drawPlan draws a plan whose router is a table, or answers each code with any
// action at each attempt.
func drawPlan(t *rapid.T, a scenario.Assumptions) *strategy.Plan {
	action := rapid.SampledFrom([]strategy.Action{strategy.Retry, strategy.Repair, strategy.Replace, strategy.Authorize, strategy.Stop})
	codes := []string{contract.CodeTransient, contract.CodeValidation, contract.CodePermission, contract.CodeNotFound}
	var router strategy.Router
	if rapid.Bool().Draw(t, "table") {
		var table strategy.Table
		for range rapid.IntRange(1, 5).Draw(t, "rows") {
			row := strategy.Row{Action: action.Draw(t, "action")}
			if rapid.Bool().Draw(t, "has a code") {
				row.Code = optional.Of(rapid.SampledFrom(codes).Draw(t, "code"))
			}
			table.Rows = append(table.Rows, row)
		}
		router = table
	} else {
		answers := script{}
		for _, code := range codes {
			answers[code] = rapid.SliceOfN(action, 4, 4).Draw(t, code)
		}
		router = answers
	}
	reveals := contract.Code | contract.FieldSet(rapid.Uint8().Draw(t, "reveals"))
	p, err := strategy.Compile(strategy.Strategy{Name: "drawn", Contract: contract.Contract{Reveals: reveals}, Router: router}, a)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// script answers by code and attempt.
type script map[string][]strategy.Action

func (script) Name() string { return "script" }

func (s script) Route(q strategy.Question) (strategy.Answer, error) {
	code, _ := q.Error.Code.Get()
	return strategy.Answer{Action: s[code][q.Attempt-1]}, nil
}
