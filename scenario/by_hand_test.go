package scenario_test

import (
	"fmt"
	"math"
	"testing"

	"errbench/optional"
	"errbench/rng"
	"errbench/scenario"
)

// everything switches on all that a tape decides.
func everything(stream rng.Stream) scenario.Assumptions {
	a := scenario.Published()
	a.Stream, a.Seed, a.Operations = stream, 77, 4_000
	a.FailureRate, a.FailureMix = 0.6, scenario.FailureMix{Transient: 2, Validation: 3, Permission: 0.7, NotFound: 0.9}
	a.TransientModel, a.OutageMS = scenario.Outage, scenario.OutageMS{Min: 40, Max: 1_000}
	a.AfterRepair, a.CommitOnFailure = 0.45, 0.3
	a.Risk = scenario.RiskMix{ReadOnly: 0.3, IdempotentWrite: 0.4, Destructive: 0.5}
	w := &a.Distortions.WrongCode
	w.Transient = scenario.WrongTransient{Validation: 0.04, Permission: 0.05, NotFound: 0.06}
	w.Validation = scenario.WrongValidation{Transient: 0.07, Permission: 0.08, NotFound: 0.09}
	w.Permission = scenario.WrongPermission{Transient: 0.01, Validation: 0.02, NotFound: 0.03}
	w.NotFound = scenario.WrongNotFound{Transient: 0.03, Validation: 0.02, Permission: 0.01}
	d := &a.Distortions
	d.AllRetryable, d.NoneRetryable, d.MisleadingSuggestion, d.MissingField = 0.1, 0.09, 0.08, 0.07
	d.MissingTraceID, d.ShortWait, d.LongWait, d.FailureAsSuccess, d.SuccessAsFailure = 0.06, 0.05, 0.04, 0.03, 0.2
	return a
}

// T is the threshold of a probability, as docs/model.md has it.
func T(p float64) uint64 { return uint64(math.Ceil(p * (1 << 32))) }

// handTape reads the rolls of one run as docs/model.md and docs/rng.md have them.
type handTape struct {
	a       scenario.Assumptions
	counter rng.Counter
	lcg     rng.LCG32
}

// half returns the high or the low half of a block.
func (h *handTape) half(index int64, attempt, block int, high bool) uint32 {
	b := h.counter.Block(rng.At(1, index, attempt, block))
	if high {
		return uint32(b >> 32)
	}
	return uint32(b)
}

// handOperation is what the first call of an operation is, and its rolls of attempt 2.
type handOperation struct {
	failed                  bool
	class, distortion, risk string
	retry, repair           uint32
}

func (h *handTape) next(index int64) (op handOperation) {
	var class uint32
	if h.a.Stream == rng.LCG32V1 {
		op.failed = uint64(h.lcg.Next()) < T(h.a.FailureRate)
		if op.failed {
			class = h.lcg.Next()
		}
		op.retry, op.repair = h.lcg.Next(), h.lcg.Next()
	} else {
		op.failed = uint64(h.half(index, 1, 0, true)) < T(h.a.FailureRate)
		class = h.half(index, 1, 0, false)
		op.retry, op.repair = h.half(index, 2, 0, true), h.half(index, 2, 0, false)
	}
	d, m := h.a.Distortions, h.a.FailureMix
	distortion := h.half(index, 1, 1, true)
	switch {
	case op.failed:
		total := m.Transient + m.Validation + m.Permission + m.NotFound
		op.class = part(class, []string{"transient", "validation", "permission"}, []float64{m.Transient, m.Validation, m.Permission}, func(sum float64) float64 { return sum / total }, "not_found")
		w := d.WrongCode
		wrong := map[string][]float64{
			"transient":  {0, w.Transient.Validation, w.Transient.Permission, w.Transient.NotFound},
			"validation": {w.Validation.Transient, 0, w.Validation.Permission, w.Validation.NotFound},
			"permission": {w.Permission.Transient, w.Permission.Validation, 0, w.Permission.NotFound},
			"not_found":  {w.NotFound.Transient, w.NotFound.Validation, w.NotFound.Permission, 0},
		}[op.class]
		op.distortion = part(distortion, []string{
			"shown_as_transient", "shown_as_validation", "shown_as_permission", "shown_as_not_found",
			"all_retryable", "none_retryable", "misleading_suggestion", "missing_field", "missing_trace_id", "short_wait", "long_wait", "failure_as_success",
		}, append(wrong, d.AllRetryable, d.NoneRetryable, d.MisleadingSuggestion, d.MissingField, d.MissingTraceID, d.ShortWait, d.LongWait, d.FailureAsSuccess),
			func(sum float64) float64 { return min(sum, 1) }, "honest")
	case uint64(distortion) < T(d.SuccessAsFailure):
		op.distortion = "success_as_failure"
	default:
		return op
	}
	r := h.a.Risk
	w := r.Destructive + r.IdempotentWrite + r.ReadOnly
	op.risk = part(h.half(index, 1, 2, true), []string{"destructive", "idempotent_write"}, []float64{r.Destructive, r.IdempotentWrite}, func(sum float64) float64 { return sum / w }, "read_only")
	return op
}

