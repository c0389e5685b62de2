// Package gate decides whether a summary may pass: against a baseline, count by
// count or as a distribution, and against requirements. It simulates nothing.
package gate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"errbench/internal/stat"
	"errbench/internal/view"
	"errbench/report"
)

// Schema names the layout of the JSON form of an [Outcome]. It changes with the
// layout.
const Schema = "errbench/check/v1"

// Verdict is what a gate decides.
type Verdict string

// The verdicts.
const (
	Good       Verdict = "good"
	Regression Verdict = "regression" // a value differs, or a requirement is not met
	Vacuous    Verdict = "vacuous"    // what the baseline exercised was not: besides that, an unmet requirement alone counts
)

// ExitCode returns what a process that gates ends with: 0 for [Good] alone.
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

// Outcome is a verdict and what it rests on.
type Outcome struct {
	Schema            string       `json:"schema"`
	Notice            string       `json:"notice"`
	Verdict           Verdict      `json:"verdict"`
	ExitCode          int          `json:"exit_code"`
	Strategies        []string     `json:"strategies"`
	Operations        Operations   `json:"operations"`
	AssumptionChanges []Difference `json:"assumption_changes"` // empty where none was allowed; across streams seed, stream and sizes are none
	Unexercised       []string     `json:"unexercised"`
	Requirements      []Finding    `json:"requirements"`
	Compared          int          `json:"compared"`    // how many values were held against the baseline; 0 where there is none
	Differences       []Difference `json:"differences"` // empty across streams
	Joint             *Joint       `json:"joint"`       // null unless across streams
	Metrics           []Answer     `json:"metrics"`     // empty unless across streams
}

// Operations is how many stand behind each side.
type Operations struct {
	Baseline int64 `json:"baseline"`
	Current  int64 `json:"current"`
}

// Options say how to judge. The zero value asks for equality with the baseline
// and for nothing else.
type Options struct {
	Requirements []Requirement
	Across       *Across // nil for equality, count by count
}

// FreeAcrossStreams returns the keys of the assumptions that may differ across
// streams.
func FreeAcrossStreams() []string { return []string{"seed", "stream", "runs", "operations"} }

// Judge sets the current summary against the baseline. The two hold the same
// strategies in the same order. An error is a fault of the input: a requirement
// that speaks of nothing, or a comparison that has no meaning.
func Judge(baseline, current report.Summary, o Options) (Outcome, error) {
	for _, s := range []report.Summary{baseline, current} {
		if len(s.Results) == 0 {
			return Outcome{}, fmt.Errorf("a summary of the engine %s counts nothing; compare summaries of the engine %s", s.Engine, report.ReplayEngine)
		}
	}
	out := Outcome{
		Schema: Schema, Notice: report.Notice, Strategies: []string{},
		Operations:        Operations{baseline.Results[0].Operations, current.Results[0].Operations},
		AssumptionChanges: AssumptionChanges(baseline.Assumptions, current.Assumptions),
		Unexercised:       unexercised(baseline, current),
		Differences:       []Difference{}, Metrics: []Answer{},
	}
	for _, r := range current.Results {
		out.Strategies = append(out.Strategies, r.Strategy)
	}
	var err error
	if out.Requirements, err = JudgeAll(o.Requirements, current); err != nil {
		return Outcome{}, err
	}
	if o.Across == nil {
		out.Compared, out.Differences = compareAll(baseline, current)
	} else {
		if err := o.Across.Refuse(baseline.Assumptions, current.Assumptions); err != nil {
			return Outcome{}, err
		}
		out.AssumptionChanges = AssumptionChanges(baseline.Assumptions, current.Assumptions, FreeAcrossStreams()...)
		joint, metrics := o.Across.compare(baseline, current)
		out.Joint, out.Metrics, out.Compared = &joint, metrics, len(metrics)
	}
	out.Verdict = out.verdict()
	out.ExitCode = out.Verdict.ExitCode()
	return out, nil
}

// Require judges requirements alone, where there is no baseline: nothing is compared,
// and its operations are 0.
func Require(current report.Summary, requirements []Requirement) (Outcome, error) {
	out, err := Judge(current, current, Options{Requirements: requirements})
	out.Operations.Baseline, out.Compared = 0, 0
	return out, err
}

func (o Outcome) alone() bool { return o.Compared == 0 }

func (o Outcome) verdict() Verdict {
	switch {
	case o.broken():
		return Regression
	case len(o.Unexercised) > 0:
		return Vacuous
	case len(o.Differences) > 0 || o.Joint != nil && (o.Joint.Rejected || o.brokenConstants() > 0):
		return Regression
	default:
		return Good
	}
}

// broken tells whether what was exercised, if anything was, does not meet a
// requirement: that counts whatever was not.
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

// brokenConstants counts the metrics that cannot vary and differ.
func (o Outcome) brokenConstants() int {
	n := 0
	for _, a := range o.Metrics {
		if a.Method == exactMethod && a.Answer == Changed {
			n++
		}
	}
	return n
}

