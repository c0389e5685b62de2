package strategy

import (
	"fmt"
	"maps"
	"math"
	"math/bits"
	"slices"

	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
)

// answerSet is a set of combinations of the four conditions of a row that have few
// values: the verdict on a retry (absent, false, true), a field, a suggestion and a
// risk. Each of the 36 combinations has its bit.
type answerSet uint64

// answers returns the combinations that the row matches at its code and attempt. It is
// never empty.
func (r Row) answers() (set answerSet) {
	bit := answerSet(1)
	for _, retryable := range [...]optional.Value[bool]{{}, optional.Of(false), optional.Of(true)} {
		for _, field := range [...]bool{false, true} {
			for _, suggestion := range [...]bool{false, true} {
				for _, risk := range scenario.AllRisks() {
					if agrees(r.Retryable, retryable) && agrees(r.HasField, optional.Of(field)) &&
						agrees(r.HasSuggestion, optional.Of(suggestion)) && agrees(r.Risk, optional.Of(risk)) {
						set |= bit
					}
					bit <<= 1
				}
			}
		}
	}
	return set
}

// codeAndAttempt are the two conditions of a row that have many values.
type codeAndAttempt struct {
	code    optional.Value[string]
	attempt optional.Value[int]
}

// coverage holds what the rows of a table match, by their code and attempt.
type coverage struct {
	answered map[codeAndAttempt]answerSet
	lookups  int // in answered; a test bounds them
}

// add adds a row, and reports whether the rows before it match everything that it
// matches.
//
// A table names finitely many codes and attempts. If the row has no code, it must be
// matched also at a code that no row names, so rows with a code do not count; the same
// holds of attempts. If it has a code, rows with this code and rows without one count.
func (c *coverage) add(r Row) (covered bool) {
	if c.answered == nil {
		c.answered = map[codeAndAttempt]answerSet{}
	}
	key := codeAndAttempt{r.Code, r.Attempt}
	var before answerSet
	for _, at := range [...]codeAndAttempt{{}, {code: r.Code}, {attempt: r.Attempt}, key} {
		c.lookups++
		before |= c.answered[at]
	}
	set := r.answers()
	c.answered[key] |= set
	return set&^before == 0
}

// covers reports whether a row matches everything that another one matches: it has no
// condition that the other one does not have.
func (r Row) covers(other Row) bool {
	return agrees(r.Code, other.Code) && agrees(r.Retryable, other.Retryable) &&
		agrees(r.HasField, other.HasField) && agrees(r.HasSuggestion, other.HasSuggestion) &&
		agrees(r.Attempt, other.Attempt) && agrees(r.Risk, other.Risk)
}

// Gaps returns what the table of a strategy leaves open about the errors of its
// contract, within the strategy's own budget:
//
//   - the classes of failures that match no row, so that the answer is stop, if they are
//     reported honestly and reach the router through the layers;
//   - the rows that match no error that the contract can show, honest or not;
//   - the rows for an attempt after which no attempt is left.
//
// A router that is not a table has no gaps.
func Gaps(s Strategy) (gaps []string) {
	t, ok := s.table()
	if !ok {
		return nil
	}
	last := math.MaxInt // attempt about which the router is asked
	if budget, ok := s.Budget.Get(); ok {
		last = budget
	}
	return append(s.unmatchedClasses(t, last), s.uselessRows(t, last)...)
}

// unmatchedClasses names the classes that match no row at some attempt up to the last.
func (s *Strategy) unmatchedClasses(t Table, last int) (gaps []string) {
	all := exceptions()
	for _, class := range scenario.AllClasses() {
		if !s.Layers.reachRouter(all.Observe(class)) {
			continue
		}
		if when, ok := t.unmatched(s.Contract.Observe(class), last); ok {
			gaps = append(gaps, fmt.Sprintf("a %v failure%s matches no row, so the answer is stop; add a row with the action stop if that is meant", class, when))
		}
	}
	return gaps
}

// uselessRows names the rows that match no error that the router can see, and the rows
// for an attempt after the last.
func (s *Strategy) uselessRows(t Table, last int) (gaps []string) {
	layers := ""
	if len(s.Layers) > 0 {
		layers = "reaches the router through the layers and "
	}
	visible := s.visibleErrors()
	for i, row := range t.Rows {
		if !slices.ContainsFunc(visible, row.matchesError) {
			gaps = append(gaps, fmt.Sprintf("rows[%d] matches no error that %sthe contract %s can show", i, layers, s.Contract.Name))
		}
		if attempt, ok := row.Attempt.Get(); ok && attempt > last {
			gaps = append(gaps, fmt.Sprintf("rows[%d] is never reached: after attempt %d no attempt is left, since recovery_attempts is %d", i, attempt, last))
		}
	}
	return gaps
}

// unmatched reports whether some question about an error, up to the last attempt,
// matches no row. when names the attempt and the risk of the first such question; it
// is empty if no question about the error matches a row.
func (t Table) unmatched(e contract.Error, last int) (when string, ok bool) {
	const all = 1<<scenario.NumRisks - 1
	var always uint          // the risks that rows match at every attempt
	at := map[int]uint{1: 0} // the risks that rows match at one attempt
	for _, r := range t.Rows {
		risks := uint(0)
		if r.matchesError(e) {
			risks = r.risks()
		}
		if n, ok := r.Attempt.Get(); !ok {
			always |= risks
		} else if at[n] |= risks; n < math.MaxInt {
			at[n+1] |= 0 // an attempt that this row does not match
		}
	}
	matched := false
	for _, attempt := range slices.Sorted(maps.Keys(at)) {
		if attempt > last {
			break
		}
		risks := always | at[attempt]
		matched = matched || risks != 0
		if risks != all && !ok {
			when, ok = t.when(attempt, risks), true
		}
	}
	if !matched {
		when = ""
	}
	return when, ok
}

// risks returns the set of risks that the row matches.
func (r Row) risks() (set uint) {
	for i, risk := range scenario.AllRisks() {
		if agrees(r.Risk, optional.Of(risk)) {
			set |= 1 << i
		}
	}
	return set
}

// when names an attempt, and the first risk that is not matched, as far as rows ask
// for them.
func (t Table) when(attempt int, matched uint) (text string) {
	if slices.ContainsFunc(t.Rows, func(r Row) bool { return !r.Attempt.IsZero() }) {
		text += fmt.Sprintf(" at attempt %d", attempt)
	}
	if slices.ContainsFunc(t.Rows, func(r Row) bool { return !r.Risk.IsZero() }) {
		text += fmt.Sprintf(" of the risk %v", scenario.AllRisks()[bits.TrailingZeros(^matched)])
	}
	return text
}

// matchesError reports whether the row matches the error at some attempt and risk.
func (r Row) matchesError(e contract.Error) bool {
	r.Attempt.Clear()
	r.Risk.Clear()
	return r.matches(Question{Error: e})
}

// visibleErrors returns every error that the router can see.
func (s *Strategy) visibleErrors() (all []contract.Error) {
	a, layers := scenario.Published(), exceptions()
	for _, class := range scenario.AllClasses() {
		for d := range scenario.Distortion(scenario.NumDistortions) {
			k := scenario.Kind{Class: optional.Of(class), Distortion: d}
			e, reported := s.Contract.Report(k, &a)
			if exception, _ := layers.Report(k, &a); reported && s.Layers.reachRouter(exception) {
				all = append(all, e)
			}
		}
	}
	return all
}
