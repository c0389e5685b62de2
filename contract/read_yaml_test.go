package contract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"errbench/optional"
	"errbench/scenario"
)

const ownContract = `about: names what is wrong
transient: {code: BUSY, retryable: true, retryAfterMs: true}
validation: {message: true, field: argument, suggestion: true}
permission: {code: DENIED, retryable: true, suggestion: "Ask an owner."}
not_found: {}
`

// readOwn reads ownContract with a part replaced.
func readOwn(old, new string) (Contract, error) {
	return Read(strings.NewReader(strings.Replace(ownContract, old, new, 1)), "some/api.yaml")
}

// A class shows what its own texts say, what the simulation has where they say
// true, and nothing else.
func TestAContractIsReadFromAFile(t *testing.T) {
	c, err := readOwn("", "")
	if err != nil {
		t.Fatal(err)
	}
	if c.Name != "api.yaml" || c.About != "names what is wrong" {
		t.Errorf("name %q, about %q", c.Name, c.About)
	}
	a := scenario.Published()
	a.RetryAfterMS = optional.Of[int64](250)
	some := optional.Of[string]
	for class, want := range map[scenario.Class]Error{
		scenario.Transient:  {Code: some("BUSY"), Retryable: optional.Of(true), RetryAfterMS: a.RetryAfterMS},
		scenario.Validation: {Message: failures[scenario.Validation].Message, Field: some("argument"), Suggestion: failures[scenario.Validation].Suggestion},
		scenario.Permission: {Code: some("DENIED"), Retryable: optional.Of(true), Suggestion: some("Ask an owner.")},
		scenario.NotFound:   {},
	} {
		got, _ := c.Report(scenario.HonestKind(class), &a)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%v (-want +got):\n%s", class, diff)
		}
	}
}

// A lie is told in the contract's own codes: the code of the other class, if it has one
// and the true class shows one.
func TestAWrongCodeIsOneOfTheContract(t *testing.T) {
	c, err := readOwn("", "")
	if err != nil {
		t.Fatal(err)
	}
	a := scenario.Published()
	for _, test := range []struct {
		class, shown scenario.Class
		want         string // "" for none
	}{
		{scenario.Permission, scenario.Transient, "BUSY"},
		{scenario.Transient, scenario.Permission, "DENIED"},
		{scenario.Transient, scenario.NotFound, ""},
		{scenario.Validation, scenario.Transient, ""},
	} {
		e, _ := c.Report(scenario.Kind{Class: optional.Of(test.class), Distortion: scenario.ShownAsTransient + scenario.Distortion(test.shown)}, &a)
		if code, ok := e.Code.Get(); code != test.want || ok != (test.want != "") {
			t.Errorf("%v shown as %v has the code %q", test.class, test.shown, code)
		}
	}
}

func TestFaultsOfAContractFile(t *testing.T) {
	for _, test := range []struct{ old, new, want string }{
		{"not_found: {}\n", "", "api.yaml:1:1: the key not_found is missing"},
		{"not_found:", "notfound:", `api.yaml:5:1: notfound: unknown key; did you mean "not_found"?` + "\napi.yaml:1:1: the key not_found is missing"},
		{"{}", "nothing", `api.yaml:5:1: not_found: got "nothing", want a mapping of code, message, retryable, field, suggestion, retryAfterMs, traceId`},
		{"{}", "{field: true}", "api.yaml:5:13: not_found.field: got true, want a text, since the simulation has none"},
		{"{}", "{code: false}", "api.yaml:5:13: not_found.code: got false, want a text, or true to show the text of the simulation"},
		{"{}", "{code: 404}", "api.yaml:5:13: not_found.code: got 404, want a text, or true to show the text of the simulation"},
		{"{}", "{retryable: maybe}", `api.yaml:5:13: not_found.retryable: got "maybe", want true or false`},
		{"{}", "{retryAfterMs: true}", "api.yaml:5:13: not_found.retryAfterMs: only a transient failure has a wait; leave this key out"},
		{"retryAfterMs: true", "retryAfterMs: 250", "api.yaml:2:42: transient.retryAfterMs: got 250, want true, since the assumption retry_after_ms holds the wait itself"},
		{"{}", "{retry_after_ms: true}", `api.yaml:5:13: not_found.retry_after_ms: unknown key; did you mean "retryAfterMs"?`},
	} {
		_, err := readOwn(test.old, test.new)
		if got := strings.ReplaceAll(fmt.Sprint(err), "some/", ""); got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.new, got, test.want)
		}
	}
}
