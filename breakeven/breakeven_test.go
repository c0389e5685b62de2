package breakeven

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"errbench/contract"
	"errbench/exact"
	"errbench/internal/stat"
	"errbench/internal/vary"
	"errbench/internal/vary/varytest"
	"errbench/optional"
	"errbench/report"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// asked is a question to break-even.
type asked struct {
	vary    string
	between string // "A,B", the published two with a code by default
	metric  string // the resolution rate by default
	cost    string // "attempt=1,escalation=2": prices in US dollars, of a resolved operation
	set     string // "KEY=VALUE KEY=VALUE"
}

func (q asked) assumptions(t *testing.T) scenario.Assumptions {
	t.Helper()
	a := scenario.Published()
	changes := strings.Fields(q.set)
	for price := range strings.SplitSeq(q.cost, ",") {
		if price != "" {
			changes = append(changes, "cost.usd."+price)
		}
	}
	for _, change := range changes {
		key, text, _ := strings.Cut(change, "=")
		if err := a.Set(key, text); err != nil {
			t.Fatal(err)
		}
	}
	return a
}

func (q asked) criterion(t *testing.T) Criterion {
	t.Helper()
	key := q.metric
	switch {
	case key == "" && q.cost == "":
		key = vary.Resolution.Key
	case q.cost != "":
		key = "cost.usd_per_resolved"
	}
	by, err := FindCriterion(key, q.assumptions(t))
	if err != nil {
		t.Fatal(err)
	}
	return by
}

// costPerResolved returns the criterion of a resolved operation with prices.
func costPerResolved(t rapid.TB, p scenario.Prices) Criterion {
	t.Helper()
	by, err := FindCriterion("cost.usd_per_resolved", scenario.Assumptions{Cost: scenario.Cost{USD: p}})
	if err != nil {
		t.Fatal(err)
	}
	return by
}

func (q asked) find(t *testing.T) Result {
	t.Helper()
	if q.between == "" {
		q.between = "actionable-envelope,code-only"
	}
	pair, err := catalog.Find(strings.Split(q.between, ","))
	if err != nil {
		t.Fatal(err)
	}
	return q.of(t, [2]strategy.Strategy(pair))
}

