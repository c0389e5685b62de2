package contract

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"errbench/scenario"
)

// drawError draws any error: each field absent, empty or full.
func drawError(t *rapid.T) Error {
	text := func(label string) Optional[string] {
		return rapid.OneOf(
			rapid.Just(Optional[string]{}), rapid.Just(Some("")), rapid.Just(Some("null")),
			rapid.Map(rapid.String(), func(s string) Optional[string] { return Some(strings.ToValidUTF8(s, "")) }),
		).Draw(t, label)
	}
	return Error{
		Code: text("code"), Message: text("message"), Field: text("field"), Suggestion: text("suggestion"), TraceID: text("traceId"),
		Retryable:    rapid.SampledFrom([]Optional[bool]{{}, Some(false), Some(true)}).Draw(t, "retryable"),
		RetryAfterMS: rapid.OneOf(rapid.Just(Optional[int64]{}), rapid.Map(rapid.Int64Min(0), Some[int64])).Draw(t, "retryAfterMs"),
	}
}

// full has every field, none of them empty.
var full = Error{
	Code: Some("c"), Message: Some("m"), Retryable: Some(true), Field: Some("f"),
	Suggestion: Some("s"), RetryAfterMS: Some[int64](1), TraceID: Some("t"),
}

func TestErrorsAreEncodedUnderTheArticlesKeys(t *testing.T) {
	for _, c := range []struct {
		name string
		e    Error
		want string
	}{
		{"nothing", Error{}, `{}`},
		{"all", full, `{"code":"c","message":"m","retryable":true,"field":"f","suggestion":"s","retryAfterMs":1,"traceId":"t"}`},
		{"empty is not absent", Error{Code: Some(""), Message: Some(""), Retryable: Some(false), Field: Some(""), Suggestion: Some(""), RetryAfterMS: Some[int64](0), TraceID: Some("")},
			`{"code":"","message":"","retryable":false,"field":"","suggestion":"","retryAfterMs":0,"traceId":""}`},
		{"the text null is a text", Error{Code: Some("null")}, `{"code":"null"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			encoded, err := json.Marshal(c.e)
			if err != nil || string(encoded) != c.want {
				t.Errorf("encoded %s, %v; want %s", encoded, err, c.want)
			}
			var decoded Error
			if err := json.Unmarshal([]byte(c.want), &decoded); err != nil || decoded != c.e {
				t.Errorf("decoded %+v, %v; want %+v", decoded, err, c.e)
			}
		})
	}
}

func TestNullIsAbsent(t *testing.T) {
	decoded := full // whatever stood there before
	const nulls = `{"code":null,"message":null,"retryable":null,"field":null,"suggestion":null,"retryAfterMs":null,"traceId":null}`
	if err := json.Unmarshal([]byte(nulls), &decoded); err != nil || decoded != (Error{}) {
		t.Errorf("decoded %+v, %v; want all absent", decoded, err)
	}
}

// Outside an object, where nothing can be left out, absence is null.
func TestAbsentAloneIsEncodedAsNull(t *testing.T) {
	encoded, err := json.Marshal([]Optional[string]{{}, Some(""), Some("a")})
	if want := `[null,"","a"]`; err != nil || string(encoded) != want {
		t.Errorf("encoded %s, %v; want %s", encoded, err, want)
	}
}

func TestErrorsSurviveJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawError(t)
		encoded, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got Error
		if err := json.Unmarshal(encoded, &got); err != nil || got != want {
			t.Fatalf("%s is decoded as %+v, %v; want %+v", encoded, got, err, want)
		}
	})
}

func TestWrongTypesLeaveAFieldAbsent(t *testing.T) {
	for _, encoded := range []string{`{"code":5}`, `{"code":["a"]}`, `{"retryable":"true"}`, `{"retryable":1}`, `{"retryAfterMs":"1"}`, `{"retryAfterMs":1.5}`, `{"retryAfterMs":9223372036854775808}`} {
		var e Error
		if err := json.Unmarshal([]byte(encoded), &e); err == nil {
			t.Errorf("%s was accepted as %+v", encoded, e)
		}
		if e != (Error{}) {
			t.Errorf("%s leaves %+v behind", encoded, e)
		}
	}
}

// Plans look errors up in a map, where an empty field must not pass for an
// absent one.
func TestErrorsCompareByValue(t *testing.T) {
	copied := full
	known := map[Error]bool{copied: true, {}: true}
	if !known[full] {
		t.Error("equal errors differ")
	}
	for _, e := range []Error{{Code: Some("")}, {Retryable: Some(false)}, {RetryAfterMS: Some[int64](0)}, {Message: Some("c")}} {
		if known[e] {
			t.Errorf("%+v equals another error", e)
		}
	}
}

func TestZeroOptionalIsAbsent(t *testing.T) {
	var o Optional[string]
	if _, ok := o.Get(); ok || !o.IsZero() {
		t.Error("the zero value is present")
	}
	if value, ok := Some("").Get(); !ok || value != "" || Some("").IsZero() {
		t.Error("an empty text is absent")
	}
}

func TestDetailIsHowMuchARepairLearns(t *testing.T) {
	for _, c := range []struct {
		name string
		e    Error
		want Detail
	}{
		{"nothing", Error{}, DetailMessage},
		{"message", Error{Message: Some("a"), Retryable: Some(true), TraceID: Some("a")}, DetailMessage},
		{"empty code", Error{Code: Some("")}, DetailMessage},
		{"code", Error{Code: Some("a")}, DetailCode},
		{"code and empty field", Error{Code: Some("a"), Field: Some(""), Suggestion: Some("")}, DetailCode},
		{"field", Error{Code: Some("a"), Field: Some("a")}, DetailField},
		{"field without a code", Error{Field: Some("a")}, DetailField},
		{"suggestion", Error{Suggestion: Some("a")}, DetailField},
		{"field and empty suggestion", Error{Field: Some("a"), Suggestion: Some("")}, DetailField},
		{"empty field and suggestion", Error{Field: Some(""), Suggestion: Some("a")}, DetailField},
		{"field and suggestion", Error{Field: Some("a"), Suggestion: Some("a")}, DetailHint},
		{"all", full, DetailHint},
	} {
		if got := c.e.Detail(); got != c.want {
			t.Errorf("%s: detail %v, want %v", c.name, got, c.want)
		}
	}
}

// The names are the keys of repair_success, so a level finds its probability.
func TestDetailNamesAreTheKeysOfRepairSuccess(t *testing.T) {
	levels, err := json.Marshal([]Detail{DetailMessage, DetailCode, DetailField, DetailHint})
	if want := `["message","code","field","hint"]`; err != nil || string(levels) != want {
		t.Errorf("levels %s, %v; want %s", levels, err, want)
	}
	keys := reflect.TypeFor[scenario.RepairSuccess]()
	for d := DetailMessage; d <= DetailHint; d++ {
		if key := keys.Field(int(d)).Tag.Get("json"); key != d.String() {
			t.Errorf("level %v stands at the key %s", d, key)
		}
	}
}

// A router is given an Error: were a class or a roll within its reach, it
// could act on the truth instead of on what it observes.
func TestNothingOfTheScenarioIsReachableFromAnError(t *testing.T) {
	seen := map[reflect.Type]bool{}
	var walk func(reflect.Type)
	walk = func(typ reflect.Type) {
		if seen[typ] {
			return
		}
		seen[typ] = true
		if home := typ.PkgPath(); home != "" && home != "errbench/contract" {
			t.Errorf("%v is reachable", typ)
		}
		switch typ.Kind() {
		case reflect.Struct:
			for i := range typ.NumField() {
				walk(typ.Field(i).Type)
			}
		case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map, reflect.Chan, reflect.Func, reflect.Interface:
			// What these could hold, == could not compare, or the type not bound.
			t.Errorf("%v is reachable", typ)
		}
		for i := range typ.NumMethod() {
			method := typ.Method(i).Type
			for j := range method.NumOut() {
				if out := method.Out(j); out.PkgPath() == "errbench/scenario" {
					t.Errorf("%v returns %v", typ, out)
				}
			}
		}
	}
	walk(reflect.TypeFor[Error]())
	if !seen[reflect.TypeFor[Optional[int64]]()] {
		t.Error("the walk did not reach the fields")
	}
}
