package contract

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"errbench/optional"
	"errbench/scenario"
)

// drawError draws any error: each field absent, empty or full.
func drawError(t *rapid.T) Error {
	text := func(label string) optional.Value[string] {
		return rapid.OneOf(
			rapid.Just(optional.Value[string]{}), rapid.Just(optional.Of("")), rapid.Just(optional.Of("null")),
			rapid.Map(rapid.String(), func(s string) optional.Value[string] { return optional.Of(strings.ToValidUTF8(s, "")) }),
		).Draw(t, label)
	}
	return Error{
		Code: text("code"), Message: text("message"), Field: text("field"), Suggestion: text("suggestion"), TraceID: text("traceId"),
		Retryable:    rapid.SampledFrom([]optional.Value[bool]{{}, optional.Of(false), optional.Of(true)}).Draw(t, "retryable"),
		RetryAfterMS: rapid.OneOf(rapid.Just(optional.Value[int64]{}), rapid.Map(rapid.Int64Min(0), optional.Of[int64])).Draw(t, "retryAfterMs"),
	}
}

// full has every field, none of them empty.
var full = Error{
	Code: optional.Of("c"), Message: optional.Of("m"), Retryable: optional.Of(true), Field: optional.Of("f"),
	Suggestion: optional.Of("s"), RetryAfterMS: optional.Of[int64](1), TraceID: optional.Of("t"),
}

func TestErrorsAreEncodedUnderTheArticlesKeys(t *testing.T) {
	for _, c := range []struct {
		name string
		e    Error
		want string
	}{
		{"nothing", Error{}, `{}`},
		{"all", full, `{"code":"c","message":"m","retryable":true,"field":"f","suggestion":"s","retryAfterMs":1,"traceId":"t"}`},
		{"empty is not absent", Error{Code: optional.Of(""), Message: optional.Of(""), Retryable: optional.Of(false), Field: optional.Of(""), Suggestion: optional.Of(""), RetryAfterMS: optional.Of[int64](0), TraceID: optional.Of("")},
			`{"code":"","message":"","retryable":false,"field":"","suggestion":"","retryAfterMs":0,"traceId":""}`},
		{"the text null is a text", Error{Code: optional.Of("null")}, `{"code":"null"}`},
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
	for _, e := range []Error{{Code: optional.Of("")}, {Retryable: optional.Of(false)}, {RetryAfterMS: optional.Of[int64](0)}, {Message: optional.Of("c")}} {
		if known[e] {
			t.Errorf("%+v equals another error", e)
		}
	}
}

// A part says something where it is present and no empty text.
func TestPartsSaySomethingOrNothing(t *testing.T) {
	empty := Error{Code: optional.Of(""), Message: optional.Of(""), Field: optional.Of(""), Suggestion: optional.Of(""), TraceID: optional.Of("")}
	zero := Error{Retryable: optional.Of(false), RetryAfterMS: optional.Of[int64](0)}
	for parts := FieldSet(0); parts <= allParts; parts++ {
		for _, c := range []struct {
			e    Error
			says FieldSet
		}{{Error{}, 0}, {full, allParts}, {empty, 0}, {zero, Retryable | RetryAfter}} {
			if got, want := c.e.Says(parts), parts&^c.says == 0; got != want {
				t.Errorf("%+v says %07b: %t, want %t", c.e, parts, got, want)
			}
		}
	}
}

func TestDetailIsHowMuchARepairLearns(t *testing.T) {
	for _, c := range []struct {
		name string
		e    Error
		want Detail
	}{
		{"nothing", Error{}, DetailMessage},
		{"message", Error{Message: optional.Of("a"), Retryable: optional.Of(true), TraceID: optional.Of("a")}, DetailMessage},
		{"empty code", Error{Code: optional.Of("")}, DetailMessage},
		{"code", Error{Code: optional.Of("a")}, DetailCode},
		{"code and empty field", Error{Code: optional.Of("a"), Field: optional.Of(""), Suggestion: optional.Of("")}, DetailCode},
		{"field", Error{Code: optional.Of("a"), Field: optional.Of("a")}, DetailField},
		{"field without a code", Error{Field: optional.Of("a")}, DetailField},
		{"suggestion", Error{Suggestion: optional.Of("a")}, DetailField},
		{"field and empty suggestion", Error{Field: optional.Of("a"), Suggestion: optional.Of("")}, DetailField},
		{"empty field and suggestion", Error{Field: optional.Of(""), Suggestion: optional.Of("a")}, DetailField},
		{"field and suggestion", Error{Field: optional.Of("a"), Suggestion: optional.Of("a")}, DetailHint},
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
	if got := Detail(255).String(); got != "Detail(255)" {
		t.Errorf("no level is called %s", got)
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
		if home := typ.PkgPath(); home != "" && home != "errbench/contract" && home != "errbench/optional" {
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
	if !seen[reflect.TypeFor[optional.Value[int64]]()] {
		t.Error("the walk did not reach the fields")
	}
}
