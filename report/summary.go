package report

import (
	"errors"
	"io"
	"math/big"

	"errbench/exact"
	"errbench/internal/stat"
	"errbench/internal/store"
	"errbench/internal/view"
	"errbench/replay"
	"errbench/scenario"
	"errbench/strategy"
)

// SummarySchema is the version of the layout of a [Summary].
const SummarySchema = "errbench/summary/v3"

// Release is the release of this program: the newest of CHANGELOG.md. Whatever changes
// a number or a key of a document raises it.
const Release = "0.3.0"

// The engines that make a summary.
const (
	ReplayEngine = "replay"
	ExactEngine  = "exact"
)

// Notice stands in every summary.
const Notice = "Synthetic benchmark: no language model was called. Every probability under assumptions is declared, not measured; results are simulated from it, expected is its closed form."

// Summary is the outcome of a benchmark. What was assumed, simulated (results,
// comparisons) and computed exactly (expected) is kept apart.
type Summary struct {
	Schema        string               `json:"schema" jsonschema:"the layout of this document"`
	Errbench      string               `json:"errbench" jsonschema:"the release that wrote it"`
	Notice        string               `json:"notice" jsonschema:"what kind of numbers these are"`
	Engine        string               `json:"engine" jsonschema:"replay: simulated, beside the closed form; exact: the closed form alone"`
	Complete      bool                 `json:"complete" jsonschema:"false where the benchmark was interrupted and holds the first runs only"`
	Assumptions   scenario.Assumptions `json:"assumptions" jsonschema:"every input"`
	AssumedModels []AssumedModel       `json:"assumed_readers" jsonschema:"what is assumed of language models that pick the next step, by strategy; strategies that leave nothing to a model are absent"`
	PlanDigest    string               `json:"plan_digest" jsonschema:"digest of every integer threshold and step that decided a count"`
	Decisions     []Decision           `json:"decisions" jsonschema:"what each strategy does about each error, by strategy: no chance, and no true class"`
	Results       []Result             `json:"results" jsonschema:"what was simulated, by strategy"`
	Expected      []Expected           `json:"expected" jsonschema:"the same counts in closed form, on independent rolls; null where there is none"`
	Comparisons   []Comparison         `json:"comparisons" jsonschema:"every pair of strategies, on the same rolls"`
	Agreement     Agreement            `json:"agreement" jsonschema:"how far what was simulated lies from what is expected, all together"`
	Warnings      []Warning            `json:"warnings" jsonschema:"what limits the numbers above"`
}

// Result is what one strategy did.
type Result struct {
	Identity
	Counts[int64]
	ResolutionInterval stat.Interval `json:"resolution_interval" jsonschema:"of the resolution rate"`
	ResolutionMS       Quantiles     `json:"resolution_ms" jsonschema:"milliseconds from the start of the first call until an operation was resolved that failed at first"`
	PerRun             PerRun        `json:"per_run" jsonschema:"resolution rates of the runs"`
}

// Expected is what one strategy does on average, and how much that varies by chance.
type Expected struct {
	Identity
	Counts[stat.Number]
	ResolutionMS Quantiles           `json:"resolution_ms" jsonschema:"the same of what is expected"`
	SD           Counts[stat.Number] `json:"sd" jsonschema:"standard deviation of each count and rate on independent rolls; 0 where chance cannot change it, null without a closed form, which a cost per resolved operation never has"`
	Z            Counts[stat.Number] `json:"z" jsonschema:"(simulated - expected) / sd; null where sd is 0 or null, or nothing was simulated"`
	Method       string              `json:"method" jsonschema:"how it was computed; none, and why, where there is no closed form"`
}

// Identity names a strategy, its contract and its router.
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

// Summarize returns the summary of a tally of all runs, or of the first ones, under the
// assumptions. There must be a plan.
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
		counts := countsOf(t.Operations, total, perOperation(total, t.Operations), costOf(a.Cost, number).written())
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

// Expect returns a summary of expectations in closed form: nothing is simulated. There must
// be a plan. It returns an error for a plan without a closed form.
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
		return Summary{}, errors.New("no strategy was given; choose at least one")
	}
	digest, err := strategy.Digest(a.Thresholds(), plans)
	return Summary{
		Schema: SummarySchema, Errbench: Release, Notice: Notice, Engine: engine, Complete: true,
		Assumptions: a.Relabel(), AssumedModels: assumedModels(plans), PlanDigest: digest,
		Decisions: decisions(plans), Results: []Result{}, Expected: []Expected{}, Comparisons: []Comparison{},
		Agreement: noAgreement(agreementMethod), Warnings: []Warning{},
	}, err
}

func identity(p *strategy.Plan) Identity {
	return Identity{p.Strategy.Name, p.Strategy.Contract.Name, p.Strategy.Router.Name()}
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

// Vacuous reports whether no operation failed, could fail or was reported to have failed,
// so that no strategy had anything to do.
func (s Summary) Vacuous() bool {
	if s.Engine == ExactEngine {
		return nothingFails(s.Assumptions.Thresholds()) // expected counts may round to 0
	}
	for _, r := range s.Results {
		if r.Failures != (Classes[int64]{}) || r.Reports.PhantomFailures > 0 {
			return false
		}
	}
	return true
}

var _ view.Document = Summary{}

// summaryKind says how summaries are stored.
func summaryKind() store.Kind {
	return store.Kind{Schema: SummarySchema, Noun: "summary", Command: "errbench run --out summary.json"}
}

// WriteJSON implements [view.Document].
func (s Summary) WriteJSON(w io.Writer) error { return summaryKind().Write(w, s) }

// ReadSummary reads a summary from JSON. It returns an error if the summary was changed
// after it was written or has another schema. The name of the file is for errors only.
func ReadSummary(r io.Reader, file string) (Summary, error) {
	var s Summary
	if err := summaryKind().Read(r, file, &s); err != nil {
		return Summary{}, err
	}
	if !s.aligned() {
		return Summary{}, summaryKind().Foreign(file)
	}
	return s, nil
}

// aligned reports whether the lists of a summary belong together: views and gates read them side
// by side. The digest vouches for the numbers in them.
func (s Summary) aligned() bool {
	results := len(s.Expected)
	if s.Engine == ExactEngine {
		results = 0
	}
	if len(s.Results) != results || len(s.Comparisons) != results*max(0, results-1)/2 {
		return false
	}
	for i, r := range s.Results {
		if r.Strategy != s.Expected[i].Strategy {
			return false
		}
	}
	return true
}
