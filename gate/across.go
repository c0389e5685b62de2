package gate

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/stat/distuv"

	"errbench/exact"
	"errbench/report"
	"errbench/rng"
	"errbench/scenario"
	"errbench/strategy"
)

// Across asks for a comparison of distributions, for summaries that were
// simulated on rolls of their own. The hypothesis is that both come from the
// plans.
type Across struct {
	Thresholds scenario.Thresholds
	Plans      []*strategy.Plan // in the order of the results
	Alpha      float64          // chance of a false alarm, between 0 and 1
	// Margin is the largest difference per operation that makes no difference,
	// at least 0; nil where none was named, and then nothing varying is called
	// unchanged.
	Margin *float64
}

// Word answers whether a metric has changed.
type Word string

// The answers.
const (
	Changed    Word = "changed"
	Unchanged  Word = "unchanged"
	CannotTell Word = "cannot tell"
)

// The methods of answers.
const (
	exactMethod  = "exact" // the metric cannot vary, so both sides must agree
	normalMethod = "normal, variance in closed form"
)

// Joint is one test of all metrics of all strategies that vary.
type Joint struct {
	Method           string        `json:"method"`
	Statistic        report.Number `json:"statistic"`          // squared Mahalanobis distance
	DegreesOfFreedom int           `json:"degrees_of_freedom"` // rank of the metrics
	P                report.Number `json:"p"`                  // 0 is less than 1e-9
	Alpha            report.Number `json:"alpha"`
	Rejected         bool          `json:"rejected"` // p <= alpha
	// SmallCounts are the metrics whose counts vary too little for the normal
	// and the chi-squared distribution to be near.
	SmallCounts []string `json:"small_counts"`
}

// Answer is what a comparison says of one metric, per operation.
type Answer struct {
	Path       string        `json:"path"`
	Baseline   report.Number `json:"baseline"`
	Current    report.Number `json:"current"`
	Difference report.Number `json:"difference"`
	Level      report.Number `json:"level"` // of the interval of the difference
	Lo         report.Number `json:"lo"`    // null where the metric cannot vary
	Hi         report.Number `json:"hi"`    // likewise
	Method     string        `json:"method"`
	P          report.Number `json:"p"` // adjusted by Holm for the metrics that vary; null where the metric cannot
	Answer     Word          `json:"answer"`
	// Needed is how many operations each side would need for an answer with a
	// chance of 90 %: for unchanged, with a margin and no change; else for
	// changed, if the difference found were true. Null where it was answered,
	// or nothing can be said.
	Needed *int64 `json:"operations_needed"`
}

const (
	intervalLevel = 0.9
	// normal95 and normal90 are quantiles of the normal distribution.
	normal95 = 1.6448536269514722
	normal90 = 1.2815515655446004
	// smallVariance is that of a count below which the chi-squared distribution
	// is a poor guide, the common rule for n*p*(1-p).
	smallVariance = 10
)

// Refuse returns why two summaries cannot be compared across streams, or nil.
func (x Across) Refuse(baseline, current scenario.Assumptions) error {
	for _, side := range []struct {
		name string
		a    scenario.Assumptions
	}{{"baseline", baseline}, {"current run", current}} {
		if side.a.Stream == rng.LCG32V1 {
			return fmt.Errorf("the %s is on %s, whose runs are correlated, so that no distribution can be compared; two summaries on %s work, or equality on the same stream", side.name, rng.LCG32V1, rng.CounterV1)
		}
	}
	if baseline.Seed == current.Seed && baseline.Stream == current.Stream {
		return fmt.Errorf("both sides have seed %d on %s, so they share their rolls; another seed works", current.Seed, current.Stream)
	}
	return nil
}

// quantity is a metric of a plan with its path.
type quantity struct {
	exact.Quantity
	path     string
	result   int // index of the strategy
	constant bool
	variance float64 // of one operation
}

// quantities returns every metric of every plan. Failures come before any
// strategy acts, so they are there once.
func (x Across) quantities() []quantity {
	var all []quantity
	for i, p := range x.Plans {
		for _, m := range strategy.Metrics() {
			path := p.Strategy.Name + "." + m.String()
			if m <= strategy.NotFoundFailures {
				path = m.String()
				if i > 0 {
					continue
				}
			}
			q := quantity{Quantity: exact.Quantity{Plan: p, Metric: m}, path: path, result: i}
			if q.constant = q.Constant(x.Thresholds); !q.constant {
				q.variance = exact.Covariance(x.Thresholds, q.Quantity, q.Quantity)
			}
			all = append(all, q)
		}
	}
	return all
}

