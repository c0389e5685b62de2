package sweep

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"slices"
	"strconv"

	"errbench/report"
	"errbench/strategy"
)

// rows encodes what was found at points, a row for each point and strategy, as
// CSV and as JSON Lines.
type rows struct {
	columns    []string
	keys       [][]byte // of the columns in a line of JSON, with what stands before
	strategies []name
}

// name is a text as both forms write it.
type name struct{ csv, json []byte }

// The columns beside those of the axes and of the metrics.
const (
	pointColumn    = "point" // from 0
	strategyColumn = "strategy"
	nColumn        = "n" // operations
	rateColumn     = "resolution_rate"
	loColumn       = "resolution_lo" // ends of its interval, empty where it has none
	hiColumn       = "resolution_hi"
	perColumn      = "attempts_per_operation"
	methodColumn   = "method" // of the interval, or of the closed form
	exactMethod    = "closed form"
)

// metrics returns the metrics that have a column. One has not: it is attempts
// minus n, and has the name of an assumption.
func metrics() []strategy.Metric {
	return slices.DeleteFunc(strategy.Metrics(), func(m strategy.Metric) bool { return m == strategy.RecoveryAttempts })
}

// newRows returns the encoder for points of some axes and strategies.
func newRows(axes []Axis, strategies []strategy.Strategy) *rows {
	r := &rows{columns: []string{pointColumn}}
	for _, x := range axes {
		r.columns = append(r.columns, x.Key)
	}
	r.columns = append(r.columns, strategyColumn, nColumn, rateColumn, loColumn, hiColumn, perColumn)
	for _, m := range metrics() {
		r.columns = append(r.columns, m.String())
	}
	r.columns = append(r.columns, methodColumn)
	for i, c := range r.columns {
		before := ","
		if i == 0 {
			before = "{"
		}
		r.keys = append(r.keys, append([]byte(before), append(quote(c), ':')...))
	}
	for _, s := range strategies {
		r.strategies = append(r.strategies, name{cell(s.Name), quote(s.Name)})
	}
	return r
}

// header returns the first line of the CSV form.
func (r *rows) header() []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.Write(r.columns) // into memory
	w.Flush()
	return b.Bytes()
}

// cell writes a text as a cell of CSV.
func cell(text string) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.Write([]string{text}) // into memory
	w.Flush()
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// quote writes a text as JSON.
func quote(text string) []byte {
	data, err := json.Marshal(text)
	if err != nil {
		panic(err) // every text has a JSON form
	}
	return data
}

// lines is the rows of one or more points in both forms.
type lines struct{ csv, json []byte }

// encoder appends one row, column by column.
type encoder struct {
	*rows
	*lines
	column int
}

// begin starts the row of a strategy at a point.
func (r *rows) begin(to *lines, point int64, values []string, strategy int) encoder {
	e := encoder{rows: r, lines: to}
	e.whole(point)
	for _, v := range values {
		e.text(v, v)
	}
	e.text(string(r.strategies[strategy].csv), string(r.strategies[strategy].json))
	return e
}

// next begins a column.
func (e *encoder) next() {
	if e.column > 0 {
		e.csv = append(e.csv, ',')
	}
	e.json = append(e.json, e.keys[e.column]...)
	e.column++
}

func (e *encoder) text(csv, json string) {
	e.next()
	e.csv = append(e.csv, csv...)
	e.json = append(e.json, json...)
}

func (e *encoder) whole(n int64) {
	e.next()
	e.csv = strconv.AppendInt(e.csv, n, 10)
	e.json = strconv.AppendInt(e.json, n, 10)
}

// real appends a number, or nothing where it is undefined.
func (e *encoder) real(n report.Number) {
	e.next()
	if !n.Defined() {
		e.json = append(e.json, "null"...)
		return
	}
	start := len(e.csv)
	e.csv = n.Append(e.csv)
	e.json = append(e.json, e.csv[start:]...)
}

// end ends the row with its method.
func (e *encoder) end(method string) {
	e.text(method, `"`+method+`"`)
	e.csv = append(e.csv, '\n')
	e.json = append(e.json, "}\n"...)
}
