// Package scenario holds what a benchmark assumes and what follows from it by
// chance: [Assumptions], every number of which is a declared assumption, and
// the [Tape], which tells for each operation whether and how it fails and
// which rolls decide its recovery.
//
// It knows nothing of what a controller sees or does: every strategy is
// replayed over the same tape.
package scenario

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"errbench/rng"
)

// Assumptions are the inputs of a benchmark. [Fields] documents each with its
// range and origin. The zero value is refused by Validate; start from
// [Published].
type Assumptions struct {
	Name             string        `json:"name"`
	Seed             uint64        `json:"seed"`
	Stream           rng.Stream    `json:"stream"`
	Runs             int64         `json:"runs"`
	Operations       int64         `json:"operations"`
	FailureRate      float64       `json:"failure_rate"`
	FailureMix       FailureMix    `json:"failure_mix"`
	RecoveryAttempts int64         `json:"recovery_attempts"`
	RetrySuccess     float64       `json:"retry_success"`
	RepairSuccess    RepairSuccess `json:"repair_success"`
	ReplaceSuccess   float64       `json:"replace_success"`
}

// FailureMix weighs the failure classes against each other. Multiplying all
// weights by a power of two changes nothing. By another number it changes the
// rounding of their sums, which can move a class threshold by one of 2^32; whole
// numbers do not round.
type FailureMix struct {
	Transient  float64 `json:"transient"`
	Validation float64 `json:"validation"`
	Permission float64 `json:"permission"`
	NotFound   float64 `json:"not_found"`
}

// RepairSuccess is the probability that a repaired call succeeds after a
// validation failure, by how much the observed error revealed.
type RepairSuccess struct {
	Message float64 `json:"message"`
	Code    float64 `json:"code"`
	Field   float64 `json:"field"`
	Hint    float64 `json:"hint"`
}

// Published returns the assumptions of the published benchmark.
func Published() Assumptions {
	return Assumptions{
		Name: "published", Seed: 9100, Stream: rng.LCG32V1,
		Runs: 60, Operations: 200,
		FailureRate:      0.4,
		FailureMix:       FailureMix{1, 1, 1, 1},
		RecoveryAttempts: 1,
		RetrySuccess:     0.7,
		RepairSuccess:    RepairSuccess{Message: 0, Code: 0.45, Field: 0.675, Hint: 0.9},
		ReplaceSuccess:   0,
	}
}

// Validate refuses assumptions outside their documented ranges. Its error
// joins a [*FieldError] for each field at fault.
func (a Assumptions) Validate() error {
	var errs []error
	for _, f := range fields {
		if err := f.check(&a); err != nil {
			errs = append(errs, err)
		}
	}
	if len(errs) == 0 {
		errs = append(errs, a.checkTogether()...)
	}
	return errors.Join(errs...)
}

// checkTogether refuses what no single field is to blame for.
func (a Assumptions) checkTogether() []error {
	var errs []error
	switch total := a.FailureMix.total(); {
	case total == 0:
		errs = append(errs, &FieldError{Key: "failure_mix", Found: "all weights zero", Works: "at least one weight above 0"})
	case math.IsInf(total, 0):
		errs = append(errs, &FieldError{Key: "failure_mix", Found: "weights whose sum overflows", Works: "smaller weights of the same ratios"})
	}
	if most := rng.LCG32MaxSeed(a.Runs); a.Stream == rng.LCG32V1 && a.Seed > most {
		errs = append(errs, &FieldError{Key: "seed", Found: fmt.Sprint(a.Seed),
			Works: fmt.Sprintf("with %s and %d runs a whole number from 0 to %d, since run r is seeded with seed + r in 32 bits", a.Stream, a.Runs, most)})
	}
	return errs
}

// TotalOperations is Runs times Operations; validated counts cannot overflow
// it (25 + 28 bits).
func (a Assumptions) TotalOperations() int64 { return a.Runs * a.Operations }

// Of returns the weight of a class.
func (m FailureMix) Of(c Class) float64 { return m.weights()[c] }

// weights returns the mix in class order.
func (m FailureMix) weights() [NumClasses]float64 {
	return [...]float64{m.Transient, m.Validation, m.Permission, m.NotFound}
}

func (m FailureMix) total() float64 {
	var sum float64
	for _, w := range m.weights() {
		sum += w
	}
	return sum
}

// changedMark ends the name of assumptions that started as a preset.
const changedMark = " (changed)"

// Relabel returns the assumptions with a name that does not claim to be a
// preset while other values differ from that preset's: "published" becomes
// "published (changed)", and becomes "published" again with its values.
func (a Assumptions) Relabel() Assumptions {
	preset, ok := a.preset()
	if !ok {
		return a
	}
	a.Name = preset.Name
	if a != preset.Assumptions {
		a.Name += changedMark
	}
	return a
}

// preset returns the preset that the assumptions are called after.
func (a Assumptions) preset() (Preset, bool) {
	return findPreset(strings.TrimSuffix(a.Name, changedMark))
}

// Changes returns the preset that the assumptions are called after, else the
// published one, and the fields whose values differ from it. The preset with
// these set, relabelled, is the assumptions again.
func (a Assumptions) Changes() (from Preset, changed []Field) {
	from, named := a.preset()
	if !named {
		from = Presets()[0]
	}
	for _, f := range fields {
		if named && f.Key == "name" {
			continue // Relabel gives it
		}
		if f.Get(&a) != f.Get(&from.Assumptions) {
			changed = append(changed, f)
		}
	}
	return from, changed
}
