package exact

import (
	"fmt"
	"slices"

	"errbench/strategy"
)

// Obstacle names the reason why a plan has no closed form; "" if it has one.
type Obstacle string

// The obstacles, the gravest first. A shared budget makes operations depend on each other.
const (
	SharedBudget   Obstacle = "a budget that operations share"
	RandomDeadline Obstacle = "a deadline that a random wait may miss"
	RandomOutage   Obstacle = "an outage that a random wait may outlast"
)

// graver reports whether the obstacle comes before another.
func (o Obstacle) graver(than Obstacle) bool {
	all := []Obstacle{SharedBudget, RandomDeadline, RandomOutage}
	return slices.Index(all, o) < slices.Index(all, than)
}

// ObstacleOf returns the gravest obstacle of a plan: a guard whose answer only a running
// operation knows, or an outage that decides an attempt whose start is random.
func ObstacleOf(p *strategy.Plan) Obstacle {
	gravest, _ := obstructed(p)
	return gravest
}

// Refuse returns an error if one of the plans has no closed form. [Expect], [Covariance],
// [Variance] and [Constant] are wrong for such a plan, except for metrics for which [Has]
// is true.
func Refuse(plans ...*strategy.Plan) error {
	for _, p := range plans {
		if o, s := obstructed(p); s != nil {
			return fmt.Errorf("strategy %q, attempt %d after a %v failure: %s has no closed form; use a replay", p.Strategy.Name, s.Attempt, s.Class, o)
		}
	}
	return nil
}

// Has reports whether a metric of a plan has a closed form. A metric that the tape alone
// decides always has one. The waits of a plan that waits at random have none in this
// package.
func Has(p *strategy.Plan, m strategy.Metric) bool {
	return m.FromTape() || ObstacleOf(p) == "" && !(m == strategy.WaitedMS && p.WaitsAtRandom())
}

// obstructed returns the gravest obstacle and its first step, nil if there is none.
func obstructed(p *strategy.Plan) (gravest Obstacle, at *strategy.Step) {
	for i := range p.Steps {
		s := &p.Steps[i]
		o := obstacle(s)
		if o != "" && (at == nil || o.graver(gravest)) {
			gravest, at = o, s
		}
	}
	return gravest, at
}

// obstacle returns the obstacle of a step.
func obstacle(s *strategy.Step) Obstacle {
	switch {
	case s.Guard == strategy.Affordable:
		return SharedBudget
	case s.Guard == strategy.OnTime:
		return RandomDeadline
	case s.Timed():
		return RandomOutage
	default:
		return ""
	}
}
