package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"errbench/internal/view"
	"errbench/scenario"
)

func csvOf(t *testing.T, s Summary) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := view.Write(&b, view.CSVFormat, s); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// recordsOf returns what a CSV file of the summary holds, the header first.
func recordsOf(s Summary) [][]string {
	t := s.Records()
	return append([][]string{t.Headers()}, t.Texts()...)
}

// RFC 4180: lines end in CRLF, and what needs quotes has them.
func TestCSVIsReadBack(t *testing.T) {
	s := simulated(t, scenario.Published())
	for _, name := range []string{"plain", `with, comma`, `with "quotes"`, "with\nnewline", "ümlaut", " blank ", `"`, ""} {
		s.Results[1].Strategy = name
		text := csvOf(t, s)
		if lines := bytes.Count(text, []byte("\r\n")); lines != 4+strings.Count(name, "\n") {
			t.Errorf("%q: %d lines end in CRLF", name, lines)
		}
		records, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
		if err != nil {
			t.Errorf("%q: %v", name, err)
			continue
		}
		if diff := cmp.Diff(recordsOf(s), records); diff != "" {
			t.Errorf("%q (-written +read):\n%s", name, diff)
		}
		if len(records) != 4 || records[2][slices.Index(records[0], "strategy")] != name {
			t.Errorf("%q: %d records", name, len(records))
		}
	}
}

// The columns are the keys of the JSON form, dotted, in its order, and a cell
// is what stands there; null is empty.
func TestColumnsAreTheKeysOfJSON(t *testing.T) {
	for name, s := range kinds(t) {
		var document struct {
			Assumptions       map[string]any
			Results, Expected []map[string]any
		}
		d := json.NewDecoder(bytes.NewReader(jsonOf(t, s)))
		d.UseNumber()
		if err := d.Decode(&document); err != nil {
			t.Fatal(err)
		}
		records := recordsOf(s)
		for i, expected := range document.Expected {
			want := map[string]string{"engine": s.Engine, "complete": fmt.Sprint(s.Complete), "warnings": strings.Join(codes(s.Warnings), " ")}
			leaves(want, "assumptions", document.Assumptions)
			for _, key := range []string{"strategy", "contract", "router"} {
				want[key] = expected[key].(string)
				delete(expected, key)
			}
			delete(expected, "method") // always the same
			if s.Engine == ReplayEngine {
				leaves(want, "", document.Results[i])
			}
			leaves(want, "expected", expected)
			got := map[string]string{}
			for k, key := range records[0] {
				got[key] = records[i+1][k]
			}
			if len(got) != len(records[0]) {
				t.Errorf("%s: a column is doubled", name)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, %s (-JSON +CSV):\n%s", name, s.Expected[i].Strategy, diff)
			}
		}
	}
}

func leaves(into map[string]string, path string, node map[string]any) {
	for key, value := range node {
		at := strings.TrimPrefix(path+"."+key, ".")
		switch value := value.(type) {
		case map[string]any:
			leaves(into, at, value)
		case nil:
			into[at] = ""
		default:
			into[at] = fmt.Sprint(value)
		}
	}
}

func TestColumnsStandInTheOrderOfJSON(t *testing.T) {
	s := simulated(t, scenario.Published(), "code-only")
	head := s.Records().Headers()
	at := slices.Index(head, "engine")
	want := []string{"engine", "complete", "warnings", "strategy", "contract", "router", "operations", "failures.transient"}
	if diff := cmp.Diff(want, head[at:at+len(want)]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	var fields []string
	for _, f := range scenario.Fields() {
		fields = append(fields, "assumptions."+f.Key)
	}
	if diff := cmp.Diff(fields, head[:at]); diff != "" || head[0] != "assumptions.name" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if last := head[len(head)-1]; last != "expected.z.cost.usd_per_resolved" {
		t.Errorf("the last column is %s", last)
	}
}

// JSON is for other programs than browsers: nothing is escaped for HTML.
func TestJSONEndsInANewlineAndKeepsItsCharacters(t *testing.T) {
	a := scenario.Published()
	a.Name = "<a> & 'b'"
	text := jsonOf(t, simulated(t, a))
	if !bytes.Contains(text, []byte(`"name": "<a> & 'b'"`)) || !bytes.HasSuffix(text, []byte("}\n")) {
		t.Errorf("%s", text[:500])
	}
}

func TestAFormatIsKnownByItsName(t *testing.T) {
	for _, f := range view.Formats(Summary{}) {
		if got, err := view.ParseFormat(string(f), Summary{}); err != nil || got != f {
			t.Errorf("%s: %s, %v", f, got, err)
		}
	}
	for name, want := range map[string]string{
		"jsn":  `no format "jsn" here; did you mean "json"?`,
		"":     `no format "" here; there are table, json, markdown, csv, html`,
		"JSON": `no format "JSON" here; did you mean "json"?`,
	} {
		if _, err := view.ParseFormat(name, Summary{}); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", name, err, want)
		}
	}
	if _, err := view.ParseFormat("csv", Audit{}); err == nil || err.Error() != `no format "csv" here; there are table, json, markdown` {
		t.Errorf("an audit in CSV: %v", err)
	}
	for _, f := range []view.Format{view.CSVFormat, "", "xml"} {
		var b bytes.Buffer
		if err := view.Write(&b, f, Audit{}); err == nil || err.Error() != fmt.Sprintf("no format %q here; there are table, json, markdown", f) || b.Len() > 0 {
			t.Errorf("an audit was written as %q: %v", f, err)
		}
	}
}