// Reason tells in one line why the verdict is what it is.
func (o Outcome) Reason() string {
	switch n, unmet := len(o.Requirements), o.unmet(); {
	case o.broken() && len(o.Unexercised) > 0:
		return fmt.Sprintf("%d of %d requirements not met; this run never exercised %s", unmet, n, strings.Join(o.Unexercised, ", "))
	case len(o.Unexercised) > 0:
		return "this run never exercised " + strings.Join(o.Unexercised, ", ")
	case o.alone():
		return fmt.Sprintf("%d of %d requirements met, without a baseline", n-unmet, n)
	case n == 0:
		return o.comparison()
	case unmet == 0:
		return fmt.Sprintf("%s; %d of %d requirements met", o.comparison(), n, n)
	default:
		return fmt.Sprintf("%d of %d requirements not met; %s", unmet, n, o.comparison())
	}
}

func (o Outcome) comparison() string {
	switch {
	case o.Joint == nil && len(o.Differences) == 0:
		return fmt.Sprintf("all %d values equal the baseline's", o.Compared)
	case o.Joint == nil && slices.ContainsFunc(o.Differences, func(d Difference) bool { return d.Path == "plan_digest" }):
		return fmt.Sprintf("%s, the plan digest among them", o.differ())
	case o.Joint == nil:
		return o.differ()
	case o.brokenConstants() > 0:
		n := o.brokenConstants()
		return fmt.Sprintf("%s that cannot vary %s from the baseline's; %s", stat.Plural(int64(n), "metric"), verb(n, "differ"), o.answers())
	case o.Joint.Rejected:
		return fmt.Sprintf("the distribution differs from the baseline's: %s; %s", o.Joint.line(), o.answers())
	default:
		return fmt.Sprintf("no change of the distribution was found: %s; %s", o.Joint.line(), o.answers())
	}
}

// differ counts the values that differ.
func (o Outcome) differ() string {
	n := len(o.Differences)
	return fmt.Sprintf("%d of %d values %s from the baseline's", n, o.Compared, verb(n, "differ"))
}

// verb returns the form of a regular verb that goes with so many.
func verb(n int, plural string) string {
	if n == 1 {
		return plural + "s"
	}
	return plural
}

// answers counts the answers across streams.
func (o Outcome) answers() string {
	n := map[Word]int{}
	for _, a := range o.Metrics {
		n[a.Answer]++
	}
	return fmt.Sprintf("of %d metrics %d changed, %d unchanged, %d cannot be told", len(o.Metrics), n[Changed], n[Unchanged], n[CannotTell])
}

// Sections implements [report.View]: the verdict, then what it rests on, the
// gravest first.
func (o Outcome) Sections() []view.Section {
	sections := []view.Section{{Title: "Verdict", Text: []string{strings.ToUpper(string(o.Verdict)) + ": " + o.Reason() + "."}}}
	add := func(title, text string, t view.Table) {
		if len(t.Rows) > 0 {
			sections = append(sections, view.Section{Title: title, Text: []string{text}, Table: t})
		}
	}
	add("Assumptions that were allowed to change", "What differs below may come from them alone.", differenceTable("assumption", o.AssumptionChanges))
	add("Requirements", "Judged on the current run.", o.requirementTable())
	if o.Joint != nil {
		add("Metrics, per operation", o.Joint.text(o.Operations)+o.openText(), o.metricTable())
	}
	add("Differences", "Texts first, then results, then the rest, the largest effect first: the change as a share of the larger value.", differenceTable("path", o.Differences))
	return sections
}

// openText says what is not known for want of a closed form.
func (o Outcome) openText() string {
	open := 0
	for _, a := range o.Metrics {
		if a.Method == openMethod {
			open++
		}
	}
	if open == 0 {
		return ""
	}
	return fmt.Sprintf(" Nothing tells how much chance changes %s, for want of a closed form. Where resolution rates have none, they are compared by how much runs differ (%s).",
		stat.Plural(int64(open), "metric"), welchMethod)
}

func (o Outcome) requirementTable() view.Table {
	t := view.Table{Columns: view.Columns(1, "requirement", "found", "verdict")}
	for _, f := range o.Requirements {
		t.AddTexts(f.Requirement, f.found(), map[bool]string{true: "met", false: "NOT MET"}[f.Met])
	}
	return t
}

func (f Finding) found() string {
	if !f.Found.Defined() {
		return "undefined"
	}
	return strconv.FormatFloat(float64(f.Found), 'f', -1, 64)
}

func differenceTable(kind string, differences []Difference) view.Table {
	t := view.Table{Columns: view.Columns(1, kind, "baseline", "current", "change", "effect")}
	for _, d := range differences {
		t.AddTexts(d.Path, brief(d.Baseline), brief(d.Current), shown(d.change()), d.percent())
	}
	return t
}

// percent writes the effect with two digits where it is below ten.
func (d Difference) percent() string {
	switch e := float64(100 * d.Effect); {
	case !d.Effect.Defined():
		return "-"
	case e >= 10:
		return fmt.Sprintf("%.0f %%", e)
	default:
		return fmt.Sprintf("%.2g %%", e)
	}
}

// brief shortens a text such as a digest to what a table can hold.
func brief(text string) string {
	const most = 20
	if r := []rune(text); len(r) > most {
		text = string(r[:most]) + "..."
	}
	return shown(text)
}
