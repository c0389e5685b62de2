package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"errbench/scenario"
)

func csvOf(t *testing.T, s Summary) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, CSVFormat, s); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
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
		if diff := cmp.Diff(s.Records(), records); diff != "" {
			t.Errorf("%q (-written +read):\n%s", name, diff)
		}
		if len(records) != 4 || records[2][0] != name {
			t.Errorf("%q: %d records", name, len(records))
		}
	}
}

// The columns are the keys of the JSON form, dotted, in its order, and a cell
// is what stands there; null is empty.
func TestColumnsAreTheKeysOfJSON(t *testing.T) {
	for name, s := range kinds(t) {
		var document struct{ Results, Expected []map[string]any }
		d := json.NewDecoder(bytes.NewReader(jsonOf(t, s)))
		d.UseNumber()
		if err := d.Decode(&document); err != nil {
			t.Fatal(err)
		}
		records := s.Records()
		for i, result := range document.Results {
			want := map[string]string{}
			leaves(want, "", result)
			expected := document.Expected[i]
			for _, key := range []string{"strategy", "contract", "router", "method"} {
				delete(expected, key) // the first three stand in the row already
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
				t.Errorf("%s, %s (-JSON +CSV):\n%s", name, s.Results[i].Strategy, diff)
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
	head := s.Records()[0]
	want := []string{"strategy", "contract", "router", "operations", "failures.transient"}
	if diff := cmp.Diff(want, head[:5]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if last := head[len(head)-1]; last != "expected.z.escalated" {
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
	for _, f := range Formats(Summary{}) {
		if got, err := ParseFormat(string(f), Summary{}); err != nil || got != f {
			t.Errorf("%s: %s, %v", f, got, err)
		}
	}
	for name, want := range map[string]string{
		"jsn":  `no format "jsn" here, did you mean "json"?; there are table, json, markdown, csv`,
		"":     `no format "" here; there are table, json, markdown, csv`,
		"JSON": `no format "JSON" here, did you mean "json"?; there are table, json, markdown, csv`,
	} {
		if _, err := ParseFormat(name, Summary{}); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", name, err, want)
		}
	}
	if _, err := ParseFormat("csv", Audit{}); err == nil || err.Error() != `no format "csv" here; there are table, json, markdown` {
		t.Errorf("an audit in CSV: %v", err)
	}
	if err := Write(&bytes.Buffer{}, CSVFormat, Audit{}); err == nil {
		t.Error("an audit was written as CSV")
	}
}

func TestAFormatIsKnownByTheEndingOfAFile(t *testing.T) {
	for file, want := range map[string]Format{
		"a.json": JSONFormat, "a.JSON": JSONFormat, "b/c.d.md": MarkdownFormat, "a.csv": CSVFormat, "a.txt": TableFormat, ".json": JSONFormat,
	} {
		if got, err := FormatOf(file, Summary{}); err != nil || got != want {
			t.Errorf("%s: %s, %v", file, got, err)
		}
	}
	for _, file := range []string{"", "json", "a.html", "a.json.gz", "a.json/", "a."} {
		if _, err := FormatOf(file, Summary{}); err == nil || err.Error() != fmt.Sprintf("the ending of %q tells no format; .json, .md, .csv and .txt do", file) {
			t.Errorf("%q: %v", file, err)
		}
	}
	if _, err := FormatOf("a.csv", Audit{}); err == nil {
		t.Error("an audit has a CSV file")
	}
}

// full fails as a full disk does.
type full struct{}

var errFull = errors.New("no space left")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestAFullDiskIsReported(t *testing.T) {
	s := simulated(t, scenario.Published())
	for _, f := range Formats(s) {
		if err := Write(full{}, f, s); !errors.Is(err, errFull) {
			t.Errorf("%s: %v", f, err)
		}
	}
}

func TestSentencesAreBrokenBetweenWords(t *testing.T) {
	for _, test := range []struct{ sentence, want string }{
		{"", ""},
		{"one", "one"},
		{"aaa bbb cc", "aaa bbb\ncc"},
		{"aaaaaaaaaaaa b", "aaaaaaaaaaaa\nb"},
		{"äöü äöü ä", "äöü äöü\nä"},
		{"a b c d e", "a b c d\ne"},
	} {
		if got := wrap(test.sentence, 7); got != test.want {
			t.Errorf("%q is broken as %q, want %q", test.sentence, got, test.want)
		}
	}
}
