package sweep

import (
	"context"
	"math"

	"errbench/exact"
	"errbench/replay"
	"errbench/report"
	"errbench/scenario"
	"errbench/strategy"
)

// evaluator finds what the strategies do at a point. It is safe for concurrent
// use.
type evaluator struct {
	*Sweep
	rows    *rows
	workers int // of each replay
}

// point appends the rows of a point as CSV.
func (e *evaluator) point(ctx context.Context, point int64, csv []byte) ([]byte, error) {
	a, values := e.Design.At(point, e.Assumptions)
	return e.rowsAt(ctx, point, a, values, csv)
}

// rowsAt appends the rows of a point whose assumptions are given.
func (e *evaluator) rowsAt(ctx context.Context, point int64, a scenario.Assumptions, values []string, csv []byte) ([]byte, error) {
	plans := make([]*strategy.Plan, len(e.Strategies))
	for i, s := range e.Strategies {
		var err error
		if plans[i], err = strategy.Compile(s, a); err != nil {
			return csv, err
		}
	}
	if e.Engine == report.ExactEngine {
		if err := exact.Refuse(plans...); err != nil {
			return csv, err
		}
		for i, p := range plans {
			csv = e.expected(e.rows.begin(csv, point, values, i), a, p)
		}
		return csv, nil
	}
	t, err := replay.Run(ctx, a, plans, replay.Options{Workers: e.workers})
	if err != nil {
		return csv, err
	}
	for i, p := range plans {
		csv = e.counted(e.rows.begin(csv, point, values, i), a, p, tallyOf(t, i))
	}
	return csv, nil
}

// expected ends the row of a plan with what is expected of it.
func (e *evaluator) expected(r row, a scenario.Assumptions, p *strategy.Plan) []byte {
	n := a.TotalOperations()
	t := exact.Expect(a.Thresholds(), p, n)
	total := func(m strategy.Metric) report.Number { return report.Number(strategy.Total(m, p, t)) }
	none := report.Number(math.NaN())
	rate := func(m strategy.Metric) report.Number { return total(m).Written() / report.Number(n) } // as in summaries
	r.whole(n)
	r.real(rate(strategy.Resolved))
	r.real(none)
	r.real(none)
	r.real(rate(strategy.Attempts))
	_, random := randomWait(p)
	for _, m := range e.rows.metrics {
		if m == strategy.WaitedMS && random {
			r.real(none)
		} else {
			r.real(total(m))
		}
	}
	return r.end(closedForm)
}

// tallyOf returns what was counted of a plan, and what it waited where
// chance decides that.
func tallyOf(t *replay.Tally, i int) strategy.Tally[int64] {
	of := t.Of(i)
	of.WaitedMS = t.Plans[i].WaitedMS
	return of
}

// counted ends the row of a plan with what was counted of it.
func (e *evaluator) counted(r row, a scenario.Assumptions, p *strategy.Plan, t strategy.Tally[int64]) []byte {
	total := func(m strategy.Metric) int64 { return strategy.Total(m, p, t) }
	n := t.Operations
	interval := report.Wilson(total(strategy.Resolved), n)
	if exact.Refuse(p) == nil && exact.Constant(a.Thresholds(), exact.Quantity{Plan: p, Metric: strategy.Resolved}, exact.Quantity{}) {
		interval = report.NoInterval(n)
	}
	r.whole(n)
	r.real(report.Number(float64(total(strategy.Resolved)) / float64(n)))
	r.real(interval.Lo)
	r.real(interval.Hi)
	r.real(report.Number(float64(total(strategy.Attempts)) / float64(n)))
	for _, m := range e.rows.metrics {
		r.whole(total(m))
	}
	return r.end(interval.Method)
}
