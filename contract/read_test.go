package contract

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
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
			got, err := ReadAll(strings.NewReader(c.input), "in")
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
	works   = `an error envelope is a JSON object such as {"code":"TRANSIENT","retryable":true}`
	none    = "in: the file holds no error envelope; " + works
	known   = "want one of code, message, retryable, field, suggestion, retryAfterMs, traceId"
	unknown = "x: unknown key; " + known
	wait    = "want a whole number from 0 to 9223372036854775807"
)

// faults is what n unknown keys x after each other are told.
func faults(n, more int) string {
	var lines []string
	for i := range n {
		lines = append(lines, fmt.Sprintf("in:1:%d: %s", 2+6*i, unknown))
	}
	if more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(lines, "\n")
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
	{"null", "null", 0, "in:1:1: got null; " + works},
	{"a number", "\n5", 0, "in:2:1: got 5; " + works},
	{"a text", `"TRANSIENT"`, 0, `in:1:1: got "TRANSIENT"; ` + works},
	{"true", "true", 0, "in:1:1: got true; " + works},
	{"null in an array", "[{},\nnull]", 1, "in:2:1: got null; " + works},
	{"an array in an array", "[\n[{}]]", 0, "in:2:1: got a list of 1; " + works},
	{"a long text", `"` + strings.Repeat("a", 70) + `"`, 0, `in:1:1: got "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa..."; ` + works},

	// Keys.
	{"unknown key", `{"retry_after_ms":1}`, 0, `in:1:2: retry_after_ms: unknown key; did you mean "retryAfterMs"?`},
	{"key in capitals", `{"Code":"A"}`, 0, `in:1:2: Code: unknown key; did you mean "code"?`},
	{"unlike key", `{"status":500}`, 0, "in:1:2: status: unknown key; " + known},
	{"empty key", `{"":1}`, 0, `in:1:2: "": unknown key; ` + known},
	{"key with an escape sequence", `{"\u001b[31m":1}`, 0, `in:1:2: "\x1b[31m": unknown key; ` + known},
	{"doubled key", `{"code":"A","code":"A"}`, 0, "in:1:13: code: stands twice; keep one"},
	{"key doubled by an escape", `{"code":null,"c\u006fde":"A"}`, 0, "in:1:14: code: stands twice; keep one"},

	// Types.
	{"number for a text", `{"code":5}`, 0, "in:1:2: code: got 5, want a text"},
	{"list for a text", `{"message":["a",  "b"]}`, 0, "in:1:2: message: got a list of 2, want a text"},
	{"object for a text", `{"field":{"a":1}}`, 0, "in:1:2: field: got a mapping, want a text"},
	{"unprintable letters", "{\"field\":[\"\u202e\x7f\"]}", 0, "in:1:2: field: got a list of 1, want a text"},
	{"text for a boolean", `{"retryable":"true"}`, 0, `in:1:2: retryable: got "true", want true or false`},
	{"number for a boolean", `{"retryable":1}`, 0, "in:1:2: retryable: got 1, want true or false"},
	{"negative wait", `{"retryAfterMs":-1}`, 0, "in:1:2: retryAfterMs: got -1, " + wait},
	{"fractional wait", `{"retryAfterMs":1.5}`, 0, "in:1:2: retryAfterMs: got 1.5, " + wait},
	{"wait with an exponent", `{"retryAfterMs":1e3}`, 0, "in:1:2: retryAfterMs: got 1e3, want a whole number from 0 to 9223372036854775807, in plain digits"},
	{"wait beyond 64 bits", `{"retryAfterMs":9223372036854775808}`, 0, "in:1:2: retryAfterMs: got 9223372036854775808, " + wait},
	{"wait beyond floating point", `{"retryAfterMs":1e999}`, 0, "in:1:2: retryAfterMs: got 1e999, " + wait},
	{"wait of many digits", `{"retryAfterMs":` + strings.Repeat("9", 1000) + "}", 0, "in:1:2: retryAfterMs: got 999999999999999999999999999999999999999999999999999999999999..., " + wait},
	{"wait as a text", `{"retryAfterMs":"1"}`, 0, `in:1:2: retryAfterMs: got "1", ` + wait},
	{"several faults", "{}\n{\"message\":5,\n\"x\":1,\"retryAfterMs\":-1}", 1, "in:2:2: message: got 5, want a text\nin:3:1: " + unknown + "\nin:3:7: retryAfterMs: got -1, " + wait},
	{"twelve faults", "{" + strings.TrimSuffix(strings.Repeat(`"x":1,`, 12), ",") + "}", 0, faults(12, 0)},
	{"thirteen faults", "{" + strings.TrimSuffix(strings.Repeat(`"x":1,`, 13), ",") + "}", 0, faults(12, 1)},
	{"very many faults", "{" + strings.TrimSuffix(strings.Repeat(`"x":1,`, 90_000), ",") + "}", 0, faults(12, 89_988)},

	// Not UTF-8.
	{"a byte that is not UTF-8", "{}\n{\n\"code\":\"caf\xe9\"}\n{}", 1, "in:3:12: the byte 0xe9 is not UTF-8"},
	{"half a letter at the end", "{\"code\":\"A\"}\n\xc3", 1, "in:2:1: the byte 0xc3 is not UTF-8"},
	{"half a surrogate pair", `{"code":"\ud800"}`, 0, "in:1:10: not JSON: half a surrogate pair in a text"},
	{"a surrogate in UTF-8", "{\"code\":\"\xed\xa0\x80\"}", 0, "in:1:10: the byte 0xed is not UTF-8"},
	{"an overlong zero", "{\"code\":\"\xc0\x80\"}", 0, "in:1:10: the byte 0xc0 is not UTF-8"},
	{"a key that is not UTF-8", "{\"\xff\":1}", 0, "in:1:3: the byte 0xff is not UTF-8"},
	{"UTF-16", "\xff\xfe{\x00}\x00", 0, "in:1:1: the byte 0xff is not UTF-8"},
	{"not UTF-8 in an array", "[{},\n{},\n{\"code\":\"\x80\"}]", 2, "in:3:10: the byte 0x80 is not UTF-8"},
	{"not JSON before it is not UTF-8", "{}\nhello \xff", 1, "in:2:1: not JSON: got 'h', want a value"},

	// Not JSON.
	{"words", "{}\nhello", 1, "in:2:1: not JSON: got 'h', want a value"},
	{"truncated object", "{}\n{\"code\":", 1, "in:2:9: not JSON: the text ends inside a value"},
	{"truncated array", "[\n{},\n{}\n", 2, "in:4:1: not JSON: the text ends inside a value"},
	{"truncated array after a comma", "[{},", 1, "in:1:5: not JSON: the text ends inside a value"},
	{"array cut at once", "[", 0, "in:1:2: not JSON: the text ends inside a value"},
	{"array closed twice", "[{}]]", 1, "in:1:5: not JSON: got ']', want a value"},
	{"comma before the end of an array", "[{},]", 1, "in:1:4: not JSON: got ',', want a value"},
	{"comma before the first element", "[,{}]", 0, "in:1:2: not JSON: got ',', want a value"},
	{"two commas", "[{},,{}]", 1, "in:1:5: not JSON: got ',', want a value"},
	{"no comma in an array", "[{}\n{}]", 1, "in:2:1: not JSON: got '{', want ',' or ']'"},
	{"comma between lines", "{},\n{}", 1, "in:1:3: not JSON: got ',', want a value"},
	{"comma after all", "{},", 1, "in:1:3: not JSON: got ',', want a value"},
	{"comma before the end of an object", `{"code":"A",}`, 0, `in:1:13: not JSON: got '}', want '"'`},
	{"key without quotes", `{code:"A"}`, 0, `in:1:2: not JSON: got 'c', want '"'`},
	{"line break in a text", "{\"code\":\"A\nB\"}", 0, `in:1:11: not JSON: got '\n' inside a text; write it as an escape sequence`},
	{"deep nesting", strings.Repeat("[", 20_000), 0, "in:1:10001: lists and objects too deep"},
	{"deep nesting inside", `{"code":` + strings.Repeat(`{"a":`, 20_000), 0, "in:1:50004: lists and objects too deep"},
}

