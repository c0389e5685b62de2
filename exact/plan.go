package exact

import (
	"errbench/scenario"
	"errbench/strategy"
)

// inStep appends, for each step of a plan, what is expected of two metrics and
// their covariance from there on, and returns the list. Both metrics go the same
// way, so by the law of total covariance it follows from what a step leads to,
// which stands behind it.
func inStep(p *strategy.Plan, x, y strategy.Metric, buffer []rest) []rest {
	all := append(buffer, make([]rest, len(p.Steps))...)
	if x.Given() && y.Given() {
		return all // no step adds to them
	}
	for i := len(all) - 1; i >= 0; i-- {
		s := &p.Steps[i]
		visitX, successX := x.PerStep(p, s)
		visitY, successY := visitX, successX
		if x != y {
			visitY, successY = y.PerStep(p, s)
		}
		var won, lost rest
		if then, ok := s.Then.Step(); ok {
			won = all[then]
		}
		if next, ok := s.Else.Step(); ok {
			lost = all[next]
		}
		won.x += float64(successX)
		won.y += float64(successY)
		c, d := chances(s)
		all[i] = rest{
			x: float64(visitX) + float64(c*won.x) + float64(d*lost.x),
			y: float64(visitY) + float64(c*won.y) + float64(d*lost.y),
			covariance: float64(c*won.covariance) + float64(d*lost.covariance) +
				float64(float64(c*d)*float64((won.x-lost.x)*(won.y-lost.y))),
		}
	}
	return all
}

// chances returns those of success and of failure of a step that is reached. Both
// are exact but for a rounding; a difference would lose what is left of a failure
// where success is almost sure.
func chances(s *strategy.Step) (success, failure float64) {
	if s.Floor == 0 {
		return scenario.Probability(s.Threshold), scenario.Probability(certain - s.Threshold)
	}
	roll := interval{s.Floor, certain}
	won, lost := roll.split(s.Threshold)
	return roll.share(won), roll.share(lost)
}
