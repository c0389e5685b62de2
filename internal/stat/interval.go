package stat

import (
	"math"
	"math/big"

	"gonum.org/v1/gonum/stat/distuv"
)

// Level is the confidence level of every interval.
const Level = 0.95

// Normal975 is the 0.975 quantile of the normal distribution.
const Normal975 = 1.959963984540054235524594430520551527955550

// The methods of intervals.
const (
	WilsonMethod = "wilson"
	RunsMethod   = "t over runs"
	PairedMethod = "paired t over runs"
	RatioMethod  = "delta ratio over runs"
	ExactMethod  = "exact" // chance cannot change the number: it has no interval
)

// Interval is a confidence interval. Its ends are Undefined if there are too few
// observations, or if runs do not differ.
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
// Its ends are Undefined if n is 0.
func Wilson(k, n int64) Interval {
	if n == 0 {
		return Interval{Method: WilsonMethod, Level: Level, Lo: Undefined, Hi: Undefined}
	}
	const z, zz = Normal975, Normal975 * Normal975
	x, m := float64(k), float64(n)
	spread := float64(z * math.Sqrt(float64(x*(m-x)/m)+zz/4)) // rounded: nothing to fuse below
	return Interval{Method: WilsonMethod, Level: Level, N: n,
		Lo: Number(math.Max(0, (x+zz/2-spread)/(m+zz))),
		Hi: Number(math.Min(1, (x+zz/2+spread)/(m+zz)))}
}

// Moments are the sums over runs that give a mean and a standard deviation.
type Moments struct {
	Runs       int64
	Sum        *big.Rat
	SumSquares *big.Rat
}

// SD returns the sample standard deviation over the runs, Undefined for fewer than two.
// Only the root of the variance (R*sum(x^2) - sum(x)^2) / (R*(R-1)) is rounded.
func (m Moments) SD() Number {
	if m.Runs < 2 {
		return Undefined
	}
	r := new(big.Rat).SetInt64(m.Runs)
	v := new(big.Rat).Mul(r, m.SumSquares)
	v.Sub(v, new(big.Rat).Mul(m.Sum, m.Sum))
	v.Quo(v, new(big.Rat).SetInt64(m.Runs*(m.Runs-1)))
	f, _ := v.Float64()
	return Number(math.Sqrt(f))
}

// Around returns center ± t * unit * sd/sqrt(runs): see [OverRuns].
func (m Moments) Around(center Number, unit float64, method string) Interval {
	return OverRuns(m.Runs, center, unit, m.SD(), method)
}

// OverRuns returns center ± t * unit * sd/sqrt(runs), where t is the quantile of
// Student's distribution with runs-1 degrees of freedom (Student 1908,
// Biometrika 6:1). Its ends are Undefined for fewer than two runs, for an Undefined center,
// and for an sd of 0, since it is luck that few runs do not differ.
func OverRuns(runs int64, center Number, unit float64, sd Number, method string) Interval {
	if !center.Defined() || !(sd > 0) { // an Undefined sd neither
		return Interval{Method: method, Level: Level, Lo: Undefined, Hi: Undefined, N: runs}
	}
	half := Number(T975(runs-1) * unit * float64(sd) / math.Sqrt(float64(runs)))
	return Interval{Method: method, Level: Level, Lo: center - half, Hi: center + half, N: runs}
}

// T975 returns the 0.975 quantile of Student's distribution with df >= 1 degrees of
// freedom. From 1,000 on it is the expansion in 1/df of
// Abramowitz and Stegun, 26.7.5, off by less than 1e-14: gonum inverts the
// incomplete beta function, which loses eight digits up to 3e7.
func T975(df int64) float64 {
	const expanded = 1000
	nu := float64(df)
	if df < expanded {
		return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: nu}.Quantile(0.975)
	}
	const (
		z, zz = Normal975, Normal975 * Normal975
		g1    = z * (zz + 1) / 4
		g2    = z * ((5*zz+16)*zz + 3) / 96
		g3    = z * (((3*zz+19)*zz+17)*zz - 15) / 384
		g4    = z * ((((79*zz+776)*zz+1482)*zz-1920)*zz - 945) / 92160
	)
	return z + (g1+(g2+(g3+g4/nu)/nu)/nu)/nu
}

// MeanInterval returns the mean of independent observations, and the t-interval
// of their expectation, as [OverRuns] does. Both are Undefined if there is no observation,
// or one that is not finite.
func MeanInterval(observations []float64, method string) (Number, Interval) {
	m := Moments{int64(len(observations)), new(big.Rat), new(big.Rat)}
	mean := Undefined
	for _, x := range observations {
		if !Number(x).Defined() {
			return Undefined, m.Around(Undefined, 1, method)
		}
		r := new(big.Rat).SetFloat64(x)
		m.Sum.Add(m.Sum, r)
		m.SumSquares.Add(m.SumSquares, r.Mul(r, r))
	}
	if m.Runs > 0 {
		f, _ := new(big.Rat).Quo(m.Sum, new(big.Rat).SetInt64(m.Runs)).Float64()
		mean = Number(f)
	}
	return mean, m.Around(mean, 1, method)
}

// NoInterval returns the interval of a number that chance cannot change.
func NoInterval(n int64) Interval {
	return Interval{Method: ExactMethod, Level: Undefined, Lo: Undefined, Hi: Undefined, N: n}
}
