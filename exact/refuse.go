package exact

import (
	"fmt"

	"errbench/scenario"
	"errbench/strategy"
)

// Refuse tells why one of the plans has no closed form; nil where all have one.
// That is where a guard asks what only operations that run can know, and where
// an outage decides an attempt whose start chance decides. [Expect],
// [Covariance], [Variance] and [Constant] are wrong for such a plan.
func Refuse(plans ...*strategy.Plan) error {
	for _, p := range plans {
		for i := range p.Steps {
			if why := obstacle(&p.Steps[i]); why != "" {
				return fmt.Errorf("strategy %q, attempt %d after a %v failure: found %s, for which there is no closed form; a replay works", p.Strategy.Name, p.Steps[i].Attempt, p.Steps[i].Class, why)
			}
		}
	}
	return nil
}

// obstacle says in words what keeps a step from a closed form, "" if nothing does.
func obstacle(s *strategy.Step) string {
	switch {
	case s.Guard&strategy.Affordable != 0:
		return "a budget that operations share"
	case s.Guard != strategy.NoGuard:
		return "a deadline that a random wait may miss"
	case s.Roll == scenario.OutageRoll && s.StartMS.IsZero():
		return "an outage that a random wait may outlast"
	default:
		return ""
	}
}