func TestAFormatIsKnownByTheEndingOfAFile(t *testing.T) {
	for file, want := range map[string]view.Format{
		"a.json": view.JSONFormat, "a.JSON": view.JSONFormat, "b/c.d.md": view.MarkdownFormat, "a.csv": view.CSVFormat, "a.txt": view.TableFormat, "a.html": view.HTMLFormat, ".json": view.JSONFormat,
	} {
		if got, err := view.FormatOf(file, Summary{}); err != nil || got != want {
			t.Errorf("%s: %s, %v", file, got, err)
		}
	}
	for _, file := range []string{"", "json", "a.json.gz", "a.json/", "a."} {
		if _, err := view.FormatOf(file, Summary{}); err == nil || err.Error() != fmt.Sprintf("the ending of %q names no format; use .txt, .json, .md, .csv or .html", file) {
			t.Errorf("%q: %v", file, err)
		}
	}
	if _, err := view.FormatOf("a.csv", Audit{}); err == nil || err.Error() != `the ending of "a.csv" names no format; use .txt, .json or .md` {
		t.Errorf("an audit in a CSV file: %v", err)
	}
}

// full fails as a full disk does.
type full struct{}

var errFull = errors.New("no space left")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestAFullDiskIsReported(t *testing.T) {
	s := simulated(t, scenario.Published())
	for _, f := range view.Formats(s) {
		if err := view.Write(full{}, f, s); !errors.Is(err, errFull) {
			t.Errorf("%s: %v", f, err)
		}
	}
}

// A summary comes from a file: no name in it may steer a terminal.
func TestNothingUnprintableIsWritten(t *testing.T) {
	const evil = "a\x1b[2J\u009b\u202e\r\nb"
	s := simulated(t, scenario.Published())
	s.Results[0].Strategy, s.Expected[0].Strategy, s.Comparisons[0].Against = evil, evil, evil
	s.Warnings[0] = Warning{evil, evil}
	r := reproduced(t, simulated(t, scenario.Published()))
	r.Figures[15].Strategy, r.Figures[15].Against = evil, evil
	unprintable := regexp.MustCompile(`[^\PC\n]`)
	for _, v := range []view.View{s, Brief{s}, r} {
		for _, f := range []view.Format{view.TableFormat, view.MarkdownFormat} {
			var b bytes.Buffer
			if err := view.Write(&b, f, v); err != nil {
				t.Fatal(err)
			}
			if found := unprintable.FindString(b.String()); found != "" {
				t.Errorf("%T, %s: wrote %q", v, f, found)
			}
			if !strings.Contains(b.String(), `\u001b[2J`) && !strings.Contains(b.String(), `\\u001b[2J`) {
				t.Errorf("%T, %s: the name is lost:\n%s", v, f, b.String())
			}
		}
	}
}

// Nothing is in a zero summary, and nothing goes wrong with it.
func TestAZeroSummaryIsWritten(t *testing.T) {
	for _, s := range []Summary{{}, {Engine: ReplayEngine}, {Engine: ExactEngine}} {
		if !s.Vacuous() {
			t.Errorf("%+v is not vacuous", s)
		}
		for _, f := range view.Formats(s) {
			if err := view.Write(&bytes.Buffer{}, f, s); err != nil {
				t.Errorf("%s: %v", f, err)
			}
		}
		if err := view.Write(&bytes.Buffer{}, view.MarkdownFormat, Brief{s}); err != nil {
			t.Error(err)
		}
	}
}

// On a terminal of 100 columns no table breaks, and sentences take 80.
func TestOutputFitsATerminal(t *testing.T) {
	all := map[string]view.View{"reproduce": reproduced(t, simulated(t, scenario.Published()))}
	for name, s := range kinds(t) {
		all[name] = s
	}
	for name, v := range all {
		var b bytes.Buffer
		if err := view.Write(&b, view.TableFormat, v); err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(b.String(), "\n") {
			most := 100
			if strings.HasSuffix(line, ".") {
				most = 80
			}
			if n := len([]rune(line)); n > most {
				t.Errorf("%s: %d columns:\n%s", name, n, line)
			}
		}
	}
}
