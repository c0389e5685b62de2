package contract

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"errbench/optional"
)

// compare lets cmp look at optional fields.
var compare = cmp.Comparer(func(a, b Error) bool { return a == b })

func coded(code string) Error { return Error{Code: optional.Of(code)} }

// accepted holds inputs without a fault.
var accepted = []struct {
	name, input string
	want        []Placed
}{
	{"an object", `{"code":"A"}`, []Placed{{1, coded("A")}}},
	{"an empty object", `{}`, []Placed{{1, Error{}}}},
	{"all fields", `{"code":"c","message":"m","retryable":true,"field":"f","suggestion":"s","retryAfterMs":1,"traceId":"t"}`, []Placed{{1, full}}},
	{"nulls", `{"code":null,"retryable":null,"retryAfterMs":null}`, []Placed{{1, Error{}}}},
	{"empty texts", `{"code":"","retryable":false,"retryAfterMs":0}`, []Placed{{1, Error{Code: optional.Of(""), Retryable: optional.Of(false), RetryAfterMS: optional.Of[int64](0)}}}},
	{"the longest wait", `{"retryAfterMs":9223372036854775807}`, []Placed{{1, Error{RetryAfterMS: optional.Of[int64](1<<63 - 1)}}}},
	{"escapes", `{"c\u006fde":"\u00e9\n"}`, []Placed{{1, coded("é\n")}}},
	{"JSON Lines", "{\"code\":\"A\"}\n{\"code\":\"B\"}\n", []Placed{{1, coded("A")}, {2, coded("B")}}},
	{"JSON Lines with blank lines and CRLF", "\r\n{\"code\":\"A\"}\r\n\r\n{\"code\":\"B\"}\r\n", []Placed{{2, coded("A")}, {4, coded("B")}}},
	{"objects without space", `{"code":"A"}{"code":"B"}`, []Placed{{1, coded("A")}, {1, coded("B")}}},
	{"objects over several lines", "{\n\"code\":\n\"A\"\n}\n\t{\n\"code\":\"B\"}", []Placed{{1, coded("A")}, {5, coded("B")}}},
	{"an array", `[{"code":"A"},{"code":"B"}]`, []Placed{{1, coded("A")}, {1, coded("B")}}},
	{"an array over several lines", "[\n  {\"code\":\"A\"},\n\n  {\"code\":\"B\"}\n]\n", []Placed{{2, coded("A")}, {4, coded("B")}}},
	{"a comma at the beginning of a line", "[{\"code\":\"A\"}\n,{\"code\":\"B\"}\n]", []Placed{{1, coded("A")}, {2, coded("B")}}},
	{"arrays and objects", "[{\"code\":\"A\"}]\n{\"code\":\"B\"}\n[]\n[\n{\"code\":\"C\"}]", []Placed{{1, coded("A")}, {2, coded("B")}, {5, coded("C")}}},
	{"the replacement character itself", `{"code":"\uFFFD"}`, []Placed{{1, coded("\ufffd")}}},
	{"the replacement character as a letter", "{\"code\":\"\ufffd\"}", []Placed{{1, coded("\ufffd")}}},
	{"byte order mark", "\ufeff{\"code\":\"A\"}", []Placed{{1, coded("A")}}},
}

func TestReadAllReadsObjectsAndArrays(t *testing.T) {
	for _, c := range accepted {
		t.Run(c.name, func(t *testing.T) {
			got, err := ReadAll(strings.NewReader(c.input))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got, compare); diff != "" {
				t.Errorf("envelopes (-want +got):\n%s", diff)
			}
		})
	}
}

const (
	works = `an error envelope is a JSON object such as {"code":"TRANSIENT","retryable":true}`
	none  = `found no error envelope; one is a JSON object such as {"code":"TRANSIENT","retryable":true}`
	known = "there are code, message, retryable, field, suggestion, retryAfterMs, traceId"
	wait  = "a whole number of milliseconds from 0 to 9223372036854775807 works"
)

