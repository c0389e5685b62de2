package replay

import (
	"cmp"
	"slices"

	"errbench/strategy"
)

// Resolutions is how long a strategy took for the operations whose first call
// failed in truth: from the start of that to the end of the call that resolved
// them.
type Resolutions struct {
	// Failed is how many operations there are. What Times does not count was never
	// resolved.
	Failed int64
	// Times has each time once, in order, with the operations that it took so long.
	Times []Took
}

// Took is that some operations, at least one, took a time.
type Took struct {
	MS, Operations int64
}

// Resolutions returns how long plan i, which is p, took. Where nothing but the
// plan decides when attempts start, times are exact; else those of 4,096 ms and
// more are rounded up, by at most 1 in 2,048.
func (t *Tally) Resolutions(i int, p *strategy.Plan) Resolutions {
	var r Resolutions
	for k, kind := range p.Kinds {
		if !kind.Class.IsZero() {
			r.Failed += t.Kinds[k]
		}
	}
	counted := &t.Plans[i]
	if timed(p) {
		for bucket, n := range counted.Times {
			r.add(lastOf(bucket), n)
		}
		return r
	}
	for k, s := range p.Steps {
		if start, sure := s.StartMS.Get(); sure && s.Action.Attempt() {
			r.add(start+s.LatencyMS, counted.Successes[k])
		}
	}
	r.order()
	return r
}

func (r *Resolutions) add(ms, operations int64) {
	if operations > 0 {
		r.Times = append(r.Times, Took{ms, operations})
	}
}

// order sorts the times and joins those that are the same.
func (r *Resolutions) order() {
	slices.SortFunc(r.Times, func(a, b Took) int { return cmp.Compare(a.MS, b.MS) })
	kept := r.Times[:0]
	for _, took := range r.Times {
		if last := len(kept) - 1; last >= 0 && kept[last].MS == took.MS {
			kept[last].Operations += took.Operations
		} else {
			kept = append(kept, took)
		}
	}
	r.Times = kept
}

// Quantile returns the inverse of the empirical distribution at a share of 1 to
// 1000 thousandths: the shortest time within which at least so many of the failed
// operations were resolved. It is false, and the time infinite, where fewer ever
// were, and where none failed.
func (r Resolutions) Quantile(thousandths int64) (ms int64, finite bool) {
	within := int64(0)
	for _, took := range r.Times {
		within += took.Operations
		if within*1000 >= r.Failed*thousandths { // 53 + 10 bits
			return took.MS, true
		}
	}
	return 0, false
}

// WaitedMS returns how many milliseconds plan i, which is p, waited before all
// attempts that it made, together.
func (t *Tally) WaitedMS(i int, p *strategy.Plan) int64 {
	if timed(p) {
		return t.Plans[i].WaitedMS
	}
	waited := int64(0)
	for k, s := range p.Steps {
		if s.Action.Attempt() {
			waited += s.Wait.Lo * t.Plans[i].Visits[k]
		}
	}
	return waited
}

// timed tells whether chance decides when attempts of the plan start.
func timed(p *strategy.Plan) bool {
	return slices.ContainsFunc(p.Steps, func(s strategy.Step) bool { return s.Action.Attempt() && s.StartMS.IsZero() })
}
