package sweep

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"errbench/internal/stat"
	"errbench/internal/strict"
	"errbench/report"
	"errbench/strategy"
)

// Comparison is the numbers of points at which a strategy resolves more than another, as much, and less.
type Comparison struct {
	Strategy string  `json:"strategy"`
	Against  string  `json:"against"`
	More     int64   `json:"more"`  // points at which strategy has the higher resolution rate
	Equal    int64   `json:"equal"` // as the rows show it, to 9 decimals
	Fewer    int64   `json:"fewer"`
	Least    Extreme `json:"least"` // the smallest difference of the rates, Strategy minus Against; the first if there are several
	Most     Extreme `json:"most"`  // the greatest difference
}

// Extreme is a difference of resolution rates and its point.
type Extreme struct {
	Difference stat.Number `json:"difference"`
	Point      int64       `json:"point"` // from 0
	At         []string    `json:"at"`    // the axes, as in "failure_rate=0.2"
}

// findings collects comparisons, and the data of pictures, from rows in order.
type findings struct {
	rows        *rows
	rates       []float64 // of the current point, by strategy
	comparisons []Comparison
	exercised   bool // an operation fails at some point
	keep        int  // the number of rows to keep
	kept        []sample
	cells       [][]byte // of the row before, for the next one to overwrite

	// The columns of numbers in a row.
	point, n, rate, lo, hi, failed int
	failures                       []int // by class
}

// sample is the part of a row that a picture shows.
type sample struct {
	values       []float64 // of the axes
	texts        []string  // as written
	strategy     int
	rate, lo, hi float64 // NaN for an exact rate
	failed       float64 // recovery attempts without success per operation
}

// maxKept bounds the rows of a picture: more points would overlap.
const maxKept = 100_000

func newFindings(r *rows, d Points) *findings {
	keep := maxShown * len(r.strategies)
	if drawable(d, len(r.strategies)) {
		keep = maxKept
	}
	f := &findings{rows: r, keep: keep,
		point: r.column(pointColumn), n: r.column(nColumn), rate: r.column(rateColumn), lo: r.column(loColumn), hi: r.column(hiColumn),
		failed: r.column(strategy.FailedRecoveries.String())}
	for m := strategy.TransientFailures; m <= strategy.NotFoundFailures; m++ {
		f.failures = append(f.failures, r.column(m.String()))
	}
	for i, s := range r.strategies {
		for _, against := range r.strategies[:i] {
			f.comparisons = append(f.comparisons, Comparison{Strategy: s.text, Against: against.text,
				Least: Extreme{Difference: stat.Number(math.Inf(1))}, Most: Extreme{Difference: stat.Number(math.Inf(-1))}})
		}
	}
	return f
}

// take adds the next rows, given as CSV. It returns them in the format of the rows, and their
// number.
func (f *findings) take(csv []byte) (lines []byte, n int64, err error) {
	for line := range bytes.Lines(csv) {
		var ok bool
		strategy := len(f.rates)
		if f.cells, ok = f.rows.splitCSV(f.cells, line, strategy); !ok {
			return nil, 0, fmt.Errorf("got %s, want a row of %s", strict.Quote(string(line)), strings.Join(f.rows.columns, ","))
		}
		if err := f.add(f.cells); err != nil {
			return nil, 0, err
		}
		if f.rows.format != CSV {
			lines = f.rows.encode(lines, f.cells, strategy)
		}
		n++
	}
	if f.rows.format == CSV {
		lines = csv
	}
	return lines, n, nil
}

// result completes a document with the findings.
func (f *findings) result(d Document) *Result {
	d.Comparisons = append(d.Comparisons, f.comparisons...)
	if !f.exercised {
		d.Warnings = append(d.Warnings, report.Warning{Code: report.NothingFailedCode, Text: "At no point an operation failed: nothing about recovery was exercised."})
	}
	return &Result{Document: d, Done: d.points(), exercised: f.exercised, kept: f.kept}
}

// add adds the next row.
func (f *findings) add(cells [][]byte) error {
	var errs []error
	number := func(column int) float64 {
		x, err := numberOf(cells[column])
		if err != nil {
			errs = append(errs, fmt.Errorf("column %s: %w", f.rows.columns[column], err))
		}
		return x
	}
	s := sample{strategy: len(f.rates), rate: number(f.rate)}
	for _, column := range f.failures {
		f.exercised = f.exercised || number(column) > 0
	}
	if len(f.kept) < f.keep {
		s.lo, s.hi, s.failed = number(f.lo), number(f.hi), number(f.failed)/number(f.n)
		for column := range f.rows.varied {
			s.values = append(s.values, number(1+column))
			s.texts = append(s.texts, string(cells[1+column]))
		}
		f.kept = append(f.kept, s)
	}
	f.rates = append(f.rates, s.rate)
	if len(f.rates) == len(f.rows.strategies) {
		f.compare(int64(number(f.point)), cells)
		f.rates = f.rates[:0]
	}
	return errors.Join(errs...)
}

// numberOf reads a number, NaN from an empty cell.
func numberOf(cell []byte) (float64, error) {
	if len(cell) == 0 {
		return math.NaN(), nil
	}
	x, err := strconv.ParseFloat(string(cell), 64)
	if err != nil {
		return 0, fmt.Errorf("got %s, want a number", strict.Quote(string(cell)))
	}
	return x, nil
}

// compare compares the strategies at a point. The cells are of one of its rows.
func (f *findings) compare(point int64, cells [][]byte) {
	k := 0
	for i, a := range f.rates {
		for _, b := range f.rates[:i] {
			c := &f.comparisons[k]
			k++
			switch {
			case a > b:
				c.More++
			case a < b:
				c.Fewer++
			default:
				c.Equal++
			}
			d := stat.Number(a - b).Written() // a difference below the written decimals is 0
			if d < c.Least.Difference {
				c.Least = Extreme{d, point, f.rows.settings(cells)}
			}
			if d > c.Most.Difference {
				c.Most = Extreme{d, point, f.rows.settings(cells)}
			}
		}
	}
}
