package inspect

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"errbench/contract"
	"errbench/internal/stat"
	"errbench/internal/view"
	"errbench/optional"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// Explanations say what strategies see and do.
type Explanations []Explanation

// Explanation says what one strategy sees and does. A custom strategy whose router is a
// table has a Definition, as YAML, and Gaps, which its rows do not cover.
type Explanation struct {
	strategy.Explanation
	Definition string   `json:"definition,omitzero"`
	Gaps       []string `json:"gaps,omitzero"`
}

// Explain returns what the plans do with operations of the kinds.
func Explain(plans []*strategy.Plan, a scenario.Assumptions, kinds []scenario.Kind) Explanations {
	all := Explanations{}
	for _, p := range plans {
		e := Explanation{Explanation: strategy.Explain(p, a, kinds)}
		if !slices.Contains(catalog.Names(), p.Strategy.Name) {
			e.Definition, _ = p.Strategy.YAML()
			e.Gaps = strategy.Gaps(p.Strategy)
		}
		all = append(all, e)
	}
	return all
}

// Sections implements [view.View]: one or two sections for each strategy.
func (e Explanations) Sections() []view.Section {
	var sections []view.Section
	for _, x := range e {
		s := view.Section{Title: x.Strategy, Text: x.text(), Table: x.table()}
		width := 10 // of the longest class
		for _, c := range x.Cases {
			width = max(width, len(c.Kind.String()))
		}
		for _, c := range x.Cases {
			s.Lines = append(s.Lines, fmt.Sprintf("%-*s sees %s", width, c.Kind, seenText(c.Sees, c.Kind)))
		}
		sections = append(sections, s)
		if x.Definition != "" {
			sections = append(sections, view.Section{Title: x.Strategy + " as read", Lines: strings.Split(strings.TrimSpace(x.Definition), "\n")})
		}
	}
	return sections
}

// text returns what the table of steps does not show.
func (x Explanation) text() []string {
	text := []string{fmt.Sprintf("contract %s, router %s", x.Contract, x.Router)}
	if len(x.Cases) < x.Kinds {
		text[0] += fmt.Sprintf("; %d of %s of operations, --kind shows others", len(x.Cases), stat.Plural(int64(x.Kinds), "kind"))
	}
	if len(x.Layers) > 0 {
		text = append(text, fmt.Sprintf("A failed call meets the %s, before the router: what becomes a message there is seen, and what gets past is a crash.", strings.Join(x.Layers, ", then the ")))
	}
	if about, ok := x.Assumes.Get(); ok {
		text = append(text, "The router stands for a language model, which is assumed: it "+about+".")
	}
	if x.anyStep(func(b strategy.Branch) bool { return b.Event == optional.Of(strategy.Refused.String()) }) {
		text = append(text, "Whether an attempt is refused depends on the operations before: they share a budget.")
	}
	if x.anyStep(func(b strategy.Branch) bool {
		return b.Roll == optional.Of(scenario.OutageRoll) && b.Threshold.IsZero()
	}) {
		text = append(text, "An attempt whose chance is not shown succeeds if the outage is over when it starts.")
	}
	if x.anyStep(func(b strategy.Branch) bool { wait, _ := b.WaitMS.Get(); return wait.Decorrelated }) {
		text = append(text, "No wait is longer than three times the one before.")
	}
	for _, gap := range x.Gaps {
		text = append(text, "Note: "+gap+".")
	}
	return text
}

func (x Explanation) anyStep(is func(strategy.Branch) bool) bool {
	return slices.ContainsFunc(x.Cases, func(c strategy.Case) bool { return slices.ContainsFunc(c.Steps, is) })
}

// branches reports whether the steps of a case are more than a chain of attempts, so that
// the table must show where each leads.
func (x Explanation) branches() bool {
	return slices.ContainsFunc(x.Cases, func(c strategy.Case) bool {
		for i, b := range c.Steps {
			then, _ := b.Then.Get()
			otherwise, _ := b.Else.Get()
			next, more := otherwise.Step.Get()
			if !b.Event.IsZero() || !then.Step.IsZero() || otherwise.Succeeded == optional.Of(true) || more && next != i+2 {
				return true
			}
		}
		return false
	})
}

// takesTime reports whether a step waits, or starts at another time than 0.
func (x Explanation) takesTime() bool {
	return x.anyStep(func(b strategy.Branch) bool {
		wait, attempts := b.WaitMS.Get()
		return attempts && (wait.Most > 0 || b.StartMS != optional.Of[int64](0))
	})
}

// table returns the steps of all cases, with their times and where they lead if that is
// not plain.
func (x Explanation) table() view.Table {
	t := view.Table{Columns: view.Columns(3, "class", "does", "wasted", "attempt", "chance")}
	if slices.ContainsFunc(x.Cases, func(c strategy.Case) bool { return !isHonest(c) }) {
		t.Columns[0].Header = "kind"
	}
	timed, branching := x.takesTime(), x.branches()
	if timed {
		t.Columns = append(t.Columns, view.Columns(0, "wait ms", "starts at ms")...)
	}
	if branching {
		t.Columns = slices.Insert(slices.Insert(t.Columns, 3, view.Column{Header: "leads to"}), 1, view.Column{Header: "step"})
	}
	for _, c := range x.Cases {
		for i, b := range c.Steps {
			texts := []string{stepLabel(c, i), doneText(b.Decision), wastedText(b.Decision), attemptText(b.Decision), chanceText(b)}
			if timed {
				texts = append(texts, waitText(b.Decision), msText(b.StartMS))
			}
			if branching {
				texts = slices.Insert(slices.Insert(texts, 3, leadsText(b)), 1, fmt.Sprint(i+1))
			}
			t.AddTexts(texts...)
		}
		if len(c.Steps) == 0 {
			t.AddTexts(noSteps(c, t.Headers())...)
		}
	}
	return t
}