func (q asked) of(t *testing.T, pair [2]strategy.Strategy) Result {
	t.Helper()
	v, err := vary.ParseVariable(q.vary)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Find(q.assumptions(t), pair, v, q.criterion(t))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// rootsOf returns the labels and values of the roots.
func rootsOf(b Result) string {
	var all []string
	for _, r := range b.Roots {
		all = append(all, r.Label+" "+string(r.Value))
	}
	return strings.Join(all, ", ")
}

// The published conclusion holds for hints that help more than codes do.
func TestThePublishedBreakEven(t *testing.T) {
	b := asked{vary: "repair_success.hint"}.find(t)
	e, c := optional.Of("actionable-envelope"), optional.Of("code-only")
	want := Result{
		Notice: report.Notice, Assumptions: scenario.Published(), Key: "repair_success.hint", From: "0", To: "1",
		Metric: "resolution_rate", Direction: "higher", Strategy: "actionable-envelope", Against: "code-only",
		Method: rationalRoots, Degree: optional.Of(1),
		Roots:     []Root{{"0.45", optional.Of(scenario.Threshold(0.45)), crosses, true}},
		Stretches: []Stretch{{"0", "0.45", c, c}, {"0.45", "1", e, e}},
		Assumed:   b.Assumed, Notes: []string{},
	}
	if diff := cmp.Diff(want, b, cmp.Comparer(func(x, y optional.Value[string]) bool { return x == y }),
		cmp.Comparer(func(x, y optional.Value[int]) bool { return x == y }), cmp.Comparer(func(x, y optional.Value[uint64]) bool { return x == y })); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, n := range []struct {
		got  stat.Number
		want string
	}{{b.Assumed.Difference, "0.045"}, {b.Assumed.Strategy, "0.76"}, {b.Assumed.Against, "0.715"}} {
		if n.got.Text() != n.want {
			t.Errorf("at the assumed value: %s, want %s", n.got.Text(), n.want)
		}
	}
}

// With halves, which are thresholds exactly, and x = repair_success.hint there are
//
//	envelope:  1.25 attempts, 0.125 repairs, 0.125 escalations, 0.5625 + 0.125 x resolved
//	code-only: 1.25 attempts, 0.125 repairs,   0   escalations, 0.625 resolved
//
// With 1 for an attempt and e for an escalation the envelope costs as much per
// resolved operation where (1.25 + 0.125 e) 0.625 = 1.25 (0.5625 + 0.125 x): at
// x = 0.5 + e/2.
const halves = "failure_rate=0.5 retry_success=0.5 repair_success.code=0.5 repair_success.hint=0.5"

// byHand are questions whose answers follow by hand.
var byHand = []struct {
	asked
	roots, answer, note string
}{
	{asked{vary: "repair_success.hint", set: halves, cost: "attempt=1,escalation=0.2"}, "crosses 0.6",
		"actionable-envelope costs less per resolved operation above 0.6, code-only below 0.6.", ""},
	{asked{vary: "repair_success.hint", set: halves, cost: "attempt=1,escalation=0.52"}, "crosses 0.76",
		"actionable-envelope costs less per resolved operation above 0.76, code-only below 0.76.", ""},
	{asked{vary: "repair_success.hint", set: halves, cost: "attempt=1,escalation=1"}, "endpoint 1",
		"code-only costs less per resolved operation than actionable-envelope for every repair_success.hint from 0 to 1, except 1.", ""},
	{asked{vary: "repair_success.hint", set: halves, cost: "escalation=1"}, "",
		"code-only costs less per resolved operation than actionable-envelope for every repair_success.hint from 0 to 1.", ""},
	{asked{vary: "repair_success.hint=0.5:1", set: halves}, "endpoint 0.5",
		"actionable-envelope resolves more than code-only for every repair_success.hint from 0.5 to 1, except 0.5.", ""},
	{asked{vary: "repair_success.hint=0.6:1", set: halves}, "",
		"actionable-envelope resolves more than code-only for every repair_success.hint from 0.6 to 1.", ""},
	{asked{vary: "repair_success.hint", set: halves + " recovery_attempts=2"}, "crosses 0.5",
		"actionable-envelope resolves more above 0.5, code-only below 0.5.", ""},
	{asked{vary: "repair_success.hint", set: halves, metric: "wasted_retries.failed"}, "crosses 0.5",
		"actionable-envelope has the lower wasted_retries.failed above 0.5, code-only below 0.5.", ""},
	{asked{vary: "repair_success.hint", metric: "actions.stop"}, "",
		"code-only has a higher actions.stop than actionable-envelope for every repair_success.hint from 0 to 1.", ""},
	{asked{vary: "repair_success.hint", metric: "attempts_per_operation"}, "identically zero 0",
		"actionable-envelope and code-only do not differ for any repair_success.hint from 0 to 1.", ""},
	// A repair by a hint that never helps is futile.
	{asked{vary: "repair_success.hint", metric: "wasted_retries.futile"}, "identically zero 0",
		"actionable-envelope and code-only do not differ for any repair_success.hint from 0 to 1.",
		"At 0 itself wasted_retries.futile of actionable-envelope is 0.1; what is said of values beside it does not hold there."},
	{asked{vary: "failure_rate"}, "endpoint 0",
		"actionable-envelope resolves more than code-only for every failure_rate from 0 to 1, except 0.", ""},
	// A generic message retries what fails, so where all fails and retries do not help it resolves nothing.
	{asked{vary: "retry_success", between: "generic-message,code-only", set: "failure_rate=1", cost: "attempt=1"}, "",
		"code-only costs less per resolved operation than generic-message for every retry_success from 0 to 1.",
		"At 0 the cost is undefined: generic-message resolves nothing."},
	{asked{vary: "repair_success.hint", between: "generic-message,code-only", set: "failure_rate=1 retry_success=0", cost: "attempt=1"}, "",
		"generic-message and code-only cannot be compared for any repair_success.hint from 0 to 1.",
		"Throughout the cost is undefined: generic-message resolves nothing."},
	// With the weight w, times 3+w: (4 + 1.5 w) (4 + w)/2 = (4 + w) ((3 + w)/2 + 0.75), so 2 + 0.75 w = 2.25 + 0.5 w.
	{asked{vary: "failure_mix.permission=0:4", set: halves + " repair_success.hint=1", cost: "attempt=1,escalation=1"}, "crosses 1",
		"actionable-envelope costs less per resolved operation below 1, code-only above 1.", ""},
	{asked{vary: "failure_mix.validation=0:4"}, "endpoint 0",
		"actionable-envelope resolves more than code-only for every failure_mix.validation from 0 to 4, except 0.", ""},
	{asked{vary: "failure_mix.validation=0:4", metric: "attempts_per_operation"}, "identically zero 0",
		"actionable-envelope and code-only do not differ for any failure_mix.validation from 0 to 4.", ""},
	{asked{vary: "failure_mix.transient=0:1", between: "generic-message,code-only", set: "failure_rate=1", cost: "attempt=1"}, "",
		"code-only costs less per resolved operation than generic-message for every failure_mix.transient from 0 to 1.",
		"At 0 the cost is undefined: generic-message resolves nothing."},
	{asked{vary: "failure_mix.transient=0:1", between: "generic-message,code-only", set: "failure_rate=1 retry_success=0", cost: "attempt=1"}, "",
		"generic-message and code-only cannot be compared for any failure_mix.transient from 0 to 1.",
		"From 0 to 1 the cost is undefined: generic-message resolves nothing."},
	{asked{vary: "recovery_attempts=0:100"}, "endpoint 0",
		"actionable-envelope resolves more from 1 on, neither of them at 0.", ""},
	{asked{vary: "recovery_attempts=1:3", metric: "wasted_retries.permanent"}, "identically zero 1",
		"actionable-envelope and code-only do not differ for any recovery_attempts from 1 to 3.", ""},
	// One retry of a permission failure costs less than the person who takes it; from the second on it costs as much or more.
	{asked{vary: "recovery_attempts=1:4", between: "actionable-envelope,generic-message", set: halves + " failure_mix.transient=0 failure_mix.validation=0 failure_mix.not_found=0",
		cost: "attempt=1,escalation=1.5"}, "crosses 2", "actionable-envelope costs less per resolved operation from 2 on, generic-message at 1.", ""},
	{asked{vary: "recovery_attempts=1:4", between: "actionable-envelope,generic-message", set: halves + " failure_mix.transient=0 failure_mix.validation=0 failure_mix.not_found=0",
		cost: "attempt=1,escalation=2"}, "crosses 2", "actionable-envelope costs less per resolved operation from 3 on, generic-message at 1, neither of them at 2.", ""},
}

func TestBreakEvenByHand(t *testing.T) {
	for _, test := range byHand {
		b := test.asked.find(t)
		if got := rootsOf(b); got != test.roots {
			t.Errorf("%+v: roots %q, want %q", test.asked, got, test.roots)
		}
		if got := b.answer(); got != test.answer {
			t.Errorf("%+v:\n%s\nwant\n%s", test.asked, got, test.answer)
		}
		if got := strings.Join(b.Notes, "\n"); got != test.note {
			t.Errorf("%+v: notes\n%s\nwant\n%s", test.asked, got, test.note)
		}
	}
}

// patient repairs a validation failure twice, hasty once, and then replaces what
// is not found: per failure of one of the two the patient resolves y - y^2 more of
// the first, with y = 1 - x for the chance x of a repair, and the hasty q of the
// second.
func patientAndHasty() [2]strategy.Strategy {
	named := func(name string, repairs int, notFound strategy.Action) strategy.Strategy {
		return strategy.Strategy{Name: name, Contract: contract.CodeOnly(), Router: strategy.Func(name, func(q strategy.Question) strategy.Action {
			switch code, _ := q.Error.Code.Get(); {
			case code == contract.CodeValidation && q.Attempt <= repairs:
				return strategy.Repair
			case code == contract.CodeNotFound && q.Attempt == 1:
				return notFound
			default:
				return strategy.Stop
			}
		})}
	}
	return [2]strategy.Strategy{named("patient", 2, strategy.Stop), named("hasty", 1, strategy.Replace)}
}

func TestRootsThatTouchOrStandInPairs(t *testing.T) {
	for _, test := range []struct{ q, roots, answer string }{
		{"0.25", "touches 0.5", "hasty resolves more than patient for every repair_success.code from 0 to 1, except 0.5."},
		{"0.1875", "crosses 0.25, crosses 0.75", "patient resolves more between 0.25 and 0.75, hasty below 0.25 and above 0.75."},
		{"0", "endpoint 0, endpoint 1", "patient resolves more than hasty for every repair_success.code from 0 to 1, except 0 and 1."},
		{"0.26", "", "hasty resolves more than patient for every repair_success.code from 0 to 1."},
	} {
		b := asked{vary: "repair_success.code", set: "recovery_attempts=2 replace_success=" + test.q}.of(t, patientAndHasty())
		if got := rootsOf(b); got != test.roots || b.answer() != test.answer || b.Degree != optional.Of(2) {
			t.Errorf("with %s: degree %v, roots %s\n%s\nwant %s\n%s", test.q, b.Degree, got, b.answer(), test.roots, test.answer)
		}
	}
}

// Roots that no assumption tells apart are said to be so, and not taken for a
// place to win.
func TestRootsInOneCell(t *testing.T) {
	b := finder{
		question: &question{by: measure(vary.Resolution)},
		Result:   Result{Key: "x", From: "0", To: "1", Metric: vary.Resolution.Key, Direction: "higher", Strategy: "a", Against: "b", Method: rationalRoots},
	}
	for _, value := range []json.Number{"0.25", "0.5", "0.5", "0.75"} {
		b.Roots = append(b.Roots, Root{Value: value, Threshold: optional.Of(threshold(value)), Label: crosses, Exact: true})
	}
	b.addStretch(0, 0.5, 1)
	b.addStretch(0.5, 0.5, -1)
	b.addStretch(0.5, 1, 1)
	b.noteShared()
	if got, want := strings.Join(b.Notes, "\n"), "2 roots lie within 2^-32 of each other at 0.5: no value of the assumption lies between them."; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if got, want := b.answer(), "a resolves more than b for every x from 0 to 1, except 0.25 and 0.5 and 0.75."; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// By hand: 3/16 of the validation failures look transient, which the hasty one repairs and
// the patient one gives up; 4/16 look like a lack of permission, which both give up. So per
// validation failure the patient one resolves 9/16 (x - x^2) - 3/16 x - 1/16 more, which is
// -(3x - 1)^2 / 16. No value of the assumption is 1/3: the strategies never resolve alike.
func TestARootThatTouchesBetweenValuesIsNoException(t *testing.T) {
	pair := patientAndHasty()
	hasty := pair[1].Router
	pair[1].Router = strategy.Func("hasty", func(q strategy.Question) strategy.Action {
		if code, _ := q.Error.Code.Get(); code == contract.CodeTransient && q.Attempt == 1 {
			return strategy.Repair
		}
		answer, _ := hasty.Route(q)
		return answer.Action
	})
	b := asked{vary: "repair_success.code", set: "recovery_attempts=2 replace_success=0.0625 failure_mix.transient=0 failure_mix.permission=0 " +
		"distortions.wrong_code.validation.transient=0.1875 distortions.wrong_code.validation.permission=0.25"}.of(t, pair)
	if got := rootsOf(b); got != "touches 0.3333333334" || b.Roots[0].Exact || !b.MayMiss.IsZero() {
		t.Errorf("roots %s: %+v; may miss %v", got, b.Roots, b.MayMiss)
	}
	if got, want := b.answer(), "hasty resolves more than patient for every repair_success.code from 0 to 1."; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if got, want := strings.Join(b.Notes, "\n"), "The difference touches 0 less than 2^-32 below 0.3333333334, where no value of the assumption lies."; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// What a method can miss stands in the JSON and in the text, in the same words.
func TestWhatASearchMayMissIsSaid(t *testing.T) {
	for vary, missed := range map[string]string{
		"failure_mix.validation=0:4": "A root that touches between two of the 1,025 values is missing, and so are two roots that cross.",
		"repair_success.hint":        "",
		"recovery_attempts=0:4":      "",
	} {
		b := asked{vary: vary}.find(t)
		if got, _ := b.MayMiss.Get(); got != missed || !strings.Contains(b.method(), missed) {
			t.Errorf("%s, by %s: %q, want %q; %s", vary, b.Method, got, missed, b.method())
		}
	}
	if got, _ := mayMiss(integerBisection).Get(); got != "Between two of the 1,025 values with the same sign, two changes can be missing." {
		t.Error(got)
	}
}

// A router that breaks its duty to answer alike has no polynomial.
func TestWhatIsNoPolynomialIsScanned(t *testing.T) {
	pair := patientAndHasty()
	calls := 0
	pair[0].Router = strategy.Func("fickle", func(strategy.Question) strategy.Action {
		calls++
		return []strategy.Action{strategy.Stop, strategy.Retry, strategy.Repair}[calls%3]
	})
	if b := (asked{vary: "repair_success.code"}).of(t, pair); b.Method != bisection || !b.Degree.IsZero() {
		t.Errorf("method %s, degree %v", b.Method, b.Degree)
	}
}

// valueOf reads a number that a Result holds, and threshold its threshold.
func valueOf(n json.Number) float64 {
	x, err := n.Float64()
	if err != nil {
		panic(err)
	}
	return x
}

func threshold(n json.Number) uint64 { return scenario.Threshold(valueOf(n)) }

func drawComparison(t *rapid.T, key string) *question {
	a := scenario.Published()
	chance := rapid.OneOf(rapid.SampledFrom([]float64{0, 0.25, 0.5, 0.75, 1}), rapid.Float64Range(0, 1))
	for _, p := range []*float64{&a.FailureRate, &a.RetrySuccess, &a.ReplaceSuccess, &a.RepairSuccess.Message, &a.RepairSuccess.Code, &a.RepairSuccess.Field, &a.RepairSuccess.Hint} {
		*p = chance.Draw(t, "chance")
	}
	weight := rapid.SampledFrom([]float64{0, 1, 2, 3.5})
	a.FailureMix = scenario.FailureMix{Transient: weight.Draw(t, "transient"), Validation: 1, Permission: weight.Draw(t, "permission"), NotFound: weight.Draw(t, "not found")}
	a.RecoveryAttempts = rapid.Int64Range(0, 6).Draw(t, "attempts")
	r, err := vary.ParseVariable(key)
	if err != nil {
		t.Fatal(err)
	}
	by := measure(rapid.SampledFrom(vary.Measures()).Draw(t, "measure"))
	if rapid.Bool().Draw(t, "by cost") {
		amount := rapid.SampledFrom([]float64{0, 0.1, 1, 7})
		by = costPerResolved(t, scenario.Prices{Attempt: 1, Repair: amount.Draw(t, "repair"), Escalation: amount.Draw(t, "escalation")})
	}
	f, err := r.Field()
	if err != nil {
		t.Fatal(err)
	}
	return &question{a: a, pair: varytest.Codes(t), r: r, field: f, by: by}
}

// float returns the difference at a threshold of the key a second time: from
// exact, in float64. It is not ok where it is not defined.
func (c *question) float(t *rapid.T, k uint64) (difference float64, ok bool) {
	a := c.a
	if err := a.Set(c.r.Key, strconv.FormatFloat(scenario.Probability(k), 'g', -1, 64)); err != nil {
		t.Fatal(err)
	}
	plans, err := strategy.CompileAll(c.pair[:], a)
	if err != nil {
		t.Fatal(err)
	}
	var values [2]float64
	for i, p := range plans {
		e := exact.Expect(a.Thresholds(), p, 1)
		for _, term := range c.by.terms {
			weight, _ := term.weight.Float64()
			values[i] += float64(weight * strategy.Total(term.metric, p, e))
		}
		if c.by.perResolved {
			resolved := strategy.Total(strategy.Resolved, p, e)
			if resolved < 1e-6 {
				return 0, false
			}
			values[i] /= resolved
		}
	}
	return values[0] - values[1], true
}

var probabilities = []string{"failure_rate", "retry_success", "repair_success.message", "repair_success.code", "repair_success.field", "repair_success.hint", "replace_success"}

// noise is far above what roundings of float64 make of a difference, of costs
// that are below 1e7 too.
const noise = 1e-9

// Under random assumptions the difference has, wherever roundings leave its sign
// to see, the sign of the stretch; so it does on both sides of each root.
func TestStretchesAgreeWithExpectations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawComparison(t, rapid.SampledFrom(probabilities).Draw(t, "key"))
		b, err := Find(c.a, c.pair, c.r, c.by)
		if err != nil {
			t.Fatal(err)
		}
		if b.Method != rationalRoots {
			t.Fatal(b.Method)
		}
		look := []uint64{1, 1 << 31, 1<<32 - 1}
		for range 20 {
			look = append(look, rapid.Uint64Range(1, 1<<32-1).Draw(t, "threshold"))
		}
		for _, r := range b.Roots {
			k, _ := r.Threshold.Get()
			for _, d := range []uint64{1, 2, 100, 1e5, 1e8} {
				look = append(look, max(k, d+1)-d, min(k+d, 1<<32-1))
			}
		}
		for _, k := range look {
			checkAt(t, c, b, k)
		}
	})
}

