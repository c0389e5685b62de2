package catalog

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
	"errbench/strategy"
)

// score is what a strategy did with the operations of a tape.
type score struct{ resolved, escalated, attempts, failed, permanent, duplicates int64 }

// add counts what happened to an operation.
func (s *score) add(p strategy.Path) {
	s.resolved += one(resolved(p))
	s.escalated += one(p.Believed == strategy.StateNeedsReview)
	for _, step := range p.Steps {
		action, _ := step.Action.Get()
		succeeded, _ := step.Succeeded.Get()
		s.attempts += one(action.Attempt())
		s.failed += one(action.Attempt() && !succeeded)
		s.permanent += one(step.Permanent)
		s.duplicates += one(step.Event == optional.Of(strategy.Duplicates.String()))
	}
}

func resolved(p strategy.Path) bool { return p.Believed == strategy.StateResolved && p.Succeeded }

func one(is bool) int64 {
	if is {
		return 1
	}
	return 0
}

// compared returns the scores of actionable-envelope and cautious-envelope on one
// tape, and how many operations the first alone resolves. Three in ten failures
// are distorted in one way; "" for none.
func compared(t *testing.T, distortion string, attempts int64) (envelope, careful score, lost int64) {
	t.Helper()
	a := scenario.Published()
	a.Runs, a.Operations, a.RecoveryAttempts = 1, 2000, attempts
	a.Risk = scenario.RiskMix{IdempotentWrite: 1}
	if distortion != "" {
		if err := a.Set("distortions."+distortion, "0.3"); err != nil {
			t.Fatal(err)
		}
	}
	plans, err := strategy.CompileAll([]strategy.Strategy{Published()[2], cautious()}, a)
	if err != nil {
		t.Fatal(err)
	}
	tape := scenario.NewTape(a)
	for i := range a.Operations {
		op := tape.Operation(1, i)
		want, got := strategy.Follow(plans[0], a, tape, op), strategy.Follow(plans[1], a, tape, op)
		envelope.add(want)
		careful.add(got)
		lost += one(resolved(want) && !resolved(got))
	}
	return envelope, careful, lost
}

// On honest envelopes cautious-envelope does with one attempt what
// actionable-envelope does, and with more what it does with one: that is its price.
func TestCautionCostsNothingOnHonestEnvelopesAtOneAttempt(t *testing.T) {
	a := scenario.Published()
	for _, c := range scenario.AllClasses() {
		q := strategy.Question{Error: contract.ActionableEnvelope().Observe(c), Attempt: 1}
		if want, got := act(t, Published()[2].Router, q), act(t, cautious().Router, q); got != want {
			t.Errorf("%v: %v, want %v", c, got, want)
		}
	}
	p, err := strategy.Compile(cautious(), a)
	if err != nil {
		t.Fatal(err)
	}
	envelope := compilePublished(t, a)[2]
	if !slices.Equal(p.Steps, envelope.Steps) || !slices.Equal(p.Entry, envelope.Entry) {
		t.Errorf("steps %+v, want %+v", p.Steps, envelope.Steps)
	}
	once, _, _ := compared(t, "", 1)
	more, cautious, lost := compared(t, "", 3)
	if cautious != once || lost == 0 || more.resolved-lost != once.resolved {
		t.Errorf("with three attempts %+v, with one %+v; it loses %d of %d", cautious, once, lost, more.resolved)
	}
}

// Whatever is distorted, with one attempt cautious-envelope resolves all that
// actionable-envelope does, hands no more to a person, and wastes nothing on
// permanent failures that the other does not.
func TestCautionLosesNothingUnderAnyDistortionAtOneAttempt(t *testing.T) {
	for _, f := range scenario.Fields() {
		key, ok := strings.CutPrefix(f.Key, "distortions.")
		if !ok {
			continue
		}
		envelope, careful, lost := compared(t, key, 1)
		if lost > 0 || careful.escalated > envelope.escalated || careful.permanent > envelope.permanent || careful.duplicates > envelope.duplicates {
			t.Errorf("%s: %+v, actionable-envelope %+v; it alone resolves %d", key, careful, envelope, lost)
		}
	}
}

