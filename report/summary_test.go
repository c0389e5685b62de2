package report

import (
	"bytes"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"errbench/internal/stat"
	"errbench/internal/view"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

func jsonOf(t testing.TB, v view.View) []byte {
	t.Helper()
	return encoded(v)
}

func encoded(v view.View) []byte {
	var b bytes.Buffer
	if err := view.Write(&b, view.JSONFormat, v); err != nil {
		panic(err) // all views have a JSON form
	}
	return b.Bytes()
}

func TestThePublishedSummary(t *testing.T) {
	const file = "../results/summary.json"
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(jsonOf(t, simulated(t, scenario.Published())))); diff != "" {
		t.Errorf("%s (-want +got); scripts/regenerate writes it anew:\n%s", file, diff)
	}
}

// The same tally gives the same bytes, whatever maps and addresses do.
func TestASummaryHasTheSameBytesEveryTime(t *testing.T) {
	first := jsonOf(t, simulated(t, scenario.Published()))
	for range 5 {
		if again := jsonOf(t, simulated(t, scenario.Published())); !bytes.Equal(first, again) {
			t.Fatal("two summaries differ")
		}
	}
}

func TestASummarySaysWhetherItIsComplete(t *testing.T) {
	for name, s := range kinds(t) {
		if want := !strings.HasPrefix(name, "interrupted"); s.Complete != want {
			t.Errorf("%s: complete is %v", name, s.Complete)
		}
		if want := name == "no failure" || name == "interrupted at once" || name == "exact, no failure"; s.Vacuous() != want {
			t.Errorf("%s: vacuous is %v", name, s.Vacuous())
		}
		if s.Schema != SummarySchema || !strings.Contains(s.Notice, "no language model was called") || !strings.Contains(s.Notice, "declared, not measured") {
			t.Errorf("%s: %s, %s", name, s.Schema, s.Notice)
		}
	}
}

// What a field promises in words holds in every kind of summary.
func TestTheCountsOfASummaryAddUp(t *testing.T) {
	for name, s := range kinds(t) {
		for i, r := range s.Results {
			unnoticed := unnoticedOf(r)
			for what, holds := range map[string]bool{
				"operations = runs * operations per run":        r.Operations == r.PerRun.Runs*s.Assumptions.Operations,
				"attempts = operations + recovery attempts":     r.Attempts == r.Operations+r.RecoveryAttempts,
				"recovery attempts = retries, repairs, replace": r.RecoveryAttempts == r.Actions.Retry+r.Actions.Repair+r.Actions.Replace,
				"resolved = not failed + recovered":             unnoticed == 0 || mayBeUnnoticed(s.Assumptions) && unnoticed > 0,
				"the same commits go unnoticed":                 unnoticed == unnoticedOf(s.Results[0]),
				"every operation ended in one state":            ended(r.States) == r.Operations,
				"wasted by distortion adds up":                  sumOf(r.Reports.WastedByDistortion) == stat.Number(r.WastedRetries.Failed),
				"expected states add up":                        math.Abs(float64(sumOf(s.Expected[i].States)-s.Expected[i].Operations)) < 1e-6,
				"escalated = authorized":                        r.Escalated == r.Actions.Authorize,
				"who was expected":                              s.Expected[i].Identity == r.Identity,
				"operations expected":                           float64(s.Expected[i].Operations) == float64(r.Operations),
				"expectations are exact":                        s.Expected[i].Method == "closed form",
				"the same tape":                                 r.Failures == s.Results[0].Failures,
			} {
				if !holds {
					t.Errorf("%s, %s: %s does not hold", name, r.Strategy, what)
				}
			}
		}
	}
}

// unnoticedOf returns how many operations are resolved although their first call failed and
// no attempt succeeded: it was carried out and reported as a success.
func unnoticedOf(r Result) int64 {
	failures := r.Failures.Transient + r.Failures.Validation + r.Failures.Permission + r.Failures.NotFound
	recovered := r.RecoveryAttempts - r.WastedRetries.Failed
	return r.Resolved - (r.Operations - failures - r.Reports.PhantomFailures + recovered)
}

