package strategy

import (
	"testing"

	"errbench/contract"
	"errbench/scenario"
)

// What a router written in Go answers is held to the same as what a process does.
func TestAnswersThatAreNoneAreRefused(t *testing.T) {
	for _, test := range []struct {
		answer Answer
		want   string // "" where it is one
	}{
		{Answer{Retry, MaxWaitMS}, ""},
		{Answer{Action: Crash}, ""},
		{Answer{Action: Crash + 1}, "action: got Action(7), want one of [stop retry repair authorize replace proceed crash]"},
		{Answer{Retry, -1}, "delay_ms: got -1, want 0 to 1099511627776"},
		{Answer{Repair, MaxWaitMS + 1}, "delay_ms: got 1099511627777, want 0 to 1099511627776"},
		{Answer{Stop, 5}, "delay_ms: got 5, want 0, since stop makes no attempt"},
	} {
		r := answering(func(Question) Answer { return test.answer })
		_, err := Compile(Strategy{Name: "s", Contract: contract.CodeOnly(), Router: r}, scenario.Published())
		found, want := "", test.want
		if err != nil {
			found = err.Error()
		}
		if want != "" {
			want = "strategy s: router drawn, asked at attempt 1: " + want
		}
		if found != want {
			t.Errorf("%+v: found %q, want %q", test.answer, found, want)
		}
	}
}
