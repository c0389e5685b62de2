package gate

import (
	"fmt"
	"slices"
	"strings"

	"errbench/internal/stat"
	"errbench/internal/view"
)

// maxDecisions is how many changed decisions a text shows.
const maxDecisions = 12

// Sections implements [view.View]: the verdict first, then what it rests on.
func (o Outcome) Sections() []view.Section {
	sections := []view.Section{{Title: "Verdict", Text: []string{strings.ToUpper(string(o.Verdict)) + ": " + o.Reason() + "."}}}
	add := func(title, text string, t view.Table) {
		if len(t.Rows) > 0 {
			sections = append(sections, view.Section{Title: title, Text: []string{text}, Table: t})
		}
	}
	add("Assumptions that were allowed to change", "They alone can cause everything below.", o.assumptionTable())
	add("Requirements", "Judged on the current run.", o.requirementTable())
	if o.Joint != nil {
		add("Metrics, per operation", o.Joint.text(o.Operations)+o.openText(), o.metricTable())
		return sections
	}
	add("Decisions that differ", "What a strategy does about an error at an attempt. A dash: it is not asked.", o.decisionTable())
	add("Counts that differ", "Each under the name that a requirement gives it.", o.countTable())
	if o.otherPlans() {
		sections = append(sections, view.Section{
			Title: "Plan digest", Text: []string{"It changes with every threshold and every step of a plan."},
			Lines: []string{"baseline " + o.PlanDigests.Baseline, "current  " + o.PlanDigests.Current},
		})
	}
	return sections
}

func (o Outcome) assumptionTable() view.Table {
	t := view.Table{Columns: view.Columns(1, "assumption", "baseline", "current")}
	for _, c := range o.AssumptionChanges {
		t.AddTexts(c.Key, c.Baseline, c.Current)
	}
	return t
}

func (o Outcome) requirementTable() view.Table {
	t := view.Table{Columns: view.Columns(1, "requirement", "found", "verdict")}
	for _, f := range o.Requirements {
		t.AddTexts(f.Requirement, f.found(), map[bool]string{true: "met", false: "NOT MET"}[f.Met])
	}
	return t
}

func (o Outcome) decisionTable() view.Table {
	t := view.Table{Columns: view.Columns(5, "strategy", "attempt", "baseline", "current", "error")}
	first, more := few(o.DecisionChanges)
	for _, d := range first {
		asked := d.asked()
		t.AddTexts(asked.Strategy, when(asked), answer(d.Baseline), answer(d.Current), seen(asked))
	}
	if more != "" {
		t.AddTexts(more, "", "", "", "")
	}
	return t
}

// few returns the first changes, and how many more there are in words, if any.
func few(changes []DecisionChange) (first []DecisionChange, more string) {
	if n := len(changes) - maxDecisions; n > 0 {
		return changes[:maxDecisions], fmt.Sprintf("and %d more", n)
	}
	return changes, ""
}

func (o Outcome) countTable() view.Table {
	t := view.Table{Columns: view.Columns(1, "count", "baseline", "current", "change")}
	for _, c := range o.CountChanges {
		t.AddTexts(c.path(), countText(c.Baseline), countText(c.Current), c.difference())
	}
	return t
}

// metricTable lists the answers: changed ones first, unchanged ones last.
func (o Outcome) metricTable() view.Table {
	t := view.Table{Columns: view.Columns(1, "metric", "baseline", "current", "difference", "p", "answer", "operations needed")}
	metrics := slices.Clone(o.Metrics)
	rank := map[Answer]int{Changed: 0, CannotTell: 1, Unchanged: 2}
	slices.SortStableFunc(metrics, func(a, b MetricAnswer) int { return rank[a.Answer] - rank[b.Answer] })
	for _, a := range metrics {
		needed := stat.None
		if a.Needed != nil {
			needed = fmt.Sprint(*a.Needed)
		}
		t.AddTexts(a.Path, fmt.Sprintf("%.5f", float64(a.Baseline)), fmt.Sprintf("%.5f", float64(a.Current)),
			a.difference("%.5f"), showP(a.P), string(a.Answer), needed)
	}
	return t
}

// openText says which metrics cannot be judged because they have no closed form.
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
	return fmt.Sprintf(" The variance of %s is unknown, because there is no closed form. Resolution rates without a closed form are compared by their variation over runs (%s).",
		stat.Plural(int64(open), "metric"), welchMethod)
}
