package strategy

import "slices"

// sort orders the steps so that each leads to later steps only. The compiler adds a
// step before the steps it leads to, except where two ways meet.
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

// sorter places steps from the end backwards: a step is placed once every step that it
// leads to has a place.
type sorter struct {
	steps  []Step
	left   []int // the number of steps from this one to the end; 0 while it has no place
	placed int
}

func (s *sorter) visit(n Next) {
	i, more := n.Step()
	if !more || s.left[i] > 0 {
		return
	}
	s.visit(s.steps[i].Else)
	s.visit(s.steps[i].Then)
	s.placed++
	s.left[i] = s.placed
}

// moved returns n after sorting.
func (s *sorter) moved(n Next) Next {
	if i, more := n.Step(); more {
		return Next(len(s.steps) - s.left[i])
	}
	return n
}
