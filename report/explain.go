package report

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

// Explanations tell what strategies see and do.
type Explanations []Explanation

// Explanation is that of a strategy, its steps with their chances.
type Explanation struct {
	strategy.Explanation
	Cases []Case `json:"cases"`
	// Definition is that of a strategy of one's own with a table, as YAML, and Gaps
	// what its table leaves unsaid.
	Definition string   `json:"definition,omitzero"`
	Gaps       []string `json:"gaps,omitzero"`
}

// Case is what follows when the first call of an operation of a kind fails.
type Case struct {
	strategy.Case
	Steps []Branch `json:"steps"`
}

// Branch is a step with the chance that it has once it is reached: (threshold -
// floor) / (2^32 - floor). Null where there is none, or when the call starts decides.
type Branch struct {
	strategy.Branch
	Chance stat.Number `json:"chance"`
}

// Explain reports what the plans hold about operations of some kinds.
func Explain(plans []*strategy.Plan, a scenario.Assumptions, kinds []scenario.Kind) Explanations {
	all := Explanations{}
	for _, p := range plans {
		e := Explanation{Explanation: strategy.Explain(p, a, kinds)}
		for _, c := range e.Explanation.Cases {
			shown := Case{Case: c, Steps: []Branch{}}
			for _, b := range c.Steps {
				shown.Steps = append(shown.Steps, Branch{b, chanceOf(b.Decision)})
			}
			e.Cases = append(e.Cases, shown)
		}
		if !slices.Contains(catalog.Names(), p.Strategy.Name) {
			e.Definition, _ = p.Strategy.YAML()
			e.Gaps = strategy.Gaps(p.Strategy)
		}
		all = append(all, e)
	}
	return all
}

func chanceOf(d strategy.Decision) stat.Number {
	threshold, ok := d.Threshold.Get()
	if !ok {
		return stat.Undefined
	}
	if threshold <= d.Floor {
		return 0
	}
	const whole = 1 << 32
	return stat.Number(float64(threshold-d.Floor) / float64(whole-d.Floor))
}

// Sections implements View: a part for each strategy.
func (e Explanations) Sections() []view.Section {
	var sections []view.Section
	for _, x := range e {
		s := view.Section{Title: x.Strategy, Text: x.text(), Table: x.table()}
		width := 10 // of the classes
		for _, c := range x.Cases {
			width = max(width, len(c.Kind.String()))
		}
		for _, c := range x.Cases {
			s.Lines = append(s.Lines, fmt.Sprintf("%-*s sees %s", width, c.Kind, shown(c.Sees, c.Kind)))
		}
		sections = append(sections, s)
		if x.Definition != "" {
			sections = append(sections, view.Section{Title: x.Strategy + " as read", Lines: strings.Split(strings.TrimSpace(x.Definition), "\n")})
		}
	}
	return sections
}

// text says what a table of steps does not.
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
	has := func(event strategy.Event) bool {
		return x.some(func(b Branch) bool { return b.Event == optional.Of(event.String()) })
	}
	if has(strategy.Refused) {
		text = append(text, "Whether an attempt is refused depends on the operations before: they share a budget.")
	}
	if x.some(func(b Branch) bool { return b.Roll == optional.Of(scenario.OutageRoll) && b.Threshold.IsZero() }) {
		text = append(text, "An attempt whose chance is not shown succeeds if the outage is over when it starts.")
	}
	if x.some(func(b Branch) bool { wait, _ := b.WaitMS.Get(); return wait.Decorrelated }) {
		text = append(text, "No wait is longer than three times the one before.")
	}
	for _, gap := range x.Gaps {
		text = append(text, "Note: "+gap+".")
	}
	return text
}

func (x Explanation) some(is func(Branch) bool) bool {
	return slices.ContainsFunc(x.Cases, func(c Case) bool { return slices.ContainsFunc(c.Steps, is) })
}

