package sensitivity

import (
	"context"
	"math/rand/v2"

	"errbench/internal/halton"
)

// model is a function of a point of the unit cube [0, 1)^k. It does not keep the point. It can
// hold state, so only one goroutine calls it at a time.
type model func(point []float64) float64

// indices holds the estimates of one set of points: the mean and the variance of a model, and the
// first-order and total index of Sobol of each dimension. The indices are not finite if the
// variance is 0.
type indices struct {
	mean, variance float64
	first, total   []float64
	moves          []bool // whether the dimension changed the value at any point
}

// scrambling estimates the indices of a model of k dimensions from one
// scrambling of n points, by Saltelli's design. With A and B the first and the
// last k of 2k columns, A_i the columns A with the i-th of B, and f centred about
// its mean over A and B, whose variance over both is V,
//
//	first_i = mean f(B) (f(A_i) - f(A)) / V    (Saltelli et al. 2010, Comput. Phys. Commun. 181:259, table 2 (b))
//	total_i = mean (f(A) - f(A_i))^2 / 2V      (Jansen 1999, Comput. Phys. Commun. 117:35)
//
// It calls f n*(k+2) times. Centring keeps the expectation and lowers the noise of the first
// index. The estimates can leave [0, 1]: confined to it, their mean would be biased. The result
// is meaningless once the context is done.
func scrambling(ctx context.Context, f model, k, n int, source rand.Source) indices {
	columns := halton.Points(n, 2*k, source)
	point := make([]float64, k)
	// at returns f at row i of A with the columns from <= j < to of B.
	at := func(i, from, to int) float64 {
		if ctx.Err() != nil {
			return 0
		}
		for j := range point {
			column := columns[j]
			if from <= j && j < to {
				column = columns[k+j]
			}
			point[j] = column[i]
		}
		return f(point)
	}
	a, b := make([]float64, n), make([]float64, n)
	sum := 0.0 // of differences from the first value, so the mean of a constant is exact
	for i := range a {
		a[i], b[i] = at(i, 0, 0), at(i, 0, k)
		sum += (a[i] - a[0]) + (b[i] - a[0])
	}
	found := indices{mean: a[0] + sum/float64(2*n)}
	for i := range a {
		p, q := a[i]-found.mean, b[i]-found.mean
		found.variance += float64(p*p) + float64(q*q)
	}
	found.variance /= float64(2 * n)
	for j := range k {
		first, total, moves := 0.0, 0.0, false
		for i := range a {
			change := at(i, j, j+1) - a[i]
			first += float64((b[i] - found.mean) * change)
			total += float64(change * change)
			moves = moves || change != 0
		}
		found.first = append(found.first, first/float64(n)/found.variance)
		found.total = append(found.total, total/float64(2*n)/found.variance)
		found.moves = append(found.moves, moves)
	}
	return found
}
