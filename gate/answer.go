package gate

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"errbench/internal/stat"
)

// Answer says whether a metric has changed.
type Answer string

// The answers.
const (
	Changed    Answer = "changed"
	Unchanged  Answer = "unchanged"
	CannotTell Answer = "cannot tell"
)

// The methods of answers.
const (
	exactMethod  = "exact" // the metric cannot vary, so both sides must agree
	normalMethod = "normal, variance in closed form"
	boundMethod  = "Bernstein's bound, variance in closed form"
	welchMethod  = "Welch's t over runs"
	openMethod   = "none: no closed form" // nor a variation over runs
)

// MetricAnswer compares one metric, per operation, across streams.
type MetricAnswer struct {
	Path       string      `json:"path"`
	Baseline   stat.Number `json:"baseline"`
	Current    stat.Number `json:"current"`
	Difference stat.Number `json:"difference"`
	Level      stat.Number `json:"level"` // of the interval; null if the metric cannot vary or its variance is unknown
	Lo         stat.Number `json:"lo"`    // of the difference; null as level is
	Hi         stat.Number `json:"hi"`    // of the difference; null as level is
	Method     string      `json:"method"`
	P          stat.Number `json:"p"` // adjusted by Holm for the number of metrics that vary; null as level is
	Answer     Answer      `json:"answer"`
	// Needed is the number of operations of each side that give an answer with a
	// probability of 90 %: with a margin the answer unchanged, if nothing has changed;
	// without one the answer changed, if the difference is as large as it was found.
	// It is null if there is an answer, and if the number is unknown.
	Needed *int64 `json:"operations_needed"`
}

const (
	intervalLevel = 0.9
	// normal95 and normal90 are quantiles of the normal distribution.
	normal95 = 1.6448536269514722
	normal90 = 1.2815515655446004
)

func newAnswer(q quantity, p pair, i int) MetricAnswer {
	return MetricAnswer{
		Path: q.path, Level: intervalLevel,
		Baseline:   stat.Number(float(p.baseline.perOperation(i))),
		Current:    stat.Number(float(p.current.perOperation(i))),
		Difference: stat.Number(p.difference(i)),
	}
}

// plainAnswer compares a metric without an interval: it cannot vary, or its variance is
// unknown.
func (q quantity) plainAnswer(p pair, i int) MetricAnswer {
	a := newAnswer(q, p, i)
	a.Level, a.Lo, a.Hi, a.P = stat.Undefined, stat.Undefined, stat.Undefined, stat.Undefined
	switch {
	case q.open:
		a.Method, a.Answer = openMethod, CannotTell
	case p.baseline.perOperation(i).Cmp(p.current.perOperation(i)) == 0:
		a.Method, a.Answer = exactMethod, Unchanged
	default:
		a.Method, a.Answer = exactMethod, Changed
	}
	return a
}

// testedAnswer compares one of the metrics that have a p-value. A metric is changed only
// if the joint test has found a change, so that all answers together keep the
// false-alarm probability of that test.
func (x Across) testedAnswer(q quantity, p pair, i int, adjusted float64, metrics int, joint Joint) MetricAnswer {
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
		a.Needed = x.needed(q.perOperationVariance(p), float64(a.Difference), metrics)
	}
	return a
}

// method returns the name of the test.
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

// needed returns the operations of each side that give an answer in nine of ten
// cases. With a margin there are two one-sided tests of no change, each missed in one
// of twenty (Schuirmann 1987, J. Pharmacokin. Biopharm. 15:657):
//
//	2*variance*((normal95 + normal95)/margin)^2
//
// Without a margin there is a two-sided test of the difference at alpha over the
// number of metrics, the hardest step of Holm.
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
	operations := int64(n)
	return &operations
}

// difference returns the difference with its interval, each number in the format.
func (a MetricAnswer) difference(format string) string {
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
