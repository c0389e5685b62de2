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
type Explanations []strategy.Explanation

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
			s.Text = append(s.Text, fmt.Sprintf("%s: sees %s", c.Class, envelope(c.Sees)))
			class := c.Class.String()
			for _, d := range c.Steps {
				s.Table.Rows = append(s.Table.Rows, []string{class, d.Action.String(), wasted(d), attempt(d), chanceText(d)})
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
	if !d.Action.Attempt() {
		return none
	}
	return fmt.Sprint(d.Attempt)
}

func chanceText(d strategy.Decision) string {
	if !d.Action.Attempt() {
		return none
	}
	return percent(Number(d.Chance), 1)
}

// Story tells what each strategy did with one operation.
type Story struct {
	Assumptions scenario.Assumptions `json:"assumptions"`
	Operation   scenario.Operation   `json:"operation"`
	Paths       []strategy.Path      `json:"paths"`
}

// Sections implements View.
func (s Story) Sections() []Section {
	op := s.Operation
	t := s.Assumptions.Thresholds()
	first := []string{fmt.Sprintf("Operation %d of run %d, seed %d on %s.", op.Index, op.Run, s.Assumptions.Seed, s.Assumptions.Stream)}
	if op.Failed {
		first = append(first,
			fmt.Sprintf("Fail roll %d is below %d (failure_rate): the first call failed.", op.FailRoll, t.Fail),
			fmt.Sprintf("Class roll %d against %d, %d, %d: %s.", op.ClassRoll, t.Class[0], t.Class[1], t.Class[2], op.Class))
	} else {
		first = append(first, fmt.Sprintf("Fail roll %d is not below %d (failure_rate): the first call succeeded.", op.FailRoll, t.Fail))
	}
	table := Table{Left: 4, Header: []string{"strategy", "action", "succeeded", "outcome", "attempt", "roll", "must be below"}}
	for _, p := range s.Paths {
		if len(p.Steps) == 0 {
			table.Rows = append(table.Rows, []string{p.Strategy, none, none, string(p.Outcome), none, none, none})
		}
		for i, taken := range p.Steps {
			name, outcome := "", ""
			if i == 0 {
				name = p.Strategy
			}
			if i == len(p.Steps)-1 {
				outcome = string(p.Outcome)
			}
			table.Rows = append(table.Rows, append([]string{name, taken.Action.String(), succeeded(taken), outcome, attempt(taken.Decision)}, rollText(taken)...))
		}
	}
	return []Section{{Title: "First call", Text: first}, {Title: "What each strategy did", Table: table}}
}

func succeeded(t strategy.Taken) string {
	switch {
	case !t.Action.Attempt():
		return none
	case t.Succeeded:
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
	return []string{fmt.Sprintf("%s %d", t.Roll, value), fmt.Sprint(t.Threshold)}
}
