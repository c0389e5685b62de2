// Package report says what a benchmark found: [Summary] with its intervals and
// warnings, the published figures, and the writers for people and machines.
// It computes no tally and no expectation: those come from replay and exact.
package report

import (
	"errors"
	"math"
	"math/big"

	"errbench/exact"
	"errbench/internal/stat"
	"errbench/replay"
	"errbench/scenario"
	"errbench/strategy"
)

// SummarySchema names the layout of a [Summary]. It changes with the layout.
const SummarySchema = "errbench/summary/v3"

// Release is the release of this program: the newest of CHANGELOG.md. Whatever changes
// a number or a key of a document raises it.
const Release = "0.2.0"

// The engines that make a summary.
const (
	ReplayEngine = "replay"
	ExactEngine  = "exact"
)

// Notice stands in every summary.
const Notice = "Synthetic benchmark: no language model was called. Every probability under assumptions is declared, not measured; results are simulated from it, expected is its closed form."

// Summary is the outcome of a benchmark. What was assumed, what was simulated
// (results, comparisons) and what is exact (expected) stand apart.
type Summary struct {
	Schema         string               `json:"schema" jsonschema:"the layout of this document"`
	Errbench       string               `json:"errbench" jsonschema:"the release that wrote it"`
	Notice         string               `json:"notice" jsonschema:"what kind of numbers these are"`
	Engine         string               `json:"engine" jsonschema:"replay: simulated, beside the closed form; exact: the closed form alone"`
	Complete       bool                 `json:"complete" jsonschema:"false where the benchmark was interrupted and holds the first runs only"`
	Assumptions    scenario.Assumptions `json:"assumptions" jsonschema:"every input"`
	AssumedReaders []AssumedReader      `json:"assumed_readers" jsonschema:"what is assumed of language models that pick the next step, by strategy; none of those that leave nothing to one"`
	PlanDigest     string               `json:"plan_digest" jsonschema:"digest of every integer threshold and step that decided a count"`
	Decisions      []Decision           `json:"decisions" jsonschema:"what each strategy does about each error, by strategy: no chance, and no true class"`
	Results        []Result             `json:"results" jsonschema:"what was simulated, by strategy"`
	Expected       []Expected           `json:"expected" jsonschema:"the same counts in closed form, on independent rolls; null where there is none"`
	Comparisons    []Comparison         `json:"comparisons" jsonschema:"every pair of strategies, on the same rolls"`
	Agreement      Agreement            `json:"agreement" jsonschema:"how far what was simulated lies from what is expected, all together"`
	Warnings       []Warning            `json:"warnings" jsonschema:"what limits the numbers above"`
}

// Result is what one strategy did.
type Result struct {
	Identity
	Counts[int64]
	ResolutionInterval stat.Interval `json:"resolution_interval" jsonschema:"of the resolution rate"`
	ResolutionMS       Quantiles     `json:"resolution_ms" jsonschema:"milliseconds from the start of the first call until an operation was resolved that failed at first"`
	PerRun             PerRun        `json:"per_run" jsonschema:"resolution rates of the runs"`
}

// Expected is what one strategy does on average, and how far chance takes it
// from there.
type Expected struct {
	Identity
	Counts[stat.Number]
	ResolutionMS Quantiles           `json:"resolution_ms" jsonschema:"the same of what is expected"`
	SD           Counts[stat.Number] `json:"sd" jsonschema:"standard deviation of each count and rate on independent rolls; 0 where chance cannot change it, null without a closed form, which a cost per resolved operation never has"`
	Z            Counts[stat.Number] `json:"z" jsonschema:"(simulated - expected) / sd; null where sd is 0 or null, or nothing was simulated"`
	Method       string              `json:"method" jsonschema:"how it was computed; none, and why, where there is no closed form"`
}

// Identity tells who acted on what.
type Identity struct {
	Strategy string `json:"strategy" jsonschema:"the controller: a contract, a router and a budget"`
	Contract string `json:"contract" jsonschema:"what errors reveal"`
	Router   string `json:"router" jsonschema:"what picks the action"`
}

// PerRun describes the resolution rates of the runs.
type PerRun struct {
	Runs int64       `json:"runs" jsonschema:"finished runs"`
	Mean stat.Number `json:"mean" jsonschema:"the resolution rate; null without runs"`
	SD   stat.Number `json:"sd" jsonschema:"sample standard deviation; null for fewer than two runs"`
	Min  stat.Number `json:"min" jsonschema:"lowest rate of a run; null without runs"`
	Max  stat.Number `json:"max" jsonschema:"highest rate of a run; null without runs"`
}

