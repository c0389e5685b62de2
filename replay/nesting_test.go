package replay

import (
	"testing"

	"pgregory.net/rapid"

	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// An honest envelope whose hint is worth at least a code resolves, operation by
// operation, all that the code alone resolves: the same rolls decide both, so
// the difference between the two owes nothing to luck.
func TestTheEnvelopeResolvesWhatTheCodeResolves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAssumptions(t)
		a.Operations = min(a.Operations, 50)
		r := &a.RepairSuccess
		r.Code, r.Hint = min(r.Code, r.Hint), max(r.Code, r.Hint)
		plans, err := strategy.CompileAll(catalog.Published()[1:], a)
		if err != nil {
			t.Fatal(err)
		}
		code, envelope := plans[0], plans[1]
		tape := scenario.NewTape(a)
		for run := int64(1); run <= a.Runs; run++ {
			for index := range a.Operations {
				op := tape.Operation(run, index)
				if resolves(a, tape, op, code) && !resolves(a, tape, op, envelope) {
					t.Fatalf("run %d: the code alone resolves operation %+v, the envelope does not", run, op)
				}
			}
		}
	})
}

// resolves reports whether following the plan ends in success.
func resolves(a scenario.Assumptions, tape *scenario.Tape, op scenario.Operation, p *strategy.Plan) bool {
	path := strategy.Follow(p, a, tape, op)
	return path.Believed == strategy.StateResolved && path.Succeeded
}

// The same of the replay itself: with one operation in a run, the sum of the
// products counts the operations that both resolve.
func TestTheReplayNestsResolvedOperations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAssumptions(t)
		r := &a.RepairSuccess
		r.Code, r.Hint = min(r.Code, r.Hint), max(r.Code, r.Hint)
		a.Runs, a.Operations = rapid.Int64Range(1, 300).Draw(t, "runs"), 1
		a.Seed = min(a.Seed, 1<<32-1-uint64(a.Runs))
		_, tally := replayed(t, a, catalog.Published()[1:], Options{})
		both, code := tally.Resolved.At(0, 1), tally.Resolved.At(0, 0)
		if both.Cmp(code) != 0 {
			t.Fatalf("the code alone resolves %v operations, the envelope %v of them", code, both)
		}
	})
}
