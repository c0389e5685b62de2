package sweep

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"errbench/internal/stat"
	"errbench/internal/vary"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// rows encodes rows, one for each point and strategy. Workers make each row as a line of CSV;
// encode returns it in the format of the sweep.
type rows struct {
	format     RowFormat
	columns    []string
	varied     int // axes
	metrics    []strategy.Metric
	keys       [][]byte // of the columns in a line of JSON, with the comma or brace before each
	strategies []name
}

// name is a text and its form in both formats.
type name struct {
	text      string
	csv, json []byte
}

// The columns that are neither axes nor metrics.
const (
	pointColumn    = "point" // from 0
	strategyColumn = "strategy"
	nColumn        = "n" // operations
	rateColumn     = "resolution_rate"
	loColumn       = "resolution_lo" // the ends of its interval, empty for an exact rate
	hiColumn       = "resolution_hi"
	perColumn      = "attempts_per_operation"
	methodColumn   = "method" // of the interval, or of the closed form
)

// closedForm is the method of a number without chance.
const closedForm = "closed form"

// metricColumns returns the metrics with a column: the metrics of the published benchmark, and
// all others if the sweep goes beyond the article. The recovery attempts are attempts - n and
// have no column, since an assumption has their name.
func metricColumns(beyond bool) []strategy.Metric {
	return slices.DeleteFunc(strategy.Metrics(), func(m strategy.Metric) bool {
		return !m.Published() && !beyond || m == strategy.RecoveryAttempts
	})
}

// beyond reports whether the assumptions, the axes or the strategies go beyond the article in
// anything that counts depend on. Prices do not.
func beyond(a scenario.Assumptions, axes, strategies []string) bool {
	for _, f := range scenario.Fields() {
		if f.Section != "" && !strings.HasPrefix(f.Key, vary.CostPrefix) && (f.Get(&a) != f.Default() || slices.Contains(axes, f.Key)) {
			return true
		}
	}
	return slices.ContainsFunc(strategies, func(name string) bool {
		return !slices.ContainsFunc(catalog.Published(), func(s strategy.Strategy) bool { return s.Name == name })
	})
}

// newRows returns the encoder of rows for assumptions that vary by axes, and strategies.
func newRows(a scenario.Assumptions, axes, strategies []string, format RowFormat) *rows {
	r := &rows{format: format, varied: len(axes), metrics: metricColumns(beyond(a, axes, strategies))}
	r.columns = slices.Concat([]string{pointColumn}, axes, []string{strategyColumn, nColumn, rateColumn, loColumn, hiColumn, perColumn})
	for _, m := range r.metrics {
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
		r.strategies = append(r.strategies, name{s, cell(s), quote(s)})
	}
	return r
}

// axes returns the columns of the axes.
func (r *rows) axes() []string { return r.columns[1 : 1+r.varied] }

// settings returns the axes of a row, as in "failure_rate=0.2".
func (r *rows) settings(cells [][]byte) []string {
	var all []string
	for i, key := range r.axes() {
		all = append(all, key+"="+string(cells[1+i]))
	}
	return all
}

// column returns the index of a column.
func (r *rows) column(name string) int { return slices.Index(r.columns, name) }

// decode returns the cells of a line, the row of a strategy. It is not ok unless the cells
// encode back to the same bytes.
func (r *rows) decode(line []byte, strategy int) ([][]byte, bool) {
	cells, ok := r.splitCSV(nil, line, strategy)
	if r.format == JSONL {
		cells, ok = r.splitJSON(line, strategy)
	}
	if !ok || !bytes.Equal(r.encode(nil, cells, strategy), line) {
		return nil, false
	}
	for i, cell := range cells[:len(cells)-1] {
		if i > r.varied+1 && !canonical(cell) { // point, axes and strategy are compared elsewhere
			return nil, false
		}
	}
	return cells, bytes.IndexFunc(cells[len(cells)-1], unusual) < 0
}

// unusual reports whether a character is in no name of a method.
func unusual(c rune) bool { return c < ' ' || strings.ContainsRune("\",\\", c) }

// canonical reports whether a cell is empty or a number as rows write it.
func canonical(cell []byte) bool {
	if n, err := strconv.ParseInt(string(cell), 10, 64); err == nil {
		return strconv.FormatInt(n, 10) == string(cell)
	}
	x, err := strconv.ParseFloat(string(cell), 64)
	return len(cell) == 0 || err == nil && stat.Number(x).Defined() && stat.Number(x).Text() == string(cell)
}

