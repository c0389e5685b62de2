package catalog

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
	"errbench/strategy"
)

// What a strategy does about the first failure of each class is the published
// routing table. The thresholds are ceil(p * 2^32), worked out by hand:
// 0.7 * 2^32 = 3006477107.2, 0.45 * 2^32 = 1932735283.2 and
// 0.9 * 2^32 = 3865470566.4.
func TestThePublishedStrategiesDoWhatWasPublished(t *testing.T) {
	want := map[string]string{
		"generic-message": `
			transient  -> transient 2 retry by retry below 3006477108
			validation -> validation 2 retry by none below 0
			permission -> permission 2 retry by none below 0
			not_found  -> not_found 2 retry by none below 0`,
		"code-only": `
			transient  -> transient 2 retry by retry below 3006477108
			validation -> validation 2 repair by repair below 1932735284
			permission -> permission 2 stop by none below 0
			not_found  -> not_found 2 stop by none below 0`,
		"actionable-envelope": `
			transient  -> transient 2 retry by retry below 3006477108
			validation -> validation 2 repair by repair below 3865470567
			permission -> permission 2 authorize by none below 0
			not_found  -> not_found 2 stop by none below 0`,
	}
	for _, p := range compilePublished(t, scenario.Published()) {
		if diff := cmp.Diff(lines(want[p.Strategy.Name]), describe(p)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", p.Strategy.Name, diff)
		}
	}
}

// With more attempts a strategy repeats itself, since its error does, until
// the attempts are spent; what ends an operation is asked for only once.
func TestThePublishedStrategiesRepeatThemselves(t *testing.T) {
	want := map[string]string{
		"generic-message": `
			transient  -> transient 2 retry by retry below 3006477108, transient 3 retry by retry below 3006477108, transient 4 retry by retry below 3006477108
			validation -> validation 2 retry by none below 0, validation 3 retry by none below 0, validation 4 retry by none below 0
			permission -> permission 2 retry by none below 0, permission 3 retry by none below 0, permission 4 retry by none below 0
			not_found  -> not_found 2 retry by none below 0, not_found 3 retry by none below 0, not_found 4 retry by none below 0`,
		"code-only": `
			transient  -> transient 2 retry by retry below 3006477108, transient 3 retry by retry below 3006477108, transient 4 retry by retry below 3006477108
			validation -> validation 2 repair by repair below 1932735284, validation 3 repair by repair below 1932735284, validation 4 repair by repair below 1932735284
			permission -> permission 2 stop by none below 0
			not_found  -> not_found 2 stop by none below 0`,
		"actionable-envelope": `
			transient  -> transient 2 retry by retry below 3006477108, transient 3 retry by retry below 3006477108, transient 4 retry by retry below 3006477108
			validation -> validation 2 repair by repair below 3865470567, validation 3 repair by repair below 3865470567, validation 4 repair by repair below 3865470567
			permission -> permission 2 authorize by none below 0
			not_found  -> not_found 2 stop by none below 0`,
	}
	a := scenario.Published()
	a.RecoveryAttempts = 3
	for _, p := range compilePublished(t, a) {
		if diff := cmp.Diff(lines(want[p.Strategy.Name]), describe(p)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", p.Strategy.Name, diff)
		}
	}
}

// The next action that the article gives for an envelope: retry if transient
// and retryable, repair a validation failure with field and suggestion,
// authorize a permission failure, stop on everything else.
func TestTheEnvelopeRouterFollowsTheArticle(t *testing.T) {
	router := Published()[2].Router
	text := []optional.Value[string]{{}, optional.Of(""), optional.Of("x")}
	for _, code := range []string{"", contract.CodeTransient, contract.CodeValidation, contract.CodePermission, contract.CodeNotFound, "OTHER", "transient"} {
		for _, retryable := range []optional.Value[bool]{{}, optional.Of(false), optional.Of(true)} {
			for i, field := range text {
				for j, suggestion := range text {
					want := strategy.Stop
					switch {
					case code == contract.CodeTransient && retryable == optional.Of(true):
						want = strategy.Retry
					case code == contract.CodeValidation && i == 2 && j == 2:
						want = strategy.Repair
					case code == contract.CodePermission:
						want = strategy.Authorize
					}
					e := contract.Error{Code: optional.Of(code), Retryable: retryable, Field: field, Suggestion: suggestion}
					if got := act(t, router, strategy.Question{Error: e, Attempt: 1}); got != want {
						t.Errorf("%+v: %v, want %v", e, got, want)
					}
				}
			}
		}
	}
}

func TestThePublishedStrategiesNeitherWaitNorGuard(t *testing.T) {
	for _, p := range compilePublished(t, scenario.Published()) {
		for i, s := range p.Steps {
			if s.Wait != (strategy.Wait{}) || s.Guard != strategy.NoGuard {
				t.Errorf("%s: step %d waits %+v behind guard %d", p.Strategy.Name, i, s.Wait, s.Guard)
			}
		}
	}
}

func compilePublished(t *testing.T, a scenario.Assumptions) []*strategy.Plan {
	t.Helper()
	plans, err := strategy.CompileAll(Published(), a)
	if err != nil {
		t.Fatal(err)
	}
	return plans
}

// describe follows the plan from each entry, a line for a class.
func describe(p *strategy.Plan) []string {
	var all []string
	for _, c := range scenario.AllClasses() {
		var steps []string
		for i, more := p.Entry[c].Step(); more; i, more = p.Steps[i].Else.Step() {
			s := p.Steps[i]
			steps = append(steps, fmt.Sprintf("%v %d %v by %v below %d", s.Class, s.Attempt, s.Action, s.Roll, s.Threshold))
		}
		all = append(all, strings.TrimSpace(fmt.Sprintf("%-10v -> %s", c, strings.Join(steps, ", "))))
	}
	return all
}

// lines returns the lines of an indented text.
func lines(text string) []string {
	var all []string
	for line := range strings.Lines(strings.TrimSpace(text)) {
		all = append(all, strings.TrimSpace(line))
	}
	return all
}
