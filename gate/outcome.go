package gate

import (
	"fmt"
	"slices"
	"strings"

	"errbench/internal/stat"
	"errbench/report"
)

// Schema names the layout of the JSON form of an [Outcome]. It changes with the
// layout.
const Schema = "errbench/check/v2"

// Verdict is the decision of a gate.
type Verdict string

// The verdicts.
const (
	Good       Verdict = "good"
	Regression Verdict = "regression" // a decision, a count, a digest or a distribution differs, or a requirement is not met
	Vacuous    Verdict = "vacuous"    // the run did not exercise what the baseline exercised
)

// ExitCode returns the exit code of a process that gates: 0 for [Good] only.
func (v Verdict) ExitCode() int {
	switch v {
	case Good:
		return 0
	case Vacuous:
		return 3
	default:
		return 1
	}
}

// Outcome is a verdict and everything that it rests on. Lists are never nil.
type Outcome struct {
	Schema            string             `json:"schema"`
	Notice            string             `json:"notice"`
	Verdict           Verdict            `json:"verdict"`
	ExitCode          int                `json:"exit_code"`
	Strategies        []string           `json:"strategies"`
	Releases          Sides[string]      `json:"releases"`     // of errbench; the baseline's is "" without a baseline, as is its digest
	PlanDigests       Sides[string]      `json:"plan_digests"` // compared unless across streams
	Operations        Sides[int64]       `json:"operations"`   // of one strategy; the baseline's are 0 without a baseline
	Compared          Compared           `json:"compared"`
	AssumptionChanges []AssumptionChange `json:"assumption_changes"` // across streams without seed, stream and sizes
	DecisionChanges   []DecisionChange   `json:"decision_changes"`   // empty across streams
	CountChanges      []CountChange      `json:"count_changes"`      // empty across streams
	Unexercised       []string           `json:"unexercised"`
	Requirements      []Finding          `json:"requirements"`
	Joint             *Joint             `json:"joint"`   // null unless across streams
	Metrics           []MetricAnswer     `json:"metrics"` // empty unless across streams
}

// Compared is how much was compared with the baseline. All are 0 without a baseline.
type Compared struct {
	Decisions int `json:"decisions"` // 0 across streams
	Counts    int `json:"counts"`    // 0 across streams
	Metrics   int `json:"metrics"`   // 0 unless across streams
}

// Options select how [Judge] compares. The zero value demands equality with the
// baseline and nothing else.
type Options struct {
	Requirements []Requirement
	Across       *Across // nil to compare decisions and counts
}

// Judge compares the current summary with the baseline, and judges the requirements
// on it. It returns an error if an input is wrong: a summary without counts, other
// strategies than the baseline's, a requirement about something that does not exist,
// or a comparison that has no meaning.
func Judge(baseline, current report.Summary, o Options) (Outcome, error) {
	if err := refuse(baseline, current); err != nil {
		return Outcome{}, err
	}
	out := Outcome{
		Schema: Schema, Notice: report.Notice, Strategies: strategies(current),
		Releases:          Sides[string]{baseline.Errbench, current.Errbench},
		PlanDigests:       Sides[string]{baseline.PlanDigest, current.PlanDigest},
		Operations:        Sides[int64]{baseline.Results[0].Operations, current.Results[0].Operations},
		AssumptionChanges: AssumptionChanges(baseline.Assumptions, current.Assumptions, o.Across != nil),
		DecisionChanges:   []DecisionChange{}, CountChanges: []CountChange{}, Metrics: []MetricAnswer{},
		Unexercised: unexercised(baseline, current),
	}
	var err error
	if out.Requirements, err = JudgeAll(o.Requirements, current); err != nil {
		return Outcome{}, err
	}
	if o.Across == nil {
		out.DecisionChanges, out.Compared.Decisions = compareDecisions(baseline.Decisions, current.Decisions)
		out.CountChanges, out.Compared.Counts = compareCounts(baseline.Results, current.Results)
	} else {
		if err := o.Across.Refuse(baseline.Assumptions, current.Assumptions); err != nil {
			return Outcome{}, err
		}
		joint, metrics := o.Across.compare(baseline, current)
		out.Joint, out.Metrics, out.Compared.Metrics = &joint, metrics, len(metrics)
	}
	out.Verdict = out.verdict()
	out.ExitCode = out.Verdict.ExitCode()
	return out, nil
}

// Require judges requirements without a baseline.
func Require(current report.Summary, requirements []Requirement) (Outcome, error) {
	out, err := Judge(current, current, Options{Requirements: requirements})
	out.Releases.Baseline, out.PlanDigests.Baseline, out.Operations.Baseline, out.Compared = "", "", 0, Compared{}
	return out, err
}

// refuse returns an error unless both summaries are complete and hold counts of
// the same strategies.
func refuse(baseline, current report.Summary) error {
	for _, s := range []report.Summary{baseline, current} {
		switch {
		case len(s.Results) == 0:
			return fmt.Errorf("a summary of the engine %s counts nothing; compare summaries of the engine %s", s.Engine, report.ReplayEngine)
		case !s.Complete:
			return fmt.Errorf("a summary holds %d of %d runs; compare summaries of complete runs", s.Results[0].PerRun.Runs, s.Assumptions.Runs)
		}
	}
	if got, want := strategies(current), strategies(baseline); !slices.Equal(got, want) {
		return fmt.Errorf("strategies: got %s, want %s, as in the baseline", strings.Join(got, ", "), strings.Join(want, ", "))
	}
	return nil
}

func strategies(s report.Summary) []string {
	names := []string{}
	for _, r := range s.Results {
		names = append(names, r.Strategy)
	}
	return names
}

