package report

import (
	"fmt"
	"slices"
	"strings"

	"errbench/internal/stat"
	"errbench/internal/view"
	"errbench/optional"
	"errbench/scenario"
	"errbench/strategy"
)

// Story tells what each strategy did with one operation.
type Story struct {
	Assumptions scenario.Assumptions          `json:"assumptions"`
	Operation   scenario.Operation            `json:"operation"`
	Kind        optional.Value[scenario.Kind] `json:"kind"` // absent where it succeeded and is reported so
	// OutageMS is how long its outage lasts, from the start of the first call; null
	// where none decides an attempt.
	OutageMS optional.Value[int64] `json:"outage_ms"`
	Paths    []Path                `json:"paths"`
}

// Path is what one strategy did, its steps with their chances.
type Path struct {
	strategy.Path
	Steps []Taken `json:"steps"`
}

// Taken is a step that was taken, with the chance that it had.
type Taken struct {
	strategy.Taken
	Chance stat.Number `json:"chance"`
}

// Tell follows an operation of valid assumptions through the plans; runs count
// from 1, operations from 0.
func Tell(a scenario.Assumptions, plans []*strategy.Plan, run, index int64) Story {
	tape := scenario.NewTape(a)
	s := Story{Assumptions: a, Operation: tape.Operation(run, index)}
	s.Kind = s.Operation.Kind
	for _, p := range plans {
		path := Path{Path: strategy.Follow(p, a, tape, s.Operation), Steps: []Taken{}}
		for _, taken := range path.Path.Steps {
			path.Steps = append(path.Steps, Taken{taken, chanceOf(taken.Decision)})
			if roll, ok := taken.Value.Get(); ok && taken.Roll == optional.Of(scenario.OutageRoll) {
				s.OutageMS = optional.Of(a.OutageMS.Duration(roll))
			}
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
	strategy.OutcomeProceeded:     "gone on without it",
	strategy.OutcomeCrashed:       "crashed",
	strategy.OutcomeAttemptsSpent: "attempts spent",
	strategy.OutcomeTooLate:       "out of time",
	strategy.OutcomeTooLong:       "the wait is too long",
}

// Sections implements View.
func (s Story) Sections() []view.Section {
	did := view.Section{Title: "What each strategy did", Table: s.table()}
	width := 0
	var throttled []string
	for _, p := range s.Paths {
		width = max(width, len(p.Strategy))
		if p.Unthrottled {
			throttled = append(throttled, p.Strategy)
		}
	}
	if throttled != nil {
		did.Text = append(did.Text, "As if no attempt were refused, which depends on the operations before: "+strings.Join(throttled, ", ")+".")
	}
	for _, p := range s.Paths {
		if kind, troubled := s.Kind.Get(); troubled {
			did.Lines = append(did.Lines, fmt.Sprintf("%-*s sees %s", width, p.Strategy, shown(p.Sees, kind)))
		}
	}
	return []view.Section{{Title: "First call", Text: s.first()}, did}
}

// first says what became of the first call, and by which rolls.
func (s Story) first() []string {
	op, t := s.Operation, s.Assumptions.Thresholds()
	first := []string{fmt.Sprintf("Operation %d of run %d, seed %d on %s.", op.Index, op.Run, s.Assumptions.Seed, s.Assumptions.Stream)}
	roll, _ := op.ClassRoll.Get()
	if class, failed := op.Class.Get(); failed {
		first = append(first,
			fmt.Sprintf("Fail roll %d is below %d (failure_rate): the first call failed.", op.FailRoll, t.Fail),
			fmt.Sprintf("Class roll %d against %d, %d, %d: %s.", roll, t.Class[0], t.Class[1], t.Class[2], class))
	} else {
		first = append(first, fmt.Sprintf("Fail roll %d is not below %d (failure_rate): the first call succeeded.", op.FailRoll, t.Fail))
	}
	kind, _ := s.Kind.Get()
	if kind.Distortion != scenario.Honest {
		first = append(first, fmt.Sprintf("The report is distorted: %s.", kind.Distortion))
	}
	if kind.Risk != scenario.ReadOnly {
		first = append(first, fmt.Sprintf("The operation is a write: %s.", kind.Risk))
	}
	if ms, ok := s.OutageMS.Get(); ok {
		first = append(first, fmt.Sprintf("The outage lasts %s ms, from the start of the first call.", stat.Count(ms)))
	}
	return first
}

// table returns the steps of all paths, with their times where there are any. An
// attempt that was in time and affordable is told by itself.
func (s Story) table() view.Table {
	timed := s.timed()
	t := view.Table{Columns: view.Columns(4, "strategy", "action", "succeeded", "outcome", "attempt")}
	if timed {
		t.Columns = append(t.Columns, view.Columns(0, "waited ms", "started at ms", "ended at ms")...)
	}
	t.Columns = append(t.Columns, view.Columns(0, "roll", "must be below")...)
	for _, p := range s.Paths {
		name := p.Strategy
		steps := slices.DeleteFunc(slices.Clone(p.Steps), Taken.unseen)
		for i, taken := range steps {
			outcome := ""
			if i == len(steps)-1 {
				outcome = p.outcome()
			}
			cells := []string{name, does(taken.Decision), succeeded(taken.Taken), outcome, attempt(taken.Decision)}
			if timed {
				cells = append(cells, wholeText(taken.WaitedMS), wholeText(taken.StartedMS), wholeText(taken.EndedMS))
			}
			t.AddTexts(append(cells, rollText(taken.Taken)...)...)
			name = ""
		}
		if len(steps) == 0 {
			cells := slices.Repeat([]string{stat.None}, len(t.Columns))
			cells[0], cells[3] = name, p.outcome()
			t.AddTexts(cells...)
		}
	}
	return t
}

// timed tells whether anything takes time.
func (s Story) timed() bool {
	return slices.ContainsFunc(s.Paths, func(p Path) bool {
		return p.EndMS > 0 || slices.ContainsFunc(p.Steps, func(t Taken) bool { return t.WaitedMS != optional.Of[int64](0) && !t.WaitedMS.IsZero() })
	})
}

// unseen tells whether the step is an event that a guard has kept from happening.
func (t Taken) unseen() bool {
	return !t.Event.IsZero() && t.Roll.IsZero() && t.Succeeded == optional.Of(false)
}

func (p Path) outcome() string {
	return outcomeWords[p.Outcome] + inTruth(p.Believed, p.Path.Succeeded, ", in truth %s")
}

func succeeded(t strategy.Taken) string {
	succeeded, ok := t.Succeeded.Get()
	switch {
	case !ok:
		return stat.None
	case succeeded:
		return "yes"
	default:
		return "no"
	}
}

func rollText(t strategy.Taken) []string {
	value, ok := t.Value.Get()
	if !ok {
		return []string{stat.None, stat.None}
	}
	roll, _ := t.Roll.Get()
	below := stat.None
	if threshold, ok := t.Threshold.Get(); ok {
		below = fmt.Sprint(threshold)
	}
	return []string{fmt.Sprintf("%s %d", roll, value), below}
}
