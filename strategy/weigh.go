package strategy

// Tally holds the counts of a plan that metrics are computed from: counts of a
// replay, or expectations. No count is negative.
type Tally[N int64 | float64] struct {
	Operations        N
	Kinds             []N // operations of each kind of the plan
	Visits, Successes []N // by step of the plan; Successes[i] <= Visits[i]

	// WaitedMS is the time waited before all attempts, and Times holds when operations
	// were resolved, ascending, each time once. Both are read only for a plan
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
	return weigh(m, p, &t, false)
}

// Magnitude returns the sum of the absolute values that [Total] adds. In float64 a
// total is rounded by a few parts in 2^53 of the magnitude at each term, so the
// magnitude says whether the sign of a total is certain. The waits of a plan that waits
// at random are no such sum: the plan must not wait at random.
func Magnitude(m Metric, p *Plan, t Tally[float64]) float64 { return weigh(m, p, &t, true) }

// weigh returns the sum of the weights of a metric, or of their absolute values, times
// the counts that they weigh.
func weigh[N int64 | float64](m Metric, p *Plan, t *Tally[N], absolute bool) N {
	sum := N(N(m.PerOperation()) * t.Operations) // the weight is not negative
	if m.countsKinds() {
		for k := range p.Kinds {
			weight := m.PerKind(p, k)
			if absolute {
				weight = max(weight, -weight)
			}
			sum += N(N(weight) * t.Kinds[k])
		}
	}
	if m.FromTape() {
		return sum // no step adds to it
	}
	for i := range p.Steps {
		visit, success := m.PerStep(p, &p.Steps[i])
		if visit|success == 0 {
			continue // most steps add nothing
		}
		if absolute {
			visit, success = max(visit, -visit), max(success, -success)
		}
		sum += N(N(visit)*t.Visits[i]) + N(N(success)*t.Successes[i])
	}
	return sum
}

// Back computes a value for each step of a plan, from the last step to the first, and
// appends the values to a buffer in the order of the steps. value gets the index of
// a step and the values of the steps that follow its success and its failure; an end
// has the zero value. Every step leads to later ones, so the values that follow are
// known.
func Back[V any](p *Plan, buffer []V, value func(i int, then, otherwise V) V) []V {
	first := len(buffer)
	all := append(buffer, make([]V, len(p.Steps))...)
	values := all[first:]
	for i := len(values) - 1; i >= 0; i-- {
		var then, otherwise V
		s := &p.Steps[i]
		if k, ok := s.Then.Step(); ok {
			then = values[k]
		}
		if k, ok := s.Else.Step(); ok {
			otherwise = values[k]
		}
		values[i] = value(i, then, otherwise)
	}
	return all
}
