package sensitivity

import (
	"cmp"
	"context"
	"errors"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"errbench/internal/halton"
	"errbench/internal/stat"
	"errbench/internal/vary"
	"errbench/optional"
	"errbench/report"
	"errbench/scenario"
)

// Scramblings is the number of independent sets of points behind a [Result]: the n of its
// intervals.
const Scramblings = 16

// The bounds of the points of one scrambling, inclusive. Fewer give wide intervals, and more
// take too much memory.
const (
	MinSamples = 64
	MaxSamples = 1 << 18
)

// Result is the share of the variance of a subject that each range explains, if the assumptions
// are independent of each other and uniform over their ranges.
type Result struct {
	Notice      string                 `json:"notice"`
	Assumptions scenario.Assumptions   `json:"assumptions"`
	Metric      string                 `json:"metric"` // the key of a measure
	Strategy    string                 `json:"strategy"`
	Against     optional.Value[string] `json:"against"`     // the strategy whose value is subtracted; null if there is none
	Assumed     stat.Number            `json:"assumed"`     // the value under the assumptions
	Method      string                 `json:"method"`      // of the estimates
	Samples     int                    `json:"samples"`     // points per scrambling
	Scramblings int                    `json:"scramblings"` // independent sets of points
	Mean        Estimate               `json:"mean"`        // of the value over the ranges
	SD          Estimate               `json:"sd"`          // standard deviation of the value over the ranges; 0 for a constant
	Ranges      []Influence            `json:"ranges"`      // in the order of the arguments
	FirstSum    Estimate               `json:"first_sum"`   // of the first-order indices; interactions are the rest to 1
	Warnings    []report.Warning       `json:"warnings"`    // limits of the numbers above
}

// Influence is what the variation of one assumption does to the value.
type Influence struct {
	vary.Range
	First Estimate    `json:"first"` // the first-order index; null for a constant value
	Total Estimate    `json:"total"` // the total index; at least the first-order index, up to noise
	Moves bool        `json:"moves"` // whether the range changes the value at any point; if not, both indices are 0
	AtLo  stat.Number `json:"at_lo"` // the value with this assumption at Lo and the others as assumed
	AtHi  stat.Number `json:"at_hi"`
}

// Estimate is a number estimated from scramblings, and its interval. Both can leave the
// possible range of the number.
type Estimate struct {
	Value stat.Number `json:"value"`
	stat.Interval
}

// The names of the methods.
const (
	sensitivityMethod = "Saltelli's design on scrambled Halton points; first-order Saltelli 2010, total Jansen 1999"
	scramblingsMethod = "t over scramblings"
)

// The codes of warnings.
const (
	constantCode   = "constant"    // the value is the same at all points
	noEffectCode   = "no_effect"   // a range never changes the value
	fewSamplesCode = "few_samples" // an interval is wide, or the value is the same at all points of a scrambling
)

// Analyze estimates the indices of at least one range under valid assumptions, from a number of
// points per scrambling. The points follow from the seed of the assumptions. Analyze runs on
// GOMAXPROCS goroutines; their number changes nothing. An error is about the ranges, or is the
// cause of the context.
func Analyze(ctx context.Context, a scenario.Assumptions, subject Subject, ranges []vary.Range, samples int) (Result, error) {
	if len(ranges) == 0 {
		return Result{}, errors.New("no assumption varies; give a range, as in failure_rate=0.2:0.6")
	}
	if err := vary.Check(a, ranges); err != nil {
		return Result{}, err
	}
	base, err := newValuer(subject, a, ranges)
	if err != nil {
		return Result{}, err
	}
	assumed, err := base.value()
	if err != nil {
		return Result{}, err
	}
	s := Result{
		Notice: report.Notice, Assumptions: a,
		Metric: subject.Measure.Key, Strategy: subject.Strategies[0].Name, Against: subject.name(1),
		Assumed: stat.Number(assumed),
		Method:  sensitivityMethod, Samples: samples, Scramblings: Scramblings,
	}
	for j, r := range ranges {
		lo, errLo := base.with(j, r.Lo)
		hi, errHi := base.with(j, r.Hi)
		if err := cmp.Or(errLo, errHi); err != nil {
			return Result{}, err
		}
		s.Ranges = append(s.Ranges, Influence{Range: r, AtLo: stat.Number(lo), AtHi: stat.Number(hi)})
	}
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	found, err := scramblings(ctx, a.Seed, len(ranges), samples, func() (model, error) {
		v, err := newValuer(subject, a, ranges)
		return func(point []float64) float64 {
			value, err := v.at(point)
			if err != nil {
				fail(err)
			}
			return value
		}, err
	})
	if err != nil {
		return Result{}, err
	}
	s.estimate(found)
	s.Warnings = s.warnings()
	return s, nil
}

// scramblings estimates the indices from each scrambling, in order. It makes a model for each
// goroutine.
func scramblings(ctx context.Context, seed uint64, k, samples int, newModel func() (model, error)) ([]indices, error) {
	var models []model
	for range min(runtime.GOMAXPROCS(0), Scramblings) {
		f, err := newModel()
		if err != nil {
			return nil, err
		}
		models = append(models, f)
	}
	found := make([]indices, Scramblings)
	var begun atomic.Int64
	var group sync.WaitGroup
	for _, f := range models {
		group.Go(func() {
			for i := begun.Add(1) - 1; i < Scramblings && ctx.Err() == nil; i = begun.Add(1) - 1 {
				found[i] = scrambling(ctx, f, k, samples, halton.Source(seed, uint64(i)+1))
			}
		})
	}
	group.Wait()
	return found, context.Cause(ctx)
}

// estimate sets the estimates to the means over the scramblings.
func (s *Result) estimate(found []indices) {
	of := func(number func(indices) float64) Estimate {
		var all []float64
		for _, x := range found {
			all = append(all, number(x))
		}
		mean, interval := stat.MeanInterval(all, scramblingsMethod)
		return Estimate{mean, interval}
	}
	s.Mean = of(func(x indices) float64 { return x.mean })
	s.SD = of(func(x indices) float64 { return math.Sqrt(x.variance) })
	for j := range s.Ranges {
		r := &s.Ranges[j]
		r.Moves = slices.ContainsFunc(found, func(x indices) bool { return x.moves[j] })
		r.First = of(func(x indices) float64 { return x.first[j] })
		r.Total = of(func(x indices) float64 { return x.total[j] })
		if !r.Moves && r.First.Value.Defined() {
			r.First.Interval = stat.NoInterval(Scramblings)
			r.Total.Interval = stat.NoInterval(Scramblings)
		}
	}
	s.FirstSum = of(func(x indices) float64 {
		sum := 0.0
		for _, first := range x.first {
			sum += first
		}
		return sum
	})
}
