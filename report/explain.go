package report

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"

	"errbench/contract"
	"errbench/scenario"
	"errbench/strategy"
)

// Explanations tell what strategies see and do.
type Explanations []Explanation

// Explanation is that of a strategy, its decisions with their chances.
type Explanation struct {
	strategy.Explanation
	Cases []Case `json:"cases"`
}

// Case is what follows when the first call fails with a class.
type Case struct {
	strategy.Case
	Steps []Decision `json:"steps"`
}

// Decision is one with its chance: threshold/2^32; null where no attempt is made.
type Decision struct {
	strategy.Decision
	Chance Number `json:"chance"`
}

// Explain reports what the plans hold.
func Explain(plans []*strategy.Plan) Explanations {
	all := Explanations{}
	for _, p := range plans {
		e := Explanation{Explanation: strategy.Explain(p)}
		for _, c := range e.Explanation.Cases {
			shown := Case{Case: c, Steps: []Decision{}}
			for _, d := range c.Steps {
				shown.Steps = append(shown.Steps, Decision{d, chanceOf(d)})
			}
			e.Cases = append(e.Cases, shown)
		}
		all = append(all, e)
	}
	return all
}

func chanceOf(d strategy.Decision) Number {
	threshold, ok := d.Threshold.Get()
	if !ok {
		return undefined
	}
	return Number(scenario.Probability(threshold))
}

// Sections implements View: a part for each strategy.
func (e Explanations) Sections() []Section {
	var sections []Section
	for _, x := range e {
		s := Section{
			Title: x.Strategy,
			Text:  []string{fmt.Sprintf("contract %s, router %s", x.Contract, x.Router)},
			Table: Table{Left: 3, Header: []string{"class", "does", "wasted", "attempt", "chance"}},
		}
		for _, c := range x.Cases {
			s.Lines = append(s.Lines, fmt.Sprintf("%-10s sees %s", c.Class, envelope(c.Sees)))
			class := c.Class.String()
			for _, d := range c.Steps {
				s.Table.Rows = append(s.Table.Rows, []string{class, d.Action.String(), wasted(d.Decision), attempt(d.Decision), Percent(d.Chance, 1)})
				class = "" // the same until the next one
			}
			if len(c.Steps) == 0 {
				s.Table.Rows = append(s.Table.Rows, []string{class, "nothing: no recovery attempt is allowed", "no", none, none})
			}
		}
		sections = append(sections, s)
	}
	return sections
}

// envelope writes an error as one line of printable JSON.
func envelope(e contract.Error) string {
	var b strings.Builder
	w := json.NewEncoder(&b)
	w.SetEscapeHTML(false)
	if err := w.Encode(e); err != nil {
		panic("report: " + err.Error()) // texts, numbers and truth values only
	}
	return escape(strings.TrimSpace(b.String()))
}

// escape writes what encoding/json leaves as it is and a terminal may obey,
// such as U+009B and marks of direction, as JSON escapes.
func escape(encoded string) string {
	var b strings.Builder
	for _, r := range encoded {
		if unicode.IsPrint(r) {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.String()
}

func wasted(d strategy.Decision) string {
	switch {
	case d.Permanent && d.Futile:
		return "always: permanent, futile"
	case d.Futile:
		return "always: futile"
	case d.Permanent:
		return "permanent"
	case d.Action.Attempt():
		return "if it fails"
	default:
		return "no"
	}
}

func attempt(d strategy.Decision) string {
	n, ok := d.Attempt.Get()
	if !ok {
		return none
	}
	return fmt.Sprint(n)
}

// Story tells what each strategy did with one operation.
type Story struct {
	Assumptions scenario.Assumptions `json:"assumptions"`
	Operation   scenario.Operation   `json:"operation"`
	Paths       []Path               `json:"paths"`
}

// Path is what one strategy did, its steps with their chances.
type Path struct {
	strategy.Path
	Steps []Taken `json:"steps"`
}

// Taken is a step that was taken, with the chance that it had.
type Taken struct {
	strategy.Taken
	Chance Number `json:"chance"`
}

// Tell follows an operation of valid assumptions through the plans; runs count
// from 1, operations from 0.
func Tell(a scenario.Assumptions, plans []*strategy.Plan, run, index int64) Story {
	tape := scenario.NewTape(a)
	s := Story{Assumptions: a, Operation: tape.Operation(run, index)}
	for _, p := range plans {
		path := Path{Path: strategy.Follow(p, tape, s.Operation), Steps: []Taken{}}
		for _, taken := range path.Path.Steps {
			path.Steps = append(path.Steps, Taken{taken, chanceOf(taken.Decision)})
		}
		s.Paths = append(s.Paths, path)
	}
	return s
}

// outcomeWords says for people how an operation ended.
var outcomeWords = map[strategy.Outcome]string{
	strategy.OutcomeFirstCall:     "resolved at the first call",
	strategy.OutcomeRecovered:     "resolved by recovery",
	strategy.OutcomeEscalated:     "handed to a person",
	strategy.OutcomeStopped:       "given up",
	strategy.OutcomeAttemptsSpent: "attempts spent",
}

// Sections implements View.
func (s Story) Sections() []Section {
	op := s.Operation
	t := s.Assumptions.Thresholds()
	first := []string{fmt.Sprintf("Operation %d of run %d, seed %d on %s.", op.Index, op.Run, s.Assumptions.Seed, s.Assumptions.Stream)}
	roll, _ := op.ClassRoll.Get()
	if class, failed := op.Class.Get(); failed {
		first = append(first,
			fmt.Sprintf("Fail roll %d is below %d (failure_rate): the first call failed.", op.FailRoll, t.Fail),
			fmt.Sprintf("Class roll %d against %d, %d, %d: %s.", roll, t.Class[0], t.Class[1], t.Class[2], class))
	} else {
		first = append(first, fmt.Sprintf("Fail roll %d is not below %d (failure_rate): the first call succeeded.", op.FailRoll, t.Fail))
	}
	table := Table{Left: 4, Header: []string{"strategy", "action", "succeeded", "outcome", "attempt", "roll", "must be below"}}
	for _, p := range s.Paths {
		if len(p.Steps) == 0 {
			table.Rows = append(table.Rows, []string{p.Strategy, none, none, outcomeWords[p.Outcome], none, none, none})
		}
		for i, taken := range p.Steps {
			name, outcome := "", ""
			if i == 0 {
				name = p.Strategy
			}
			if i == len(p.Steps)-1 {
				outcome = outcomeWords[p.Outcome]
			}
			table.Rows = append(table.Rows, append([]string{name, taken.Action.String(), succeeded(taken.Taken), outcome, attempt(taken.Decision)}, rollText(taken.Taken)...))
		}
	}
	return []Section{{Title: "First call", Text: first}, {Title: "What each strategy did", Table: table}}
}

func succeeded(t strategy.Taken) string {
	succeeded, ok := t.Succeeded.Get()
	switch {
	case !ok:
		return none
	case succeeded:
		return "yes"
	default:
		return "no"
	}
}

func rollText(t strategy.Taken) []string {
	value, ok := t.Value.Get()
	if !ok {
		return []string{none, none}
	}
	roll, _ := t.Roll.Get()
	threshold, _ := t.Threshold.Get()
	return []string{fmt.Sprintf("%s %d", roll, value), fmt.Sprint(threshold)}
}