// Where cautious-envelope does better than actionable-envelope, and by what. With
// three attempts it makes fewer whatever is reported; here it has to save more than
// that.
func TestCautionPaysUnderDistortions(t *testing.T) {
	for _, test := range []struct {
		distortion string
		attempts   int64
		metric     string
		saves      func(envelope, cautious score) int64
	}{
		{"wrong_code.validation.transient", 1, "resolved", moreResolved},
		{"wrong_code.validation.permission", 1, "resolved", moreResolved},
		{"wrong_code.validation.permission", 1, "escalated", func(e, c score) int64 { return e.escalated - c.escalated }},
		{"wrong_code.validation.not_found", 1, "resolved", moreResolved},
		{"wrong_code.transient.validation", 1, "resolved", moreResolved},
		{"missing_field", 1, "resolved", moreResolved},
		{"misleading_suggestion", 3, "wasted_retries.failed", func(e, c score) int64 { return e.failed - c.failed }},
		{"success_as_failure", 3, "recovery_attempts", func(e, c score) int64 { return e.attempts - c.attempts }},
		{"success_as_failure", 3, "duplicate effects", func(e, c score) int64 { return e.duplicates - c.duplicates }},
	} {
		envelope, cautious, _ := compared(t, test.distortion, test.attempts)
		honest, careful, _ := compared(t, "", test.attempts)
		if got, least := test.saves(envelope, cautious), test.saves(honest, careful); got <= max(0, least) {
			t.Errorf("%s, %d attempts: better by %d %s, %d where all is honest", test.distortion, test.attempts, got, test.metric, least)
		}
	}
}

func moreResolved(envelope, cautious score) int64 { return cautious.resolved - envelope.resolved }

func TestACautiousRouterDoesNothingTwice(t *testing.T) {
	observe := contract.ActionableEnvelope().Observe
	transient, validation, permission := observe(scenario.Transient), observe(scenario.Validation), observe(scenario.Permission)
	traced, worded, other, unsure := transient, transient, validation, transient
	traced.TraceID = optional.Of("0af7651916cd43dd8448eb211c80319c")
	worded.Message = optional.Of("No answer from 10.0.0.7 to request 9f3c.")
	waiting := transient
	waiting.RetryAfterMS = optional.Of[int64](1000)
	other.Field, other.Suggestion = optional.Of("amount"), optional.Of("Write amount with a point.")
	unsure.Retryable.Clear()
	for _, test := range []struct {
		name   string
		errors []contract.Error
		want   strategy.Action
	}{
		{"an error answered before", []contract.Error{transient, transient}, strategy.Stop},
		{"the same under another trace id", []contract.Error{transient, traced}, strategy.Stop},
		{"the same in other words", []contract.Error{transient, worded}, strategy.Stop},
		{"the same, which asks for a wait at last", []contract.Error{transient, waiting}, strategy.Retry},
		{"the same with another between", []contract.Error{transient, validation, transient}, strategy.Stop},
		{"another error", []contract.Error{transient, validation}, strategy.Repair},
		{"a second repair", []contract.Error{validation, other}, strategy.Stop},
		{"a retry after a repair", []contract.Error{validation, transient}, strategy.Retry},
		{"a person is asked whatever was before", []contract.Error{validation, permission}, strategy.Authorize},
		{"a verdict that is missing", []contract.Error{unsure}, strategy.Stop},
		{"nothing at all", []contract.Error{{}}, strategy.Stop},
	} {
		n := len(test.errors)
		q := strategy.Question{Error: test.errors[n-1], Attempt: n, History: test.errors[:n-1]}
		if got := act(t, cautious().Router, q); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// To guard against loops, what was asked need not be looked at in addition to how it
// failed: failures that are alike are answered alike.
func TestAlikeFailuresHaveOneAnswer(t *testing.T) {
	text := func(values ...string) *rapid.Generator[optional.Value[string]] {
		return rapid.OneOf(rapid.Just(optional.Value[string]{}), rapid.Map(rapid.SampledFrom(values), optional.Of[string]))
	}
	draw := rapid.Custom(func(t *rapid.T) contract.Error {
		return contract.Error{
			Code:       text("", contract.CodeTransient, contract.CodeValidation, contract.CodePermission).Draw(t, "code"),
			Message:    text("", "No file /a.", "No file /b.").Draw(t, "message"),
			Retryable:  rapid.SampledFrom([]optional.Value[bool]{{}, optional.Of(false), optional.Of(true)}).Draw(t, "retryable"),
			Suggestion: text("", "so", "or so").Draw(t, "suggestion"),
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := draw.Draw(t, "a"), draw.Draw(t, "b")
		if contract.Alike(a, b) && evident(a) != evident(b) {
			t.Fatalf("%+v is answered by %v, %+v by %v", a, evident(a), b, evident(b))
		}
	})
}

// act returns the action of a router that delays nothing.
func act(t *testing.T, r strategy.Router, q strategy.Question) strategy.Action {
	t.Helper()
	answer, err := r.Route(q)
	if err != nil || answer.DelayMS != 0 {
		t.Fatalf("%+v: got %v, %v", q, answer, err)
	}
	return answer.Action
}
