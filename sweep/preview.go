package sweep

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math"
	"strings"
	"time"

	"errbench/internal/stat"
	"errbench/internal/view"
	"errbench/report"
	"errbench/scenario"
)

// Preview is the size of a sweep and its estimated cost.
type Preview struct {
	Assumptions scenario.Assumptions `json:"assumptions"`
	Engine      string               `json:"engine"`
	Design      Points               `json:"design"`
	Points      int64                `json:"points"`     // of the shard
	Rows        int64                `json:"rows"`       // a point and strategy each
	Operations  stat.Number          `json:"operations"` // replayed, estimated; null for the closed form
	Bytes       stat.Number          `json:"bytes"`      // of the rows in a folder, estimated
	Seconds     stat.Number          `json:"seconds"`    // on this machine, estimated
	Workers     int                  `json:"workers"`
	Shown       []PreviewPoint       `json:"shown"` // the first points
}

// PreviewPoint is a point and the values of its axes.
type PreviewPoint struct {
	Point int64    `json:"point"`
	At    []string `json:"at"`
}

// A preview computes at most this number of points, evenly over the design, until this time
// has passed. It replays at most about this number of operations at each.
const (
	probes          = 100
	probeTime       = 200 * time.Millisecond
	probeOperations = 1 << 20
)

// Preview computes a few points of the sweep and estimates the cost of all of them with a
// number of workers, at least 1. The clock measures the time.
func (s *Sweep) Preview(ctx context.Context, workers int, clock func() time.Time) (Preview, error) {
	d, err := s.document()
	if err != nil {
		return Preview{}, err
	}
	first, end := s.Shard.Range(s.Design.Points)
	p := Preview{
		Assumptions: d.Assumptions, Engine: s.Engine, Design: d.Design, Workers: workers,
		Points: end - first, Rows: (end - first) * int64(len(s.Strategies)), Operations: stat.Number(math.NaN()),
	}
	probed, err := s.probe(ctx, s.evaluator(s.rows(), 1), first, p.Points, clock)
	if err != nil {
		return Preview{}, err
	}
	each := float64(p.Points) / max(1, probed.points)
	p.Bytes = stat.Number(math.Round(probed.bytes * each))
	p.Seconds = stat.Number(probed.seconds * each / float64(workers))
	if s.Engine == report.ReplayEngine {
		p.Operations = stat.Number(math.Round(probed.operations * each))
	}
	for point := first; point < min(end, first+maxShown); point++ {
		_, values := s.Design.at(point, s.Assumptions)
		l := PreviewPoint{Point: point}
		for i, x := range s.Design.Axes {
			l.At = append(l.At, x.Key+"="+values[i])
		}
		p.Shown = append(p.Shown, l)
	}
	return p, nil
}

// probed holds sums over the computed points.
type probed struct{ points, operations, bytes, seconds float64 }

// probe computes a few points, evenly over the points from first on.
func (s *Sweep) probe(ctx context.Context, e *evaluator, first, points int64, clock func() time.Time) (probed, error) {
	var sum probed
	written := newFindings(e.rows, Points{}) // a sweep spends this time too, and the time of the disk
	begun := clock()
	for i := range min(probes, points) {
		point := first + points/min(probes, points)*i
		a, values := s.Design.at(point, s.Assumptions)
		part := a
		part.Operations = min(a.Operations, probeOperations)
		part.Runs = min(a.Runs, max(1, probeOperations/part.Operations))
		from := clock()
		csv, err := e.rowsAt(ctx, point, part, values, nil)
		if err != nil {
			return sum, err
		}
		lines, _, err := written.take(csv)
		if err != nil {
			return sum, err
		}
		sha256.Sum256(lines)
		sum.points++
		sum.operations += float64(a.TotalOperations())
		sum.bytes += float64(len(lines))
		sum.seconds += float64(clock().Sub(from).Seconds() * float64(a.TotalOperations()) / float64(part.TotalOperations()))
		if clock().Sub(begun) > probeTime {
			break
		}
	}
	return sum, nil
}

// Sections implements view.View.
func (p Preview) Sections() []view.Section {
	headers := []string{"point"}
	for _, x := range p.Design.Axes {
		headers = append(headers, x.Key)
	}
	t := view.Table{Columns: view.Columns(0, headers...)}
	for _, l := range p.Shown {
		row := []string{stat.Count(l.Point)}
		for _, at := range l.At {
			_, value, _ := strings.Cut(at, "=")
			row = append(row, value)
		}
		t.AddTexts(row...)
	}
	points := view.Section{Title: "Points", Table: t}
	if left := p.Points - int64(len(p.Shown)); left > 0 {
		points.Text = []string{fmt.Sprintf("The first %d; %s more follow.", len(p.Shown), stat.Count(left))}
	}
	cost := fmt.Sprintf("%s, %s, about %s in a folder.", stat.Plural(p.Points, "point"), stat.Plural(p.Rows, "row"), size(float64(p.Bytes)))
	if p.Operations.Defined() {
		cost += fmt.Sprintf(" It replays about %s operations.", stat.Fixed(p.Operations, 0))
	}
	cost += fmt.Sprintf(" It takes about %s with %s on this machine.", p.duration(), stat.Plural(int64(p.Workers), "worker"))
	return []view.Section{points, {Title: "Cost", Text: []string{cost, "Nothing was written."}}}
}

// duration returns the seconds with two digits.
func (p Preview) duration() string {
	const day = 24 * 60 * 60
	if p.Seconds > 2*day {
		return stat.Fixed(p.Seconds/day, 0) + " days"
	}
	d := time.Duration(float64(p.Seconds) * float64(time.Second))
	unit := time.Nanosecond
	for d/unit >= 100 {
		unit *= 10
	}
	return d.Round(unit).String()
}