func faults(n int) string {
	return strings.TrimSuffix(strings.Repeat(`found the unknown key "x"; `+known+"; ", n), "; ")
}

func notText(found string) string {
	return "found the byte " + found + ", which is not UTF-8; error envelopes are UTF-8 text"
}

// refused holds inputs with a fault, how many envelopes stand before it, and
// the whole of what their author is told.
var refused = []struct {
	name, input string
	before      int
	want        string
}{
	// No envelope.
	{"nothing", "", 0, none},
	{"white space", " \r\n\t", 0, none},
	{"empty arrays", "[ ]\n[]", 0, none},
	{"null", "null", 0, "line 1: found null; " + works},
	{"a number", "\n5", 0, "line 2: found 5; " + works},
	{"a text", `"TRANSIENT"`, 0, `line 1: found "TRANSIENT"; ` + works},
	{"true", "true", 0, "line 1: found true; " + works},
	{"null in an array", "[{},\nnull]", 1, "line 2: found null; " + works},
	{"an array in an array", "[\n[{}]]", 0, "line 2: found [{}]; " + works},
	{"a long text", `"` + strings.Repeat("a", 70) + `"`, 0, `line 1: found "` + strings.Repeat("a", 59) + "...; " + works},

	// Keys.
	{"unknown key", `{"retry_after_ms":1}`, 0, `line 1: found the unknown key "retry_after_ms", did you mean "retryAfterMs"?; ` + known},
	{"key in capitals", `{"Code":"A"}`, 0, `line 1: found the unknown key "Code", did you mean "code"?; ` + known},
	{"unlike key", `{"status":500}`, 0, `line 1: found the unknown key "status"; ` + known},
	{"empty key", `{"":1}`, 0, `line 1: found the unknown key ""; ` + known},
	{"key with an escape sequence", `{"\u001b[31m":1}`, 0, "line 1: found the unknown key \"\\x1b[31m\"; " + known},
	{"doubled key", `{"code":"A","code":"A"}`, 0, "line 1: code: found it a second time; once works"},
	{"key doubled by an escape", `{"code":null,"c\u006fde":"A"}`, 0, "line 1: code: found it a second time; once works"},

	// Types.
	{"number for a text", `{"code":5}`, 0, "line 1: code: found 5; a text works"},
	{"list for a text", `{"message":["a",  "b"]}`, 0, `line 1: message: found ["a", "b"]; a text works`},
	{"object for a text", `{"field":{"a":1}}`, 0, `line 1: field: found {"a":1}; a text works`},
	{"unprintable letters", "{\"field\":[\"\u202e\x7f\"]}", 0, "line 1: field: found [\"\\u202e\\x7f\"]; a text works"},
	{"text for a boolean", `{"retryable":"true"}`, 0, `line 1: retryable: found "true"; true or false works`},
	{"number for a boolean", `{"retryable":1}`, 0, "line 1: retryable: found 1; true or false works"},
	{"negative wait", `{"retryAfterMs":-1}`, 0, "line 1: retryAfterMs: found -1; " + wait},
	{"fractional wait", `{"retryAfterMs":1.5}`, 0, "line 1: retryAfterMs: found 1.5; " + wait},
	{"wait with an exponent", `{"retryAfterMs":1e3}`, 0, "line 1: retryAfterMs: found 1e3; " + wait},
	{"wait beyond 64 bits", `{"retryAfterMs":9223372036854775808}`, 0, "line 1: retryAfterMs: found 9223372036854775808; " + wait},
	{"wait beyond floating point", `{"retryAfterMs":1e999}`, 0, "line 1: retryAfterMs: found 1e999; " + wait},
	{"wait of many digits", `{"retryAfterMs":` + strings.Repeat("9", 1000) + "}", 0, "line 1: retryAfterMs: found " + strings.Repeat("9", 60) + "...; " + wait},
	{"wait as a text", `{"retryAfterMs":"1"}`, 0, `line 1: retryAfterMs: found "1"; ` + wait},
	{"several faults", "{}\n{\"message\":5,\n\"x\":1,\"retryAfterMs\":-1}", 1, "line 2: message: found 5; a text works; " +
		`found the unknown key "x"; ` + known + "; retryAfterMs: found -1; " + wait},
	{"ten faults", "{" + strings.TrimSuffix(strings.Repeat(`"x":1,`, 10), ",") + "}", 0, "line 1: " + faults(10)},
	{"eleven faults", "{" + strings.TrimSuffix(strings.Repeat(`"x":1,`, 11), ",") + "}", 0, "line 1: " + faults(10) + "; and 1 more"},
	{"a million faults", "{" + strings.TrimSuffix(strings.Repeat(`"x":1,`, 1_000_000), ",") + "}", 0, "line 1: " + faults(10) + "; and 999990 more"},

	// Not UTF-8.
	{"a byte that is not UTF-8", "{}\n{\n\"code\":\"caf\xe9\"}\n{}", 1, "line 3: " + notText("0xe9")},
	{"half a letter at the end", "{\"code\":\"A\"}\n\xc3", 1, "line 2: " + notText("0xc3")},
	{"a surrogate in UTF-8", "{\"code\":\"\xed\xa0\x80\"}", 0, "line 1: " + notText("0xed")},
	{"an overlong zero", "{\"code\":\"\xc0\x80\"}", 0, "line 1: " + notText("0xc0")},
	{"a key that is not UTF-8", "{\"\xff\":1}", 0, "line 1: " + notText("0xff")},
	{"UTF-16", "\xff\xfe{\x00}\x00", 0, "line 1: " + notText("0xff")},
	{"not UTF-8 in an array", "[{},\n{},\n{\"code\":\"\x80\"}]", 2, "line 3: " + notText("0x80")},
	{"not JSON before it is not UTF-8", "{}\nhello \xff", 1, "line 2: not JSON: invalid character 'h' looking for beginning of value; " + works},

	// Not JSON.
	{"words", "{}\nhello", 1, "line 2: not JSON: invalid character 'h' looking for beginning of value; " + works},
	{"truncated object", "{}\n{\"code\":", 1, "line 2: not JSON: unexpected EOF; " + works},
	{"truncated array", "[\n{},\n{}\n", 2, "line 4: not JSON: unexpected EOF; " + works},
	{"truncated array after a comma", "[{},", 1, "line 1: not JSON: unexpected EOF; " + works},
	{"array cut at once", "[", 0, "line 1: not JSON: unexpected EOF; " + works},
	{"array closed twice", "[{}]]", 1, "line 1: not JSON: invalid character ']' looking for beginning of value; " + works},
	{"comma before the end of an array", "[{},]", 1, "line 1: not JSON: invalid character ']' looking for beginning of value; " + works},
	{"comma before the first element", "[,{}]", 0, "line 1: not JSON: invalid character ',' looking for beginning of value; " + works},
	{"two commas", "[{},,{}]", 1, "line 1: not JSON: invalid character ',' looking for beginning of value; " + works},
	{"no comma in an array", "[{}\n{}]", 1, "line 2: not JSON: expected comma after array element; " + works},
	{"comma between lines", "{},\n{}", 1, "line 1: not JSON: invalid character ',' looking for beginning of value; " + works},
	{"comma after all", "{},", 1, "line 1: not JSON: invalid character ',' looking for beginning of value; " + works},
	{"comma before the end of an object", `{"code":"A",}`, 0, "line 1: not JSON: invalid character '}' looking for beginning of object key string; " + works},
	{"key without quotes", `{code:"A"}`, 0, "line 1: not JSON: invalid character 'c' looking for beginning of object key string; " + works},
	{"line break in a text", "{\"code\":\"A\nB\"}", 0, "line 1: not JSON: invalid character '\\n' in string literal; " + works},
	{"deep nesting", strings.Repeat("[", 20_000), 0, "line 1: not JSON: invalid character '[' exceeded max depth; " + works},
	{"deep nesting inside", `{"code":` + strings.Repeat(`{"a":`, 20_000), 0, "line 1: not JSON: invalid character '{' exceeded max depth; " + works},
}

