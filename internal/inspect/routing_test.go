package inspect

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"errbench/contract"
	"errbench/optional"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

func TestARoutingAnswersLineByLine(t *testing.T) {
	code := func(c string) contract.Error {
		return contract.Error{Code: optional.Of(c), Retryable: optional.Of(true), Field: optional.Of("f"), Suggestion: optional.Of("s")}
	}
	routing, err := Route(catalog.Builtin()[2].Router, []contract.Placed{
		{Line: 1, Error: code("TRANSIENT")}, {Line: 3, Error: code("VALIDATION")}, {Line: 4, Error: code("PERMISSION")}, {Line: 9, Error: code("NOT_FOUND")}, {Line: 10, Error: code("x")},
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, row := range routing.Sections()[0].Table.Texts() {
		got = append(got, row[0]+" "+row[1])
	}
	if diff := cmp.Diff([]string{"1 retry", "3 repair", "4 authorize", "9 stop", "10 stop"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	none, err := Route(catalog.Builtin()[0].Router, nil)
	if text, lost := json.Marshal(none); err != nil || lost != nil || string(text) != "[]" {
		t.Errorf("answers to no error: got %s, %v, %v, want []", text, err, lost)
	}
}

// asked is a router that keeps what it is asked.
type asked struct{ questions *[]strategy.Question }

func (asked) Name() string { return "asked" }
func (a asked) Route(q strategy.Question) (strategy.Answer, error) {
	*a.questions = append(*a.questions, q)
	return strategy.Answer{}, nil
}

// Each error is the first of an operation of its own.
func TestARoutingAsksAboutFirstCalls(t *testing.T) {
	e := contract.Error{Code: optional.Of("TRANSIENT")}
	var got []strategy.Question
	_, err := Route(asked{&got}, []contract.Placed{{Line: 1, Error: e}, {Line: 2, Error: contract.Error{}}})
	want := []strategy.Question{{Error: e, Attempt: 1, History: []contract.Error{}}, {Attempt: 1, History: []contract.Error{}}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("asked %+v, %v, want %+v", got, err, want)
	}
}
