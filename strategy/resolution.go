package strategy

import (
	"cmp"
	"slices"

	"errbench/scenario"
)

// Resolution is how many operations were resolved at one time.
type Resolution[N int64 | float64] struct {
	MS         int64 // from the start of the first call to the end of the call that succeeded or was carried out
	Operations N
}

// Resolutions returns when operations that failed at first were resolved, ascending, each
// time once: by an attempt, or by a first call that was carried out and reported as a
// success. It returns false if chance decides the times and the tally does not hold them.
func Resolutions[N int64 | float64](p *Plan, t Tally[N]) ([]Resolution[N], bool) {
	if p.WaitsAtRandom() {
		return t.Times, t.Times != nil
	}
	var all []Resolution[N]
	for i := range p.Steps {
		if s := &p.Steps[i]; s.resolves() && t.Successes[i] > 0 {
			start, _ := s.StartMS.Get() // present: chance decides no start
			all = append(all, Resolution[N]{start + s.LatencyMS, t.Successes[i]})
		}
	}
	slices.SortStableFunc(all, func(a, b Resolution[N]) int { return cmp.Compare(a.MS, b.MS) })
	together := all[:0]
	for _, r := range all {
		if last := len(together) - 1; last >= 0 && together[last].MS == r.MS {
			together[last].Operations += r.Operations
		} else {
			together = append(together, r)
		}
	}
	return together, true
}

// Failed returns how many first calls failed in truth.
func (t Tally[N]) Failed(p *Plan) N {
	var failed N
	for k, kind := range p.Kinds {
		if !kind.Class.IsZero() {
			failed += t.Kinds[k]
		}
	}
	return failed
}

// WaitsAtRandom reports whether chance decides the wait before some attempt, and so when
// this attempt and the attempts after it start.
func (p *Plan) WaitsAtRandom() bool {
	return slices.ContainsFunc(p.Steps, func(s Step) bool { return s.attempts() && s.Wait.Random() })
}

// MostWaitMS returns an upper bound of the time that an operation waits before all its
// recovery attempts, in milliseconds.
func (p *Plan) MostWaitMS() int64 {
	var byAttempt []int64
	for i := range p.Steps {
		s := &p.Steps[i]
		for len(byAttempt) <= s.Attempt {
			byAttempt = append(byAttempt, 0)
		}
		byAttempt[s.Attempt] = max(byAttempt[s.Attempt], s.Wait.Cap)
	}
	var sum int64
	for _, ms := range byAttempt {
		sum += ms
	}
	return sum
}

// Span is milliseconds from Lo to Hi, both inclusive.
type Span struct{ Lo, Hi int64 }

// join returns the smallest span that holds both.
func (s Span) join(other Span) Span { return Span{min(s.Lo, other.Lo), max(s.Hi, other.Hi)} }

// Timing bounds the times of an attempt.
type Timing struct {
	Wait Span // before the attempt
	End  Span // of its call, from the start of the first call
}

// Timings returns bounds for each step that makes an attempt, under the assumptions that
// the plan was compiled for, and the zero value for any other step. The spans hold every
// possible time; they may be wider.
func (p *Plan) Timings(a scenario.Assumptions) []Timing {
	type arrival struct {
		end    Span  // of the call before
		waited int64 // the longest wait before that call; negative if it is the first call
		some   bool  // the step can be reached
	}
	arrivals, timings := make([]arrival, len(p.Steps)), make([]Timing, len(p.Steps))
	arrive := func(n Next, from arrival) {
		i, ok := n.Step()
		if !ok {
			return
		}
		if to := &arrivals[i]; to.some {
			*to = arrival{to.end.join(from.end), max(to.waited, from.waited), true}
		} else {
			*to = from
		}
	}
	for _, n := range p.Entry {
		arrive(n, arrival{Span{a.LatencyMS.Call, a.LatencyMS.Call}, -1, true})
	}
	for i := range p.Steps { // the steps that lead to a step stand before it
		s, at := &p.Steps[i], arrivals[i]
		if s.attempts() {
			wait := s.Wait.span(at.waited)
			start := Span{at.end.Lo + wait.Lo, at.end.Hi + wait.Hi}
			if deadline, bounded := p.Strategy.deadline(&a).Get(); bounded { // the attempt starts before it
				wait.Hi = max(wait.Lo, min(wait.Hi, deadline-1-at.end.Lo))
				start.Hi = max(start.Lo, min(start.Hi, deadline-1))
			}
			at.end, at.waited = Span{start.Lo + s.LatencyMS, start.Hi + s.LatencyMS}, wait.Hi
			timings[i] = Timing{wait, at.end}
		}
		arrive(s.Then, at)
		arrive(s.Else, at)
	}
	return timings
}

// span returns the bounds of the wait, given the longest possible wait before; that is
// negative if there was none.
func (w Wait) span(before int64) Span {
	hi := w.Hi
	if w.Decorrelated {
		hi = 3 * max(w.Lo, before)
	}
	return Span{min(w.Lo, w.Cap), min(hi, w.Cap)}
}
