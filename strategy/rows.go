package strategy

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
)

// covered tells whether the rows before a row match all that it does, so that it
// is never reached, and says which do.
func (t Table) covered(at int) (by string, ok bool) {
	row, before := t.Rows[at], t.Rows[:at]
	if i := slices.IndexFunc(before, func(r Row) bool { return r.covers(row) }); i >= 0 {
		return fmt.Sprintf("rows[%d] matches", i), true
	}
	for q := range row.questions(before) {
		if !slices.ContainsFunc(before, func(r Row) bool { return r.matches(q) }) {
			return "", false
		}
	}
	return "the rows before it together match", true
}

// covers tells whether a row matches whatever another does: it has no condition
// that the other has not.
func (r Row) covers(other Row) bool {
	return agrees(r.Code, other.Code) && agrees(r.Retryable, other.Retryable) &&
		agrees(r.HasField, other.HasField) && agrees(r.HasSuggestion, other.HasSuggestion) &&
		agrees(r.Attempt, other.Attempt) && agrees(r.Risk, other.Risk)
}

// questions returns a question for each way in which other rows tell those apart
// that a row matches.
func (r Row) questions(others []Row) iter.Seq[Question] {
	yes, no, some, none := optional.Of(true), optional.Of(false), optional.Of("x"), optional.Value[string]{}
	attempts := []optional.Value[int]{optional.Of(1)}
	var codes []optional.Value[string]
	for _, row := range append(others[:len(others):len(others)], r) {
		codes = append(codes, row.Code)
		if n, ok := row.Attempt.Get(); ok {
			attempts = append(attempts, row.Attempt, optional.Of(n+1))
		}
	}
	return func(yield func(Question) bool) {
		for _, code := range distinct(codes) {
			for _, attempt := range distinct(attempts) {
				for _, retryable := range []optional.Value[bool]{{}, yes, no} {
					for _, field := range []optional.Value[string]{none, some} {
						for _, suggestion := range []optional.Value[string]{none, some} {
							for _, risk := range scenario.AllRisks() {
								n, _ := attempt.Get()
								q := Question{Error: contract.Error{Code: code, Retryable: retryable, Field: field, Suggestion: suggestion}, Attempt: n, Operation: Operation{risk}}
								if r.matches(q) && !yield(q) {
									return
								}
							}
						}
					}
				}
			}
		}
	}
}

// distinct returns the values, each once.
func distinct[T comparable](values []T) (all []T) {
	for _, v := range values {
		if !slices.Contains(all, v) {
			all = append(all, v)
		}
	}
	return all
}

// Gaps says what the table of a strategy leaves unsaid about the errors of its
// contract, as long as its own budget lasts: which classes, honestly reported and told
// by its runtime, meet no row, so that they are given up; and which rows match no error
// that it can show, honest or not, or an attempt after which none is left. Another
// router than a table has no gaps.
func Gaps(s Strategy) (gaps []string) {
	t, ok := s.table()
	if !ok {
		return nil
	}
	last := math.MaxInt // attempt about which the router is asked
	if budget, ok := s.Budget.Get(); ok {
		last = budget
	}
	return append(s.missing(t, last), s.needless(t, last)...)
}

// missing says which classes meet no row up to the last attempt.
func (s *Strategy) missing(t Table, last int) (gaps []string) {
	all := exceptions()
	for _, class := range scenario.AllClasses() {
		if !s.Layers.reachRouter(all.Observe(class)) {
			continue
		}
		if when, ok := t.unmatched(s.Contract.Observe(class), last); ok {
			gaps = append(gaps, fmt.Sprintf("a %v failure%s meets no row, so the answer is stop; a row with that action says so", class, when))
		}
	}
	return gaps
}

// needless says which rows nothing can meet up to the last attempt.
func (s *Strategy) needless(t Table, last int) (gaps []string) {
	layers := ""
	if len(s.Layers) > 0 {
		layers = "layers tell and "
	}
	for i, row := range t.Rows {
		if !slices.ContainsFunc(s.reports(), row.matchesError) {
			gaps = append(gaps, fmt.Sprintf("rows[%d] matches no error that %sthe contract %s can show", i, layers, s.Contract.Name))
		}
		if attempt, ok := row.Attempt.Get(); ok && attempt > last {
			gaps = append(gaps, fmt.Sprintf("rows[%d] is never reached: after attempt %d no attempt is left, since recovery_attempts is %d", i, attempt, last))
		}
	}
	return gaps
}

// unmatched tells whether there is a question about an error, up to the last attempt,
// that no row matches, and of which attempt and risk the first is; "" of all.
func (t Table) unmatched(e contract.Error, last int) (when string, ok bool) {
	var others []Row // all that the error does not decide
	for _, r := range t.Rows {
		others = append(others, Row{Attempt: r.Attempt})
	}
	some := false // row matches some question about it
	for q := range (Row{}).questions(others) {
		if q.Attempt > last {
			continue
		}
		q.Error = e
		switch matched := slices.ContainsFunc(t.Rows, func(r Row) bool { return r.matches(q) }); {
		case matched:
			some = true
		case !ok:
			when, ok = t.when(q), true
		}
	}
	if !some {
		when = ""
	}
	return when, ok
}

// when tells the attempt and the risk of a question, where rows ask for them.
func (t Table) when(q Question) (text string) {
	if slices.ContainsFunc(t.Rows, func(r Row) bool { return !r.Attempt.IsZero() }) {
		text += fmt.Sprintf(" at attempt %d", q.Attempt)
	}
	if slices.ContainsFunc(t.Rows, func(r Row) bool { return !r.Risk.IsZero() }) {
		text += fmt.Sprintf(" of the risk %v", q.Operation.Risk)
	}
	return text
}

// matchesError tells whether the row matches the error at some attempt and risk.
func (r Row) matchesError(e contract.Error) bool {
	r.Attempt.Clear()
	r.Risk.Clear()
	return r.matches(Question{Error: e})
}

// reports returns every error that the router can be shown.
func (s *Strategy) reports() (all []contract.Error) {
	a, layers := scenario.Published(), exceptions()
	for _, class := range scenario.AllClasses() {
		for d := range scenario.Distortion(scenario.NumDistortions) {
			k := scenario.Kind{Class: optional.Of(class), Distortion: d}
			e, shown := s.Contract.Report(k, &a)
			if met, _ := layers.Report(k, &a); shown && s.Layers.reachRouter(met) {
				all = append(all, e)
			}
		}
	}
	return all
}
