package strategy

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
)

// What the layers of a runtime make of one failure after the other, with the counts
// that they keep: the layer that calls again, by its number, or a verdict.
func TestLayersMeetExceptionsFromTheInsideOut(t *testing.T) {
	transient := []string{contract.CodeTransient}
	twice := Layer{Codes: transient, Retries: 2}
	catch := Layer{Codes: transient, Spent: Message}
	const T, P = contract.CodeTransient, contract.CodePermission
	for _, test := range []struct {
		name    string
		runtime Layers
		codes   []string // of the failures, which are all of one call of the router
		want    string
	}{
		{"a handler", Layers{catch}, []string{T}, "tell"},
		{"a handler of others", Layers{catch}, []string{P}, "raise"},
		{"retries, then it is raised", Layers{twice}, []string{T, T, T}, "1 1 raise"},
		{"retries, then it is told", Layers{{Codes: transient, Retries: 2, Spent: Message}}, []string{T, T, T}, "1 1 tell"},
		{"no retries of others", Layers{{Codes: transient, Retries: 2, Spent: Message}}, []string{P}, "raise"},
		{"others are told", Layers{{Codes: transient, Retries: 2, Others: Message}}, []string{T, P}, "1 tell"},
		{"what is caught inside is not retried", Layers{catch, twice}, []string{T}, "tell"},
		{"what is retried inside is caught", Layers{twice, catch}, []string{T, T, T}, "1 1 tell"},
		{"an outer retry starts the inner ones anew", Layers{{Codes: transient, Retries: 1}, twice}, []string{T, T, T, T, T, T}, "1 2 1 2 1 raise"},
		{"an exception without a code is nobody's", Layers{catch, twice}, []string{""}, "raise"},
		{"a layer that takes nothing", Layers{{}}, []string{T}, "raise"},
	} {
		var counts retried
		var got []string
		for _, code := range test.codes {
			layer, verdict := test.runtime.catch(&contract.Error{Code: optional.Of(code)}, &counts)
			switch {
			case layer > 0:
				got = append(got, fmt.Sprint(layer))
			case verdict == Message:
				got = append(got, "tell")
			default:
				got = append(got, "raise")
			}
		}
		if got := strings.Join(got, " "); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// A person who is asked before an attempt is asked by the controller.
func TestALayerMakesNoAttemptThatAPersonIsAskedFor(t *testing.T) {
	a := scenario.Published()
	a.Risk = scenario.RiskMix{Destructive: 1}
	s := Strategy{
		Name: "s", WriteGuard: Confirm, Router: Table{},
		Layers: Layers{{Name: "middleware", Codes: []string{contract.CodeTransient, contract.CodeValidation, contract.CodePermission, contract.CodeNotFound}, Retries: 1}},
	}
	p, err := Compile(s, a)
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range p.Steps {
		if step.Action != Authorize || step.Layer != 0 {
			t.Errorf("%v by layer %d", step.Action, step.Layer)
		}
	}
}

// The router is told of the calls that it made, and of the messages that it got:
// the retries of layers in between do not count, and start anew with each of its
// calls.
func TestTheRouterDoesNotSeeWhatLayersDo(t *testing.T) {
	var asked []string
	s := Strategy{
		Name:     "asks",
		Contract: contract.CodeOnly(),
		Router: Func("asks", func(q Question) Action {
			asked = append(asked, fmt.Sprintf("attempt %d after %d errors", q.Attempt, len(q.History)))
			return Retry
		}),
		Backoff: Backoff{InitialMS: 1000, FactorPercent: 200},
		Layers:  Layers{{Codes: []string{contract.CodeTransient}, Retries: 2, Spent: Message, Backoff: Backoff{InitialMS: 1, FactorPercent: 300}}},
	}
	a := scenario.Published()
	a.RecoveryAttempts = 6
	p, err := Compile(s, a)
	if err != nil {
		t.Fatal(err)
	}
	var done []string
	for i, more := p.Entry[scenario.Transient].Step(); more; i, more = p.Steps[i].Else.Step() {
		done = append(done, fmt.Sprintf("%d:%d", p.Steps[i].Layer, p.Steps[i].Wait.Lo))
	}
	if got, want := strings.Join(done, " "), "1:1 1:3 0:1000 1:1 1:3 0:2000"; got != want {
		t.Errorf("attempts by layer and wait: %s, want %s", got, want)
	}
	if got, want := strings.Join(asked[:2], ", "), "attempt 1 after 0 errors, attempt 2 after 1 errors"; got != want {
		t.Errorf("the router was asked at %s, want %s", got, want)
	}
}

// A controller crashes whether or not attempts are left, and the retries of a layer
// are cut short where none are.
func TestACrashNeedsNoAttempt(t *testing.T) {
	raises := Layer{Codes: []string{contract.CodeTransient}, Retries: 2}
	for attempts, want := range map[int64]State{0: StateRetryable, 1: StateRetryable, 2: StateCrashed, 3: StateCrashed} {
		a := scenario.Published()
		a.RecoveryAttempts = attempts
		p, err := Compile(Strategy{Router: alwaysRetries(), Layers: Layers{raises}}, a)
		if err != nil {
			t.Fatal(err)
		}
		next := p.Entry[scenario.Transient]
		for i, more := next.Step(); more; i, more = next.Step() {
			next = p.Steps[i].Else
		}
		if got, _, _ := next.End(); got != want {
			t.Errorf("%d attempts: a transient failure that lasts ends %v, want %v", attempts, got, want)
		}
		crash, _ := p.Entry[scenario.Permission].Step()
		if p.Entry[scenario.Permission] < 0 || p.Steps[crash].Action != Crash {
			t.Errorf("%d attempts: a permission failure does not crash", attempts)
		}
	}
}

func TestLayersOutOfRangeAreRefused(t *testing.T) {
	for _, test := range []struct {
		runtime Layers
		want    string
	}{
		{make(Layers, 5), "strategy s: layers: got 5, want at most 4"},
		{Layers{{Name: "a", Retries: -1}}, `strategy s: layer "a": retries: got -1, want 0 to 255`},
		{Layers{{}, {Name: "b", Retries: 256}}, `strategy s: layer "b": retries: got 256, want 0 to 255`},
		{Layers{{Name: "c", Spent: 2}}, `strategy s: layer "c": verdict: got 2, want 0 or 1`},
		{Layers{{Name: "d", Others: 3}}, `strategy s: layer "d": verdict: got 3, want 0 or 1`},
		{Layers{{Name: "e", Backoff: Backoff{InitialMS: -1}}}, `strategy s: layer "e": backoff.initial_ms: got -1, want `},
		{Layers{{Name: "f", Waits: WaitPolicy{LongestMS: optional.Of[int64](-1)}}}, `strategy s: layer "f": waits.longest_ms: got -1, want at least 0`},
	} {
		_, err := Compile(Strategy{Name: "s", Router: alwaysRetries(), Layers: test.runtime}, scenario.Published())
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%+v: %v, want %s", test.runtime, err, test.want)
		}
	}
}

// What a layer looks at is the type that is reported: a cause wrapped in an error of
// another type is not retried.
func TestALayerLooksAtTheOuterTypeAlone(t *testing.T) {
	a := scenario.Published()
	a.RecoveryAttempts = 3
	a.Distortions.WrongCode.Transient.Permission = 0.5
	s := Strategy{Name: "retry", Router: alwaysRetries(), Layers: Layers{{Name: "retry", Codes: []string{contract.CodeTransient}, Retries: 3}}}
	p, err := Compile(s, a)
	if err != nil {
		t.Fatal(err)
	}
	for distortion, want := range map[scenario.Distortion]int64{scenario.Honest: 4, scenario.ShownAsPermission: 1} {
		kind := slices.Index(p.Kinds, scenario.Kind{Class: optional.Of(scenario.Transient), Distortion: distortion})
		calls := int64(1)
		for i, more := p.Entry[kind].Step(); more; i, more = p.Steps[i].Else.Step() {
			calls += one(p.Steps[i].attempts())
		}
		if calls != want {
			t.Errorf("%v: %d calls, want %d", distortion, calls, want)
		}
	}
}

// alwaysRetries returns a router that retries whatever it is shown.
func alwaysRetries() Router { return Table{Title: "retry-always", Rows: []Row{{Action: Retry}}} }
