package report

import (
	"math"

	"errbench/internal/stat"
)

// is demands the interval of a resolution rate that follows from other numbers. The
// quantile of one over runs has another last digit on another processor.
func intervalIs(i stat.Interval, other stat.Interval) []rule {
	if i.Method != stat.RunsMethod || other.Method != stat.RunsMethod {
		return []rule{follows("resolution_interval", i, other)}
	}
	const digit = 2e-9
	return under("resolution_interval",
		follows("level", i.Level, other.Level),
		follows("n", i.N, other.N),
		within("lo", i.Lo, other.Lo-digit, other.Lo+digit),
		within("hi", i.Hi, other.Hi-digit, other.Hi+digit))
}

// rules is of an interval over runs: whether chance can change its number at
// all is a matter of the plans, which a summary does not hold.
func intervalRules(i stat.Interval, center stat.Number, method string, runs int64) []rule {
	constant := i.Method == stat.ExactMethod && center.Defined()
	level := stat.Number(stat.Level)
	if constant {
		method, level = stat.ExactMethod, stat.Undefined
	}
	rules := []rule{fixedText("method", i.Method, method), follows("level", i.Level, level), follows("n", i.N, runs)}
	if constant || runs < 2 || !center.Defined() {
		return append(rules, follows("lo", i.Lo, stat.Undefined), follows("hi", i.Hi, stat.Undefined))
	}
	return append(rules, intervalAroundRules(i, center.Written())...)
}

// aroundRules is of the ends of an interval over at least two runs: the center
// lies in their middle, or both are null where the runs did not differ.
func intervalAroundRules(i stat.Interval, center stat.Number) []rule {
	if !i.Lo.Defined() || !i.Hi.Defined() {
		return []rule{follows("lo", i.Lo, stat.Undefined), follows("hi", i.Hi, stat.Undefined)}
	}
	if i.Lo > center || i.Hi < center {
		return []rule{
			{"lo", i.Lo, i.Lo <= center, "at most " + center.Text() + " works"},
			{"hi", i.Hi, i.Hi >= center, "at least " + center.Text() + " works"},
		}
	}
	// Three numbers are rounded to 9 decimals; large ones have fewer.
	tolerance := 3e-9 + float64(0x1p-50*max(math.Abs(float64(i.Lo)), math.Abs(float64(i.Hi))))
	off := math.Abs(float64(i.Lo + i.Hi - stat.Number(2*center)))
	mirrored := (stat.Number(2*center) - i.Lo).Written()
	return []rule{{"hi", i.Hi, off <= tolerance, "by the other numbers it is " + mirrored.Text()}}
}
