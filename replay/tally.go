package replay

import (
	"encoding/binary"
	"math/big"
	"math/bits"

	"errbench/strategy"
)

// Tally is what a replay counted over a set of runs.
type Tally struct {
	// Complete is false if the replay was interrupted: the tally then holds the first
	// Runs runs.
	Complete   bool
	Runs       int64
	Operations int64
	Kinds      []int64     // operations of each kind, as the tape has them
	Plans      []PlanTally // in the order of the plans

	// Resolved and Failed hold, for each pair of plans, the sum over the runs of the
	// product of their counts: of resolved operations and of failed recovery attempts.
	// The variation between runs follows from them.
	Resolved, Failed Products
}

// PlanTally is the counts of one plan.
type PlanTally struct {
	// Visits and Successes are counted by step; Successes[i] <= Visits[i].
	Visits, Successes []int64
	// MinResolved and MaxResolved bound the resolved operations of a run. They are 0
	// without runs.
	MinResolved, MaxResolved int64

	// WaitedMS is the sum of the waits before all attempts. Times counts the durations of
	// operations that an attempt resolved, from the start of the first call to the end of
	// the last. They are 0 and empty unless the plan waits at random: without random waits
	// they follow from the steps.
	WaitedMS int64
	Times    Times
}

// Of returns the counts of plan i, in the form that metrics are computed from.
func (t *Tally) Of(i int) strategy.Tally[int64] {
	p := &t.Plans[i]
	return strategy.Tally[int64]{
		Operations: t.Operations, Kinds: t.Kinds, Visits: p.Visits, Successes: p.Successes,
		WaitedMS: p.WaitedMS, Times: p.Times.resolutions(),
	}
}

// newTally returns an empty tally with a number of kinds and the plans.
func newTally(kinds int, plans []*strategy.Plan) *Tally {
	t := &Tally{Complete: true, Kinds: make([]int64, kinds), Resolved: newProducts(len(plans)), Failed: newProducts(len(plans))}
	t.Plans = make([]PlanTally, len(plans))
	for i, p := range plans {
		counts, n := make([]int64, 2*len(p.Steps)), len(p.Steps)
		t.Plans[i].Visits, t.Plans[i].Successes = counts[:n:n], counts[n:]
	}
	return t
}

// Merge adds the tally of other runs under the same plans. The result is complete if
// both are.
func (t *Tally) Merge(other *Tally) {
	t.Complete = t.Complete && other.Complete
	for i := range t.Plans {
		p, o := &t.Plans[i], &other.Plans[i]
		if other.Runs > 0 {
			p.bound(o.MinResolved, t.Runs == 0)
			p.bound(o.MaxResolved, false)
		}
		addAll(p.Visits, o.Visits)
		addAll(p.Successes, o.Successes)
		p.WaitedMS += o.WaitedMS
		p.Times.merge(o.Times)
	}
	t.Runs += other.Runs
	t.Operations += other.Operations
	addAll(t.Kinds, other.Kinds)
	t.Resolved.merge(other.Resolved)
	t.Failed.merge(other.Failed)
}

// bound widens the bounds to a run's count, or sets them to it.
func (p *PlanTally) bound(resolved int64, first bool) {
	if first {
		p.MinResolved, p.MaxResolved = resolved, resolved
	}
	p.MinResolved = min(p.MinResolved, resolved)
	p.MaxResolved = max(p.MaxResolved, resolved)
}

func addAll(to, from []int64) {
	for i, n := range from {
		to[i] += n
	}
}

// Products holds sums of products of counts for all pairs of plans, in 128 bits. A product
// has up to 70 bits (two counts of 100 recovery attempts for each of 2^28 operations), and
// there are up to 2^25 runs.
type Products struct {
	n    int
	sums []sum // of pair (i, j), i <= j, in the order (0,0) (0,1) ... (1,1) ...
}

type sum struct{ hi, lo uint64 }

func newProducts(n int) Products { return Products{n, make([]sum, n*(n+1)/2)} }

// ProductsOf returns the products of n plans, with at(i, j) as the sum of the pair i <= j.
// It panics unless 0 <= sum < 2^128.
func ProductsOf(n int, at func(i, j int) *big.Int) Products {
	p := newProducts(n)
	k := 0
	for i := range n {
		for j := i; j < n; j++ {
			p.sums[k] = sumOf(at(i, j))
			k++
		}
	}
	return p
}

func sumOf(v *big.Int) sum {
	var b [16]byte
	if v.Sign() < 0 {
		panic("replay: a sum of products below 0")
	}
	v.FillBytes(b[:]) // panics if it is too large
	return sum{binary.BigEndian.Uint64(b[:8]), binary.BigEndian.Uint64(b[8:])}
}

// At returns the sum for a pair of plans, in either order.
func (p Products) At(i, j int) *big.Int {
	i, j = min(i, j), max(i, j)
	s := p.sums[i*p.n-i*(i-1)/2+j-i]
	v := new(big.Int).SetUint64(s.hi)
	return v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(s.lo))
}

// add adds the products of the counts of one run, which are at least 0.
func (p Products) add(counts []int64) {
	k := 0
	for i, x := range counts {
		for _, y := range counts[i:] {
			hi, lo := bits.Mul64(uint64(x), uint64(y))
			p.sums[k].add(sum{hi, lo})
			k++
		}
	}
}

func (p Products) merge(other Products) {
	for i := range p.sums {
		p.sums[i].add(other.sums[i])
	}
}

func (s *sum) add(other sum) {
	var carry uint64
	s.lo, carry = bits.Add64(s.lo, other.lo, 0)
	s.hi, _ = bits.Add64(s.hi, other.hi, carry)
}
