package scenario

import (
	"fmt"

	"errbench/optional"
	"errbench/rng"
)

// Tape is what chance has in store for every operation: whether it fails, of
// which class, and the rolls that decide each way to recover. It is the same
// for every strategy. A Tape is read-only and safe for concurrent use.
//
// Where each roll comes from on counter/v1, as (attempt, block, half):
//
//	fail     1, 0, high     class    1, 0, low
//	retry    a, 0, high     repair   a, 0, low     replace  a, 1, high
//
// for a recovery attempt a of 2 or more. On lcg32/v1 the generator of the run
// yields for each operation in turn: fail; class, only if it failed; the retry
// and the repair roll of attempt 2. What the article never drew, the replace
// roll and all later attempts, comes from counter/v1 under the same seed.
type Tape struct {
	thresholds Thresholds
	operations int64
	seed       uint64
	stream     rng.Stream
	counter    rng.Counter
}

// NewTape returns the tape of valid assumptions.
func NewTape(a Assumptions) *Tape {
	return &Tape{
		thresholds: a.Thresholds(),
		operations: a.Operations,
		seed:       a.Seed,
		stream:     a.Stream,
		counter:    rng.NewCounter(a.Seed),
	}
}

// Roll names what a roll decides.
type Roll uint8

// The rolls of a recovery attempt.
const (
	NoRoll      Roll = iota // decided without chance
	RetryRoll               // whether the call made again succeeds
	RepairRoll              // whether the repaired call succeeds
	ReplaceRoll             // whether the other tool or resource helps
)

var rollNames = [...]string{"none", "retry", "repair", "replace"}

// String returns the name that JSON uses.
func (r Roll) String() string {
	if int(r) < len(rollNames) {
		return rollNames[r]
	}
	return fmt.Sprintf("Roll(%d)", uint8(r))
}

// MarshalText implements [encoding.TextMarshaler].
func (r Roll) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// place returns the block of a recovery attempt that holds the roll, and how
// far to shift it down.
func (r Roll) place() (block int, shift uint) {
	switch r {
	case RetryRoll:
		return 0, 32
	case RepairRoll:
		return 0, 0
	case ReplaceRoll:
		return 1, 32
	default:
		panic("scenario: no place for roll " + r.String())
	}
}

// drawn tells whether the recovered generator draws the roll itself.
func (r Roll) drawn(attempt int) bool { return attempt == 2 && (r == RetryRoll || r == RepairRoll) }

// Operation is what the tape holds for the first call of one operation. It must
// come from the tape: it carries rolls that are not exported.
type Operation struct {
	Run       int64                  `json:"run"`   // from 1
	Index     int64                  `json:"index"` // from 0 within its run
	FailRoll  uint32                 `json:"fail_roll"`
	Failed    bool                   `json:"failed"`
	ClassRoll optional.Value[uint32] `json:"class_roll"` // present exactly if Failed
	Class     optional.Value[Class]  `json:"class"`      // present exactly if Failed

	retry, repair uint32 // of attempt 2, on lcg32/v1
}

// Operation reads one operation. On lcg32/v1 it draws all that come before it
// in the run, plainly, which is what a [Reader] is tested against.
func (t *Tape) Operation(run, index int64) Operation {
	op := Operation{Run: run, Index: index}
	var classRoll uint32
	if t.stream == rng.CounterV1 {
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
	return op
}

// Roll returns a roll of a recovery attempt of an operation of this tape; attempt
// is at least 2.
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

// Thresholds returns what decides the first call.
func (t *Tape) Thresholds() Thresholds { return t.thresholds }
