package strategy

import (
	"testing"

	"errbench/scenario"
)

var actions = []Action{Stop, Retry, Repair, Authorize, Replace, Proceed, Crash}

// What can help against what: everything else is decided without chance.
func TestEachActionHelpsAgainstItsClasses(t *testing.T) {
	const (
		none    = scenario.NoRoll
		retry   = scenario.RetryRoll
		repair  = scenario.RepairRoll
		replace = scenario.ReplaceRoll
	)
	want := map[Action][scenario.NumClasses]scenario.Roll{
		//          transient, validation, permission, not found
		Stop:      {none, none, none, none},
		Retry:     {retry, none, none, none},
		Repair:    {retry, repair, none, none}, // a repaired call is a new call
		Authorize: {none, none, none, none},
		Replace:   {none, none, none, replace},
		Proceed:   {none, none, none, none},
		Crash:     {none, none, none, none},
	}
	for _, a := range actions {
		for _, c := range scenario.AllClasses() {
			if got := a.roll(c); got != want[a][c] {
				t.Errorf("%v against %v is decided by %v, want %v", a, c, got, want[a][c])
			}
		}
	}
}

func TestRetryRepairAndReplaceAreAttempts(t *testing.T) {
	want := map[Action]bool{Retry: true, Repair: true, Replace: true}
	for _, a := range actions {
		if a.Attempt() != want[a] {
			t.Errorf("%v is an attempt: %t", a, a.Attempt())
		}
	}
}

func TestActionsHaveNames(t *testing.T) {
	want := []string{"stop", "retry", "repair", "authorize", "replace", "proceed", "crash"}
	for i, a := range actions {
		text, err := a.MarshalText()
		if a.String() != want[i] || string(text) != want[i] || err != nil {
			t.Errorf("action %d is called %s, in JSON %s (%v); want %s", i, a, text, err, want[i])
		}
	}
	if got := Action(255).String(); got != "Action(255)" {
		t.Errorf("no action is called %s", got)
	}
}