// part returns the name of the part of the range that a roll lies in.
func part(roll uint32, names []string, shares []float64, of func(sum float64) float64, rest string) string {
	sum := 0.0
	for i, name := range names {
		if sum += shares[i]; uint64(roll) < T(of(sum)) {
			return name
		}
	}
	return rest
}

// The tape of a run is what docs/model.md says, whatever is switched on: its kinds, and
// what the rolls after the first call decide.
func TestTheTapeIsTheOneOfTheDocs(t *testing.T) {
	for _, stream := range rng.Streams() {
		a := everything(stream)
		if err := a.Validate(); err != nil {
			t.Fatal(err)
		}
		tape, seen := scenario.NewTape(a), map[string]int{}
		h := &handTape{a: a, counter: rng.NewCounter(a.Seed), lcg: rng.LCG32ForRun(a.Seed, 1)}
		for index := range a.Operations {
			want, op := h.next(index), tape.Operation(1, index)
			class, failed := op.Class.Get()
			kind, some := op.Kind.Get()
			got := handOperation{failed: failed, retry: tape.Roll(op, scenario.RetryRoll, 2), repair: tape.Roll(op, scenario.RepairRoll, 2)}
			if failed {
				got.class = class.String()
			}
			if some {
				got.distortion, got.risk = kind.Distortion.String(), kind.Risk.String()
			}
			if op.Failed != failed || got != want || some && kind.Class != op.Class {
				t.Fatalf("%s, operation %d: %+v, by hand %+v", stream, index, got, want)
			}
			seen[want.class+" "+want.distortion]++
			seen[want.risk]++
			h.checkLater(t, tape, op, index)
		}
		// 4 classes x 12 reports and phantoms, 3 risks and none, and plain success.
		if len(seen) < 4*12+1+4 {
			t.Errorf("%s: %d of the kinds occur: %v", stream, len(seen), seen)
		}
	}
}

// checkLater compares what the rolls after the first call decide.
func (h *handTape) checkLater(t *testing.T, tape *scenario.Tape, op scenario.Operation, index int64) {
	t.Helper()
	same := func(what string, got, want any) {
		if got != want {
			t.Fatalf("%s of operation %d: %v, by hand %v", what, index, got, want)
		}
	}
	o := h.a.OutageMS
	lasts := o.Min + int64(math.Floor(float64(h.half(index, 1, 1, false))/(1<<32)*float64(o.Max-o.Min+1)))
	same("the outage", o.Duration(tape.Roll(op, scenario.OutageRoll, 1)), lasts)
	for attempt := 1; attempt <= 5; attempt++ {
		committed := uint64(tape.Roll(op, scenario.CommitRoll, attempt)) < T(h.a.CommitOnFailure)
		same(fmt.Sprint("the commit ", attempt), committed, uint64(h.half(index, attempt, 3, true)) < T(h.a.CommitOnFailure))
	}
	for attempt := 2; attempt <= 5; attempt++ {
		if attempt > 2 {
			same("the retry", tape.Roll(op, scenario.RetryRoll, attempt), h.half(index, attempt, 0, true))
			same("the repair", tape.Roll(op, scenario.RepairRoll, attempt), h.half(index, attempt, 0, false))
		}
		same("the replacement", tape.Roll(op, scenario.ReplaceRoll, attempt), h.half(index, attempt, 1, true))
		same("the jitter", tape.Roll(op, scenario.JitterRoll, attempt), h.half(index, attempt, 2, true))
		m := h.a.FailureMix
		total := m.Transient + m.Permission + m.NotFound
		changed := part(h.half(index, attempt, 1, false), []string{"transient", "permission", "not_found"}, []float64{m.Transient, m.Permission, m.NotFound},
			func(sum float64) float64 { return h.a.AfterRepair * (sum / total) }, "validation")
		same("the class after a repair", afterRepair(h.a, tape.Roll(op, scenario.AfterRepairRoll, attempt)), changed)
	}
}

// afterRepair returns the class that a roll chooses by the thresholds of the scenario.
func afterRepair(a scenario.Assumptions, roll uint32) string {
	var class optional.Value[scenario.Class]
	for c, below := range a.AfterRepairThresholds() {
		if uint64(roll) < below && class.IsZero() {
			class = optional.Of(scenario.Class(c))
		}
	}
	if c, ok := class.Get(); ok {
		return c.String()
	}
	return scenario.Validation.String()
}
