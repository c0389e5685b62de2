package gate

import (
	"bytes"
	"math"
	"reflect"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"errbench/internal/stat"
	"errbench/internal/view"
	"errbench/optional"
	"errbench/report"
	"errbench/scenario"
)

// inParallel calls f for each index, on a few goroutines.
func inParallel(n int, f func(i int)) {
	const workers = 8
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for i := w; i < n; i += workers {
				f(i)
			}
		})
	}
	wg.Wait()
}

// integers returns the int64 fields of a struct by their dotted JSON key.
func integers(v reflect.Value, key string, found map[string]*int64) {
	for i := range v.NumField() {
		name := key + v.Type().Field(i).Tag.Get("json")
		switch field := v.Field(i); field.Kind() {
		case reflect.Struct:
			integers(field, name+".", found)
		case reflect.Int64:
			found[name] = field.Addr().Interface().(*int64)
		}
	}
}

// Each integer of a strategy is moved by one in both directions, and each quantile of
// the time to resolution is edited.
func TestEveryEditedCountIsCaught(t *testing.T) {
	baseline, edited := simulated(t, scenario.Published()), simulated(t, scenario.Published())
	caught := func(strategy, key string, from, to optional.Value[int64]) {
		t.Helper()
		want := []CountChange{{strategy, key, Sides[optional.Value[int64]]{from, to}}}
		out := judge(t, baseline, edited, Options{})
		if diff := cmp.Diff(want, out.CountChanges); diff != "" || out.Verdict != Regression {
			t.Errorf("%s (-want +got):\n%s", out.Verdict, diff)
		}
	}
	for i := range edited.Results {
		r := &edited.Results[i]
		found := map[string]*int64{}
		integers(reflect.ValueOf(&r.Counts).Elem(), "", found)
		if len(found) != len(countKeys())-4 {
			t.Fatalf("%d integers and %d keys", len(found), len(countKeys()))
		}
		for key, n := range found {
			was := *n
			for _, unit := range []int64{-1, 1} {
				*n = was + unit
				caught(r.Strategy, key, optional.Of(was), optional.Of(was+unit))
			}
			*n = was
		}
		for key, ms := range map[string]*stat.Number{
			"p50": &r.ResolutionMS.P50, "p90": &r.ResolutionMS.P90, "p95": &r.ResolutionMS.P95, "p99": &r.ResolutionMS.P99,
		} {
			was := *ms
			*ms = 17
			caught(r.Strategy, "resolution_ms."+key, optional.Value[int64]{}, optional.Of[int64](17))
			*ms = was
		}
	}
}

// Counts are compared as 64-bit integers: a float64 does not distinguish the largest two.
func TestLargeCountsDiffer(t *testing.T) {
	baseline, current := simulated(t, scenario.Published()), simulated(t, scenario.Published())
	baseline.Results[1].Time.WaitedMS, current.Results[1].Time.WaitedMS = math.MaxInt64-1, math.MaxInt64
	out := judge(t, baseline, current, Options{})
	if len(out.CountChanges) != 1 || out.CountChanges[0].line() != "time.waited_ms: baseline 9223372036854775806, current 9223372036854775807 (+1)" {
		t.Errorf("%+v", out.CountChanges)
	}
}

// A program with the assumptions of the baseline makes a plan in which one threshold
// differs by one unit.
func TestEveryUnitOfAPlanThresholdIsCaught(t *testing.T) {
	a := scenario.Published()
	baseline := simulated(t, a)
	mutants := 0
	for _, unit := range []int{-1, 1} {
		plans := plansOf(t, a)
		tally := tallyOf(t, a, plans)
		for _, p := range plans {
			for i := range p.Steps {
				was := p.Steps[i].Threshold
				if was == 0 && unit < 0 {
					continue
				}
				counted := tally // a step without a roll makes no attempt that a threshold could decide
				p.Steps[i].Threshold = was + uint64(unit)
				if p.Steps[i].Roll != scenario.NoRoll {
					counted = tallyOf(t, a, plans)
				}
				mutants++
				s, err := report.Summarize(a, plans, counted)
				if err != nil {
					t.Fatal(err)
				}
				if out := judge(t, baseline, s, Options{}); out.Verdict != Regression || !out.otherPlans() {
					t.Errorf("%s, step %d, %+d: %s", p.Strategy.Name, i, unit, out.Reason())
				}
				p.Steps[i].Threshold = was
			}
		}
	}
	if want := 12 + 5; mutants != want { // up: every step; down: those above 0
		t.Errorf("%d mutants, want %d", mutants, want)
	}
}

func TestEveryUnitOfATapeThresholdIsCaught(t *testing.T) {
	baseline := simulated(t, scenario.Published())
	const quarter = 1 << 30
	for _, unit := range []float64{-1, 1} {
		for class := range 4 {
			mutant := scenario.Published()
			if class == 3 {
				mutant.FailureRate = scenario.Probability(uint64(float64(mutant.Thresholds().Fail) + unit))
			} else {
				weights := [...]float64{quarter, quarter, quarter, quarter}
				weights[class] += unit
				weights[class+1] -= unit
				mutant.FailureMix = scenario.FailureMix{Transient: weights[0], Validation: weights[1], Permission: weights[2], NotFound: weights[3]}
			}
			s := simulated(t, mutant)
			s.Assumptions = baseline.Assumptions
			if out := judge(t, baseline, s, Options{}); out.Verdict != Regression || !out.otherPlans() {
				t.Errorf("threshold %d, %+v: %s", class, unit, out.Reason())
			}
		}
	}
}

func TestAHundredSelfComparisonsPass(t *testing.T) {
	for seed := range uint64(100) {
		a := onCounter(seed, 5)
		if seed%2 == 0 {
			a = scenario.Published()
			a.Seed, a.Runs = seed, 5
		}
		a = a.Relabel()
		var file bytes.Buffer
		if err := view.Write(&file, view.JSONFormat, simulated(t, a)); err != nil {
			t.Fatal(err)
		}
		baseline, err := report.ReadSummary(&file, "baseline")
		if err != nil {
			t.Fatal(err)
		}
		if out := judge(t, baseline, simulated(t, a), Options{}); out.Verdict != Good || !out.equal() || out.Compared.Counts < 150 || out.Compared.Decisions != 9 {
			t.Errorf("seed %d: %s", seed, out.Reason())
		}
	}
}
