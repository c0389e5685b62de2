package gate

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"errbench/exact"
	"errbench/internal/stat"
)

// Joint is one test of all metrics of all strategies that vary.
type Joint struct {
	Method           string      `json:"method"`
	Statistic        stat.Number `json:"statistic"`          // squared Mahalanobis distance on a basis of the metrics
	DegreesOfFreedom int         `json:"degrees_of_freedom"` // size of the basis
	P                stat.Number `json:"p"`                  // 0 is less than 1e-9
	Alpha            stat.Number `json:"alpha"`
	Rejected         bool        `json:"rejected"` // p <= alpha
	// SmallCounts are the metrics that vary too little for the chi-squared
	// distribution. A bound that holds for every count stands for it.
	SmallCounts []string `json:"small_counts"`
}

// joint tests all metrics that vary at once. What varies enough is one
// distance; each of the rest has its bound, and alpha is shared between the
// two (Bonferroni).
func (x Across) joint(quantities []quantity, p pair) Joint {
	j := Joint{Method: "chi-squared, covariance in closed form", Alpha: stat.Number(x.Alpha), SmallCounts: []string{}}
	smallest, overRuns := 1.0, []float64{} // chances of the metrics that vary little, and of those that runs tell of
	for i, q := range quantities {
		if q.varies() && p.small(q.variance) {
			j.SmallCounts = append(j.SmallCounts, q.path)
			smallest = min(smallest, q.chance(p, i))
		}
		if q.overRuns() {
			overRuns = append(overRuns, q.chance(p, i))
		}
	}
	basis := x.basis(quantities, p)
	var chosen []exact.Quantity
	var differences []float64
	for _, i := range basis {
		chosen = append(chosen, quantities[i].Quantity)
		differences = append(differences, p.difference(i))
	}
	distance := exact.DistanceOf(x.Thresholds, chosen, differences, p.scale())
	j.Statistic, j.DegreesOfFreedom = stat.Number(distance.Squared), distance.Rank
	var chances []float64
	if distance.Rank > 0 {
		chances = append(chances, distuv.ChiSquared{K: float64(distance.Rank)}.Survival(distance.Squared))
	}
	if n := len(j.SmallCounts); n > 0 {
		chances = append(chances, float64(n)*smallest)
	}
	if n := len(overRuns); n > 0 {
		j.Method += "; " + welchMethod + " where there is none"
		chances = append(chances, float64(n)*slices.Min(overRuns))
	}
	j.P = 1
	for _, chance := range chances {
		j.P = min(j.P, rounded(float64(len(chances))*chance))
	}
	j.Rejected = j.P <= j.Alpha
	return j
}

// basis returns the indices of quantities that vary enough, each even when
// those before it are known: directions in which hardly any operation differs
// have no normal distribution.
func (x Across) basis(quantities []quantity, p pair) []int {
	var vary []int
	for i, q := range quantities {
		if q.varies() && !p.small(q.variance) {
			vary = append(vary, i)
		}
	}
	if len(vary) == 0 {
		return nil
	}
	covariance := mat.NewSymDense(len(vary), nil)
	for a, i := range vary {
		for b, j := range vary[:a+1] {
			covariance.SetSym(a, b, exact.Covariance(x.Thresholds, quantities[i].Quantity, quantities[j].Quantity))
		}
	}
	var pivoted mat.PivotedCholesky
	pivoted.Factorize(covariance, max(stat.SmallVariance*p.scale(), rankTolerance))
	var basis []int
	for _, a := range pivoted.ColumnPivots(nil)[:pivoted.Rank()] {
		basis = append(basis, vary[a])
	}
	return basis
}

// rankTolerance is the variance of one operation that rounding may leave of a
// quantity which others determine.
const rankTolerance = 1e-9

// chance returns the two-sided chance of a difference at least as large as that
// of quantity i, or a bound of it where counts are small.
func (q quantity) chance(p pair, i int) float64 {
	if q.open {
		return p.welch(i, q.result).chance()
	}
	d, v := math.Abs(p.difference(i)), float64(q.variance*p.scale())
	if p.small(q.variance) {
		return min(1, 2*math.Exp(-d*d/(float64(2*v)+float64(2*q.largest(p)*d)/3)))
	}
	return math.Erfc(d / math.Sqrt(2*v))
}

// halfWidth returns half the interval of a difference of quantity i.
//
// For small counts it is where Bernstein's inequality (Boucheron, Lugosi and
// Massart, Concentration Inequalities, 2013, section 2.8) gives 1 - level: with
// v the variance of the difference and m the most that one operation adds to
// it, a difference of t has at most the chance 2*exp(-t^2/(2v + 2mt/3)).
func (q quantity) halfWidth(p pair, i int) float64 {
	if q.open {
		return p.welch(i, q.result).halfWidth()
	}
	v := q.variance * p.scale()
	if p.small(q.variance) {
		l := math.Log(2 / (1 - intervalLevel))
		linear := l * q.largest(p) / 3
		return linear + math.Sqrt(float64(linear*linear)+float64(2*l*v))
	}
	return normal95 * math.Sqrt(v)
}

// largest is the most that one operation moves a difference.
func (q quantity) largest(p pair) float64 {
	return q.span / float64(min(p.baseline.operations, p.current.operations))
}

// rounded returns the number as it is printed, so that what is decided by it
// agrees with what is shown, and the last bits of logarithms, in which processors
// differ, all but never decide.
func rounded(x float64) stat.Number { return stat.Number(math.Round(x*1e9) / 1e9) }

func (j Joint) line() string {
	return fmt.Sprintf("D^2 = %.2f on %s of freedom, %s, alpha = %v", float64(j.Statistic), stat.Plural(int64(j.DegreesOfFreedom), "degree"), equation(j.P), float64(j.Alpha))
}

func (j Joint) text(n Operations) string {
	text := fmt.Sprintf("%s against %s of the baseline, on rolls of their own. Brackets hold 90 %% intervals of the difference, or exact where a metric cannot vary; p is adjusted for the number of metrics (Holm). The operations needed are those of each side that answer in nine of ten cases: with a margin unchanged, if nothing has changed; without one changed, if the difference is as large as it was found.", stat.Plural(n.Current, "operation"), stat.Plural(n.Baseline, "operation"))
	if small := len(j.SmallCounts); small > 0 {
		text += fmt.Sprintf(" Warning (small_counts): %s %s too little for the normal distribution; a bound that holds for every count stands for it, and finds large changes only.", stat.Plural(int64(small), "metric"), map[bool]string{true: "varies", false: "vary"}[small == 1])
	}
	return text
}

// equation writes a probability that is defined as that of p.
func equation(p stat.Number) string {
	if p == 0 {
		return "p < 1e-9"
	}
	return "p = " + showP(p)
}

// showP writes a probability, however small.
func showP(p stat.Number) string {
	switch {
	case !p.Defined():
		return "-"
	case p == 0:
		return "less than 1e-9"
	default:
		return fmt.Sprintf("%.3g", float64(p))
	}
}
