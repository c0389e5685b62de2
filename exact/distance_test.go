package exact

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// publishedTotals are the four counts of each strategy that were published.
var publishedTotals = map[string]map[strategy.Metric]float64{
	"generic-message":     {strategy.Attempts: 16823, strategy.Resolved: 8047, strategy.FailedRecoveries: 3953, strategy.PermanentRecoveries: 2449},
	"code-only":           {strategy.Attempts: 14374, strategy.Resolved: 8546, strategy.FailedRecoveries: 1005, strategy.PermanentRecoveries: 0},
	"actionable-envelope": {strategy.Attempts: 14374, strategy.Resolved: 9064, strategy.FailedRecoveries: 487, strategy.PermanentRecoveries: 0},
}

// The published counts say no more than into which of six cells each of the
// 12,000 operations falls, so their distance is Pearson's chi-squared of those.
// The retry of a transient failure is the same for every strategy, and a roll
// that lets a repair with a code succeed lets one with a hint succeed too.
func TestThePublishedDistanceIsPearsonsByHand(t *testing.T) {
	var pearson, counted float64
	for _, cell := range []struct {
		what               string
		observed, expected float64
	}{
		{"does not fail", 7177, 0.6 * operations},
		{"permanent failure", 2449, 0.2 * operations},
		{"transient, and the retry succeeds", 870, 0.1 * 0.7 * operations},
		{"validation, and a repair with a code succeeds", 499, 0.1 * 0.45 * operations},
		{"validation, and a repair succeeds with a hint but not with a code", 518, 0.1 * 0.45 * operations},
		{"transient or validation, and nothing helps", 487, 0.1 * (0.3 + 0.1) * operations},
	} {
		counted += cell.observed
		pearson += (cell.observed - cell.expected) * (cell.observed - cell.expected) / cell.expected
	}
	if counted != operations || math.Abs(pearson-6.2567) > 1e-4 {
		t.Fatalf("cells of %v operations, chi-squared %v", counted, pearson)
	}

	a := scenario.Published()
	plans, err := strategy.CompileAll(catalog.Published(), a)
	if err != nil {
		t.Fatal(err)
	}
	var quantities []Quantity
	var differences []float64
	for _, p := range plans {
		e := Expect(a.Thresholds(), p, operations)
		for _, m := range strategy.Metrics() {
			if total, ok := publishedTotals[p.Strategy.Name][m]; ok {
				quantities = append(quantities, Quantity{p, m})
				differences = append(differences, total-strategy.Total(m, p, e))
			}
		}
	}
	d := DistanceOf(a.Thresholds(), quantities, differences, operations)
	if d.Rank != 5 || math.Abs(d.Squared-pearson) > 1e-6 { // thresholds move a chance by less than 2^-32
		t.Errorf("%+v, want %v on 5", d, pearson)
	}
}

// If nothing varies or nothing happens the distance is 0.
func TestNothingVaries(t *testing.T) {
	a := scenario.Published()
	a.FailureRate = 0
	plans, err := strategy.CompileAll(catalog.Published(), a)
	if err != nil {
		t.Fatal(err)
	}
	quantities := plain(quantitiesOf(plans))
	for _, d := range []Distance{
		DistanceOf(a.Thresholds(), quantities, make([]float64, len(quantities)), 1000),
		DistanceOf(scenario.Published().Thresholds(), quantities, make([]float64, len(quantities)), 0),
		DistanceOf(a.Thresholds(), nil, nil, 1000),
	} {
		if d != (Distance{}) {
			t.Errorf("%+v", d)
		}
	}
}

// The rank is the rank of the possible values of the quantities for one operation, minus
// one.
func TestTheRankAgreesWithElimination(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		thresholds, plans, all := drawCoarse(t)
		quantities := quantitiesOf(plans)
		d := DistanceOf(thresholds, plain(quantities), make([]float64, len(quantities)), 1000)
		if want := rank(all, quantities) - 1; d.Rank != want || d.Squared != 0 {
			t.Fatalf("%+v at no difference, want rank %d", d, want)
		}
	})
}

// drawCoarse draws three plans of up to three attempts and the possible courses of an
// operation. It skips plans with a course less likely than 1e-6: quantities that differ
// only in such a course are nearly dependent, close to the tolerance.
func drawCoarse(t *rapid.T) (scenario.Thresholds, []*strategy.Plan, []course) {
	chance := rapid.SampledFrom([]float64{0, 0.2, 0.35, 0.5, 0.7, 0.8, 1})
	a := drawAssumptions(t, chance, rapid.SampledFrom([]float64{0, 1, 3}))
	a.RecoveryAttempts = min(a.RecoveryAttempts, 3)
	plans := []*strategy.Plan{drawPlan(t, a), drawPlan(t, a), drawPlan(t, a)}
	all := courses(a.Thresholds(), plans)
	for _, c := range all {
		if chanceOf(c) < 1e-6 {
			t.Skip("a course is too rare")
		}
	}
	return a.Thresholds(), plans, all
}

