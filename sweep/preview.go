package sweep

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"errbench/report"
	"errbench/scenario"
)

// Preview tells what a sweep would compute and about what it would cost.
type Preview struct {
	Assumptions scenario.Assumptions `json:"assumptions"`
	Engine      string               `json:"engine"`
	Design      Points               `json:"design"`
	Points      int64                `json:"points"`     // of the shard
	Rows        int64                `json:"rows"`       // a point and strategy each
	Operations  report.Number        `json:"operations"` // to be replayed, about; null for the closed form
	Bytes       report.Number        `json:"bytes"`      // of both files of rows, about
	Seconds     report.Number        `json:"seconds"`    // on this machine, about
	Workers     int                  `json:"workers"`
	Shown       []Listed             `json:"shown"` // the first points
}

// Listed is a point in a list.
type Listed struct {
	Point int64    `json:"point"`
	At    []string `json:"at"`
}

// The most that a preview computes: so many points, evenly over the design, and
// as long as that.
const (
	probes    = 100
	probeTime = 200 * time.Millisecond
)

// Preview computes a few points of the sweep, by the clock, and tells from them
// what all would cost with so many workers, at least 1.
func (s *Sweep) Preview(ctx context.Context, workers int, clock func() time.Time) (Preview, error) {
	d, err := s.document()
	if err != nil {
		return Preview{}, err
	}
	first, end := s.Shard.Range(s.Design.Points)
	p := Preview{
		Assumptions: d.Assumptions, Engine: s.Engine, Design: d.Design, Workers: workers,
		Points: end - first, Rows: (end - first) * int64(len(s.Strategies)), Operations: report.Number(math.NaN()),
	}
	rows := newRows(s.Design.keys(), s.names())
	e := &evaluator{s, rows, 1}
	begun := clock()
	var probed, operations, bytes float64
	for i := range min(probes, p.Points) {
		point := first + p.Points/min(probes, p.Points)*i
		csv, err := e.point(ctx, point, nil)
		if err != nil {
			return Preview{}, err
		}
		a, _ := s.Design.At(point, s.Assumptions)
		probed, operations, bytes = probed+1, operations+float64(a.TotalOperations()), bytes+float64(len(csv))
		if clock().Sub(begun) > probeTime {
			break
		}
	}
	each := float64(p.Points) / max(1, probed)
	jsonl := float64(float64(p.Rows) * float64(len(rows.line(nil, make([][]byte, len(rows.columns)), 0))-len("null")*len(rows.columns)-len(rows.columns)))
	p.Bytes = report.Number(math.Round(float64(2*bytes*each) + jsonl))
	p.Seconds = report.Number(clock().Sub(begun).Seconds() * each / float64(workers))
	if s.Engine == report.ReplayEngine {
		p.Operations = report.Number(math.Round(operations * each))
	}
	for point := first; point < min(end, first+maxShown); point++ {
		_, values := s.Design.At(point, s.Assumptions)
		l := Listed{Point: point}
		for i, x := range s.Design.Axes {
			l.At = append(l.At, x.Key+"="+values[i])
		}
		p.Shown = append(p.Shown, l)
	}
	return p, nil
}

// Sections implements report.View.
func (p Preview) Sections() []report.Section {
	t := report.Table{Header: []string{"point"}}
	for _, x := range p.Design.Axes {
		t.Header = append(t.Header, x.Key)
	}
	for _, l := range p.Shown {
		row := []string{report.Count(l.Point)}
		for _, at := range l.At {
			_, value, _ := strings.Cut(at, "=")
			row = append(row, value)
		}
		t.Rows = append(t.Rows, row)
	}
	points := report.Section{Title: "Points", Table: t}
	if left := p.Points - int64(len(p.Shown)); left > 0 {
		points.Text = []string{fmt.Sprintf("The first %d; %s more follow.", len(p.Shown), report.Count(left))}
	}
	cost := fmt.Sprintf("%s, %s, about %s in a folder.", report.Plural(p.Points, "point"), report.Plural(p.Rows, "row"), size(float64(p.Bytes)))
	if p.Operations.Defined() {
		cost += fmt.Sprintf(" About %s operations are replayed.", report.Fixed(p.Operations, 0))
	}
	cost += fmt.Sprintf(" About %v with %s on this machine.", p.duration(), report.Plural(int64(p.Workers), "worker"))
	return []report.Section{points, {Title: "Cost", Text: []string{cost, "Nothing was written."}}}
}

// duration returns the seconds, to two digits.
func (p Preview) duration() time.Duration {
	d := time.Duration(float64(p.Seconds) * float64(time.Second))
	unit := time.Nanosecond
	for d/unit >= 100 {
		unit *= 10
	}
	return d.Round(unit)
}
