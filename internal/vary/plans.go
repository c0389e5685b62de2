package vary

import (
	"errbench/scenario"
	"errbench/strategy"
)

// Plans holds the plans of strategies under assumptions that vary. It compiles a strategy
// once for each [strategy.Shape] that it remembers, and otherwise sets thresholds alone.
// Only one goroutine can use it.
type Plans struct {
	strategies []strategy.Strategy
	check      func([]*strategy.Plan) error

	shape scenario.Assumptions // of last
	last  []*strategy.Plan
	known map[scenario.Assumptions][]*strategy.Plan // by shape
	steps int                                       // in known
}

// mostSteps bounds the steps that are remembered, to some megabytes.
const mostSteps = 1 << 14

// NewPlans returns plans of strategies. It calls check with plans that it compiled; an
// error of check is an error of [Plans.At].
func NewPlans(strategies []strategy.Strategy, check func([]*strategy.Plan) error) *Plans {
	return &Plans{strategies: strategies, check: check, known: map[scenario.Assumptions][]*strategy.Plan{}}
}

// At returns the plan of each strategy under valid assumptions. The plans are valid until
// the next call.
func (p *Plans) At(a scenario.Assumptions) ([]*strategy.Plan, error) {
	if shape := strategy.Shape(a); p.last == nil || shape != p.shape {
		plans, ok := p.known[shape]
		if !ok {
			var err error
			if plans, err = p.compile(a, shape); err != nil {
				return nil, err
			}
		}
		p.shape, p.last = shape, plans
	}
	for _, plan := range p.last {
		plan.Rethreshold(a)
	}
	return p.last, nil
}

// compile compiles the strategies and remembers the plans.
func (p *Plans) compile(a, shape scenario.Assumptions) ([]*strategy.Plan, error) {
	plans, err := strategy.CompileAll(p.strategies, a)
	if err != nil {
		return nil, err
	}
	if err := p.check(plans); err != nil {
		return nil, err
	}
	if p.steps > mostSteps {
		clear(p.known)
		p.steps = 0
	}
	p.known[shape] = plans
	for _, plan := range plans {
		p.steps += len(plan.Steps)
	}
	return plans, nil
}
