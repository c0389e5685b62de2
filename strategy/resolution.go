package strategy

import (
	"cmp"
	"slices"
)

// Resolution is how many operations were resolved at one time.
type Resolution[N int64 | float64] struct {
	MS         int64 // from the start of the first call to the end of the call that succeeded
	Operations N
}

// Resolutions returns when operations were resolved, ascending, each time once,
// if a first call ends after so many milliseconds. Others are resolved never, or
// are believed to be and are not. It is false where chance decides the times and
// the tally does not hold them.
func Resolutions[N int64 | float64](p *Plan, callMS int64, t Tally[N]) ([]Resolution[N], bool) {
	atOnce := t.Operations
	for _, n := range t.Kinds {
		atOnce -= n
	}
	all := []Resolution[N]{{callMS, atOnce}}
	attempts, known := t.Times, true
	if attempts == nil {
		attempts, known = recoveries(p, t)
	}
	all = append(all, attempts...)
	slices.SortStableFunc(all, func(a, b Resolution[N]) int { return cmp.Compare(a.MS, b.MS) })
	together := all[:1]
	for _, r := range all[1:] {
		if last := &together[len(together)-1]; last.MS == r.MS {
			last.Operations += r.Operations
		} else {
			together = append(together, r)
		}
	}
	return together, known
}

// recoveries returns when attempts resolved operations, false where that does not
// follow from their successes.
func recoveries[N int64 | float64](p *Plan, t Tally[N]) (all []Resolution[N], known bool) {
	for i := range p.Steps {
		s := &p.Steps[i]
		if !s.attempts() || t.Successes[i] == 0 {
			continue
		}
		start, sure := s.StartMS.Get()
		if !sure {
			return nil, false
		}
		all = append(all, Resolution[N]{start + s.LatencyMS, t.Successes[i]})
	}
	return all, true
}

// MostWaitMS returns the longest that an operation can wait before all its
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
