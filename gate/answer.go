package gate

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"errbench/internal/stat"
	"errbench/internal/view"
)

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
	boundMethod  = "Bernstein's bound, variance in closed form"
	welchMethod  = "Welch's t over runs"
	openMethod   = "none: no closed form" // and no spread of runs
)

// Answer is what a comparison says of one metric, per operation.
type Answer struct {
	Path       string      `json:"path"`
	Baseline   stat.Number `json:"baseline"`
	Current    stat.Number `json:"current"`
	Difference stat.Number `json:"difference"`
	Level      stat.Number `json:"level"` // of the interval of the difference; null where the metric cannot vary, or nothing tells how much
	Lo         stat.Number `json:"lo"`    // likewise
	Hi         stat.Number `json:"hi"`    // likewise
	Method     string      `json:"method"`
	P          stat.Number `json:"p"` // adjusted by Holm for the metrics that vary; null where the metric cannot, or nothing tells how much
	Answer     Word        `json:"answer"`
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
)

func newAnswer(q quantity, p pair, i int) Answer {
	return Answer{
		Path: q.path, Level: intervalLevel,
		Baseline:   stat.Number(float(p.baseline.perOperation(i))),
		Current:    stat.Number(float(p.current.perOperation(i))),
		Difference: stat.Number(p.difference(i)),
	}
}

var undefined = stat.Number(math.NaN())

// constantAnswer compares a metric that has the same value for every operation.
func (q quantity) constantAnswer(p pair, i int) Answer {
	a := newAnswer(q, p, i)
	a.Method, a.Answer = exactMethod, Changed
	if p.baseline.perOperation(i).Cmp(p.current.perOperation(i)) == 0 {
		a.Answer = Unchanged
	}
	a.Level, a.Lo, a.Hi, a.P = undefined, undefined, undefined, undefined
	return a
}

// answer compares a metric that varies, of so many. A metric is called changed
// only after the joint test has found a change, so that all answers together
// keep its chance of a false alarm.
func (x Across) answer(q quantity, p pair, i int, adjusted float64, metrics int, joint Joint) Answer {
	a := newAnswer(q, p, i)
	d, half := p.difference(i), q.halfWidth(p, i)
	a.Lo, a.Hi = rounded(d-half), rounded(d+half)
	a.Method, a.P = q.method(p), rounded(adjusted)
	switch {
	case joint.Rejected && a.P <= joint.Alpha:
		a.Answer = Changed
	case x.Margin != nil && -*x.Margin < float64(a.Lo) && float64(a.Hi) < *x.Margin:
		a.Answer = Unchanged
	default:
		a.Answer = CannotTell
		a.Needed = x.needed(q.spread(p), float64(a.Difference), metrics)
	}
	return a
}

// method names how a metric that varies is compared.
func (q quantity) method(p pair) string {
	switch {
	case q.open:
		return welchMethod
	case p.small(q.variance):
		return boundMethod
	default:
		return normalMethod
	}
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
		quantiles = float64(rounded(distuv.UnitNormal.Quantile(1-x.Alpha/float64(2*metrics)))) + normal90
		distance = difference
	}
	ratio := quantiles / distance
	n := math.Ceil(float64(2*variance) * float64(ratio*ratio))
	if !(n < 1<<53) {
		return nil
	}
	whole := int64(n)
	return &whole
}

// difference writes the difference with its interval, each number in a format.
func (a Answer) difference(format string) string {
	show := func(n stat.Number) string { return fmt.Sprintf(format, float64(n)) }
	text := show(a.Difference)
	if !strings.HasPrefix(text, "-") {
		text = "+" + text
	}
	switch a.Method {
	case exactMethod:
		return text + " [exact]"
	case openMethod:
		return text
	}
	return fmt.Sprintf("%s [%s, %s]", text, show(a.Lo), show(a.Hi))
}

// metricTable lists the answers, the gravest first.
func (o Outcome) metricTable() view.Table {
	t := view.Table{Columns: view.Columns(1, "metric", "baseline", "current", "difference", "p", "answer", "operations needed")}
	metrics := slices.Clone(o.Metrics)
	rank := map[Word]int{Changed: 0, CannotTell: 1, Unchanged: 2}
	slices.SortStableFunc(metrics, func(a, b Answer) int { return rank[a.Answer] - rank[b.Answer] })
	for _, a := range metrics {
		needed := "-"
		if a.Needed != nil {
			needed = strconv.FormatInt(*a.Needed, 10)
		}
		t.AddTexts(a.Path, fmt.Sprintf("%.5f", float64(a.Baseline)), fmt.Sprintf("%.5f", float64(a.Current)),
			a.difference("%.5f"), showP(a.P), string(a.Answer), needed)
	}
	return t
}