// withoutBaseline reports whether requirements alone were judged.
func (o Outcome) withoutBaseline() bool { return o.Compared == Compared{} }

func (o Outcome) verdict() Verdict {
	switch {
	case o.broken():
		return Regression
	case len(o.Unexercised) > 0:
		return Vacuous
	case o.Joint == nil && !o.equal(), o.Joint != nil && (o.Joint.Rejected || o.brokenConstants() > 0):
		return Regression
	default:
		return Good
	}
}

// broken reports whether a requirement is not met although something failed in the
// run. This is a regression even if the run did not exercise everything.
func (o Outcome) broken() bool {
	return o.unmet() > 0 && !slices.Contains(o.Unexercised, anyFailure)
}

func (o Outcome) unmet() int {
	n := 0
	for _, f := range o.Requirements {
		if !f.Met {
			n++
		}
	}
	return n
}

// equal reports whether decisions, counts and plans are the baseline's.
func (o Outcome) equal() bool {
	return len(o.DecisionChanges) == 0 && len(o.CountChanges) == 0 && !o.otherPlans()
}

// otherPlans reports whether the digests of the plans differ.
func (o Outcome) otherPlans() bool {
	return !o.withoutBaseline() && o.PlanDigests.Baseline != o.PlanDigests.Current
}

// brokenConstants returns the number of metrics that cannot vary and differ.
func (o Outcome) brokenConstants() int {
	n := 0
	for _, a := range o.Metrics {
		if a.Method == exactMethod && a.Answer == Changed {
			n++
		}
	}
	return n
}

// Reason returns one line that explains the verdict.
func (o Outcome) Reason() string {
	switch n, unmet := len(o.Requirements), o.unmet(); {
	case o.broken() && len(o.Unexercised) > 0:
		return fmt.Sprintf("%d of %d requirements not met; this run never exercised %s", unmet, n, strings.Join(o.Unexercised, ", "))
	case len(o.Unexercised) > 0:
		return "this run never exercised " + strings.Join(o.Unexercised, ", ")
	case o.withoutBaseline():
		return fmt.Sprintf("%d of %d requirements met, without a baseline", n-unmet, n)
	case n == 0:
		return o.comparison()
	case unmet == 0:
		return fmt.Sprintf("%s; %d of %d requirements met", o.comparison(), n, n)
	default:
		return fmt.Sprintf("%d of %d requirements not met; %s", unmet, n, o.comparison())
	}
}

// comparison says how the run compares with the baseline.
func (o Outcome) comparison() string {
	switch {
	case o.Joint == nil && o.equal():
		return fmt.Sprintf("all %s, %s and the plan digest equal the baseline's", stat.Plural(int64(o.Compared.Decisions), "decision"), stat.Plural(int64(o.Compared.Counts), "count"))
	case o.Joint == nil:
		return o.inequality() + o.cause()
	case o.brokenConstants() > 0:
		n := o.brokenConstants()
		return fmt.Sprintf("%s that cannot vary %s from the baseline's; %s", stat.Plural(int64(n), "metric"), verb(n, "differ"), o.answers())
	case o.Joint.Rejected:
		return fmt.Sprintf("the distribution differs from the baseline's: %s; %s", o.Joint.line(), o.answers())
	default:
		return fmt.Sprintf("no change of the distribution was found: %s; %s", o.Joint.line(), o.answers())
	}
}

// inequality says what differs from the baseline on its rolls.
func (o Outcome) inequality() string {
	var parts []string
	total := 0
	add := func(n int, text string) {
		if n > 0 {
			parts, total = append(parts, text), total+n
		}
	}
	add(len(o.DecisionChanges), fmt.Sprintf("%d of %s", len(o.DecisionChanges), stat.Plural(int64(o.Compared.Decisions), "decision")))
	add(len(o.CountChanges), fmt.Sprintf("%d of %s", len(o.CountChanges), stat.Plural(int64(o.Compared.Counts), "count")))
	if o.otherPlans() {
		add(1, "the plan digest")
	}
	return differ(parts, total)
}

// differ says that the parts differ from the baseline's. They name n things.
func differ(parts []string, n int) string {
	text := strings.Join(parts, " and ")
	if last := len(parts) - 1; last > 1 {
		text = strings.Join(parts[:last], ", ") + " and " + parts[last]
	}
	return fmt.Sprintf("%s %s from the baseline's", text, verb(n, "differ"))
}

// cause says what can be concluded if no assumption and no decision differs.
func (o Outcome) cause() string {
	programs := fmt.Sprintf("releases %s and %s", o.Releases.Baseline, o.Releases.Current)
	if o.Releases.Baseline == o.Releases.Current {
		programs = "two builds of release " + o.Releases.Current
	}
	switch {
	case len(o.AssumptionChanges) > 0 || len(o.DecisionChanges) > 0:
		return ""
	case len(o.CountChanges) == 0:
		return fmt.Sprintf("; a threshold or a step of a plan differs between %s, and no decision or count shows it", programs)
	case o.otherPlans():
		return fmt.Sprintf("; assumptions and decisions agree: %s make different plans of them", programs)
	default:
		return fmt.Sprintf("; assumptions, decisions and plan digest agree: %s count differently", programs)
	}
}

// verb returns the form of a regular verb after a number.
func verb(n int, plural string) string {
	if n == 1 {
		return plural + "s"
	}
	return plural
}

// answers counts the answers across streams.
func (o Outcome) answers() string {
	n := map[Answer]int{}
	for _, a := range o.Metrics {
		n[a.Answer]++
	}
	return fmt.Sprintf("of %d metrics %d changed, %d unchanged, %d cannot be told", len(o.Metrics), n[Changed], n[Unchanged], n[CannotTell])
}