// sample is the totals of quantities over a number of operations.
type sample struct {
	operations int64
	totals     []int64
}

func sampleOf(s report.Summary, quantities []quantity) sample {
	counts := make([]map[string]string, len(s.Results))
	for i, r := range s.Results {
		counts[i] = map[string]string{}
		for _, v := range report.Flatten("", r) {
			counts[i][v.Key] = v.Text
		}
	}
	out := sample{operations: s.Results[0].Operations}
	for _, q := range quantities {
		total, err := strconv.ParseInt(counts[q.result][q.Metric.String()], 10, 64)
		if err != nil {
			panic("gate: a summary holds every metric: " + err.Error())
		}
		out.totals = append(out.totals, total)
	}
	return out
}

// perOperation returns total i for one operation.
func (s sample) perOperation(i int) *big.Rat { return big.NewRat(s.totals[i], s.operations) }

// difference returns current - baseline per operation, exactly.
func difference(baseline, current sample, i int) *big.Rat {
	return new(big.Rat).Sub(current.perOperation(i), baseline.perOperation(i))
}

// scale returns what the covariance of one operation is multiplied by in a
// difference of two means: 1/n1 + 1/n2.
func scale(baseline, current sample) float64 {
	return 1/float64(baseline.operations) + 1/float64(current.operations)
}

// compare answers for all metrics together and for each.
func (x Across) compare(baseline, current report.Summary) (Joint, []Answer) {
	quantities := x.quantities()
	was, is := sampleOf(baseline, quantities), sampleOf(current, quantities)
	joint := x.joint(quantities, was, is)
	var p []float64
	for i, q := range quantities {
		if !q.constant {
			p = append(p, pValue(float(difference(was, is, i))/math.Sqrt(q.variance*scale(was, is))))
		}
	}
	adjusted := holm(p)
	answers := []Answer{}
	for i, q := range quantities {
		if q.constant {
			answers = append(answers, q.constantAnswer(was, is, i))
			continue
		}
		answers = append(answers, x.answer(q, was, is, i, adjusted[0], len(p), joint))
		adjusted = adjusted[1:]
	}
	return joint, answers
}

// joint tests all metrics that vary at once. The differences have the
// covariance of one operation times [scale].
func (x Across) joint(quantities []quantity, was, is sample) Joint {
	var vary []exact.Quantity
	var d []float64
	small := []string{}
	unit := math.Sqrt(scale(was, is))
	for i, q := range quantities {
		if q.constant {
			continue
		}
		vary = append(vary, q.Quantity)
		d = append(d, float(difference(was, is, i))/unit)
		if float64(min(was.operations, is.operations))*q.variance < smallVariance {
			small = append(small, q.path)
		}
	}
	distance := exact.DistanceOf(x.Thresholds, vary, d, 1)
	j := Joint{
		Method: "chi-squared, covariance in closed form", Statistic: report.Number(distance.Squared),
		DegreesOfFreedom: distance.Rank, P: 1, Alpha: report.Number(x.Alpha), SmallCounts: small,
	}
	if distance.Rank > 0 {
		j.P = rounded(distuv.ChiSquared{K: float64(distance.Rank)}.Survival(distance.Squared))
	}
	j.Rejected = j.P <= j.Alpha
	return j
}

// constantAnswer compares a metric that has the same value for every operation.
func (q quantity) constantAnswer(was, is sample, i int) Answer {
	a := newAnswer(q, was, is, i)
	a.Method, a.Answer = exactMethod, Changed
	if was.perOperation(i).Cmp(is.perOperation(i)) == 0 {
		a.Answer = Unchanged
	}
	a.Lo, a.Hi, a.P = undefined, undefined, undefined
	return a
}

// answer compares a metric that varies, of so many. A metric is called changed
// only after the joint test has found a change, so that all answers together
// keep its chance of a false alarm.
func (x Across) answer(q quantity, was, is sample, i int, p float64, metrics int, joint Joint) Answer {
	a := newAnswer(q, was, is, i)
	half := report.Number(normal95 * math.Sqrt(q.variance*scale(was, is)))
	a.Lo, a.Hi = a.Difference-half, a.Difference+half
	a.Method, a.P = normalMethod, rounded(p)
	switch {
	case joint.Rejected && a.P <= joint.Alpha:
		a.Answer = Changed
	case x.Margin != nil && -*x.Margin < float64(a.Lo) && float64(a.Hi) < *x.Margin:
		a.Answer = Unchanged
	default:
		a.Answer = CannotTell
		a.Needed = x.needed(q.variance, float64(a.Difference), metrics)
	}
	return a
}

