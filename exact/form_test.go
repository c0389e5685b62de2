package exact

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// The moments of a form equal the totals of expectations and the variances of single metrics,
// whatever thresholds it was used with before.
func TestAFormAgreesWithSingleMetrics(t *testing.T) {
	a := scenario.Published()
	a.RecoveryAttempts, a.AfterRepair, a.CommitOnFailure = 3, 0.2, 0.3
	a.Risk = scenario.RiskMix{ReadOnly: 1, IdempotentWrite: 1, Destructive: 1}
	a.Distortions.AllRetryable, a.Distortions.SuccessAsFailure = 0.1, 0.02
	var forms []*Form
	for _, s := range catalog.Builtin() {
		p, err := strategy.Compile(s, a)
		if err != nil {
			t.Fatal(err)
		}
		if Refuse(p) == nil {
			forms = append(forms, NewForm(p, strategy.Metrics()...))
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		form := rapid.SampledFrom(forms).Draw(t, "form")
		probability := rapid.OneOf(rapid.SampledFrom([]float64{0, 1}), rapid.Float64Range(0, 1))
		a := a
		a.FailureRate, a.RetrySuccess, a.RepairSuccess.Hint = probability.Draw(t, "failure rate"), probability.Draw(t, "retry"), probability.Draw(t, "hint")
		p := form.plan
		p.Rethreshold(a)
		e := Expect(a.Thresholds(), p, 1)
		for i, moment := range form.Moments(a.Thresholds(), nil) {
			m := strategy.Metrics()[i]
			if !Has(p, m) {
				continue
			}
			if want := strategy.Total(m, p, e); math.Abs(moment.Mean-want) > 1e-12*strategy.Magnitude(m, p, e) {
				t.Fatalf("%v: got a mean of %v, want %v", m, moment.Mean, want)
			}
			q := Quantity{p, m}
			if want := Covariance(a.Thresholds(), q, q); moment.Variance != want {
				t.Fatalf("%v: got a variance of %v, want %v", m, moment.Variance, want)
			}
		}
	})
}
