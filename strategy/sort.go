package strategy

import "slices"

// sort puts every step before those that it leads to, which they need not be
// where ways have met.
func (p *Plan) sort() {
	s := sorter{steps: p.Steps, left: make([]int, len(p.Steps))}
	for _, n := range slices.Backward(p.Entry) {
		s.visit(n)
	}
	p.Steps = make([]Step, len(s.steps))
	for i, step := range s.steps {
		step.Then, step.Else = s.moved(step.Then), s.moved(step.Else)
		p.Steps[s.moved(Next(i))] = step
	}
	for k, n := range p.Entry {
		p.Entry[k] = s.moved(n)
	}
}

// sorter gives places to steps from the last on: a step is given its own once all
// that it leads to has.
type sorter struct {
	steps []Step
	left  []int // how many steps stand from this one to the last; 0 where it has no place yet
	given int
}

func (s *sorter) visit(n Next) {
	i, more := n.Step()
	if !more || s.left[i] > 0 {
		return
	}
	s.visit(s.steps[i].Else)
	s.visit(s.steps[i].Then)
	s.given++
	s.left[i] = s.given
}

// moved returns where it goes after sorting.
func (s *sorter) moved(n Next) Next {
	if i, more := n.Step(); more {
		return Next(len(s.steps) - s.left[i])
	}
	return n
}