func TestReadAllNamesPlaceGotAndWant(t *testing.T) {
	for _, c := range refused {
		t.Run(c.name, func(t *testing.T) {
			got, err := ReadAll(strings.NewReader(c.input), "in")
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
		placed, err := ReadAll(iotest.HalfReader(bytes.NewReader(input)), "in")
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
	if _, err := ReadAll(io.MultiReader(strings.NewReader("{}"), iotest.ErrReader(broken)), "in"); !errors.Is(err, broken) {
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
	const want = "in: longer than 64 MiB, the most that is read"
	if _, err := ReadAll(blanks{}, "in"); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// Counting the lines before each envelope anew made a file of a megabyte take
// seconds, and one of 64 an hour.
func TestReadAllTakesTimeInProportionToItsInput(t *testing.T) {
	const n = 30_000
	got, err := ReadAll(strings.NewReader(strings.Repeat("[]\n", n)+strings.Repeat("{}\n", n)), "in")
	if err != nil || len(got) != n || got[n-1].Line != 2*n {
		t.Errorf("%d envelopes, error %v", len(got), err)
	}
}

// FuzzReadAll: whatever the input, ReadAll does not panic, the lines of an error are
// text, and what is accepted is the same when encoded and read again.
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
		placed, err := ReadAll(bytes.NewReader(input), "in")
		if err != nil && (strings.Count(err.Error(), "\n") > 12 || !utf8.ValidString(err.Error())) {
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
		again, err := ReadAll(&lines, "in")
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