// Warning is a limit of the numbers beside it.
type Warning struct {
	Code string `json:"code" jsonschema:"stable, for programs"`
	Text string `json:"text" jsonschema:"for people"`
}

// Summarize reports a tally of the plans, at least one, under the assumptions,
// whole or of the first runs.
func Summarize(a scenario.Assumptions, plans []*strategy.Plan, t *replay.Tally) (Summary, error) {
	s, err := newSummary(a, plans, ReplayEngine)
	if err != nil {
		return Summary{}, err
	}
	s.Complete = t.Complete && t.Runs == a.Runs // a shard alone is not the benchmark
	for i, p := range plans {
		tally := t.Of(i)
		total := func(m strategy.Metric) int64 { return strategy.Total(m, p, tally) }
		number := func(m strategy.Metric) stat.Number { return stat.Number(total(m)) }
		if err := countable(a, p, tally.Visits); err != nil {
			return Summary{}, err
		}
		counts := countsOf(t.Operations, total, perOperation(total, t.Operations), costOf(a.Cost, number))
		s.Results = append(s.Results, Result{
			Identity: identity(p), Counts: counts,
			ResolutionInterval: ResolutionInterval(a.Thresholds(), p, t, i),
			ResolutionMS:       quantilesOf(p, tally),
			PerRun:             runsOf(t, i, counts.Resolved),
		})
		s.Expected = append(s.Expected, expect(a, p, t.Operations, number))
	}
	for i := range plans {
		for j := range i {
			s.Comparisons = append(s.Comparisons, compare(a.Thresholds(), plans, t, s.Results, i, j))
		}
	}
	s.Agreement = agree(s, plans, t)
	s.Warnings = warnings(s)
	return s, nil
}

// Expect reports what is expected of the plans, at least one, in closed form:
// nothing is simulated. It refuses those that have none.
func Expect(a scenario.Assumptions, plans []*strategy.Plan) (Summary, error) {
	if err := exact.Refuse(plans...); err != nil {
		return Summary{}, err
	}
	s, err := newSummary(a, plans, ExactEngine)
	if err != nil {
		return Summary{}, err
	}
	for _, p := range plans {
		s.Expected = append(s.Expected, expect(a, p, a.TotalOperations(), nil))
	}
	s.Warnings = warnings(s)
	return s, nil
}

func newSummary(a scenario.Assumptions, plans []*strategy.Plan, engine string) (Summary, error) {
	if len(plans) == 0 {
		return Summary{}, errors.New("no strategy was given; one is enough for a summary")
	}
	digest, err := strategy.Digest(a.Thresholds(), plans)
	return Summary{
		Schema: SummarySchema, Errbench: Release, Notice: Notice, Engine: engine, Complete: true,
		Assumptions: a.Relabel(), AssumedReaders: assumedReaders(plans), PlanDigest: digest,
		Decisions: decisions(plans), Results: []Result{}, Expected: []Expected{}, Comparisons: []Comparison{},
		Agreement: noAgreement(agreementMethod), Warnings: []Warning{},
	}, err
}

func identity(p *strategy.Plan) Identity {
	return Identity{p.Strategy.Name, p.Strategy.Contract.Name, p.Strategy.Router.Name()}
}

