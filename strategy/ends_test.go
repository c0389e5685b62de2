package strategy

import (
	"testing"

	"pgregory.net/rapid"

	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
)

// Whatever is switched on, every operation ends in one state, and what counts say
// of ends agrees.
func TestEveryOperationEndsInOneState(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, p := drawModel(t)
		tally, ends := drawFlow(t, p)
		total := func(m Metric) int64 { return Total(m, p, tally) }
		var all, wasted, missed, known, unnoticed int64
		for s := range State(NumStates) {
			for _, succeeded := range []bool{false, true} {
				n := total(InState(s, succeeded))
				if want := ends[Ends(s, succeeded)]; n != want {
					t.Fatalf("%d operations ended as %v, %t; %d did", n, s, succeeded, want)
				}
				all += n
				if s != StateResolved && succeeded {
					missed += n
				}
			}
		}
		for d := range scenario.Distortion(scenario.NumDistortions) {
			wasted += total(WastedBy(d))
		}
		for i, s := range p.Steps {
			if s.Event == Commits && p.Kinds[s.Kind].Distortion == scenario.FailureAsSuccess {
				unnoticed += tally.Successes[i]
			}
		}
		for k, kind := range p.Kinds {
			if !kind.Class.IsZero() {
				known += tally.Kinds[k]
			}
		}
		for _, relation := range []struct {
			name  string
			holds bool
		}{
			{"states add up to operations", all == tally.Operations},
			{"resolved is a state", total(Resolved) == total(InState(StateResolved, true))},
			{"resolved = not failed + recovered + carried out unnoticed", total(Resolved) == tally.Operations-known-total(PhantomFailures)+total(RecoveryAttempts)-total(FailedRecoveries)+unnoticed},
			{"false successes are a state", total(FalseSuccesses) == total(InState(StateResolved, false))},
			{"missed successes are states", total(MissedSuccesses) == missed},
			{"phantoms are missed", total(PhantomFailures) <= missed},
			{"wasted by distortion adds up", wasted == total(FailedRecoveries)},
			{"blocked = stopped", ends[Ends(StateBlocked, false)]+ends[Ends(StateBlocked, true)] == total(Stops)},
			{"needs review = escalated", ends[Ends(StateNeedsReview, false)]+ends[Ends(StateNeedsReview, true)] == total(Escalated)},
			{"misses end operations", total(DeadlineMisses)+total(WaitsTooLong) <= ends[Ends(StateRetryable, false)]+ends[Ends(StateRetryable, true)]},
			{"early retries fail", total(EarlyRetries) <= total(FailedRecoveries)},
			{"duplicates need attempts", total(DuplicateEffects) <= total(RecoveryAttempts)},
			{"unconfirmed need attempts", total(UnconfirmedRetries) <= total(RecoveryAttempts)},
			{"terminal operations are few", total(TerminalNotStopped) <= min(known, total(PermanentRecoveries))},
			{"permanent attempts follow a first", (total(TerminalNotStopped) == 0) == (total(PermanentRecoveries) == 0)},
			{"misrouted are distorted", total(Misrouted) <= known},
		} {
			if !relation.holds {
				t.Fatalf("%s does not hold under %+v", relation.name, a)
			}
		}
	})
}

