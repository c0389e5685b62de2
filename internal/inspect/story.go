package inspect

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

// Story is what each strategy did with one operation.
type Story struct {
	Assumptions scenario.Assumptions          `json:"assumptions"`
	Operation   scenario.Operation            `json:"operation"`
	Kind        optional.Value[scenario.Kind] `json:"kind"` // absent where it succeeded and is reported so
	// OutageMS is the length of its outage, from the start of the first call; null where
	// no outage decides an attempt.
	OutageMS optional.Value[int64] `json:"outage_ms"`
	Paths    []strategy.Path       `json:"paths"`
}

// Tell follows an operation of valid assumptions through the plans. Runs count from 1,
// operations from 0.
func Tell(a scenario.Assumptions, plans []*strategy.Plan, run, index int64) Story {
	tape := scenario.NewTape(a)
	s := Story{Assumptions: a, Operation: tape.Operation(run, index)}
	s.Kind = s.Operation.Kind
	for _, p := range plans {
		path := strategy.Follow(p, a, tape, s.Operation)
		for _, taken := range path.Steps {
			if roll, ok := taken.Value.Get(); ok && taken.Roll == optional.Of(scenario.OutageRoll) {
				s.OutageMS = optional.Of(a.OutageMS.Duration(roll))
			}
		}
		s.Paths = append(s.Paths, path)
	}
	return s
}

// outcomeWords say how an operation ended.
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

// Sections implements [view.View].
func (s Story) Sections() []view.Section {
	did := view.Section{Title: "What each strategy did", Table: s.table()}
	width := 0
	var unthrottled []string
	for _, p := range s.Paths {
		width = max(width, len(p.Strategy))
		if p.Unthrottled {
			unthrottled = append(unthrottled, p.Strategy)
		}
	}
	if unthrottled != nil {
		did.Text = append(did.Text, "As if no attempt were refused, which depends on the operations before: "+strings.Join(unthrottled, ", ")+".")
	}
	for _, p := range s.Paths {
		if kind, ok := s.Kind.Get(); ok {
			did.Lines = append(did.Lines, fmt.Sprintf("%-*s sees %s", width, p.Strategy, seenText(p.Sees, kind)))
		}
	}
	return []view.Section{{Title: "First call", Text: s.firstCall()}, did}
}

// firstCall returns what became of the first call, and the rolls that decided it.
func (s Story) firstCall() []string {
	op, t := s.Operation, s.Assumptions.Thresholds()
	text := []string{fmt.Sprintf("Operation %d of run %d, seed %d on %s.", op.Index, op.Run, s.Assumptions.Seed, s.Assumptions.Stream)}
	roll, _ := op.ClassRoll.Get()
	if class, failed := op.Class.Get(); failed {
		text = append(text,
			fmt.Sprintf("Fail roll %d is below %d (failure_rate): the first call failed.", op.FailRoll, t.Fail),
			fmt.Sprintf("Class roll %d against %d, %d, %d: %s.", roll, t.Class[0], t.Class[1], t.Class[2], class))
	} else {
		text = append(text, fmt.Sprintf("Fail roll %d is not below %d (failure_rate): the first call succeeded.", op.FailRoll, t.Fail))
	}
	kind, _ := s.Kind.Get()
	if kind.Distortion != scenario.Honest {
		text = append(text, fmt.Sprintf("The report is distorted: %s.", kind.Distortion))
	}
	if kind.Risk != scenario.ReadOnly {
		text = append(text, fmt.Sprintf("The operation is a write: %s.", kind.Risk))
	}
	if ms, ok := s.OutageMS.Get(); ok {
		text = append(text, fmt.Sprintf("The outage lasts %s ms, from the start of the first call.", stat.Count(ms)))
	}
	return text
}

// table returns the steps of all paths, with their times if there are any. It leaves out
// checks of time and budgets that allowed an attempt, since the attempt follows.
func (s Story) table() view.Table {
	timed := s.takesTime()
	t := view.Table{Columns: view.Columns(4, "strategy", "action", "succeeded", "outcome", "attempt")}
	if timed {
		t.Columns = append(t.Columns, view.Columns(0, "waited ms", "started at ms", "ended at ms")...)
	}
	t.Columns = append(t.Columns, view.Columns(0, "roll", "must be below")...)
	for _, p := range s.Paths {
		name, outcome := p.Strategy, outcomeWords[p.Outcome]+inTruth(p.Believed, p.Succeeded, ", in truth %s")
		steps := slices.DeleteFunc(slices.Clone(p.Steps), allowsAttempt)
		for i, taken := range steps {
			ended := ""
			if i == len(steps)-1 {
				ended = outcome
			}
			texts := []string{name, doneText(taken.Decision), succeededText(taken), ended, attemptText(taken.Decision)}
			if timed {
				texts = append(texts, msText(taken.WaitedMS), msText(taken.StartedMS), msText(taken.EndedMS))
			}
			t.AddTexts(append(texts, rollTexts(taken)...)...)
			name = ""
		}
		if len(steps) == 0 {
			texts := slices.Repeat([]string{stat.None}, len(t.Columns))
			texts[0], texts[3] = name, outcome
			t.AddTexts(texts...)
		}
	}
	return t
}

// takesTime reports whether a call or a wait takes time.
func (s Story) takesTime() bool {
	return slices.ContainsFunc(s.Paths, func(p strategy.Path) bool {
		return p.EndMS > 0 || slices.ContainsFunc(p.Steps, func(t strategy.Taken) bool {
			return t.WaitedMS != optional.Of[int64](0) && !t.WaitedMS.IsZero()
		})
	})
}

// allowsAttempt reports whether the step is an event that a guard kept from happening.
func allowsAttempt(t strategy.Taken) bool {
	return !t.Event.IsZero() && t.Roll.IsZero() && t.Succeeded == optional.Of(false)
}

func succeededText(t strategy.Taken) string {
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

// rollTexts returns the roll of a step and the threshold below which it succeeds.
func rollTexts(t strategy.Taken) []string {
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
