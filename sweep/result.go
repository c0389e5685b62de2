package sweep

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"errbench/internal/stat"
	"errbench/internal/view"
	"errbench/report"
)

// Result is the document of a sweep with its findings. A Result that is not Complete has no
// findings; Done and Cause say how far the sweep came.
type Result struct {
	Document
	Done  int64 `json:"-"` // points that the folder holds
	Cause error `json:"-"` // why the sweep is not complete: its context ended, or a file cannot be written

	exercised bool
	kept      []sample // of the first rows
	pictures  []string // the files written
	undrawn   string   // the reason if there is no picture
	resumed   int64    // points that an earlier process computed
}

// Find computes the sweep without a folder. It hands the rows in their format to
// emit, in order.
func (s *Sweep) Find(ctx context.Context, o Options, emit func(rows []byte) error) (*Result, error) {
	d, err := s.document()
	if err != nil {
		return nil, err
	}
	rows := s.rows()
	f := newFindings(rows, d.Design)
	if err := emit(rows.header()); err != nil {
		return nil, err
	}
	first, end := s.Shard.Range(s.Design.Points)
	err = s.stream(ctx, first, end, o, func(csv []byte) error {
		lines, _, err := f.take(csv)
		return errors.Join(err, emit(lines))
	})
	if err != nil {
		return nil, err
	}
	d.Complete = true
	return f.result(d), nil
}

// WriteJSON implements [view.Document]: it writes what the file sweep.json holds.
func (r *Result) WriteJSON(w io.Writer) error { return kind.Write(w, r.Document) }

// Vacuous reports whether no operation failed, or could fail, at any point.
func (r *Result) Vacuous() bool { return !r.exercised }

// Sections implements view.View.
func (r *Result) Sections() []view.Section {
	var varied []string
	for _, x := range r.Design.Axes {
		varied = append(varied, x.Key+"="+x.Values)
	}
	how := "expected in closed form, on independent rolls"
	if r.Engine == report.ReplayEngine {
		how = "simulated, all points on the same rolls"
	}
	limits := []string{r.Notice}
	for _, w := range r.Warnings {
		limits = append(limits, w.Sentence())
	}
	swept := []string{fmt.Sprintf("%s of %s, %s.", stat.Plural(r.points(), "point"), r.extent(), how)}
	if r.resumed > 0 {
		swept = append(swept, fmt.Sprintf("%s of them were there already.", stat.Count(r.resumed)))
	}
	sections := []view.Section{
		{Title: "Assumed", Text: []string{report.Assumed(r.Assumptions), "Varied: " + strings.Join(varied, ", ")}},
		{Title: "Swept", Text: swept, Table: r.pointTable()},
	}
	if len(r.Comparisons) > 0 {
		sections = append(sections, view.Section{Title: "Where a strategy resolves more", Text: []string{"Least and most are the extreme differences of the resolution rates, in percentage points."}, Table: r.comparisonTable()},
			view.Section{Title: "Where that is least and most", Lines: r.extremes()})
	}
	if f := r.Rows; f != nil {
		rows := fmt.Sprintf("%s: %s, %s", f.Name, stat.Plural(f.Rows, "row"), size(float64(f.Bytes)))
		sections = append(sections, view.Section{Title: "Written", Lines: append([]string{rows}, r.pictures...)})
	}
	if r.undrawn != "" {
		limits = append(limits, "No picture: "+r.undrawn+".")
	}
	return append(sections, view.Section{Title: "Limits", Text: limits})
}

// size returns a number of bytes in a fitting unit.
func size(bytes float64) string {
	for _, unit := range []struct {
		name  string
		bytes float64
	}{{"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}} {
		if bytes >= unit.bytes {
			return stat.Fixed(stat.Number(bytes/unit.bytes), 1) + " " + unit.name
		}
	}
	return stat.Plural(int64(bytes), "byte")
}

// extent returns the words for the points.
func (d Document) extent() string {
	kinds := map[DesignKind]string{Grid: "a grid", LHS: "a Latin hypercube", Halton: "a scrambled Halton sequence"}
	if d.Shard == nil {
		return kinds[d.Design.Kind]
	}
	return fmt.Sprintf("shard %v of %s of %s", d.Shard, kinds[d.Design.Kind], stat.Count(d.Design.Points))
}

// maxShown bounds the points of a table: about a screen.
const maxShown = 40

// pointTable returns the resolution rates by point, empty if there are too many points.
func (r *Result) pointTable() view.Table {
	t := view.Table{Columns: view.Columns(0, append(r.keys(), r.Strategies...)...), Names: len(r.keys())}
	k := len(r.Strategies)
	if r.points() > maxShown || len(r.kept) != int(r.points())*k {
		return view.Table{}
	}
	for i := 0; i < len(r.kept); i += k {
		row := append([]string{}, r.kept[i].texts...)
		for _, s := range r.kept[i : i+k] {
			row = append(row, stat.Percent(stat.Number(s.rate), 2))
		}
		t.AddTexts(row...)
	}
	return t
}

// comparisonTable returns the comparisons.
func (d Document) comparisonTable() view.Table {
	t := view.Table{Columns: view.Columns(2, "strategy", "against", "more at", "equal at", "fewer at", "least", "most")}
	for _, c := range d.Comparisons {
		t.AddTexts(c.Strategy, c.Against, stat.Count(c.More), stat.Count(c.Equal), stat.Count(c.Fewer), c.Least.points(), c.Most.points())
	}
	return t
}

// extremes returns a line for each pair with the points of its least and greatest difference.
func (d Document) extremes() []string {
	var lines []string
	for _, c := range d.Comparisons {
		if len(c.Least.At) == 0 {
			continue // there is no point
		}
		where := fmt.Sprintf("least at %s, most at %s", strings.Join(c.Least.At, " "), strings.Join(c.Most.At, " "))
		if c.Least.Difference == c.Most.Difference {
			where = "the same everywhere"
		}
		lines = append(lines, fmt.Sprintf("%s against %s: %s", c.Strategy, c.Against, where))
	}
	return lines
}

// points shows the difference in percentage points.
func (e Extreme) points() string { return stat.Scaled(e.Difference, 100, 2) }