// expect returns what is expected of a plan, beside what was counted of it; nil
// where nothing was. What has no closed form is undefined. Rates and scores are those of the numbers as they are
// written, so that a reader can compute them again.
func expect(a scenario.Assumptions, p *strategy.Plan, operations int64, counted func(strategy.Metric) stat.Number) Expected {
	t := a.Thresholds()
	tally := exact.Expect(t, p, operations)
	mean := func(m strategy.Metric) stat.Number {
		if !exact.Has(p, m) {
			return stat.Undefined
		}
		return stat.Number(strategy.Total(m, p, tally)).Written()
	}
	sd := func(m strategy.Metric) stat.Number {
		return deviation(t, p, operations, strategy.Charge{Price: 1, Metric: m})
	}
	z := func(m strategy.Metric) stat.Number {
		if counted == nil {
			return stat.Undefined
		}
		return score(counted(m), mean(m), sd(m))
	}
	cost := costOf(a.Cost, mean)
	costSD := Cost{paidSD(t, p, operations, a.Cost.Tokens), paidSD(t, p, operations, a.Cost.USD), stat.Undefined, stat.Undefined}
	costZ := Cost{stat.Undefined, stat.Undefined, stat.Undefined, stat.Undefined}
	if counted != nil {
		c := costOf(a.Cost, counted)
		costZ.Tokens, costZ.USD = score(c.Tokens, cost.Tokens, costSD.Tokens), score(c.USD, cost.USD, costSD.USD)
	}
	times := unknownQuantiles()
	if exact.ObstacleOf(p) == "" {
		times = quantilesOf(p, tally)
	}
	return Expected{
		Identity:     identity(p),
		Counts:       countsOf(stat.Number(operations), mean, perOperation(mean, operations), cost),
		ResolutionMS: times,
		SD:           countsOf(0, sd, perOperation(sd, operations), costSD),
		Z:            countsOf(stat.Undefined, z, z, costZ), // the score of a rate is that of its total
		Method:       methodOf(p),
	}
}

// paidSD returns the standard deviation of what is paid in a currency.
func paidSD(t scenario.Thresholds, p *strategy.Plan, operations int64, prices scenario.Prices) stat.Number {
	parts := strategy.Charges(prices)
	return deviation(t, p, operations, parts[:]...)
}

// deviation returns the standard deviation of a sum of metrics, each times its
// price, as it is written; undefined where one has no closed form.
func deviation(t scenario.Thresholds, p *strategy.Plan, operations int64, parts ...strategy.Charge) stat.Number {
	var vary []strategy.Charge
	for _, part := range parts {
		if part.Price > 0 && !exact.Has(p, part.Metric) {
			return stat.Undefined
		}
		if part.Price > 0 && !exact.Constant(t, exact.Quantity{Plan: p, Metric: part.Metric}, exact.Quantity{}) {
			vary = append(vary, part) // of others rounding would leave a trace of a variance
		}
	}
	var variance float64
	for i, x := range vary {
		for j, y := range vary[:i+1] {
			c := exact.Covariance(t, exact.Quantity{Plan: p, Metric: x.Metric}, exact.Quantity{Plan: p, Metric: y.Metric})
			if j < i {
				c *= 2
			}
			variance += float64(float64(x.Price*y.Price) * c)
		}
	}
	return stat.Number(math.Sqrt(max(0, float64(operations)*variance))).Written()
}

// score returns how many standard deviations a count lies above its mean.
func score(counted, mean, sd stat.Number) stat.Number {
	return stat.Ratio(float64(counted-mean), float64(sd))
}

// perOperation divides totals by a number of operations.
func perOperation[N int64 | stat.Number](total func(strategy.Metric) N, operations int64) func(strategy.Metric) stat.Number {
	return func(m strategy.Metric) stat.Number { return stat.Ratio(float64(total(m)), float64(operations)) }
}

func runsOf(t *replay.Tally, i int, resolved int64) PerRun {
	if t.Runs == 0 {
		return PerRun{Mean: stat.Undefined, SD: stat.Undefined, Min: stat.Undefined, Max: stat.Undefined}
	}
	operations := float64(t.Operations / t.Runs)
	p := t.Plans[i]
	return PerRun{
		Runs: t.Runs,
		Mean: stat.Ratio(float64(resolved), float64(t.Operations)),
		SD:   stat.Moments{Runs: t.Runs, Sum: new(big.Rat).SetInt64(resolved), SumSquares: new(big.Rat).SetInt(t.Resolved.At(i, i))}.SD() / stat.Number(operations),
		Min:  stat.Ratio(float64(p.MinResolved), operations),
		Max:  stat.Ratio(float64(p.MaxResolved), operations),
	}
}

// Vacuous tells whether no operation failed, or could, or was reported to, so that
// no strategy had anything to do.
func (s Summary) Vacuous() bool {
	for _, e := range s.Expected {
		if s.Engine == ExactEngine && (e.Failures != (Classes[stat.Number]{}) || e.Reports.PhantomFailures > 0) {
			return false
		}
	}
	for _, r := range s.Results {
		if r.Failures != (Classes[int64]{}) || r.Reports.PhantomFailures > 0 {
			return false
		}
	}
	return true
}
