package strategy

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"errbench/contract"
	"errbench/scenario"
)

// spy is a router that remembers what it was asked.
type spy struct {
	asked  []Question
	answer func(Question) Action
}

func (s *spy) Name() string { return "spy" }

func (s *spy) Route(q Question) (Answer, error) {
	s.asked = append(s.asked, q)
	return Answer{Action: s.answer(q)}, nil
}

// spyOn compiles a strategy of the contract that always answers the same, and
// returns what it was asked.
func spyOn(t rapid.TB, c contract.Contract, attempts int64, answer Action) []Question {
	t.Helper()
	s := &spy{answer: func(Question) Action { return answer }}
	a := scenario.Published()
	a.RecoveryAttempts = attempts
	if _, err := Compile(Strategy{Contract: c, Router: s}, a); err != nil {
		t.Fatal(err)
	}
	return s.asked
}

func TestTheRouterIsAskedEachQuestionOnce(t *testing.T) {
	for _, test := range []struct {
		contract contract.Contract
		answer   Action
		want     int
	}{
		{contract.GenericMessage(), Retry, 5}, // four classes that look the same
		{contract.GenericMessage(), Stop, 1},
		{contract.CodeOnly(), Retry, 20},
		{contract.CodeOnly(), Authorize, 4},
		{contract.ActionableEnvelope(), Replace, 20},
		{contract.Contract{}, Repair, 5}, // errors that say nothing
	} {
		asked := spyOn(t, test.contract, 5, test.answer)
		if len(asked) != test.want {
			t.Errorf("%s answering %v: %d questions, want %d", test.contract.Name, test.answer, len(asked), test.want)
		}
		for i, q := range asked {
			if slices.ContainsFunc(asked[:i], func(before Question) bool { return reflect.DeepEqual(before, q) }) {
				t.Errorf("%s answering %v: question %d was asked before: %+v", test.contract.Name, test.answer, i, q)
			}
		}
	}
}

// A fixed order makes a router with a side effect, such as a program at the
// other end of a pipe, see the same conversation every time.
func TestQuestionsComeByClassAndThenByAttempt(t *testing.T) {
	var got []string
	for _, q := range spyOn(t, contract.CodeOnly(), 3, Retry) {
		code, _ := q.Error.Code.Get()
		got = append(got, fmt.Sprint(code, " ", q.Attempt))
	}
	want := []string{
		"TRANSIENT 1", "TRANSIENT 2", "TRANSIENT 3",
		"VALIDATION 1", "VALIDATION 2", "VALIDATION 3",
		"PERMISSION 1", "PERMISSION 2", "PERMISSION 3",
		"NOT_FOUND 1", "NOT_FOUND 2", "NOT_FOUND 3",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("questions (-want +got):\n%s", diff)
	}
}

func TestAQuestionTellsWhatWasSeenBefore(t *testing.T) {
	for _, q := range spyOn(t, contract.ActionableEnvelope(), 100, Retry) {
		if q.History == nil || len(q.History) != q.Attempt-1 {
			t.Errorf("attempt %d has a history of %d (nil: %t); it is one shorter and never null", q.Attempt, len(q.History), q.History == nil)
		}
		for i, before := range q.History {
			if before != q.Error {
				t.Errorf("attempt %d: error %d of the history is %+v; the failure has not changed from %+v", q.Attempt, i, before, q.Error)
			}
		}
	}
}

// Under a contract that reveals any set of parts the router is shown those
// parts, and nothing that tells two failures apart that look the same.
func TestARouterSeesWhatItsContractReveals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := contract.Contract{Reveals: contract.FieldSet(rapid.Uint8().Draw(t, "reveals"))}
		if rapid.Bool().Draw(t, "one text") {
			c.Words = contract.OneMessage("It failed.")
		}
		distinct := map[contract.Error]bool{}
		for _, class := range scenario.AllClasses() {
			distinct[c.Observe(class)] = true
		}
		asked := spyOn(t, c, 1, Retry)
		if len(asked) != len(distinct) {
			t.Fatalf("%d questions about %d different errors", len(asked), len(distinct))
		}
		for _, q := range asked {
			if !distinct[q.Error] {
				t.Fatalf("the router was shown %+v, which the contract never is", q.Error)
			}
			e := reflect.ValueOf(q.Error)
			for i := range e.NumField() {
				part := contract.FieldSet(1) << partOrder(t, e.Type().Field(i).Name)
				if hidden := c.Reveals&part == 0; hidden && !e.Field(i).IsZero() {
					t.Fatalf("the router was shown %s, which the contract hides", e.Type().Field(i).Name)
				}
			}
		}
	})
}

// partOrder returns the place of a field among the parts of a contract.
func partOrder(t rapid.TB, field string) int {
	order := []string{"Code", "Message", "Retryable", "Field", "Suggestion", "RetryAfterMS", "TraceID"}
	at := slices.Index(order, field)
	if at < 0 {
		t.Fatalf("contract.Error has a new field %s: which part reveals it?", field)
	}
	return at
}

// What cannot be reached from a question cannot be used by a router: the true
// class is of a type in package scenario, and a value of an interface or
// function type might hold anything. The risk is none: it is what was asked for.
func TestNoTruthIsReachableFromAQuestion(t *testing.T) {
	want := []string{"Question.Operation.Risk scenario.Risk"}
	if diff := cmp.Diff(want, truths(reflect.TypeFor[Question]())); diff != "" {
		t.Errorf("a router can reach (-want +got):\n%s", diff)
	}
	want = []string{"Step.Class scenario.Class", "Step.Roll scenario.Roll"}
	if diff := cmp.Diff(want, truths(reflect.TypeFor[Step]())); diff != "" {
		t.Errorf("the walk itself finds in Step (-want +got):\n%s", diff)
	}
}

// truths returns the paths below a type to what a router must not see.
func truths(root reflect.Type) []string {
	var found []string
	seen := map[reflect.Type]bool{}
	var walk func(path string, t reflect.Type)
	walk = func(path string, t reflect.Type) {
		if seen[t] {
			return
		}
		seen[t] = true
		if strings.HasSuffix(t.PkgPath(), "/scenario") {
			found = append(found, path+" "+t.String())
		}
		switch t.Kind() {
		case reflect.Struct:
			for i := range t.NumField() {
				walk(path+"."+t.Field(i).Name, t.Field(i).Type)
			}
		case reflect.Map:
			walk(path+" key", t.Key())
			walk(path, t.Elem())
		case reflect.Slice, reflect.Array, reflect.Pointer:
			walk(path, t.Elem())
		case reflect.Interface, reflect.Func, reflect.Chan, reflect.UnsafePointer:
			found = append(found, path+" "+t.String())
		}
	}
	walk(root.Name(), root)
	return found
}