// encode appends a row of a strategy in the format.
func (r *rows) encode(to []byte, cells [][]byte, strategy int) []byte {
	if r.format == JSONL {
		return r.appendJSON(to, cells, strategy)
	}
	for i, cell := range cells {
		if i > 0 {
			to = append(to, ',')
		}
		to = append(to, cell...)
	}
	return append(to, '\n')
}

// splitJSON returns the cells of a line of JSON, the row of a strategy. It is not ok unless the
// line has the keys of a row.
func (r *rows) splitJSON(line []byte, strategy int) ([][]byte, bool) {
	rest, whole := bytes.CutSuffix(line, []byte("}\n"))
	cells := make([][]byte, 0, len(r.columns))
	for i, column := range r.columns {
		var keyed bool
		if rest, keyed = bytes.CutPrefix(rest, r.keys[i]); !keyed || !whole {
			return nil, false
		}
		end := len(rest)
		switch {
		case column == strategyColumn:
			if !bytes.HasPrefix(rest, r.strategies[strategy].json) {
				return nil, false
			}
			end = len(r.strategies[strategy].json)
		case i+1 < len(r.columns):
			if end = bytes.IndexByte(rest, ','); end < 0 {
				return nil, false
			}
		}
		cell := rest[:end]
		switch {
		case column == strategyColumn:
			cell = r.strategies[strategy].csv
		case column == methodColumn:
			cell = bytes.Trim(cell, `"`)
		case string(cell) == "null":
			cell = nil
		}
		cells, rest = append(cells, cell), rest[end:]
	}
	return cells, true
}

// splitCSV returns the cells of a line of CSV, the row of a strategy, in the memory of a
// buffer. It is not ok unless the line is a whole row. Only the name of the strategy can hold
// a comma.
func (r *rows) splitCSV(buffer [][]byte, line []byte, strategy int) ([][]byte, bool) {
	row, name := buffer[:0], r.strategies[strategy].csv
	rest, whole := bytes.CutSuffix(line, []byte("\n"))
	for whole && len(row) < len(r.columns) {
		end := bytes.IndexByte(rest, ',')
		if len(row) == 1+r.varied && bytes.HasPrefix(rest, name) {
			end = len(name)
		}
		if end < 0 || end == len(rest) {
			row, rest = append(row, rest), nil
			break
		}
		if rest[end] != ',' {
			return nil, false
		}
		row, rest = append(row, rest[:end]), rest[end+1:]
	}
	ok := whole && len(row) == len(r.columns) && rest == nil
	return row, ok && bytes.Equal(row[1+r.varied], name)
}

// appendJSON appends the line of JSON for the cells of a row of a strategy.
func (r *rows) appendJSON(to []byte, cells [][]byte, strategy int) []byte {
	for i, cell := range cells {
		to = append(to, r.keys[i]...)
		switch {
		case r.columns[i] == strategyColumn:
			to = append(to, r.strategies[strategy].json...)
		case r.columns[i] == methodColumn:
			to = append(append(append(to, '"'), cell...), '"') // it needs no escape
		case len(cell) == 0:
			to = append(to, "null"...)
		default:
			to = append(to, cell...)
		}
	}
	return append(to, "}\n"...)
}

// header returns the first line of the file, nil in JSON lines.
func (r *rows) header() []byte {
	if r.format == JSONL {
		return nil
	}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.Write(r.columns) // into memory
	w.Flush()
	return b.Bytes()
}

// cell returns a text as a cell of CSV.
func cell(text string) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.Write([]string{text}) // into memory
	w.Flush()
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// quote returns a text as JSON.
func quote(text string) []byte {
	data, err := json.Marshal(text)
	if err != nil {
		panic(err) // every text has a JSON form
	}
	return data
}

// row is a row of CSV that grows cell by cell.
type row struct{ csv []byte }

// begin starts the row of a strategy at a point.
func (r *rows) begin(csv []byte, point int64, values []string, strategy int) row {
	csv = strconv.AppendInt(csv, point, 10)
	w := row{csv}
	for _, v := range values {
		w.text(v)
	}
	w.text(string(r.strategies[strategy].csv))
	return w
}

func (r *row) text(text string) { r.csv = append(append(r.csv, ','), text...) }

func (r *row) whole(n int64) { r.csv = strconv.AppendInt(append(r.csv, ','), n, 10) }

// real appends a number, an empty cell if it is undefined.
func (r *row) real(n stat.Number) {
	r.csv = append(r.csv, ',')
	if n.Defined() {
		r.csv = n.Append(r.csv)
	}
}

// end ends the row with its method.
func (r *row) end(method string) []byte {
	r.text(method)
	return append(r.csv, '\n')
}
