package strategy

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
)

// questionKey identifies a question in a plain list of questions.
type questionKey struct {
	before int
	seen   contract.Error
	risk   scenario.Risk
}

// A memo returns the ids of a list that is searched from its start, and asks the router
// each new question and no other.
func TestAMemoAgreesWithALinearScan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var questions []Question
		router := Func("counts", func(q Question) Action {
			questions = append(questions, q)
			return Actions()[len(questions)%len(Actions())]
		})
		var m memo
		var keys []questionKey // by id - 1
		histories := map[int][]contract.Error{0: {}}
		for range rapid.IntRange(1, 40).Draw(t, "asks") {
			key := questionKey{
				before: rapid.IntRange(0, len(keys)).Draw(t, "before"),
				seen:   contract.Error{Code: optional.Of(rapid.SampledFrom([]string{"A", "B"}).Draw(t, "code"))},
				risk:   rapid.SampledFrom([]scenario.Risk{scenario.ReadOnly, scenario.Destructive}).Draw(t, "risk"),
			}
			want := slices.Index(keys, key) + 1
			if want == 0 {
				keys = append(keys, key)
				want = len(keys)
				histories[want] = append(slices.Clone(histories[key.before]), key.seen)
			}
			asked := len(questions)
			id, answer, err := m.ask(router, &key.seen, key.risk, key.before)
			if id != want || err != nil || answer.Action != Actions()[id%len(Actions())] {
				t.Fatalf("id %d with %v, %v; want %d", id, answer, err, want)
			}
			if len(questions) != len(keys) {
				t.Fatalf("the router was asked %d times about %d questions", len(questions), len(keys))
			}
			if len(questions) > asked {
				q := Question{key.seen, len(histories[id]), histories[key.before], Operation{key.risk}}
				if diff := cmp.Diff(q, questions[asked]); diff != "" {
					t.Fatalf("question %d (-want +got):\n%s", id, diff)
				}
			}
		}
	})
}