func TestReadAllTellsLineFoundAndWorks(t *testing.T) {
	for _, c := range refused {
		t.Run(c.name, func(t *testing.T) {
			got, err := ReadAll(strings.NewReader(c.input))
			if err == nil {
				t.Fatalf("accepted as %+v", got)
			}
			if diff := cmp.Diff(c.want, err.Error()); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
			if len(got) != c.before {
				t.Errorf("%d envelopes came with the error, want %d", len(got), c.before)
			}
		})
	}
}

func TestReadAllReadsWhatJSONEncodes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.SliceOfN(rapid.Custom(drawError), 1, 5).Draw(t, "errors")
		encode := json.Marshal
		if rapid.Bool().Draw(t, "indented") {
			encode = func(v any) ([]byte, error) { return json.MarshalIndent(v, "", "\t") }
		}
		var input []byte
		if rapid.Bool().Draw(t, "in an array") {
			input = must(encode(want))
		} else {
			for _, e := range want {
				input = append(append(input, must(encode(e))...), '\n')
			}
		}
		placed, err := ReadAll(iotest.HalfReader(bytes.NewReader(input)))
		if err != nil {
			t.Fatalf("%s: %v", input, err)
		}
		var got []Error
		for _, p := range placed {
			got = append(got, p.Error)
		}
		if diff := cmp.Diff(want, got, compare); diff != "" {
			t.Fatalf("errors (-want +got):\n%s", diff)
		}
	})
}

