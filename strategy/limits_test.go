package strategy

import (
	"testing"

	"errbench/contract"
	"errbench/optional"
)

// What an error asks for is a floor, up to what the strategy is ready for, and
// never shortened.
func TestAskedWaitsAreHonoured(t *testing.T) {
	ready := func(ms int64) WaitPolicy { return WaitPolicy{Honoured: true, LongestMS: optional.Of(ms)} }
	tenth := Backoff{InitialMS: 100, FactorPercent: 100}
	sure := func(ms int64) Wait { return Wait{Lo: ms, Hi: ms, Cap: ms} }
	for _, test := range []struct {
		name    string
		backoff Backoff
		waits   WaitPolicy
		asked   optional.Value[int64]
		want    Wait
		ok      bool
	}{
		{"nothing is asked for", tenth, ready(0), optional.Value[int64]{}, sure(100), true},
		{"it is ignored", tenth, WaitPolicy{LongestMS: optional.Of[int64](1)}, optional.Of[int64](200), sure(100), true},
		{"it is longer", tenth, WaitPolicy{Honoured: true}, optional.Of[int64](200), sure(200), true},
		{"it is shorter", tenth, WaitPolicy{Honoured: true}, optional.Of[int64](50), sure(100), true},
		{"it is as long as can be", tenth, ready(200), optional.Of[int64](200), sure(200), true},
		{"it is too long", tenth, ready(200), optional.Of[int64](201), Wait{}, false},
		{"it is over the cap", capped(tenth, 10), WaitPolicy{Honoured: true}, optional.Of[int64](200), sure(200), true},
		{"chance has what is left", Backoff{InitialMS: 100, FactorPercent: 100, Jitter: Jitter{Kind: Full}}, WaitPolicy{Honoured: true}, optional.Of[int64](30), Wait{30, 100, 100, false}, true},
		{"chance has nothing left", Backoff{InitialMS: 100, FactorPercent: 100, Jitter: Jitter{Kind: Full}}, WaitPolicy{Honoured: true}, optional.Of[int64](100), sure(100), true},
	} {
		if got, ok := test.waits.wait(test.backoff.Wait(1), &contract.Error{RetryAfterMS: test.asked}); got != test.want || ok != test.ok {
			t.Errorf("%s: %+v, %v; want %+v, %v", test.name, got, ok, test.want, test.ok)
		}
	}
}
