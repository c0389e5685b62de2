package report

import (
	"math"
	"math/big"

	"gonum.org/v1/gonum/stat/distuv"

	"errbench/exact"
	"errbench/replay"
	"errbench/scenario"
	"errbench/strategy"
)

// Level is the confidence level of every interval.
const Level = 0.95

// normal975 is the 0.975 quantile of the normal distribution.
const normal975 = 1.959963984540054235524594430520551527955550

// The methods of intervals, as summaries name them.
const (
	wilsonMethod = "wilson"
	runsMethod   = "t over runs"
	pairedMethod = "paired t over runs"
	ratioMethod  = "delta ratio over runs"
	exactMethod  = "exact" // chance cannot change the number: it has no interval
)

// Interval is a confidence interval, both ends inclusive. Too few observations,
// or runs without any spread, leave its ends undefined.
type Interval struct {
	Method string `json:"method" jsonschema:"how it was computed"`
	Level  Number `json:"level" jsonschema:"confidence level, 0 to 1"`
	Lo     Number `json:"lo" jsonschema:"lower end, inclusive; null where undefined"`
	Hi     Number `json:"hi" jsonschema:"upper end, inclusive; null where undefined"`
	N      int64  `json:"n" jsonschema:"independent observations behind it: operations or runs, as the method says"`
}

// Wilson returns the score interval of Wilson (1927, JASA 22:209) without
// continuity correction for k successes among n independent operations:
//
//	(k + z^2/2 ± z*sqrt(k*(n-k)/n + z^2/4)) / (n + z^2)
//
// Its ends are undefined where n is 0.
func Wilson(k, n int64) Interval {
	if n == 0 {
		return Interval{Method: wilsonMethod, Level: Level, Lo: undefined, Hi: undefined}
	}
	const z, zz = normal975, normal975 * normal975
	x, m := float64(k), float64(n)
	spread := float64(z * math.Sqrt(float64(x*(m-x)/m)+zz/4)) // rounded: nothing to fuse below
	return Interval{Method: wilsonMethod, Level: Level, N: n,
		Lo: Number(math.Max(0, (x+zz/2-spread)/(m+zz))),
		Hi: Number(math.Min(1, (x+zz/2+spread)/(m+zz)))}
}

// moments are the sums over runs that a mean and its spread come from.
type moments struct {
	runs       int64
	sum        *big.Rat
	sumSquares *big.Rat
}

// sd returns the sample standard deviation over the runs, undefined for fewer
// than two. The variance (R*sum(x^2) - sum(x)^2) / (R*(R-1)) is exact until
// its root.
func (m moments) sd() Number {
	if m.runs < 2 {
		return undefined
	}
	r := new(big.Rat).SetInt64(m.runs)
	v := new(big.Rat).Mul(r, m.sumSquares)
	v.Sub(v, new(big.Rat).Mul(m.sum, m.sum))
	v.Quo(v, new(big.Rat).SetInt64(m.runs*(m.runs-1)))
	f, _ := v.Float64()
	return Number(math.Sqrt(f))
}

// around returns center ± t * unit * sd/sqrt(runs): see overRuns.
func (m moments) around(center Number, unit float64, method string) Interval {
	return overRuns(m.runs, center, unit, m.sd(), method)
}

// overRuns returns center ± t * unit * sd/sqrt(runs), where t is the quantile of
// Student's distribution with runs-1 degrees of freedom (Student 1908,
// Biometrika 6:1). Its ends are undefined for fewer than two runs, where the
// center is, and where the sd is 0: that few runs do not differ is luck.
func overRuns(runs int64, center Number, unit float64, sd Number, method string) Interval {
	if !center.Defined() || !(sd > 0) { // an undefined sd neither
		return Interval{Method: method, Level: Level, Lo: undefined, Hi: undefined, N: runs}
	}
	half := Number(t975(runs-1) * unit * float64(sd) / math.Sqrt(float64(runs)))
	return Interval{Method: method, Level: Level, Lo: center - half, Hi: center + half, N: runs}
}

// t975 returns the 0.975 quantile of Student's distribution with so many
// degrees of freedom, at least 1. From 1,000 on it is the expansion in 1/df of
// Abramowitz and Stegun, 26.7.5, off by less than 1e-14: gonum inverts the
// incomplete beta function, which loses eight digits up to 3e7.
func t975(df int64) float64 {
	const expanded = 1000
	nu := float64(df)
	if df < expanded {
		return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: nu}.Quantile(0.975)
	}
	const (
		z, zz = normal975, normal975 * normal975
		g1    = z * (zz + 1) / 4
		g2    = z * ((5*zz+16)*zz + 3) / 96
		g3    = z * (((3*zz+19)*zz+17)*zz - 15) / 384
		g4    = z * ((((79*zz+776)*zz+1482)*zz-1920)*zz - 945) / 92160
	)
	return z + (g1+(g2+(g3+g4/nu)/nu)/nu)/nu
}

// MeanInterval returns the mean of independent observations, and the t-interval
// for what they are observations of (see around). Both are undefined where there
// is no observation, or one that is not finite.
func MeanInterval(observations []float64, method string) (Number, Interval) {
	m := moments{int64(len(observations)), new(big.Rat), new(big.Rat)}
	mean := undefined
	for _, x := range observations {
		if !Number(x).Defined() {
			return undefined, m.around(undefined, 1, method)
		}
		r := new(big.Rat).SetFloat64(x)
		m.sum.Add(m.sum, r)
		m.sumSquares.Add(m.sumSquares, r.Mul(r, r))
	}
	if m.runs > 0 {
		f, _ := new(big.Rat).Quo(m.sum, new(big.Rat).SetInt64(m.runs)).Float64()
		mean = Number(f)
	}
	return mean, m.around(mean, 1, method)
}

// ResolutionInterval returns that of the resolution rate of plan i, which a tally
// holds: Wilson's score interval; none where chance cannot change the rate; and one
// over runs where the operations of a run share a budget, so that they depend on
// each other.
func ResolutionInterval(t scenario.Thresholds, p *strategy.Plan, counted *replay.Tally, i int) Interval {
	resolved := strategy.Total(strategy.Resolved, p, counted.Of(i))
	switch spared := t.Fail == 0 && t.SuccessAsFailure == 0; {
	case spared || constant(t, exact.Quantity{Plan: p, Metric: strategy.Resolved}, exact.Quantity{}):
		return NoInterval(counted.Operations)
	case exact.ObstacleOf(p) == exact.SharedBudget:
		per := runsOf(counted, i, resolved)
		return overRuns(per.Runs, per.Mean, 1, per.SD.Written(), runsMethod)
	default:
		return Wilson(resolved, counted.Operations)
	}
}

// NoInterval stands beside a number that chance cannot change.
func NoInterval(n int64) Interval {
	return Interval{Method: exactMethod, Level: undefined, Lo: undefined, Hi: undefined, N: n}
}
