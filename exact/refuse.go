package exact

import (
	"fmt"
	"slices"

	"errbench/strategy"
)

// Obstacle is what keeps a plan from a closed form, in words; "" where nothing does.
type Obstacle string

// The obstacles, the gravest first: what operations share makes them depend on
// each other.
const (
	SharedBudget   Obstacle = "a budget that operations share"
	RandomDeadline Obstacle = "a deadline that a random wait may miss"
	RandomOutage   Obstacle = "an outage that a random wait may outlast"
)

// Obstacles returns all that there can be.
func Obstacles() []Obstacle { return []Obstacle{SharedBudget, RandomDeadline, RandomOutage} }

// graver reports whether the obstacle comes before another.
func (o Obstacle) graver(than Obstacle) bool {
	all := Obstacles()
	return slices.Index(all, o) < slices.Index(all, than)
}

// ObstacleOf returns the gravest obstacle of a plan: a guard that asks what only
// operations that run can know, or an outage that decides an attempt whose start
// chance decides.
func ObstacleOf(p *strategy.Plan) Obstacle {
	gravest, _ := obstructed(p)
	return gravest
}

// Refuse tells why one of the plans has no closed form; nil where all have one.
// [Expect], [Covariance], [Variance] and [Constant] are wrong for a plan that has
// none, but for what [Has] says.
func Refuse(plans ...*strategy.Plan) error {
	for _, p := range plans {
		if o, s := obstructed(p); s != nil {
			return fmt.Errorf("strategy %q, attempt %d after a %v failure: found %s, for which there is no closed form; a replay works", p.Strategy.Name, s.Attempt, s.Class, o)
		}
	}
	return nil
}

// Has reports whether a metric of a plan has a closed form. What the tape alone
// decides always has one; the waits of a plan that waits at random have none here.
func Has(p *strategy.Plan, m strategy.Metric) bool {
	return m.FromTape() || ObstacleOf(p) == "" && !(m == strategy.WaitedMS && p.WaitsAtRandom())
}

// obstructed returns the gravest obstacle and the first step that it is met at, nil
// where there is none.
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

// obstacle returns what keeps a step from a closed form.
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