// forked tells whether the steps of a case are more than one attempt after the
// other, so that it has to be told where each leads.
func (x Explanation) forked() bool {
	return slices.ContainsFunc(x.Cases, func(c Case) bool {
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

// timed tells whether the steps take or start at any time but 0.
func (x Explanation) timed() bool {
	return x.some(func(b Branch) bool {
		wait, attempts := b.WaitMS.Get()
		return attempts && (wait.Most > 0 || b.StartMS != optional.Of[int64](0))
	})
}

// table returns the steps of all cases: with their times where there are any, and
// with where they lead where that is not plain.
func (x Explanation) table() view.Table {
	t := view.Table{Columns: view.Columns(3, "class", "does", "wasted", "attempt", "chance")}
	if slices.ContainsFunc(x.Cases, func(c Case) bool { return !c.plain() }) {
		t.Columns[0].Header = "kind"
	}
	timed, forked := x.timed(), x.forked()
	if timed {
		t.Columns = append(t.Columns, view.Columns(0, "wait ms", "starts at ms")...)
	}
	if forked {
		t.Columns = slices.Insert(slices.Insert(t.Columns, 3, view.Column{Header: "leads to"}), 1, view.Column{Header: "step"})
	}
	for _, c := range x.Cases {
		for i, b := range c.Steps {
			cells := []string{c.label(i), does(b.Decision), wasted(b.Decision), attempt(b.Decision), b.chance()}
			if timed {
				cells = append(cells, waitText(b.Decision), wholeText(b.StartMS))
			}
			if forked {
				cells = slices.Insert(slices.Insert(cells, 3, leads(b.Branch)), 1, fmt.Sprint(i+1))
			}
			t.AddTexts(cells...)
		}
		if len(c.Steps) == 0 {
			t.AddTexts(c.empty(t.Headers())...)
		}
	}
	return t
}

// plain tells whether the case is told by its class alone.
func (c Case) plain() bool {
	class, failed := c.Class.Get()
	return failed && c.Kind == scenario.HonestKind(class)
}

// label returns what stands before a step: the kind before the first one, later the
// class of the failure where it is another than before.
func (c Case) label(i int) string {
	switch {
	case i == 0:
		return c.Kind.String()
	case c.Steps[i].Class == c.Steps[i-1].Class:
		return ""
	}
	class, _ := c.Steps[i].Class.Get()
	return "now " + class.String()
}

// empty returns the row of a case without steps.
func (c Case) empty(headers []string) []string {
	cells := slices.Repeat([]string{stat.None}, len(headers))
	cells[0] = c.Kind.String()
	does, wasted := slices.Index(headers, "does"), slices.Index(headers, "wasted")
	cells[does], cells[wasted] = "nothing: no recovery attempt is allowed", "no"
	if c.Distortion == scenario.FailureAsSuccess {
		cells[does] = "nothing: it looks like a success"
	}
	return cells
}

// does says what the controller does, or in parentheses what happens.
func does(d strategy.Decision) string {
	if event, ok := d.Event.Get(); ok {
		return "(" + strings.ReplaceAll(event, "_", " ") + ")"
	}
	action, _ := d.Action.Get()
	if layer, ok := d.Layer.Get(); ok {
		return fmt.Sprintf("%v by %s", action, layer)
	}
	return action.String()
}

// chance says how likely the step succeeds or the event happens.
func (b Branch) chance() string {
	if !b.Event.IsZero() && b.Then.IsZero() {
		return "always"
	}
	return stat.Percent(b.Chance, 1)
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

func wholeText(n optional.Value[int64]) string {
	if ms, ok := n.Get(); ok {
		return stat.Count(ms)
	}
	return stat.None
}

// leads says what follows a step: if it succeeds or happens, and else.
func leads(b strategy.Branch) string {
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

// inTruth says what has become of an operation where that is not what is believed.
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

// shown writes what is seen of the first call.
func shown(seen optional.Value[contract.Error], k scenario.Kind) string {
	e, told := seen.Get()
	switch {
	case told:
		return envelope(e)
	case k.Distortion == scenario.FailureAsSuccess:
		return "a success"
	default:
		return "nothing: no message is made of the failure"
	}
}

// envelope writes an error as one line of printable JSON.
func envelope(e contract.Error) string {
	var b strings.Builder
	w := json.NewEncoder(&b)
	w.SetEscapeHTML(false)
	if err := w.Encode(e); err != nil {
		panic("report: " + err.Error()) // texts, numbers and truth values only
	}
	return view.Line(strings.TrimSpace(b.String()))
}

func wasted(d strategy.Decision) string {
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

func attempt(d strategy.Decision) string {
	n, ok := d.Attempt.Get()
	if !ok {
		return stat.None
	}
	return fmt.Sprint(n)
}
