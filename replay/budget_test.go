package replay

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"errbench/optional"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// The bucket of gRPC by hand: of 4 tokens, 2 is too few. A failure takes its
// token before the bucket is asked, so the second finds 2.
func TestABucketIsUsedUpAndFilled(t *testing.T) {
	b := budget{throttle: strategy.Throttle{MaxTokens: 4, RatioPercent: 50}}
	b.start()
	attempt := func() bool { b.called(false); return b.affords() }
	expect := func(when string, got, want bool) {
		t.Helper()
		if got != want {
			t.Errorf("%s an attempt is allowed: %v, want %v", when, got, want)
		}
	}
	expect("of a full bucket", attempt(), true)
	expect("after two failures", attempt(), false)
	b.called(true)
	b.called(true)
	expect("after two successes and another failure", attempt(), false)
	for range 100 {
		b.called(true)
	}
	expect("of a bucket that is full again", attempt(), true)
	b.called(false)
	b.forgive()
	expect("after a failure that is not retried", b.affords(), true)
	for range 100 {
		b.called(false)
		b.settle()
	}
	for range 5 {
		b.called(true)
	}
	expect("of an empty bucket with two tokens and a half", b.affords(), true)
	b.start()
	expect("of another run", attempt(), true)
}

// The budget of Finagle by hand, with five operations in a second: each second
// gives one attempt, 20 % of five, for ten seconds; and of the attempts that are taken
// none is counted after ten seconds either.
func TestAWindowForgetsWhatItGaveAndTook(t *testing.T) {
	b := budget{throttle: strategy.Throttle{SharePercent: 20}}
	b.start()
	index := int64(0)
	arrive := func(operations int) {
		for range operations {
			b.arrive(1, index/5)
			index++
		}
	}
	made := func() (n int) {
		for b.affords() {
			n++
		}
		return n
	}
	arrive(4)
	if n := made(); n != 0 {
		t.Errorf("after four operations %d attempts are made, want none", n)
	}
	arrive(1)
	if n := made(); n != 1 {
		t.Errorf("after five operations %d attempts are made, want 1", n)
	}
	arrive(20 * 5)
	if n := made(); n != 10 {
		t.Errorf("of ten seconds %d attempts are made, want 10", n)
	}
	arrive(9 * 5)
	if n := made(); n != 0 {
		t.Errorf("nine seconds later %d attempts are made; those of before count still", n)
	}
	arrive(5)
	if n := made(); n != 10 {
		t.Errorf("ten seconds later %d attempts are made, want 10", n)
	}
}

// A reserve is there from the start, and again ten seconds later.
func TestAReserveIsThereAtOnce(t *testing.T) {
	b := budget{throttle: strategy.Throttle{ReservePerS: 2}}
	b.start()
	for index := range int64(30) {
		b.arrive(1, index)
		n := 0
		for b.affords() {
			n++
		}
		want := 0
		if index%10 == 0 {
			want = 20
		}
		if n != want {
			t.Errorf("second %d: %d attempts, want %d", index, n, want)
		}
	}
}

// Where both are set an attempt must be allowed by both, and what the bucket
// refuses takes nothing from the window.
func TestBothBudgetsMustAllowAnAttempt(t *testing.T) {
	b := budget{throttle: strategy.Throttle{MaxTokens: 2, RatioPercent: 100, SharePercent: 100}}
	b.start()
	b.arrive(1, 0)
	b.called(false)
	if b.affords() {
		t.Error("an attempt is made with one token of two")
	}
	b.called(true)
	if !b.affords() {
		t.Error("no attempt is made with two tokens, and a whole one in the window")
	}
	if b.affords() {
		t.Error("a second attempt is made of one that was given")
	}
}

// A throttle that says only how tokens come back has none.
func TestARatioAloneIsNoBudget(t *testing.T) {
	b := budget{throttle: strategy.Throttle{RatioPercent: 10}}
	b.start()
	for range 100 {
		if b.called(false); !b.affords() {
			t.Fatal("an attempt is refused")
		}
	}
}

// Budgets are filled in the second in which an operation arrives, whether many arrive
// in one or one in many, over the end of a segment too.
func TestBudgetsAreFilledWhenOperationsArrive(t *testing.T) {
	for _, throttle := range []strategy.Throttle{
		{MaxTokens: 10, RatioPercent: 7},
		{SharePercent: 7},
		{MaxTokens: 10, RatioPercent: 40, SharePercent: 7, ReservePerS: 1},
	} {
		for _, rate := range []float64{0.3, 2, 10, 300} {
			t.Run(fmt.Sprintf("%+v at %v", throttle, rate), func(t *testing.T) {
				a := outages()
				a.Runs, a.Operations, a.ArrivalRate = 2, 2*scenario.SegmentSize+100, rate
				a.FailureRate, a.Distortions.FailureAsSuccess = 0.1, 0.2
				a.Risk, a.CommitOnFailure = scenario.RiskMix{ReadOnly: 1, IdempotentWrite: 1}, 0.5 // some are carried out unnoticed
				a.DeadlineMS = optional.Value[int64]{}
				s := catalog.Published()[0]
				s.Throttle = throttle
				plans, tally := replayed(t, a, []strategy.Strategy{s}, Options{Workers: 1})
				if diff := cmp.Diff(follow(t, a, plans[0]).tally(plans[0]), tally.Plans[0]); diff != "" {
					t.Errorf("(-followed +replayed):\n%s", diff)
				}
			})
		}
	}
}