// checkAt holds the stretches at a threshold between 0 and 2^32 to the
// difference there.
func checkAt(t *rapid.T, c *question, b Result, k uint64) {
	d, ok := c.float(t, k)
	for _, s := range b.Stretches {
		if !ok || k <= threshold(s.From) || k >= threshold(s.To) {
			continue
		}
		name, _ := s.Higher.Get()
		if name == "a" && d < -noise || name == "b" && d > noise || name == "" && math.Abs(d) > noise {
			t.Fatalf("at %v the difference is %v, but from %v to %v it is %q that has more", scenario.Probability(k), d, s.From, s.To, name)
		}
	}
}

// Between the thresholds k-1 and k of a root that crosses the sign changes,
// exactly: at k-1 it is the sign of the stretch below, at k the sign of the stretch above, or 0 if the
// root is exact. At every root that is exact the difference is 0.
func TestSignsChangeAtRoots(t *testing.T) {
	crossed := 0
	rapid.Check(t, func(t *rapid.T) {
		c := drawComparison(t, rapid.SampledFrom(probabilities).Draw(t, "key"))
		b, err := Find(c.a, c.pair, c.r, c.by)
		if err != nil {
			t.Fatal(err)
		}
		sign := func(k uint64) int {
			s := c.sign(scenario.Probability(k))
			if c.err != nil {
				t.Fatal(c.err)
			}
			return s
		}
		for i, r := range b.Roots {
			k, _ := r.Threshold.Get()
			if r.Exact && (k > 0 || r.Label == endpoint) && sign(k) != 0 {
				t.Fatalf("%+v is no root", r)
			}
			alone := (i == 0 || b.Roots[i-1].Threshold != r.Threshold) && (i+1 == len(b.Roots) || b.Roots[i+1].Threshold != r.Threshold)
			if r.Label != crosses || !alone || k < 2 || k > 1<<32-2 {
				continue
			}
			crossed++
			before, after := sign(k-1), sign(k+1)
			if before*after != -1 || !r.Exact && sign(k) != after {
				t.Fatalf("%+v: the signs are %d, %d, %d", r, before, sign(k), after)
			}
		}
	})
	if crossed == 0 {
		t.Error("no root crosses")
	}
}

