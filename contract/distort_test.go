package contract

import (
	"math"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"errbench/optional"
	"errbench/scenario"
)

// distorted says which part of an error each distortion changes.
var distorted = map[scenario.Distortion]FieldSet{
	scenario.Honest: 0, scenario.FailureAsSuccess: 0, scenario.SuccessAsFailure: 0,
	scenario.ShownAsTransient: Code, scenario.ShownAsValidation: Code, scenario.ShownAsPermission: Code, scenario.ShownAsNotFound: Code,
	scenario.AllRetryable: Retryable, scenario.NoneRetryable: Retryable,
	scenario.MisleadingSuggestion: Suggestion, scenario.MissingField: Field, scenario.MissingTraceID: TraceID,
	scenario.ShortWait: RetryAfter, scenario.LongWait: RetryAfter,
}

var waitFactor = scenario.WaitFactor{Short: 0.5, Long: 10}

// A distortion changes its own field where it is present, and no other.
func TestDistortionsChangeOneFieldThatIsThere(t *testing.T) {
	if len(distorted) != scenario.NumDistortions {
		t.Fatalf("%d of %d distortions are tested", len(distorted), scenario.NumDistortions)
	}
	rapid.Check(t, func(t *rapid.T) {
		e := drawError(t)
		for d, part := range distorted {
			before, after := reflect.ValueOf(e), reflect.ValueOf(distort(e, d, waitFactor))
			for i := range before.NumField() {
				was, is := before.Field(i), after.Field(i)
				if !was.Equal(is) && (part != 1<<i || was.IsZero()) {
					t.Fatalf("%v changes %s from %+v to %+v", d, before.Type().Field(i).Name, was, is)
				}
			}
		}
	})
}

// What is not revealed cannot be distorted: the router sees what it would see of
// an honest failure.
func TestAContractIsDistortedInWhatItRevealsOnly(t *testing.T) {
	a := scenario.Published()
	a.RetryAfterMS = optional.Of[int64](100)
	for parts := FieldSet(0); parts <= allParts; parts++ {
		c := Contract{Reveals: parts}
		for _, class := range scenario.AllClasses() {
			honest, _ := c.Report(scenario.HonestKind(class), &a)
			for d, part := range distorted {
				got, reported := c.Report(scenario.Kind{Class: optional.Of(class), Distortion: d}, &a)
				if reported == (d == scenario.FailureAsSuccess) {
					t.Errorf("%v: reported as a failure is %v", d, reported)
				}
				if reported && parts&part == 0 && got != honest {
					t.Errorf("parts %07b, %v: %v shows %+v, honestly it is %+v", parts, class, d, got, honest)
				}
			}
		}
	}
}

func TestReportsReadAsTheirDistortionSays(t *testing.T) {
	a := scenario.Published()
	a.RetryAfterMS, a.WaitFactor = optional.Of[int64](25), waitFactor
	validation := func(d scenario.Distortion) scenario.Kind {
		return scenario.Kind{Class: optional.Of(scenario.Validation), Distortion: d}
	}
	transient := func(d scenario.Distortion) scenario.Kind {
		return scenario.Kind{Class: optional.Of(scenario.Transient), Distortion: d}
	}
	envelope, honest, slow := ActionableEnvelope(), failures[scenario.Validation], failures[scenario.Transient]
	slow.RetryAfterMS = optional.Of[int64](25)
	with := func(e Error, change func(*Error)) Error {
		change(&e)
		return e
	}
	for _, c := range []struct {
		kind scenario.Kind
		want Error
	}{
		{validation(scenario.Honest), honest},
		{validation(scenario.ShownAsPermission), with(honest, func(e *Error) { e.Code = optional.Of("PERMISSION") })},
		{validation(scenario.ShownAsTransient), with(honest, func(e *Error) { e.Code = optional.Of("TRANSIENT") })},
		{validation(scenario.AllRetryable), with(honest, func(e *Error) { e.Retryable = optional.Of(true) })},
		{validation(scenario.MisleadingSuggestion), with(honest, func(e *Error) {
			e.Suggestion = optional.Of("Write due_date as DD.MM.YY, for example 20.08.26.")
		})},
		{validation(scenario.MissingField), with(honest, func(e *Error) { e.Field.Clear() })},
		{validation(scenario.MissingTraceID), with(honest, func(e *Error) { e.TraceID.Clear() })},
		{validation(scenario.LongWait), honest}, // it asks for no wait
		{transient(scenario.Honest), slow},
		{transient(scenario.NoneRetryable), with(slow, func(e *Error) { e.Retryable = optional.Of(false) })},
		{transient(scenario.ShortWait), with(slow, func(e *Error) { e.RetryAfterMS = optional.Of[int64](12) })},
		{transient(scenario.LongWait), with(slow, func(e *Error) { e.RetryAfterMS = optional.Of[int64](250) })},
		{scenario.Kind{Distortion: scenario.SuccessAsFailure, Risk: scenario.Destructive}, slow},
	} {
		got, reported := envelope.Report(c.kind, &a)
		if diff := cmp.Diff(c.want, got); diff != "" || !reported {
			t.Errorf("%+v (-want +got):\n%s", c.kind, diff)
		}
	}
	if e, reported := envelope.Report(transient(scenario.FailureAsSuccess), &a); reported || e != (Error{}) {
		t.Errorf("a failure reported as a success shows %+v", e)
	}
}

func TestTheLongestWaitStaysAWait(t *testing.T) {
	longest := Error{RetryAfterMS: optional.Of[int64](math.MaxInt64)}
	if got, want := distort(longest, scenario.LongWait, waitFactor).RetryAfterMS, optional.Of[int64](1<<62); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// The risk of an operation is nothing that its error tells.
func TestReportsOfThePublishedAssumptionsAreWhatIsObserved(t *testing.T) {
	published := scenario.Published()
	for _, c := range []Contract{GenericMessage(), CodeOnly(), ActionableEnvelope()} {
		for _, class := range scenario.AllClasses() {
			for _, risk := range scenario.AllRisks() {
				got, reported := c.Report(scenario.Kind{Class: optional.Of(class), Risk: risk}, &published)
				if want := c.Observe(class); got != want || !reported {
					t.Errorf("%s, %v, %v: %+v, want %+v", c.Name, class, risk, got, want)
				}
			}
		}
	}
}
