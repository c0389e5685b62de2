package strategy

// Back computes a value for each step of a plan, from the last step to the first, and
// appends the values to a buffer in the order of the steps. value gets the index of
// a step and the values of the steps that follow its success and its failure; an end
// has the zero value. Every step leads to later ones, so the values that follow are known.
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
