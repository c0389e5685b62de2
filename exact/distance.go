package exact

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"errbench/scenario"
)

// rankTolerance is the least share of the variance of a quantity that the others must leave
// unexplained for it to count as independent.
const rankTolerance = 1e-9

// Distance is how far several totals together lie from their expectations.
type Distance struct {
	// Squared is Mahalanobis' distance (1936), d' C^-1 d, on a basis of the
	// quantities; at least 0.
	Squared float64
	// Rank is the size of the basis: the degrees of freedom.
	Rank int
}

// DistanceOf returns the distance of totals of quantities from their expectations, given
// the difference of each. The totals have scale times the variances and covariances of one
// operation, so scale is the number of operations. Quantities that do not vary or that
// others determine do not count. On independent rolls, if counts are not small, the square
// has a chi-squared distribution.
func DistanceOf(t scenario.Thresholds, quantities []Quantity, differences []float64, scale float64) Distance {
	var vary []Quantity
	var z []float64 // the differences in standard deviations
	for i, q := range quantities {
		if variance := Covariance(t, q, q); variance > 0 {
			vary = append(vary, q)
			z = append(z, differences[i]/math.Sqrt(scale*variance))
		}
	}
	if len(vary) == 0 || scale == 0 {
		return Distance{}
	}
	var factor mat.PivotedCholesky
	factor.Factorize(correlationMatrix(t, vary), rankTolerance)
	u := factor.RawU() // u' u = the correlations, in the order of the pivots
	d := Distance{Rank: factor.Rank()}
	w := make([]float64, d.Rank) // solves u' w = z: the part of each z that the pivots before leave, in its standard deviations
	for i, pivot := range factor.ColumnPivots(nil)[:d.Rank] {
		w[i] = z[pivot]
		for j := range i {
			w[i] -= float64(u.At(j, i) * w[j])
		}
		w[i] /= u.At(i, i)
		d.Squared += float64(w[i] * w[i])
	}
	return d
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
