package vary

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"errbench/internal/vary/varytest"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// Whatever the order of assumptions, the plans equal plans that are compiled anew.
func TestPlansEqualPlansCompiledAnew(t *testing.T) {
	strategies := catalog.Published()[1:]
	rapid.Check(t, func(t *rapid.T) {
		compiled := 0
		p := NewPlans(strategies, func([]*strategy.Plan) error { compiled++; return nil })
		models := []scenario.Assumptions{varytest.Model(t), varytest.Model(t)}
		shapes := map[scenario.Assumptions]bool{}
		for i, of := range rapid.SliceOfN(rapid.IntRange(0, 1), 1, 6).Draw(t, "order") {
			a := models[of]
			a.FailureRate, a.RetrySuccess = float64(i)/8, float64(i)/7
			shapes[strategy.Shape(a)] = true
			got, err := p.At(a)
			if err != nil {
				t.Fatal(err)
			}
			for i, s := range strategies {
				want, err := strategy.Compile(s, a)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want.Steps, got[i].Steps); diff != "" {
					t.Fatalf("%s (-compiled +got):\n%s", s.Name, diff)
				}
			}
		}
		if compiled != len(shapes) {
			t.Fatalf("compiled %d times for %d shapes", compiled, len(shapes))
		}
	})
}

func TestPlansThatAreRefusedAreNotRemembered(t *testing.T) {
	refused := errors.New("refused")
	p := NewPlans(catalog.Published(), func([]*strategy.Plan) error { return refused })
	for range 2 {
		if _, err := p.At(scenario.Published()); err != refused {
			t.Errorf("got %v, want %v", err, refused)
		}
	}
}