// drawModel draws assumptions with much of the model switched on, and the plan of
// a controller whose answers are any.
func drawModel(t *rapid.T) (scenario.Assumptions, *Plan) {
	chance := rapid.SampledFrom([]float64{0, 0.1, 0.5, 1})
	share := rapid.SampledFrom([]float64{0, 0.05})
	a := scenario.Published()
	a.RecoveryAttempts = rapid.Int64Range(0, 3).Draw(t, "attempts")
	a.AfterRepair, a.CommitOnFailure = chance.Draw(t, "after repair"), chance.Draw(t, "commit")
	a.Risk = scenario.RiskMix{ReadOnly: 1, IdempotentWrite: chance.Draw(t, "idempotent"), Destructive: chance.Draw(t, "destructive")}
	a.ServerHonoursKey, a.RepairTakesNewKey = rapid.Bool().Draw(t, "honours"), rapid.Bool().Draw(t, "new key")
	d := &a.Distortions
	d.WrongCode.Permission.Transient, d.AllRetryable, d.MissingField = share.Draw(t, "wrong code"), share.Draw(t, "retryable"), share.Draw(t, "no field")
	d.LongWait, d.FailureAsSuccess, d.SuccessAsFailure = share.Draw(t, "long wait"), share.Draw(t, "as success"), share.Draw(t, "as failure")
	if rapid.Bool().Draw(t, "outage") {
		a.TransientModel, a.OutageMS = scenario.Outage, scenario.OutageMS{Max: 1_000}
	}
	a.LatencyMS.Retry = rapid.Int64Range(0, 300).Draw(t, "latency")
	if rapid.Bool().Draw(t, "deadline") {
		a.DeadlineMS = optional.Of[int64](600)
	}
	a.RetryAfterMS = optional.Of[int64](200)
	if err := a.Validate(); err != nil {
		t.Fatal(err)
	}
	answers := rapid.SliceOfN(rapid.Map(rapid.IntRange(0, len(actionNames)-1), func(i int) Action { return Action(i) }), 8, 8).Draw(t, "answers")
	s := Strategy{
		Name: "any", Contract: contract.ActionableEnvelope(),
		Router: Func("any", func(q Question) Action {
			code, _ := q.Error.Code.Get()
			return answers[(len(code)+q.Attempt)%len(answers)]
		}),
		Backoff:    Backoff{InitialMS: 50, FactorPercent: 200},
		Waits:      WaitPolicy{Honoured: rapid.Bool().Draw(t, "waits"), LongestMS: optional.Of[int64](500)},
		WriteGuard: WriteGuard(rapid.IntRange(0, 3).Draw(t, "guard")),
	}
	p, err := Compile(s, a)
	if err != nil {
		t.Fatal(err)
	}
	return a, p
}

// drawFlow sends operations through a plan, each step deciding at will within its
// threshold, and counts where they end.
func drawFlow(t *rapid.T, p *Plan) (Tally[int64], map[Next]int64) {
	tally := Tally[int64]{Visits: make([]int64, len(p.Steps)), Successes: make([]int64, len(p.Steps))}
	ends := map[Next]int64{}
	reach := func(n Next, operations int64) {
		if i, ok := n.Step(); ok {
			tally.Visits[i] += operations
		} else {
			ends[n] += operations
		}
	}
	for k := range p.Kinds {
		n := rapid.Int64Range(0, 1000).Draw(t, "of a kind")
		tally.Kinds = append(tally.Kinds, n)
		tally.Operations += n
		reach(p.Entry[k], n)
	}
	reach(resolved, 1000)
	tally.Operations += 1000
	for i, s := range p.Steps {
		least, most := int64(0), tally.Visits[i]
		if s.Threshold <= s.Floor && s.Guard == NoGuard {
			most = 0
		} else if s.Threshold == 1<<32 {
			least = most
		}
		tally.Successes[i] = rapid.Int64Range(least, most).Draw(t, "successes")
		reach(s.Then, tally.Successes[i])
		reach(s.Else, tally.Visits[i]-tally.Successes[i])
	}
	return tally, ends
}

// A distorted report that leads to another first action is misrouted, and a
// permanent failure that is tried again counts once, however often.
func TestMisroutedAndTerminalByHand(t *testing.T) {
	a := scenario.Published()
	a.RecoveryAttempts = 3
	a.Distortions.WrongCode.Permission.Transient, a.Distortions.MissingTraceID, a.Distortions.FailureAsSuccess = 0.25, 0.25, 0.25
	p, err := Compile(publishedStrategies()[1], a) // by the code
	if err != nil {
		t.Fatal(err)
	}
	tally := Tally[int64]{Visits: make([]int64, len(p.Steps)), Successes: make([]int64, len(p.Steps))}
	for k := range p.Kinds {
		tally.Kinds = append(tally.Kinds, 1)
		tally.Operations++
		for n := p.Entry[k]; n >= 0; n = p.Steps[n].Else {
			tally.Visits[n]++
		}
	}
	for m, want := range map[Metric]int64{Misrouted: 1, TerminalNotStopped: 1, PermanentRecoveries: 3, WastedBy(scenario.ShownAsTransient): 3, FalseSuccesses: 4} {
		if got := Total(m, p, tally); got != want {
			t.Errorf("%v: %d of one operation of each kind, want %d", m, got, want)
		}
	}
}
