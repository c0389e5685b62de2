package exact

import (
	"errbench/scenario"
	"errbench/strategy"
)

// inStep appends the rest from each step of a plan on, and returns the list. Both
// metrics take the same way through the plan, so the rest of a step follows from the
// rests of the steps that it leads to, by the law of total covariance.
func inStep(p *strategy.Plan, x, y strategy.Metric, buffer []rest) []rest {
	if x.FromTape() && y.FromTape() {
		return append(buffer, make([]rest, len(p.Steps))...) // no step adds to them
	}
	return strategy.Back(p, buffer, func(i int, won, lost rest) rest {
		s := &p.Steps[i]
		visitX, successX := x.PerStep(p, s)
		visitY, successY := visitX, successX
		if x != y {
			visitY, successY = y.PerStep(p, s)
		}
		won.x += float64(successX)
		won.y += float64(successY)
		c, d := chances(s)
		return rest{
			x: float64(visitX) + float64(c*won.x) + float64(d*lost.x),
			y: float64(visitY) + float64(c*won.y) + float64(d*lost.y),
			covariance: float64(c*won.covariance) + float64(d*lost.covariance) +
				float64(float64(c*d)*float64((won.x-lost.x)*(won.y-lost.y))),
		}
	})
}

// chances returns the chances of success and of failure of a step that is reached, each
// rounded once. Computing failure as 1 - success would lose its digits if success is
// almost certain.
func chances(s *strategy.Step) (success, failure float64) {
	if s.Floor == 0 {
		return scenario.Probability(s.Threshold), scenario.Probability(certain - s.Threshold)
	}
	roll := interval{s.Floor, certain}
	won, lost := roll.split(s.Threshold)
	return roll.share(won), roll.share(lost)
}