func must(encoded []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return encoded
}

func TestReadAllPassesOnWhatTheReaderReports(t *testing.T) {
	broken := errors.New("pipe burst")
	if _, err := ReadAll(io.MultiReader(strings.NewReader("{}"), iotest.ErrReader(broken))); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}

// blanks reads as spaces without end.
type blanks struct{}

func (blanks) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

func TestReadAllBoundsItsInput(t *testing.T) {
	if testing.Short() {
		t.Skip("takes memory")
	}
	const want = "found more than 64 MiB; route the errors in parts"
	if _, err := ReadAll(blanks{}); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// Counting the lines before each envelope anew made a file of a megabyte take
// seconds, and one of 64 an hour.
func TestReadAllTakesTimeInProportionToItsInput(t *testing.T) {
	const n = 30_000
	got, err := ReadAll(strings.NewReader(strings.Repeat("[]\n", n) + strings.Repeat("{}\n", n)))
	if err != nil || len(got) != n || got[n-1].Line != 2*n {
		t.Errorf("%d envelopes, error %v", len(got), err)
	}
}

// FuzzReadAll: whatever the input, ReadAll does not panic, an error is one
// printable line, and what is accepted is the same when encoded and read again.
func FuzzReadAll(f *testing.F) {
	for _, c := range accepted {
		f.Add([]byte(c.input))
	}
	for _, c := range refused {
		if len(c.input) < 1000 { // long seeds make the fuzzer slow
			f.Add([]byte(c.input))
		}
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		placed, err := ReadAll(bytes.NewReader(input))
		if err != nil && (strings.Contains(err.Error(), "\n") || !utf8.ValidString(err.Error())) {
			t.Errorf("error %q", err)
		}
		if err == nil && len(placed) == 0 {
			t.Error("neither an envelope nor an error")
		}
		var lines bytes.Buffer
		last := 1
		for _, p := range placed {
			if p.Line < last || p.Line > 1+bytes.Count(input, []byte("\n")) {
				t.Errorf("line %d follows line %d of %q", p.Line, last, input)
			}
			last = p.Line
			lines.Write(append(must(json.Marshal(p.Error)), '\n'))
		}
		if len(placed) == 0 {
			return
		}
		again, err := ReadAll(&lines)
		if err != nil || len(again) != len(placed) {
			t.Fatalf("%d envelopes are read again as %d, %v", len(placed), len(again), err)
		}
		for i := range again {
			if again[i].Error != placed[i].Error || again[i].Line != i+1 {
				t.Errorf("%+v is read again as %+v", placed[i], again[i])
			}
		}
	})
}
