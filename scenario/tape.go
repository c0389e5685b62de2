package scenario

import (
	"fmt"
	"slices"

	"errbench/optional"
	"errbench/rng"
)

// Tape holds what chance decides for every operation: whether it fails, its kind, and the
// rolls of every possible recovery. It is the same for every strategy. A Tape is
// read-only and safe for concurrent use.
//
// On counter/v2 each roll has an attempt, a block and a half:
//
//	fail        1, 0, high     class         1, 0, low
//	distortion  1, 1, high     outage        1, 1, low     risk    1, 2, high
//	retry       a, 0, high     repair        a, 0, low
//	replace     a, 1, high     after_repair  a, 1, low     jitter  a, 2, high
//	commit      b, 3, high
//
// with a >= 2 and b >= 1. On lcg32/v1 the generator of the run yields for each operation
// in turn: fail; class, only if it failed; retry and repair of attempt 2. The article drew
// no other rolls: they come from counter/v2 under the same seed.
type Tape struct {
	kinds      []Kind
	thresholds Thresholds
	operations int64
	seed       uint64
	stream     rng.Stream
	counter    rng.Counter
}

// NewTape returns the tape of valid assumptions.
func NewTape(a Assumptions) *Tape {
	return &Tape{
		kinds:      Kinds(a),
		thresholds: a.Thresholds(),
		operations: a.Operations,
		seed:       a.Seed,
		stream:     a.Stream,
		counter:    rng.NewCounter(a.Seed),
	}
}

// Roll names what a roll decides after the kind of an operation is known.
type Roll uint8

// The rolls. Each belongs to a recovery attempt, except OutageRoll and CommitRoll.
const (
	NoRoll          Roll = iota // no roll decides
	RetryRoll                   // whether the retried call succeeds
	RepairRoll                  // whether the repaired call succeeds
	ReplaceRoll                 // whether the other tool or resource helps
	OutageRoll                  // the length of the outage; of attempt 1, since every attempt meets the same outage
	AfterRepairRoll             // the class of the failure, if the repaired call fails
	JitterRoll                  // the wait before the call
	CommitRoll                  // whether the failed call was carried out; of any attempt
)

var rollNames = [...]string{"none", "retry", "repair", "replace", "outage", "after_repair", "jitter", "commit"}

// String returns the name that JSON uses.
func (r Roll) String() string {
	if int(r) < len(rollNames) {
		return rollNames[r]
	}
	return fmt.Sprintf("Roll(%d)", uint8(r))
}

// MarshalText implements [encoding.TextMarshaler].
func (r Roll) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// rollPlaces holds the block of an attempt that contains the roll, and the bits to shift
// it down.
var rollPlaces = [...]struct {
	block int
	shift uint
}{
	RetryRoll:       {0, 32},
	RepairRoll:      {0, 0},
	ReplaceRoll:     {1, 32},
	OutageRoll:      {1, 0},
	AfterRepairRoll: {1, 0},
	JitterRoll:      {2, 32},
	CommitRoll:      {3, 32},
}

// place returns where the roll stands at its attempt.
func (r Roll) place() (block int, shift uint) {
	if r == NoRoll || int(r) >= len(rollPlaces) {
		panic("scenario: no place for roll " + r.String())
	}
	p := rollPlaces[r]
	return p.block, p.shift
}

// drawn reports whether the recovered generator draws the roll.
func (r Roll) drawn(attempt int) bool { return attempt == 2 && (r == RetryRoll || r == RepairRoll) }

// Operation is what the tape holds for the first call of one operation. Only
// [Tape.Operation] makes one, since it has rolls that are not exported.
type Operation struct {
	Run       int64                  `json:"run"`   // from 1
	Index     int64                  `json:"index"` // from 0 within its run
	FailRoll  uint32                 `json:"fail_roll"`
	Failed    bool                   `json:"failed"`
	ClassRoll optional.Value[uint32] `json:"class_roll"` // present exactly if Failed
	Class     optional.Value[Class]  `json:"class"`      // present exactly if Failed
	// Kind is absent if the operation succeeded and is reported as a success.
	Kind optional.Value[Kind] `json:"-"`

	retry, repair uint32 // of attempt 2, on lcg32/v1
}

// Operation reads one operation. On lcg32/v1 it draws all operations before it in the
// run. [Segments] is the fast form, and is tested against this one.
func (t *Tape) Operation(run, index int64) Operation {
	op := Operation{Run: run, Index: index}
	var classRoll uint32
	if t.stream == rng.CounterV2 {
		block := t.counter.Block(rng.At(run, index, 1, 0))
		op.FailRoll, classRoll = rng.High(block), rng.Low(block)
		op.Failed = uint64(op.FailRoll) < t.thresholds.Fail
	} else {
		g := rng.LCG32ForRun(t.seed, run)
		for range index + 1 {
			op.FailRoll = g.Next()
			if op.Failed = uint64(op.FailRoll) < t.thresholds.Fail; op.Failed {
				classRoll = g.Next()
			}
			op.retry, op.repair = g.Next(), g.Next()
		}
	}
	if op.Failed {
		op.ClassRoll = optional.Of(classRoll)
		op.Class = optional.Of(t.thresholds.ClassOf(classRoll))
	}
	op.Kind = t.kindOf(op)
	return op
}

// kindOf draws the distortion and the risk.
func (t *Tape) kindOf(op Operation) (kind optional.Value[Kind]) {
	distortion := rng.High(t.counter.Block(rng.At(op.Run, op.Index, 1, 1)))
	risk := t.thresholds.RiskOf(rng.High(t.counter.Block(rng.At(op.Run, op.Index, 1, 2))))
	if class, failed := op.Class.Get(); failed {
		kind = optional.Of(Kind{op.Class, t.thresholds.DistortionOf(class, distortion), risk})
	} else if uint64(distortion) < t.thresholds.SuccessAsFailure {
		kind = optional.Of(Kind{Distortion: SuccessAsFailure, Risk: risk})
	}
	return kind
}

// Kinds returns the kinds of operations on the tape, in the order of [Kinds].
func (t *Tape) Kinds() []Kind { return slices.Clone(t.kinds) }

// Roll returns a roll of an attempt of an operation of this tape. The attempt is 1 for
// OutageRoll, at least 1 for CommitRoll, and at least 2 for all others.
func (t *Tape) Roll(op Operation, roll Roll, attempt int) uint32 {
	if t.stream == rng.LCG32V1 && roll.drawn(attempt) {
		if roll == RetryRoll {
			return op.retry
		}
		return op.repair
	}
	block, shift := roll.place()
	return uint32(t.counter.Block(rng.At(op.Run, op.Index, attempt, block)) >> shift)
}
