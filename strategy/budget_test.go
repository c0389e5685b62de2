package strategy

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
)

func TestWithoutAttemptsNothingIsDoneOrAsked(t *testing.T) {
	own := optional.Of[int]
	for _, test := range []struct {
		name    string
		assumed int64
		budget  optional.Value[int]
	}{
		{"the assumptions allow none", 0, optional.Value[int]{}},
		{"the assumptions allow none, the strategy some", 0, own(3)},
		{"the strategy allows itself none", 3, own(0)},
	} {
		t.Run(test.name, func(t *testing.T) {
			spy := &spy{answer: func(Question) Action { return Retry }}
			a := scenario.Published()
			a.RecoveryAttempts = test.assumed
			p, err := Compile(Strategy{Contract: contract.CodeOnly(), Router: spy, Budget: test.budget}, a)
			if err != nil {
				t.Fatal(err)
			}
			spent := Ends(StateRetryable, false)
			if p.Entry != [...]Next{spent, spent, spent, spent} || len(p.Steps) != 0 || len(spy.asked) != 0 {
				t.Errorf("entries %v, %d steps, %d questions; nothing is to be done", p.Entry, len(p.Steps), len(spy.asked))
			}
		})
	}
}

// Whatever the router would like, it gets the attempts that both the
// assumptions and the strategy allow.
func TestTheSmallerBudgetHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		assumed := rapid.IntRange(0, 100).Draw(t, "assumed")
		want := assumed
		s := Strategy{Contract: contract.CodeOnly(), Router: Table{Rows: []Row{{Action: Retry}}}}
		if rapid.Bool().Draw(t, "has a budget") {
			own := rapid.IntRange(0, 101).Draw(t, "own")
			s.Budget = optional.Of(own)
			want = min(assumed, own)
		}
		a := scenario.Published()
		a.RecoveryAttempts = int64(assumed)
		p, err := Compile(s, a)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range scenario.AllClasses() {
			if got := len(chain(p, c)); got != want {
				t.Fatalf("%v: %d attempts of %d assumed and %v of its own, want %d", c, got, assumed, s.Budget, want)
			}
		}
	})
}

// chain returns the steps that follow a failure of the class.
func chain(p *Plan, c scenario.Class) []Step {
	var steps []Step
	for i, more := p.Entry[c].Step(); more; i, more = p.Steps[i].Else.Step() {
		steps = append(steps, p.Steps[i])
	}
	return steps
}

func TestAStrategyWithoutARouterOrWithADebtIsRefused(t *testing.T) {
	a := scenario.Published()
	for _, s := range []Strategy{
		{Name: "no-router"},
		{Name: "debt", Router: Table{Title: "any"}, Budget: optional.Of(-1)},
	} {
		if _, err := Compile(s, a); err == nil || !strings.Contains(err.Error(), s.Name) {
			t.Errorf("strategy %s: got error %v", s.Name, err)
		}
	}
}
