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
	"strings"

	"errbench/optional"
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
	FailureMix       FailureMix    `json:"failure_mix" jsonschema:"weights of the failure classes against each other; multiplying all by a power of two changes nothing"`
	RecoveryAttempts int64         `json:"recovery_attempts"`
	RetrySuccess     float64       `json:"retry_success"`
	RepairSuccess    RepairSuccess `json:"repair_success" jsonschema:"chance that a repair of a validation failure succeeds, by how much the error revealed"`
	ReplaceSuccess   float64       `json:"replace_success"`

	TransientModel TransientModel        `json:"transient_model"`
	OutageMS       OutageMS              `json:"outage_ms" jsonschema:"how long an outage lasts, in milliseconds"`
	RetryAfterMS   optional.Value[int64] `json:"retry_after_ms"`
	LatencyMS      LatencyMS             `json:"latency_ms" jsonschema:"how long a call takes, in milliseconds"`
	DeadlineMS     optional.Value[int64] `json:"deadline_ms"`
	ArrivalRate    float64               `json:"arrival_rate_per_s"`
	AfterRepair    float64               `json:"after_repair"`
	Distortions    Distortions           `json:"distortions" jsonschema:"how often the report of an operation departs from the truth, and how"`
	WaitFactor     WaitFactor            `json:"wait_factor" jsonschema:"what a wrong wait is of the right one"`
	Risk           RiskMix               `json:"risk" jsonschema:"weights of what an operation may do, against each other"`

	CommitOnFailure   float64 `json:"commit_on_failure"`
	ServerHonoursKey  bool    `json:"server_honours_key"`
	RepairTakesNewKey bool    `json:"repair_takes_new_key"`
	Cost              Cost    `json:"cost" jsonschema:"what things cost"`
}

// RepairSuccess is the probability that a repaired call succeeds after a
// validation failure, by how much the observed error revealed.
type RepairSuccess struct {
	Message float64 `json:"message"`
	Code    float64 `json:"code"`
	Field   float64 `json:"field"`
	Hint    float64 `json:"hint"`
	Misled  float64 `json:"misled"` // the suggestion is wrong
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
		TransientModel:   Coin,
		ArrivalRate:      1,
		WaitFactor:       WaitFactor{Short: 0.5, Long: 10},
		Risk:             RiskMix{ReadOnly: 1},
	}
}

// Validate refuses assumptions outside their documented ranges. Its error
// joins a [*FieldError] for each field at fault.
func (a Assumptions) Validate() error {
	var errs []error
	for _, f := range fields() {
		if err := f.check(&a); err != nil {
			errs = append(errs, err)
		}
	}
	if len(errs) == 0 {
		errs = append(errs, a.checkTogether()...)
	}
	return errors.Join(errs...)
}

// TotalOperations is Runs times Operations; validated counts cannot overflow
// it (25 + 28 bits).
func (a Assumptions) TotalOperations() int64 { return a.Runs * a.Operations }

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
	for _, f := range fields() {
		if named && f.Key == "name" {
			continue // Relabel gives it
		}
		if f.Get(&a) != f.Get(&from.Assumptions) {
			changed = append(changed, f)
		}
	}
	return from, changed
}
