package strategy

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
)

// With a longer attempt budget an operation does all that it does with a shorter
// one, and goes on only where that was spent. So it is resolved if it was before,
// and has succeeded if it had. This holds whatever fails, is reported or takes time,
// deadlines and changes of class included, as long as
//
//   - no router is told the budget, and none is;
//   - no state crosses operations: a throttle that they share may refuse to one what
//     another has spent, see TestALongerBudgetMayResolveFewerUnderAThrottle.
//
// That success is reported truthfully is not needed: a report that is not true
// stays so at every attempt of an operation.
func TestALongerBudgetOnlyGoesOn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		few, s := drawAssumptions(t), drawStrategy(t)
		many := few
		few.RecoveryAttempts = min(few.RecoveryAttempts, 4)
		many.RecoveryAttempts = few.RecoveryAttempts + rapid.Int64Range(1, 2).Draw(t, "more")
		var plans []*Plan
		var tapes []*scenario.Tape
		for _, a := range []scenario.Assumptions{few, many} {
			p, err := Compile(s, a)
			if err != nil {
				t.Fatal(err)
			}
			plans, tapes = append(plans, p), append(tapes, scenario.NewTape(a))
		}
		for index := range few.Operations {
			short := courseOf(Follow(plans[0], few, tapes[0], tapes[0].Operation(1, index)))
			long := courseOf(Follow(plans[1], many, tapes[1], tapes[1].Operation(1, index)))
			same := long // with what is not there yet left out
			if short.State == StateRetryable && len(short.Moments) <= len(long.Moments) {
				same = course{long.Moments[:len(short.Moments)], short.State, short.Succeeded && long.Succeeded, short.EndMS}
			}
			if diff := cmp.Diff(short, same, cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("operation %d with %d attempts and with %d (-short +long):\n%s", index, few.RecoveryAttempts, many.RecoveryAttempts, diff)
			}
		}
	})
}

// An envelope under the router of actionable-envelope, and under the router of
// cautious-envelope, never leads to a retry or repair of a permanent failure. That
// is asked of honest ones, and holds of all: a report has one distortion at most, so
// either its code or its verdict and its suggestion are true.
func TestEnvelopesLeadToNoRetryOfAPermanentFailure(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAssumptions(t)
		for _, s := range []Strategy{publishedStrategies()[2], mustFind("cautious-envelope")[0]} {
			s.Backoff, s.Waits.Honoured, s.WriteGuard = drawBackoff(t), rapid.Bool().Draw(t, "honours"), WriteGuard(rapid.Uint8Range(0, 3).Draw(t, "guard"))
			p, err := Compile(s, a)
			if err != nil {
				t.Fatal(err)
			}
			if i := slices.IndexFunc(p.Steps, func(s Step) bool { return s.permanent() }); i >= 0 {
				t.Fatalf("%s: step %+v of kind %+v", s.Name, p.Steps[i], p.Kinds[p.Steps[i].Kind])
			}
		}
	})
}

// What keeps the envelope from that is its verdict: a wrong code alone misleads a
// router that sees nothing else.
func TestACodeAloneLeadsToRetriesOfPermanentFailures(t *testing.T) {
	a := scenario.Published()
	a.Distortions.WrongCode.Permission.Transient = 0.1
	p := compilePublished(t, a)[1]
	if !slices.ContainsFunc(p.Steps, func(s Step) bool { return s.permanent() }) {
		t.Errorf("no step of %+v tries a permanent failure again", p.Steps)
	}
}

// A controller that waits at least as long as the outage truly lasts when it first
// hears of it, rounded up to whatever it counts in, makes no early retry: neither if
// an honest error asks for that wait and it is honoured, with whatever backoff and
// jitter in addition, since both only add to it; nor if the backoff is as long from the
// first wait on, is not capped below it, and has no jitter but one that adds.
//
// An error that asks for too short a wait is not honest, and a controller that cuts
// a wait short does not honour it: neither is among what is drawn.
func TestWhoWaitsForTheEndIsNeverEarly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, s := drawAssumptions(t), drawStrategy(t)
		s.Layers = nil // it has waits of its own
		a.TransientModel, a.Distortions.ShortWait = scenario.Outage, 0
		a.FailureMix.Transient, a.RecoveryAttempts = 3, max(1, a.RecoveryAttempts)
		if rapid.Bool().Draw(t, "lasts as long as it can") {
			a.OutageMS.Min = a.OutageMS.Max
		}
		unit := rapid.Int64Range(1, 50).Draw(t, "counts in ms")
		remainder := max(0, a.OutageMS.Max-a.LatencyMS.Call)
		patient := (remainder + unit - 1) / unit * unit
		if rapid.Bool().Draw(t, "honours the wait") {
			a.RetryAfterMS = optional.Of(patient)
			s.Contract.Reveals |= contract.RetryAfter
			s.Waits = WaitPolicy{Honoured: true}
		} else {
			s.Backoff.InitialMS, s.Backoff.CapMS = patient, optional.Value[int64]{}
			s.Backoff.Jitter.Kind = rapid.SampledFrom([]JitterKind{NoJitter, Added}).Draw(t, "jitter that adds")
		}
		p, err := Compile(s, a)
		if err != nil {
			t.Fatal(err)
		}
		tape := scenario.NewTape(a)
		for index := range a.Operations {
			op := tape.Operation(1, index)
			c := courseOf(Follow(p, a, tape, op))
			if i := slices.IndexFunc(c.Moments, func(m moment) bool { return m.Outage }); i >= 0 {
				t.Fatalf("operation %d of kind %+v: %+v is early; outages last up to %d ms", index, op.Kind, c.Moments[i], a.OutageMS.Max)
			}
		}
	})
}

// A retry at the exact end of an outage is not early, and one a millisecond before
// is: nothing shorter than the remainder will do.
func TestAMillisecondLessIsEarly(t *testing.T) {
	a := scenario.Published()
	a.FailureMix = scenario.FailureMix{Transient: 1}
	a.TransientModel, a.OutageMS, a.LatencyMS.Call = scenario.Outage, scenario.OutageMS{Min: 300, Max: 300}, 10
	for _, asked := range []int64{289, 290} {
		a.RetryAfterMS = optional.Of(asked)
		s := publishedStrategies()[2]
		s.Waits.Honoured = true
		p, err := Compile(s, a)
		if err != nil {
			t.Fatal(err)
		}
		want := scenario.Threshold(float64(one(asked == 290)))
		if got := p.Steps[0]; got.Threshold != want || got.StartMS != optional.Of(10+asked) {
			t.Errorf("a wait of %d ms: the retry starts at %v and has the threshold %d, want %d", asked, got.StartMS, got.Threshold, want)
		}
	}
}
