package contract

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"errbench/optional"
	"errbench/scenario"
)

const allParts = Code | Message | Retryable | Field | Suggestion | RetryAfter | TraceID

// The fields of Error and the parts are in the same order, so part 1<<i is
// field i.
func TestContractRevealsExactlyItsParts(t *testing.T) {
	for parts := FieldSet(0); parts <= allParts; parts++ {
		shown := reflect.ValueOf(full.only(parts))
		for i := range shown.NumField() {
			want := reflect.ValueOf(full).Field(i)
			if parts&(1<<i) == 0 {
				want = reflect.Zero(want.Type())
			}
			if !shown.Field(i).Equal(want) {
				t.Errorf("parts %07b: %s is %+v, want %+v", parts, shown.Type().Field(i).Name, shown.Field(i), want)
			}
		}
	}
	if n := reflect.TypeFor[Error]().NumField(); allParts != 1<<n-1 {
		t.Errorf("%d fields have the parts %b", n, allParts)
	}
}

// A contract takes away; it never adds what a failure does not have.
func TestContractNeverAddsAField(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := drawError(t)
		parts := FieldSet(rapid.Uint8Range(0, uint8(allParts)).Draw(t, "parts"))
		shown := e.only(parts)
		if again := shown.only(parts); again != shown {
			t.Fatalf("revealed twice it is %+v, once %+v", again, shown)
		}
		if all := e.only(allParts); all != e {
			t.Fatalf("all of %+v is %+v", e, all)
		}
		s, full := reflect.ValueOf(shown), reflect.ValueOf(e)
		for i := range s.NumField() {
			if !s.Field(i).IsZero() && !s.Field(i).Equal(full.Field(i)) {
				t.Fatalf("%s was %+v and became %+v", s.Type().Field(i).Name, full.Field(i), s.Field(i))
			}
		}
	})
}

func TestZeroContractRevealsNothing(t *testing.T) {
	for _, class := range scenario.AllClasses() {
		if e := (Contract{}).Observe(class); e != (Error{}) {
			t.Errorf("%v: %+v", class, e)
		}
	}
}

// Whatever a router does, it does the same for every class.
func TestGenericMessageTellsNoClassesApart(t *testing.T) {
	want := Error{Message: optional.Of("Something went wrong.")}
	for _, class := range scenario.AllClasses() {
		if got := GenericMessage().Observe(class); got != want {
			t.Errorf("%v: %+v, want %+v", class, got, want)
		}
	}
}

func TestCodeOnlyShowsOnlyTheCode(t *testing.T) {
	for class, code := range map[scenario.Class]string{
		scenario.Transient: "TRANSIENT", scenario.Validation: "VALIDATION", scenario.Permission: "PERMISSION", scenario.NotFound: "NOT_FOUND",
	} {
		if got, want := CodeOnly().Observe(class), (Error{Code: optional.Of(code)}); got != want {
			t.Errorf("%v: %+v, want %+v", class, got, want)
		}
	}
}

// The envelope of the article: trace id always, field and suggestion where a
// call can be repaired, and retryable for what goes away without help.
func TestActionableEnvelopeShowsAllThereIs(t *testing.T) {
	for _, class := range scenario.AllClasses() {
		e := ActionableEnvelope().Observe(class)
		for name, absent := range map[string]bool{
			"code, message, retryable or traceId": !e.Says(Code | Message | Retryable | TraceID),
			"field":                               e.Says(Field) != (class == scenario.Validation), "suggestion": e.Says(Suggestion) != (class == scenario.Validation),
		} {
			if absent {
				t.Errorf("%v: %s is wrong in %+v", class, name, e)
			}
		}
		if retryable, _ := e.Retryable.Get(); retryable != (class == scenario.Transient) {
			t.Errorf("%v: retryable is %v", class, retryable)
		}
		if code := CodeOnly().Observe(class).Code; e.Code != code {
			t.Errorf("%v: code %v, code-only has %v", class, e.Code, code)
		}
	}
}

func TestContractsRevealTheDetailThatTheArticleGivesThem(t *testing.T) {
	for _, c := range []struct {
		contract Contract
		want     Detail
	}{{GenericMessage(), DetailMessage}, {CodeOnly(), DetailCode}, {ActionableEnvelope(), DetailHint}} {
		if got := c.contract.Observe(scenario.Validation).Detail(); got != c.want {
			t.Errorf("%s reveals %v, want %v", c.contract.Name, got, c.want)
		}
	}
}

func TestOneMessageIsShownOnlyWhereMessagesAreRevealed(t *testing.T) {
	for _, c := range []struct {
		contract Contract
		want     Error
	}{
		{Contract{Reveals: Message, Words: OneMessage("")}, Error{}},
		{Contract{Reveals: Code, Words: OneMessage("a")}, Error{Code: optional.Of(CodeTransient)}},
		{Contract{Reveals: Code | Message, Words: OneMessage("a")}, Error{Code: optional.Of(CodeTransient), Message: optional.Of("a")}},
	} {
		if got := c.contract.Observe(scenario.Transient); got != c.want {
			t.Errorf("%+v shows %+v, want %+v", c.contract, got, c.want)
		}
	}
}

// A class may reveal another set than the rest, also an empty one; which class it is
// the truth tells, and not the code.
func TestAClassMayRevealASetOfItsOwn(t *testing.T) {
	c := Contract{Reveals: Code}
	c.ByClass[scenario.Validation] = optional.Of(Field | Suggestion)
	c.ByClass[scenario.Permission] = optional.Of(FieldSet(0))
	want := map[scenario.Class]Error{
		scenario.Transient:  {Code: optional.Of(CodeTransient)},
		scenario.Validation: failures[scenario.Validation].only(Field | Suggestion),
		scenario.Permission: {},
		scenario.NotFound:   {Code: optional.Of(CodeNotFound)},
	}
	for class, e := range want {
		if got := c.Observe(class); got != e || got == (Error{}) != (class == scenario.Permission) {
			t.Errorf("%v shows %+v, want %+v", class, got, e)
		}
	}
	lie := scenario.Kind{Class: optional.Of(scenario.Permission), Distortion: scenario.ShownAsTransient}
	if got, _ := c.Report(lie, &scenario.Assumptions{}); got != (Error{}) {
		t.Errorf("a permission failure with another code shows %+v", got)
	}
}

// A wrong code takes the place of a code: where there is none it adds none.
func TestAWrongCodeIsInAContractsWords(t *testing.T) {
	c := Contract{Reveals: Code}
	c.Words[scenario.Validation].Code = optional.Of("INVALID")
	c.Words[scenario.Permission].Code = optional.Of("")
	for class, want := range map[scenario.Class]Error{
		scenario.Transient:  {Code: optional.Of("INVALID")},
		scenario.Permission: {},
	} {
		lie := scenario.Kind{Class: optional.Of(class), Distortion: scenario.ShownAsValidation}
		if got, _ := c.Report(lie, &scenario.Assumptions{}); got != want {
			t.Errorf("%v shows %+v, want %+v", class, got, want)
		}
	}
}

func TestContractsAreNamedAndDocumented(t *testing.T) {
	var names []string
	for _, c := range []Contract{GenericMessage(), CodeOnly(), ActionableEnvelope()} {
		names = append(names, c.Name)
		if c.About == "" {
			t.Errorf("%s is not documented", c.Name)
		}
	}
	if diff := cmp.Diff([]string{"generic-message", "code-only", "actionable-envelope"}, names); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
}
