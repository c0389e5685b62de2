package contract

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"errbench/optional"
)

// Failures that are alike, and failures that are not.
func TestFailuresAreAlikeByWhatTellsHowTheyFailed(t *testing.T) {
	text := optional.Of[string]
	said := func(message string) Error { return Error{Message: text(message)} }
	coded := func(code, message string) Error { return Error{Code: text(code), Message: text(message)} }
	with := func(change func(*Error)) Error { e := full; change(&e); return e }
	for _, test := range []struct {
		name string
		a, b Error
		want bool
	}{
		{"nothing and nothing", Error{}, Error{}, true},
		{"nothing and empty texts", Error{}, Error{Code: text(""), Message: text(""), Field: text(""), Suggestion: text("")}, true},
		{"another wording", coded("c", "no such file"), coded("c", "the file is not there"), true},
		{"another code", coded("c", "no"), coded("d", "no"), false},
		{"a code and none", coded("c", "no"), said("no"), false},
		{"another field", full, with(func(e *Error) { e.Field = text("g") }), false},
		{"no field", full, with(func(e *Error) { e.Field.Clear() }), false},
		{"another verdict", full, with(func(e *Error) { e.Retryable = optional.Of(false) }), false},
		{"no verdict", with(func(e *Error) { e.Retryable = optional.Of(false) }), with(func(e *Error) { e.Retryable.Clear() }), false},
		{"another suggestion", full, with(func(e *Error) { e.Suggestion = text("so") }), true},
		{"no suggestion", full, with(func(e *Error) { e.Suggestion.Clear() }), false},
		{"another wait", full, with(func(e *Error) { e.RetryAfterMS = optional.Of[int64](7) }), true},
		{"no wait", full, with(func(e *Error) { e.RetryAfterMS.Clear() }), false},
		{"another trace id", full, with(func(e *Error) { e.TraceID.Clear() }), true},

		{"another path", said("open /home/a/b.txt: permission denied"), said("open /srv/c: permission denied"), true},
		{"a path of another system", said(`cannot read C:\temp\x`), said(`cannot read D:\y`), true},
		{"a file", said("report.pdf is locked"), said("notes.txt is locked"), true},
		{"another end of the path", said("open /a: permission denied"), said("open /a: is a directory"), false},
		{"a URL", said("GET https://a.example/x?y=1 failed"), said("GET http://b.example failed"), true},
		{"a UUID", said("no job 9b2c7d1e-0f5a-4c3b-8e6d-1a2b3c4d5e6f"), said("no job 00000000-0000-4000-8000-000000000000"), true},
		{"a hash of letters", said("no commit deadbeef"), said("no commit 12345678"), true},
		{"an id and its name", said("request id=ab12 failed"), said("request id=7 failed"), true},
		{"an address", said("no user ann@example.org"), said("no user bob@example.com"), true},
		{"more numbers", said("lines 1 2 3 are wrong"), said("lines 40 are wrong"), true},
		{"a time", said("at 2026-11-29T12:00:00Z: no"), said("at 12:01: no"), true},
		{"what is quoted", said(`no tool "get_page"`), said(`no tool "list all"`), true},
		{"what is quoted within marks of another kind", said("no tool ‘it's’ here"), said("no tool «x» here"), true},
		{"an apostrophe is no quote", said("it can't read the users' list"), said("it can't write the users' list"), false},
		{"an apostrophe within a quote", said("no tool 'can't do' here"), said("no tool 'x' here"), true},
		{"a quote that never ends", said(`say "a`), said(`say "b`), false},
		{"other words", said("permission denied"), said("no such file"), false},
		{"a word more", said("no such file"), said("no such file there"), false},
		{"a sentence that ends", said("No such file."), said("No such tool."), false},
		{"more blanks", said("no  such\nfile"), said("no such file"), true},
	} {
		if got := Alike(test.a, test.b); got != test.want {
			t.Errorf("%s: %+v and %+v: alike %v", test.name, test.a, test.b, got)
		}
	}
}

// Whatever is said around it, and whatever else an error holds, a number, an id or
// a path in the text never makes two failures differ.
func TestWhatVariesInATextTellsNoFailuresApart(t *testing.T) {
	varying := rapid.OneOf(
		rapid.StringMatching(`-?[0-9]{1,9}(\.[0-9]{1,3})?`),
		rapid.StringMatching(`[a-z]{0,6}[0-9][a-zA-Z0-9_-]{0,12}`),
		rapid.StringMatching(`[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}`),
		rapid.StringMatching(`(0x)?[0-9a-f]{8,40}`),
		rapid.StringMatching(`(/[a-zA-Z_.-]{1,8}){1,4}/?`),
		rapid.StringMatching(`[A-Z]:(\\[a-zA-Z_]{1,8}){1,4}`),
		rapid.StringMatching(`https?://[a-z]{1,8}\.example(/[a-z]{1,5})?(\?[a-z]=[a-z])?`),
		rapid.StringMatching(`"[a-z ,;]{0,12}"`),
	)
	around := rapid.StringOf(rapid.OneOf(rapid.SampledFrom([]rune(`  "'"'abc.:,/`)), rapid.Rune()))
	rapid.Check(t, func(t *rapid.T) {
		before, after := around.Draw(t, "before"), around.Draw(t, "after")
		if strings.Contains(before, `"`) {
			before = "" // or what is put in would close it
		}
		a := drawError(t)
		b := a
		a.Message = optional.Of(fmt.Sprint(before, " ", varying.Draw(t, "a"), " ", after))
		b.Message = optional.Of(fmt.Sprint(before, " ", varying.Draw(t, "b"), " ", after))
		b.TraceID = optional.Of("another")
		if !Alike(a, b) {
			t.Fatalf("%+v and %+v", a, b)
		}
	})
}

// To be alike is to be the same in something, and a code never is another.
func TestAnotherCodeIsAnotherFailure(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawError(t), drawError(t)
		if !Alike(a, a) || Alike(a, b) != Alike(b, a) {
			t.Fatalf("%+v is not like itself, or %+v differs the other way round", a, b)
		}
		code, other := rapid.String().Draw(t, "code"), rapid.StringN(1, -1, -1).Draw(t, "other")
		if code == other {
			return
		}
		b = a
		a.Code, b.Code = optional.Of(code), optional.Of(other)
		if Alike(a, b) {
			t.Fatalf("%q and %q are alike", code, other)
		}
	})
}

// A message that opens quotes without end is read in one go.
func TestTextsAreMaskedInTimeInProportion(t *testing.T) {
	const n = 1 << 20
	message := strings.Repeat(" 'a", n)
	if got := constant(message); len(got) != len(message)-1 {
		t.Errorf("%d bytes are left of %d", len(got), len(message))
	}
}