// mayBeUnnoticed reports whether a write can be carried out and be reported as a success
// although its call failed.
func mayBeUnnoticed(a scenario.Assumptions) bool {
	return a.Distortions.FailureAsSuccess > 0 && a.CommitOnFailure > 0 && a.Risk.IdempotentWrite+a.Risk.Destructive > 0
}

func ended(s States[int64]) int64 { return int64(sumOf(s)) }

// sumOf adds the numbers of a part of a summary.
func sumOf(part any) stat.Number {
	var sum stat.Number
	for _, n := range byKey(part) {
		sum += n
	}
	return sum
}

// What is paid for calls, repairs and escalations, by hand, and its spread: with
// one price it equals the deviation of the count.
func TestCostsFollowFromCounts(t *testing.T) {
	a := onCounter(20)
	a.Cost = scenario.Cost{Tokens: scenario.Prices{Attempt: 100, Repair: 40, Escalation: 7}, USD: scenario.Prices{Repair: 0.25}}
	for i, s := range simulated(t, a.Relabel()).Expected {
		r := simulated(t, a.Relabel()).Results[i]
		tokens := 100*r.Attempts + 40*r.Actions.Repair + 7*r.Escalated
		want := Cost{stat.Number(tokens), stat.Number(r.Actions.Repair) / 4, stat.Number(tokens) / stat.Number(r.Resolved), stat.Number(r.Actions.Repair) / 4 / stat.Number(r.Resolved)}
		if r.Cost != want {
			t.Errorf("%s: %+v, want %+v", r.Strategy, r.Cost, want)
		}
		if off := math.Abs(float64(s.SD.Cost.USD - s.SD.Actions.Repair/4)); off > 1e-8 {
			t.Errorf("%s: sd %v of a quarter of what has sd %v", s.Strategy, s.SD.Cost.USD, s.SD.Actions.Repair)
		}
		if s.SD.Cost.TokensPerResolved.Defined() || s.Z.Cost.TokensPerResolved.Defined() {
			t.Errorf("%s: a ratio has an sd or z", s.Strategy)
		}
	}
}

func TestASummaryOfNoStrategyIsRefused(t *testing.T) {
	a := scenario.Published()
	_, err := Summarize(a, nil, tallyOf(t, a, nil, 1))
	if err == nil || !strings.HasPrefix(err.Error(), "no strategy was given") {
		t.Errorf("%v", err)
	}
}

// Milliseconds beyond 64 bits are refused, not wrapped.
func TestTooLongAWaitIsRefused(t *testing.T) {
	a := onCounter(1)
	patient := catalog.Published()[0]
	patient.Backoff = strategy.Backoff{InitialMS: 1 << 40, FactorPercent: 100}
	p, err := strategy.Compile(patient, a)
	if err != nil {
		t.Fatal(err)
	}
	plans := []*strategy.Plan{p}
	tally := tallyOf(t, a, plans, 1)
	s, err := Summarize(a, plans, tally)
	if err != nil || s.Results[0].Time.WaitedMS != 1<<40*s.Results[0].RecoveryAttempts {
		t.Fatalf("waited %d ms, %v", s.Results[0].Time.WaitedMS, err)
	}
	tally.Plans[0].Visits[0] = 1 << 23
	if _, err := Summarize(a, plans, tally); err == nil || !strings.HasPrefix(err.Error(), "strategy generic-message can wait 9.22e+18 ms in all") {
		t.Errorf("error %v", err)
	}
}

// The digest is computed from the plans, in their order.
func TestTheDigestOfASummaryIsThatOfItsPlans(t *testing.T) {
	a := scenario.Published()
	plans, err := strategy.CompileAll(catalog.Published(), a)
	if err != nil {
		t.Fatal(err)
	}
	want, err := strategy.Digest(a.Thresholds(), plans)
	if err != nil {
		t.Fatal(err)
	}
	all := kinds(t)
	if got := all["published"].PlanDigest; got != want {
		t.Errorf("digest %s, want %s", got, want)
	}
	if all["one strategy"].PlanDigest == want || all["no failure"].PlanDigest == want {
		t.Error("other plans have the same digest")
	}
}