func plain(quantities []quantity) []Quantity {
	var all []Quantity
	for _, q := range quantities {
		all = append(all, q.Quantity)
	}
	return all
}

// rank returns the rank of the matrix with a row (1, values of the quantities)
// for each course, by elimination in fractions.
func rank(all []course, quantities []quantity) int {
	var rows [][]*big.Rat
	for _, c := range all {
		row := []*big.Rat{big.NewRat(1, 1)}
		for _, q := range quantities {
			row = append(row, big.NewRat(q.of(c), 1))
		}
		rows = append(rows, row)
	}
	rank := 0
	for column := range 1 + len(quantities) {
		pivot := slices.IndexFunc(rows[rank:], func(row []*big.Rat) bool { return row[column].Sign() != 0 })
		if pivot < 0 {
			continue
		}
		rows[rank], rows[rank+pivot] = rows[rank+pivot], rows[rank]
		for _, row := range rows[rank+1:] {
			if row[column].Sign() == 0 {
				continue
			}
			factor := new(big.Rat).Quo(row[column], rows[rank][column])
			for k := column; k < len(row); k++ {
				row[k].Sub(row[k], product(factor, rows[rank][k]))
			}
		}
		if rank++; rank == len(rows) {
			break
		}
	}
	return rank
}

// The distance depends only on the span of the quantities: dependent ones add nothing, and
// the order does not matter.
func TestDistanceIsOfWhatTheQuantitiesSpan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		thresholds, plans, all := drawCoarse(t)
		quantities := quantitiesOf(plans)
		totals, scale := make([]float64, len(quantities)), 0.0
		for _, c := range all {
			times := rapid.IntRange(0, 1000).Draw(t, "operations that take a course")
			scale += float64(times)
			for i, q := range quantities {
				totals[i] += float64(times) * float64(q.of(c))
			}
		}
		if scale == 0 {
			t.Skip("no operations")
		}
		distance := func(chosen []int) Distance {
			var some []Quantity
			var differences []float64
			for _, i := range chosen {
				q := quantities[i].Quantity
				mean := strategy.Total(q.Metric, q.Plan, Expect(thresholds, q.Plan, 1))
				some, differences = append(some, q), append(differences, totals[i]-scale*mean)
			}
			return DistanceOf(thresholds, some, differences, scale)
		}
		var order []int
		for i := range quantities {
			order = append(order, i)
		}
		whole := distance(order)
		same := func(what string, d Distance) {
			t.Helper()
			if d.Rank != whole.Rank || math.Abs(d.Squared-whole.Squared) > 1e-6*(1+whole.Squared) {
				t.Fatalf("%+v, but %+v %s", whole, d, what)
			}
		}
		same("in another order", distance(rapid.Permutation(order).Draw(t, "order")))
		same("with each twice", distance(slices.Concat(order, order)))
		without := slices.DeleteFunc(slices.Clone(order), func(i int) bool {
			m := quantities[i].Metric
			return m == strategy.RecoveryAttempts || m == strategy.Escalated || m == strategy.FailedRecoveries
		})
		same("without what attempts, resolved and authorizations determine", distance(without))
	})
}

// Two plans whose repairs differ with probability 1e-9 do nearly the same. Whether the
// difference counts or not, the distance is a number of at least 0.
func TestNearlyDependentQuantities(t *testing.T) {
	for _, gap := range []float64{0, 0x1p-32, 0x1p-31, 1e-9, 1e-8, 1e-7, 1e-6} {
		for _, chance := range []float64{0x1p-32, 1e-9, 0.45, 1 - 1e-6} {
			a := scenario.Published()
			a.RepairSuccess.Code, a.RepairSuccess.Hint = chance, chance+gap
			plans, err := strategy.CompileAll(catalog.Published(), a)
			if err != nil {
				t.Fatal(err)
			}
			distance := func(plans []*strategy.Plan) Distance {
				quantities := plain(quantitiesOf(plans))
				differences := make([]float64, len(quantities))
				for i, q := range quantities {
					differences[i] = 100 * float64(q.Metric%5)
				}
				return DistanceOf(a.Thresholds(), quantities, differences, operations)
			}
			all := distance(plans)
			if !(all.Squared >= 0) || math.IsInf(all.Squared, 0) {
				t.Errorf("chances of %v and %v more: %+v", chance, gap, all)
			}
			if code := distance(plans[1:2]); all.Rank < code.Rank || gap >= 1e-8 && chance == 0.45 && all.Rank <= code.Rank {
				t.Errorf("chances of %v and %v more: %+v, of one plan %+v", chance, gap, all, code)
			}
		}
	}
}
