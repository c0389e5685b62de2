package report

import (
	"context"
	"math"
	"testing"

	"errbench/internal/stat"
	"errbench/internal/view/viewtest"
	"errbench/replay"
	"errbench/scenario"
)

func audited(t *testing.T, a scenario.Assumptions, bases int) Audit {
	t.Helper()
	counted := replay.AuditIndependence(context.Background(), a, bases, replay.Options{})
	return NewAudit(a, counted)
}

// The fault of the recovered generator: consecutive seeds start almost equal.
func TestTheAuditOfThePublishedTape(t *testing.T) {
	audit := audited(t, scenario.Published(), 4000)
	if p := audit.First[0]; p.Failed != 0 || p.Runs != 60 || stat.Fixed(p.Expected, 1) != "24.0" || p.Chance > 1e-12 {
		t.Errorf("first operation %+v", p)
	}
	if p := audit.First[1]; p.Failed != 20 || p.Runs != 60 {
		t.Errorf("second operation %+v", p)
	}
	b := audit.Bases
	if got, want := stat.Fixed(b.SD, 1)+" "+stat.Fixed(b.BinomialSD, 1)+" "+stat.Percent(b.Coverage, 1)+" "+stat.Percent(b.CoverageSpan, 1), "60.6 53.7 92.1 % 0.4 %"; got != want {
		t.Errorf("over %d bases %s, want %s", b.N, got, want)
	}
	viewtest.Golden(t, "audit.json", string(jsonOf(t, audit)))
}

// Seeds are frozen. Bounds of five standard errors, 5/sqrt(2n) of the sd and
// 5*sqrt(c*(1-c)/n) of the coverage, fail a sound stream less than once in a
// million; so does a chance of 5e-8 at one of ten operations.
func TestTheAuditOfASoundStream(t *testing.T) {
	const bases = 4000
	audit := audited(t, onCounter(60), bases)
	b := audit.Bases
	if off := math.Abs(float64(b.SD/b.BinomialSD) - 1); off > 5/math.Sqrt(2*bases) {
		t.Errorf("sd %v, want about %v", b.SD, b.BinomialSD)
	}
	if off := math.Abs(float64(b.Coverage) - stat.Level); off > 5*math.Sqrt(stat.Level*(1-stat.Level)/bases) {
		t.Errorf("coverage %v, want about %v", b.Coverage, stat.Level)
	}
	for _, p := range audit.First {
		if p.Chance < 5e-8 {
			t.Errorf("%+v", p)
		}
	}
}

func TestAnAuditAtItsEdges(t *testing.T) {
	a := onCounter(3)
	a.Operations = 4
	for _, a.FailureRate = range []float64{0, 1} {
		audit := audited(t, a, 5)
		if b := audit.Bases; b.SD != 0 || b.BinomialSD != 0 || b.Coverage != 1 || b.CoverageSpan != 0 || b.N != 5 {
			t.Errorf("failure rate %v: %+v", a.FailureRate, b)
		}
		if len(audit.First) != 4 {
			t.Errorf("%d of 4 operations", len(audit.First))
		}
		for _, p := range audit.First {
			if p.Chance != 1 {
				t.Errorf("failure rate %v: %+v", a.FailureRate, p)
			}
		}
	}
	if b := audited(t, a, 1).Bases; b.SD.Defined() {
		t.Errorf("one base has a spread: %+v", b)
	}
}
