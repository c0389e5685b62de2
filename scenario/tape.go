package scenario

import (
	"fmt"
	"slices"

	"errbench/optional"
	"errbench/rng"
)

// Tape is what chance has in store for every operation: whether it fails, of
// which kind it is, and the rolls that decide each way to recover. It is the same
// for every strategy. A Tape is read-only and safe for concurrent use.
//
// Where each roll comes from on counter/v1, as (attempt, block, half):
//
//	fail        1, 0, high     class         1, 0, low
//	distortion  1, 1, high     outage        1, 1, low     risk    1, 2, high
//	retry       a, 0, high     repair        a, 0, low
//	replace     a, 1, high     after_repair  a, 1, low     jitter  a, 2, high
//	commit      b, 3, high
//
// for a recovery attempt a of 2 or more, and any attempt b. On lcg32/v1 the
// generator of the run yields for each operation in turn: fail; class, only if it
// failed; the retry and the repair roll of attempt 2. What the article never
// drew, all other rolls and all later attempts, comes from counter/v1 under the
// same seed.
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

// Roll names what a roll decides once it is known of which kind an operation is.
type Roll uint8

// The rolls. Each belongs to a recovery attempt, but for two.
const (
	NoRoll          Roll = iota // decided without chance
	RetryRoll                   // whether the call made again succeeds
	RepairRoll                  // whether the repaired call succeeds
	ReplaceRoll                 // whether the other tool or resource helps
	OutageRoll                  // how long the outage lasts; of attempt 1, since every attempt meets the same outage
	AfterRepairRoll             // why the repaired call fails, if it does
	JitterRoll                  // how long to wait before the call
	CommitRoll                  // whether the failed call was carried out all the same; of any attempt
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

// rollPlaces holds the block of an attempt that has the roll, and how far to
// shift it down.
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
	// Kind is absent where the operation succeeded and is reported so.
	Kind optional.Value[Kind] `json:"-"`

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
	op.Kind = t.kindOf(op)
	return op
}

// kindOf draws what is drawn once besides the class.
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

// Roll returns a roll of an attempt of an operation of this tape. The attempt is
// 1 for the outage roll, at least 1 for the commit roll, and at least 2 for others.
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
