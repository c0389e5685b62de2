package strategy_test

import (
	"fmt"
	"strings"
	"testing"

	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// decisionLines writes decisions as a person would.
func decisionLines(p *strategy.Plan) (lines []string) {
	for _, d := range p.Decisions() {
		code := func(e contract.Error) string { c, _ := e.Code.Get(); return c }
		var before []string
		for _, e := range d.After {
			before = append(before, code(e))
		}
		risk := "any"
		if r, ok := d.Risk.Get(); ok {
			risk = r.String()
		}
		line := fmt.Sprintf("[%s] %s %d %s: ", strings.Join(before, " "), code(d.Sees), d.Attempt, risk)
		if d.Layer != "" {
			line += d.Layer + " "
		}
		line += d.Action.String()
		if d.Wait != (strategy.WaitMS{}) {
			line += fmt.Sprintf(" after %d to %d", d.Wait.Least, d.Wait.Most)
		}
		if d.TooLong {
			line += " too long"
		}
		lines = append(lines, line)
	}
	return lines
}

func compiled(t *testing.T, s strategy.Strategy, a scenario.Assumptions) *strategy.Plan {
	t.Helper()
	p, err := strategy.Compile(s, a)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func wantLines(t *testing.T, p *strategy.Plan, want string) {
	t.Helper()
	if got := strings.Join(decisionLines(p), "\n"); got != strings.TrimSpace(want) {
		t.Errorf("decisions\n%s\nwant\n%s", got, strings.TrimSpace(want))
	}
}

func coded(name string, route func(strategy.Question) strategy.Action) strategy.Strategy {
	return strategy.Strategy{Name: name, Contract: contract.CodeOnly(), Router: strategy.Func(name, route)}
}

func TestDecisionsOfAPublishedStrategy(t *testing.T) {
	s, err := catalog.Find([]string{"actionable-envelope"})
	if err != nil {
		t.Fatal(err)
	}
	wantLines(t, compiled(t, s[0], scenario.Published()), `
[] TRANSIENT 1 any: retry
[] VALIDATION 1 any: repair
[] PERMISSION 1 any: authorize
[] NOT_FOUND 1 any: stop`)
}

// The risk stands where it decides, and the history as far as it does.
func TestDecisionsSayWhatTheyDependOn(t *testing.T) {
	a := scenario.Published()
	a.RecoveryAttempts, a.AfterRepair = 3, 0.5
	a.Risk = scenario.RiskMix{ReadOnly: 0.5, Destructive: 0.5}
	a.FailureMix = scenario.FailureMix{Transient: 1, Validation: 1}
	s := coded("x", func(q strategy.Question) strategy.Action {
		code := func(e contract.Error) string { c, _ := e.Code.Get(); return c }
		switch {
		case q.Attempt == 1 && q.Operation.Risk == scenario.Destructive:
			return strategy.Authorize
		case code(q.Error) == contract.CodeTransient && q.Attempt == 3 && code(q.History[1]) == contract.CodeTransient:
			return strategy.Stop
		case code(q.Error) == contract.CodeTransient:
			return strategy.Retry
		default:
			return strategy.Repair
		}
	})
	wantLines(t, compiled(t, s, a), `
[] TRANSIENT 1 read_only: retry
[] TRANSIENT 1 destructive: authorize
[] TRANSIENT 2 any: retry
[TRANSIENT] TRANSIENT 3 any: stop
[VALIDATION] TRANSIENT 3 any: retry
[] VALIDATION 1 read_only: repair
[] VALIDATION 1 destructive: authorize
[] VALIDATION 2 any: repair
[] VALIDATION 3 any: repair
[] PERMISSION 1 read_only: repair
[] PERMISSION 1 destructive: authorize
[] PERMISSION 2 any: repair
[] PERMISSION 3 any: repair
[] NOT_FOUND 1 read_only: repair
[] NOT_FOUND 1 destructive: authorize
[] NOT_FOUND 2 any: repair
[] NOT_FOUND 3 any: repair`)
}

func TestDecisionsOfLayers(t *testing.T) {
	a := scenario.Published()
	a.RecoveryAttempts = 4
	a.RetryAfterMS = optional.Of[int64](500)
	s := coded("x", func(strategy.Question) strategy.Action { return strategy.Repair })
	s.Contract.Reveals |= contract.RetryAfter
	s.Layers = strategy.Layers{{
		Name: "middleware", Codes: []string{contract.CodeTransient}, Retries: 2, Spent: strategy.Message,
		Backoff: strategy.Backoff{InitialMS: 100, FactorPercent: 200, Jitter: strategy.Jitter{Kind: strategy.Full}},
	}, {
		Name: "handler", Codes: []string{contract.CodeValidation}, Spent: strategy.Message,
	}}
	s.Waits = strategy.WaitPolicy{Honoured: true, LongestMS: optional.Of[int64](400)}
	wantLines(t, compiled(t, s, a), `
[] TRANSIENT 1 any: middleware retry after 0 to 100
[] TRANSIENT 2 any: middleware retry after 0 to 200
[] PERMISSION 1 any: handler crash
[] NOT_FOUND 1 any: handler crash
[] TRANSIENT 1 any: repair too long
[] VALIDATION 1 any: repair
[] VALIDATION 2 any: repair
[] VALIDATION 3 any: repair
[] VALIDATION 4 any: repair`)
}

// A table answers from the error, the attempt and the risk, so no decision of a
// built-in strategy needs the errors before, and no question stands twice.
func TestDecisionsOfBuiltInStrategiesAreFunctions(t *testing.T) {
	for _, preset := range scenario.Presets() {
		a := preset.Assumptions
		a.RecoveryAttempts = max(a.RecoveryAttempts, 3)
		for _, f := range catalog.Families() {
			for _, s := range f.Strategies {
				p := compiled(t, s, a)
				seen := map[string]bool{}
				for _, d := range p.Decisions() {
					key := fmt.Sprintf("%s %#v %d %v", d.Layer, d.Sees, d.Attempt, d.Risk)
					if seen[key] || len(d.After) > 0 {
						t.Errorf("%s, %s: %s after %v", a.Name, s.Name, key, d.After)
					}
					seen[key] = true
				}
			}
		}
	}
}
