package sweep

import (
	"fmt"
	"strings"

	"errbench/report"
)

// Result is a sweep that is complete.
type Result struct {
	Document
	exercised bool
	kept      []sample // of the first rows
}

// Vacuous tells whether at no point an operation failed, or could.
func (r *Result) Vacuous() bool { return !r.exercised }

// Sections implements report.View.
func (d Document) Sections() []report.Section {
	return (&Result{Document: d}).Sections()
}

// Sections implements report.View.
func (r *Result) Sections() []report.Section {
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
		limits = append(limits, "Warning ("+w.Code+"): "+w.Text)
	}
	var files []string
	for _, f := range r.Files {
		files = append(files, fmt.Sprintf("%s: %s, %s bytes", f.Name, report.Plural(f.Rows, "row"), report.Count(f.Bytes)))
	}
	return []report.Section{
		{Title: "Assumed", Text: []string{report.Assumed(r.Assumptions), "Varied: " + strings.Join(varied, ", ")}},
		{Title: "Swept", Text: []string{fmt.Sprintf("%s of %s, %s.", report.Plural(r.points(), "point"), r.extent(), how)}, Table: r.pointTable()},
		{Title: "Where a strategy resolves more", Table: r.comparisonTable()},
		{Title: "Written", Lines: files},
		{Title: "Limits", Text: limits},
	}
}

// extent says which points these are.
func (d Document) extent() string {
	kinds := map[Kind]string{Grid: "a grid", LHS: "a Latin hypercube", Halton: "a scrambled Halton sequence"}
	if d.Shard == nil {
		return kinds[d.Design.Kind]
	}
	return fmt.Sprintf("shard %v of %s of %s", d.Shard, kinds[d.Design.Kind], report.Count(d.Design.Points))
}

// maxShown is how many points a table shows: about a screen.
const maxShown = 40

// pointTable shows the resolution rates of the points, if they are few.
func (r *Result) pointTable() report.Table {
	t := report.Table{Header: append(r.keys(), r.Strategies...)}
	k := len(r.Strategies)
	if r.points() > maxShown || len(r.kept) != int(r.points())*k {
		return report.Table{}
	}
	for i := 0; i < len(r.kept); i += k {
		row := append([]string{}, r.kept[i].texts...)
		for _, s := range r.kept[i : i+k] {
			row = append(row, report.Percent(report.Number(s.rate), 2))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// comparisonTable tells where which strategy of a pair resolves more.
func (d Document) comparisonTable() report.Table {
	t := report.Table{Left: 2, Header: []string{"strategy", "against", "more at", "equal at", "fewer at", "least, in points", "most, in points"}}
	for _, c := range d.Comparisons {
		t.Rows = append(t.Rows, []string{c.Strategy, c.Against, report.Count(c.More), report.Count(c.Equal), report.Count(c.Fewer), c.Least.text(), c.Most.text()})
	}
	return t
}

// text shows a spot: the difference in percentage points, and where.
func (s Spot) text() string {
	return report.Scaled(s.Difference, 100, 2) + " at " + strings.Join(s.At, " ")
}
