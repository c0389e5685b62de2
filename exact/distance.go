package exact

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"errbench/scenario"
)

// rankTolerance is the share of its variance that a quantity must have left,
// once others have explained what they can of it, to count as independent.
const rankTolerance = 1e-9

// Distance tells how far totals lie from their expectations, all together.
type Distance struct {
	// Squared is Mahalanobis' distance (1936), d' C^-1 d, on a basis of the
	// quantities; at least 0.
	Squared float64
	// Rank is the size of that basis: the degrees of freedom.
	Rank int
}

// DistanceOf returns the distance of totals of quantities from their
// expectations, given the difference of each. Variances and covariances are
// scale times those of one operation: the number of operations for a total.
// Quantities that do not vary, or that others determine, are left out. On
// independent rolls, for counts that are not small, the square has a
// chi-squared distribution.
func DistanceOf(t scenario.Thresholds, quantities []Quantity, differences []float64, scale float64) Distance {
	var vary []Quantity
	var z []float64 // the differences in standard deviations
	for i, q := range quantities {
		if !Constant(t, q, Quantity{}) {
			vary = append(vary, q)
			z = append(z, differences[i]/math.Sqrt(scale*Covariance(t, q, q)))
		}
	}
	if len(vary) == 0 || scale == 0 {
		return Distance{}
	}
	correlations := correlationMatrix(t, vary)
	var pivoted mat.PivotedCholesky
	pivoted.Factorize(correlations, rankTolerance)
	basis := pivoted.ColumnPivots(nil)[:pivoted.Rank()]
	c := mat.NewSymDense(len(basis), nil)
	d := mat.NewVecDense(len(basis), nil)
	for i, a := range basis {
		d.SetVec(i, z[a])
		for j, b := range basis[:i+1] {
			c.SetSym(i, j, correlations.At(a, b))
		}
	}
	var factor mat.Cholesky
	factor.Factorize(c)
	var solved mat.VecDense
	if err := factor.SolveVecTo(&solved, d); err != nil {
		return Distance{Squared: math.NaN(), Rank: len(basis)} // worse conditioned than the tolerance allows
	}
	return Distance{Squared: mat.Dot(d, &solved), Rank: len(basis)}
}

func correlationMatrix(t scenario.Thresholds, quantities []Quantity) *mat.SymDense {
	c := mat.NewSymDense(len(quantities), nil)
	sd := make([]float64, len(quantities))
	for i, x := range quantities {
		sd[i] = math.Sqrt(Covariance(t, x, x))
		for j, y := range quantities[:i] {
			c.SetSym(i, j, Covariance(t, x, y)/float64(sd[i]*sd[j]))
		}
		c.SetSym(i, i, 1)
	}
	return c
}