// needed returns the operations of each side that an answer takes in nine of
// ten cases. With a margin that is two one-sided tests of no change, each
// missed in one of twenty (Schuirmann 1987, J. Pharmacokin. Biopharm. 15:657):
//
//	2*variance*((normal95 + normal95)/margin)^2
//
// Without one it is a two-sided test of the difference at alpha over the number
// of metrics, the hardest step of Holm.
func (x Across) needed(variance, difference float64, metrics int) *int64 {
	quantiles, distance := normal95+normal95, 0.0
	if x.Margin != nil {
		distance = *x.Margin
	} else {
		quantiles = distuv.UnitNormal.Quantile(1-x.Alpha/float64(2*metrics)) + normal90
		distance = difference
	}
	n := math.Ceil(2 * variance * math.Pow(quantiles/distance, 2))
	if !(n < 1<<53) {
		return nil
	}
	whole := int64(n)
	return &whole
}

func newAnswer(q quantity, was, is sample, i int) Answer {
	return Answer{
		Path: q.path, Level: intervalLevel,
		Baseline:   report.Number(float(was.perOperation(i))),
		Current:    report.Number(float(is.perOperation(i))),
		Difference: report.Number(float(difference(was, is, i))),
	}
}

var undefined = report.Number(math.NaN())

// pValue returns the two-sided chance of a normal deviate at least as large.
func pValue(z float64) float64 { return math.Erfc(math.Abs(z) / math.Sqrt2) }

// rounded returns the number as it is printed, so that what is decided by it
// does not depend on the processor.
func rounded(p float64) report.Number { return report.Number(math.Round(p*1e9) / 1e9) }

func float(r *big.Rat) float64 {
	f, _ := r.Float64()
	return f
}

func (j Joint) line() string {
	return fmt.Sprintf("distance %.2f on %d degrees of freedom, p = %s, alpha = %v", float64(j.Statistic), j.DegreesOfFreedom, showP(j.P), float64(j.Alpha))
}

func (j Joint) text(n Operations) string {
	text := fmt.Sprintf("%d operations against the baseline's %d, on rolls of their own. Brackets hold 90 %% intervals of the difference; p is adjusted for the number of metrics (Holm). The operations needed are those of each side that answer in nine of ten cases: with a margin unchanged, if nothing has changed; without one changed, if the difference is as large as it was found.", n.Current, n.Baseline)
	if len(j.SmallCounts) > 0 {
		text += fmt.Sprintf(" Warning (small_counts): %d metrics have counts too small for p to be trusted; more operations work.", len(j.SmallCounts))
	}
	return text
}

// showP writes a probability, however small.
func showP(p report.Number) string {
	switch {
	case !p.Defined():
		return "-"
	case p == 0:
		return "less than 1e-9"
	default:
		return fmt.Sprintf("%.3g", float64(p))
	}
}

func (o Outcome) metricTable() report.Table {
	t := report.Table{Left: 1, Header: []string{"metric", "baseline", "current", "difference", "p", "answer", "operations needed"}}
	metrics := slices.Clone(o.Metrics) // the gravest first
	rank := map[Word]int{Changed: 0, CannotTell: 1, Unchanged: 2}
	slices.SortStableFunc(metrics, func(a, b Answer) int { return rank[a.Answer] - rank[b.Answer] })
	for _, a := range metrics {
		difference, needed := "exact", "-"
		if a.Lo.Defined() {
			difference = fmt.Sprintf("%+.5f [%.5f, %.5f]", float64(a.Difference), float64(a.Lo), float64(a.Hi))
		}
		if a.Needed != nil {
			needed = strconv.FormatInt(*a.Needed, 10)
		}
		t.Rows = append(t.Rows, []string{a.Path, fmt.Sprintf("%.5f", float64(a.Baseline)), fmt.Sprintf("%.5f", float64(a.Current)),
			difference, showP(a.P), string(a.Answer), needed})
	}
	return t
}
