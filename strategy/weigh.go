package strategy

// Tally holds the counts of a plan that metrics are computed from: counts of a
// replay, or expectations.
type Tally[N int64 | float64] struct {
	Operations        N
	Kinds             []N // operations of each kind of the plan
	Visits, Successes []N // by step of the plan; Successes[i] <= Visits[i]

	// WaitedMS is the time waited before all attempts, and Times holds when attempts
	// resolved operations, ascending, each time once. Both are read only for a plan
	// that waits at random: the visits do not determine them there. Times is nil if
	// nothing counted it.
	WaitedMS N
	Times    []Resolution[N]
}

// Total returns the value of a metric.
func Total[N int64 | float64](m Metric, p *Plan, t Tally[N]) N {
	if m == WaitedMS && p.WaitsAtRandom() {
		return t.WaitedMS
	}
	sum, _ := Weigh(m, p, t)
	return sum
}

// Weigh returns the sum of the products of the weights of a metric and the counts that
// they weigh, and size, the sum of their absolute values: sum is rounded by a few parts
// in 2^53 of size at each term, so size says whether its sign is certain.
//
// The waits of a plan that waits at random have no weights; [Total] knows them.
func Weigh[N int64 | float64](m Metric, p *Plan, t Tally[N]) (sum, size N) {
	sum = N(N(m.PerOperation()) * t.Operations)
	size = sum // no operation takes anything away
	if m.countsKinds() {
		for k := range p.Kinds {
			if weight := m.PerKind(p, k); weight != 0 {
				by := N(N(weight) * t.Kinds[k])
				sum += by
				size += max(by, -by)
			}
		}
	}
	if m.Given() {
		return sum, size // no step adds to it
	}
	for i := range p.Steps {
		visit, success := m.PerStep(p, &p.Steps[i])
		if visit == 0 && success == 0 {
			continue
		}
		visits, successes := N(N(visit)*t.Visits[i]), N(N(success)*t.Successes[i])
		sum += visits + successes
		size += max(visits, -visits) + max(successes, -successes)
	}
	return sum, size
}
