package sweep

import (
	"context"
	"math"

	"errbench/exact"
	"errbench/internal/stat"
	"errbench/internal/vary"
	"errbench/replay"
	"errbench/report"
	"errbench/scenario"
	"errbench/strategy"
)

// evaluator computes the rows of points. Only one goroutine can use it.
type evaluator struct {
	*Sweep
	rows    *rows
	plans   *vary.Plans
	workers int // of each replay
	size    int // of the last chunk, in bytes
}

func (s *Sweep) evaluator(rows *rows, workers int) *evaluator {
	check := func(plans []*strategy.Plan) error { return nil }
	if s.Engine == report.ExactEngine {
		check = func(plans []*strategy.Plan) error { return exact.Refuse(plans...) }
	}
	return &evaluator{s, rows, vary.NewPlans(s.Strategies, check), workers, 0}
}

// point appends the rows of a point as CSV.
func (e *evaluator) point(ctx context.Context, point int64, csv []byte) ([]byte, error) {
	a, values := e.Design.at(point, e.Assumptions)
	return e.rowsAt(ctx, point, a, values, csv)
}

// rowsAt appends the rows of a point whose assumptions are given.
func (e *evaluator) rowsAt(ctx context.Context, point int64, a scenario.Assumptions, values []string, csv []byte) ([]byte, error) {
	plans, err := e.plans.At(a)
	if err != nil {
		return csv, err
	}
	if e.Engine == report.ExactEngine {
		for i, p := range plans {
			csv = e.expected(e.rows.begin(csv, point, values, i), a, p)
		}
		return csv, nil
	}
	t := replay.Run(ctx, a, plans, replay.Options{Workers: e.workers})
	if !t.Complete {
		return csv, context.Cause(ctx)
	}
	for i, p := range plans {
		csv = e.counted(e.rows.begin(csv, point, values, i), a, p, t, i)
	}
	return csv, nil
}

// expected ends the row of a plan with its expectations.
func (e *evaluator) expected(r row, a scenario.Assumptions, p *strategy.Plan) []byte {
	n := a.TotalOperations()
	t := exact.Expect(a.Thresholds(), p, n)
	total := func(m strategy.Metric) stat.Number { return stat.Number(strategy.Total(m, p, t)) }
	none := stat.Number(math.NaN())
	rate := func(m strategy.Metric) stat.Number { return total(m) / stat.Number(n) }
	r.whole(n)
	r.real(rate(strategy.Resolved))
	r.real(none)
	r.real(none)
	r.real(rate(strategy.Attempts))
	for _, m := range e.rows.metrics {
		if exact.Has(p, m) {
			r.real(total(m))
		} else {
			r.real(none)
		}
	}
	return r.end(closedForm)
}

// counted ends the row of plan i with its counts.
func (e *evaluator) counted(r row, a scenario.Assumptions, p *strategy.Plan, t *replay.Tally, i int) []byte {
	tally, n := t.Of(i), t.Operations
	total := func(m strategy.Metric) int64 { return strategy.Total(m, p, tally) }
	interval := report.ResolutionInterval(a.Thresholds(), p, t, i)
	r.whole(n)
	r.real(stat.Number(float64(total(strategy.Resolved)) / float64(n)))
	r.real(interval.Lo)
	r.real(interval.Hi)
	r.real(stat.Number(float64(total(strategy.Attempts)) / float64(n)))
	for _, m := range e.rows.metrics {
		r.whole(total(m))
	}
	return r.end(interval.Method)
}
