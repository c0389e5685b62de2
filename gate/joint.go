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

// Joint is one test of all metrics that vary, of all strategies.
type Joint struct {
	Method           string      `json:"method"`
	Statistic        stat.Number `json:"statistic"`          // squared Mahalanobis distance on a basis of the metrics
	DegreesOfFreedom int         `json:"degrees_of_freedom"` // size of the basis
	P                stat.Number `json:"p"`                  // 0 stands for p < 1e-9
	Alpha            stat.Number `json:"alpha"`
	Rejected         bool        `json:"rejected"` // p <= alpha
	// SmallCounts are the metrics that vary too little for the chi-squared
	// distribution. Bernstein's inequality, which holds for every count, replaces it.
	SmallCounts []string `json:"small_counts"`
}

// joint tests all metrics that vary at once: a distance for the metrics that vary
// enough, a bound for each of the others, and Welch's test for each rate without a
// closed form. The three share alpha (Bonferroni).
func (x Across) joint(quantities []quantity, p pair) Joint {
	j := Joint{Method: "chi-squared, covariance in closed form", Alpha: stat.Number(x.Alpha), SmallCounts: []string{}}
	smallest, overRuns := 1.0, []float64{} // p-values of small counts, and over runs
	for i, q := range quantities {
		if q.varies() && p.small(q.variance) {
			j.SmallCounts = append(j.SmallCounts, q.path)
			smallest = min(smallest, q.pValue(p, i))
		}
		if q.overRuns() {
			overRuns = append(overRuns, q.pValue(p, i))
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
	var values []float64
	if distance.Rank > 0 {
		values = append(values, distuv.ChiSquared{K: float64(distance.Rank)}.Survival(distance.Squared))
	}
	if n := len(j.SmallCounts); n > 0 {
		values = append(values, float64(n)*smallest)
	}
	if n := len(overRuns); n > 0 {
		j.Method += "; " + welchMethod + " without one"
		values = append(values, float64(n)*slices.Min(overRuns))
	}
	j.P = 1
	for _, value := range values {
		j.P = min(j.P, rounded(float64(len(values))*value))
	}
	j.Rejected = j.P <= j.Alpha
	return j
}

// basis returns the indices of quantities that vary enough, each given the ones before
// it. A direction in which hardly any operation varies has no normal distribution.
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

// rankTolerance is the variance of one operation that rounding errors may leave to a
// quantity that is determined by the others.
const rankTolerance = 1e-9

// pValue returns the two-sided probability of a difference at least as large as the
// difference of quantity i, or an upper bound if counts are small.
func (q quantity) pValue(p pair, i int) float64 {
	if q.open {
		return p.welch(i, q.result).pValue()
	}
	d, v := math.Abs(p.difference(i)), float64(q.variance*p.scale())
	if p.small(q.variance) {
		return min(1, 2*math.Exp(-d*d/(float64(2*v)+float64(2*q.largest(p)*d)/3)))
	}
	return math.Erfc(d / math.Sqrt(2*v))
}

// halfWidth returns half the width of the interval of the difference of quantity i.
//
// For small counts it follows from Bernstein's inequality (Boucheron, Lugosi and
// Massart, Concentration Inequalities, 2013, section 2.8). Let v be the variance of the
// difference and m the most that one operation adds to it. A difference of at least t
// has at most the probability 2*exp(-t^2/(2v + 2mt/3)); halfWidth solves this for t at
// 1 - level.
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

// largest returns the most that one operation adds to a difference.
func (q quantity) largest(p pair) float64 {
	return q.span / float64(min(p.baseline.operations, p.current.operations))
}

// rounded returns the number as it is printed. Decisions are made on rounded numbers:
// they agree with the output, and the last bits of logarithms, which differ between
// processors, practically never decide.
func rounded(x float64) stat.Number { return stat.Number(math.Round(x*1e9) / 1e9) }

func (j Joint) line() string {
	return fmt.Sprintf("D^2 = %.2f on %s of freedom, %s, alpha = %v", float64(j.Statistic), stat.Plural(int64(j.DegreesOfFreedom), "degree"), equation(j.P), float64(j.Alpha))
}

func (j Joint) text(n Sides[int64]) string {
	text := fmt.Sprintf("%s against %s of the baseline, on different rolls. Brackets hold the 90 %% interval of the difference, or exact if the metric cannot vary; p is adjusted for the number of metrics (Holm). The operations needed on each side give an answer in nine of ten cases: with a margin the answer unchanged, if nothing has changed; without one the answer changed, if the difference is as large as it was found.", stat.Plural(n.Current, "operation"), stat.Plural(n.Baseline, "operation"))
	if small := len(j.SmallCounts); small > 0 {
		text += fmt.Sprintf(" Warning (small_counts): %s %s too little for the normal distribution. They are compared by a bound that holds for every count and finds only large changes.", stat.Plural(int64(small), "metric"), map[bool]string{true: "varies", false: "vary"}[small == 1])
	}
	return text
}

// equation returns "p = 0.05" for a defined p.
func equation(p stat.Number) string {
	if p == 0 {
		return "p < 1e-9"
	}
	return "p = " + showP(p)
}

// showP returns p with three digits, "-" if it is undefined.
func showP(p stat.Number) string {
	switch {
	case !p.Defined():
		return stat.None
	case p == 0:
		return "less than 1e-9"
	default:
		return fmt.Sprintf("%.3g", float64(p))
	}
}