// isHonest reports whether the class alone identifies the kind of the case.
func isHonest(c strategy.Case) bool {
	class, failed := c.Class.Get()
	return failed && c.Kind == scenario.HonestKind(class)
}

// stepLabel returns the kind before the first step. Before a later step it returns the
// class of the failure if the class has changed.
func stepLabel(c strategy.Case, i int) string {
	switch {
	case i == 0:
		return c.Kind.String()
	case c.Steps[i].Class == c.Steps[i-1].Class:
		return ""
	}
	class, _ := c.Steps[i].Class.Get()
	return "now " + class.String()
}

// noSteps returns the row of a case without steps.
func noSteps(c strategy.Case, headers []string) []string {
	texts := slices.Repeat([]string{stat.None}, len(headers))
	does, wasted := slices.Index(headers, "does"), slices.Index(headers, "wasted")
	texts[0], texts[does], texts[wasted] = c.Kind.String(), "nothing: no recovery attempt is allowed", "no"
	if c.Distortion == scenario.FailureAsSuccess {
		texts[does] = "nothing: it looks like a success"
	}
	return texts
}

// doneText returns what the controller does, or in parentheses what happens.
func doneText(d strategy.Decision) string {
	if event, ok := d.Event.Get(); ok {
		return "(" + strings.ReplaceAll(event, "_", " ") + ")"
	}
	action, _ := d.Action.Get()
	if layer, ok := d.Layer.Get(); ok {
		return fmt.Sprintf("%v by %s", action, layer)
	}
	return action.String()
}

// chanceText returns the probability that the step succeeds, or that the event happens.
func chanceText(b strategy.Branch) string {
	if !b.Event.IsZero() && b.Then.IsZero() {
		return "always"
	}
	chance, ok := b.Chance.Get()
	if !ok {
		return stat.None
	}
	return stat.Percent(chance, 1)
}

func waitText(d strategy.Decision) string {
	w, ok := d.WaitMS.Get()
	switch {
	case !ok:
		return stat.None
	case w.Least < w.Most:
		return fmt.Sprintf("%s to %s", stat.Count(w.Least), stat.Count(w.Most))
	default:
		return stat.Count(w.Least)
	}
}

func msText(n optional.Value[int64]) string {
	if ms, ok := n.Get(); ok {
		return stat.Count(ms)
	}
	return stat.None
}

// leadsText returns what follows the step: after a success or the event, and otherwise.
func leadsText(b strategy.Branch) string {
	var ways []string
	for _, way := range []optional.Value[strategy.Lead]{b.Then, b.Else} {
		if l, ok := way.Get(); ok {
			ways = append(ways, leadText(l))
		}
	}
	return strings.Join(ways, ", else ")
}

func leadText(l strategy.Lead) string {
	if step, more := l.Step.Get(); more {
		return fmt.Sprintf("step %d", step)
	}
	state, _ := l.End.Get()
	succeeded, _ := l.Succeeded.Get()
	return state.String() + inTruth(state, succeeded, " (in truth %s)")
}

// inTruth formats what became of an operation if the controller believes otherwise.
func inTruth(believed strategy.State, succeeded bool, format string) string {
	switch {
	case succeeded == (believed == strategy.StateResolved):
		return ""
	case succeeded:
		return fmt.Sprintf(format, "done")
	default:
		return fmt.Sprintf(format, "failed")
	}
}

// seenText returns what the router sees of the first call.
func seenText(sees optional.Value[contract.Error], k scenario.Kind) string {
	e, seen := sees.Get()
	switch {
	case seen:
		return envelope(e)
	case k.Distortion == scenario.FailureAsSuccess:
		return "a success"
	default:
		return "nothing: no message is made of the failure"
	}
}

// envelope returns an error as one line of printable JSON.
func envelope(e contract.Error) string {
	var b strings.Builder
	w := json.NewEncoder(&b)
	w.SetEscapeHTML(false)
	if err := w.Encode(e); err != nil {
		panic("report: " + err.Error()) // it holds texts, numbers and booleans only
	}
	return view.Line(strings.TrimSpace(b.String()))
}

// wastedText returns in which ways the attempt is wasted.
func wastedText(d strategy.Decision) string {
	switch {
	case !d.Event.IsZero():
		return stat.None
	case d.Permanent && d.Futile:
		return "always: permanent, futile"
	case d.Futile:
		return "always: futile"
	case d.Permanent:
		return "permanent"
	case !d.WaitMS.IsZero() && d.Threshold != optional.Of(scenario.Threshold(1)):
		return "if it fails"
	default:
		return "no"
	}
}

func attemptText(d strategy.Decision) string {
	n, ok := d.Attempt.Get()
	if !ok {
		return stat.None
	}
	return fmt.Sprint(n)
}