// Looking at values finds the roots that cross, where no two are close.
func TestScanningAgrees(t *testing.T) {
	crossed := 0
	for seed := range 20 {
		c := rapid.Custom(func(t *rapid.T) *question {
			return drawComparison(t, rapid.SampledFrom(probabilities).Draw(t, "key"))
		}).Example(seed)
		b, err := Find(c.a, c.pair, c.r, c.by)
		if err != nil {
			t.Fatal(err)
		}
		scanned := finder{question: c}
		scanned.scan()
		if c.err != nil {
			t.Fatal(c.err)
		}
		at := func(b Result) (crossings []float64, apart bool) {
			last := -1.0
			apart = true
			for _, r := range b.Roots {
				x := valueOf(r.Value)
				apart = apart && x-last > 0.01
				last = x
				if r.Label == crosses {
					crossings = append(crossings, x)
				}
			}
			return crossings, apart
		}
		want, apart := at(b)
		crossed += len(want)
		if got, _ := at(scanned.Result); apart && !cmp.Equal(want, got, cmp.Comparer(func(x, y float64) bool { return math.Abs(x-y) < 0x1p-31 })) {
			t.Fatalf("scanned %v, solved %v", got, want)
		}
	}
	if crossed == 0 {
		t.Error("no root crosses")
	}
}

// What a metric is expected to be agrees with exact in float64, and the same
// polynomials serve every chance of a step.
func TestExpectationsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawComparison(t, rapid.SampledFrom(probabilities).Draw(t, "key"))
		c.by = measure(rapid.SampledFrom(vary.Measures()).Draw(t, "measure"))
		sides, ok := c.quotients()
		if !ok {
			t.Fatal(c.err)
		}
		k := rapid.Uint64Range(1, 1<<32).Draw(t, "threshold")
		want, _ := c.float(t, k)
		got, _ := sides[0].numerator(sides[1]).At(position(k)).Float64()
		if math.Abs(got-want) > 1e-12 {
			t.Fatalf("the polynomial is %v, expected %v", got, want)
		}
	})
}
