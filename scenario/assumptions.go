package scenario

import (
	"fmt"
	"math"
	"strings"

	"errbench/internal/strict"
	"errbench/optional"
	"errbench/rng"
)

// Assumptions are the inputs of a benchmark. [Fields] documents each with its range and
// origin. Validate refuses the zero value; start from [Published].
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

// RepairSuccess is the probability that a repaired call succeeds after a validation
// failure, by how much the error showed.
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

// Validate returns an error unless every field is in its documented range. The error
// wraps a [*FieldError] for each fault, and lists the first twelve.
func (a Assumptions) Validate() error {
	var faults strict.Faults
	for _, f := range fields() {
		faults.Add(f.check(&a))
	}
	if faults.Len() > 0 {
		return faults.Err()
	}
	for _, err := range a.checkTogether() {
		faults.Add(err)
	}
	return faults.Err()
}

// TotalOperations returns Runs times Operations. It does not overflow if both are valid
// (25 + 28 bits).
func (a Assumptions) TotalOperations() int64 { return a.Runs * a.Operations }

// changedMark ends the name of assumptions that started as a preset.
const changedMark = " (changed)"

// Relabel returns the assumptions with " (changed)" after the name of a preset if another
// value differs from the preset, and without it if none does.
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

// preset returns the preset that the assumptions are named after.
func (a Assumptions) preset() (Preset, bool) {
	return findPreset(strings.TrimSuffix(a.Name, changedMark))
}

// Changes returns the preset that the assumptions are named after, or the published one,
// and the fields whose values differ from it. To set these fields on the preset and
// relabel it gives the assumptions again.
func (a Assumptions) Changes() (from Preset, changed []Field) {
	from, named := a.preset()
	if !named {
		from = Presets()[0]
	}
	for _, f := range fields() {
		if named && f.Key == "name" {
			continue // Relabel sets it
		}
		if f.Get(&a) != f.Get(&from.Assumptions) {
			changed = append(changed, f)
		}
	}
	return from, changed
}

// Cost holds the prices in each currency.
type Cost struct {
	Tokens Prices `json:"tokens" jsonschema:"prices in tokens"`
	USD    Prices `json:"usd" jsonschema:"prices in US dollars"`
}

// Prices are the prices in one currency, each at least 0.
type Prices struct {
	Attempt    float64 `json:"attempt"`    // of a call, the first one included
	Repair     float64 `json:"repair"`     // of a repair, on top of its attempt
	Escalation float64 `json:"escalation"` // of handing an operation to a person
}

// checkTogether returns an error for each fault of fields that are in range alone but
// not together.
func (a Assumptions) checkTogether() []error {
	var errs []error
	refuse := func(key, got, want string) {
		errs = append(errs, &FieldError{Key: key, Got: got, Want: want})
	}
	checkWeights(refuse, "failure_mix", a.FailureMix.total())
	if most := rng.LCG32MaxSeed(a.Runs); a.Stream == rng.LCG32V1 && a.Seed > most {
		refuse("seed", fmt.Sprint(a.Seed),
			fmt.Sprintf("with %s and %d runs a whole number from 0 to %d, since run r is seeded with seed + r in 32 bits", a.Stream, a.Runs, most))
	}
	switch o := a.OutageMS; {
	case o.Min > o.Max:
		refuse("outage_ms", fmt.Sprintf("min %d above max %d", o.Min, o.Max), "min up to max")
	case a.TransientModel == Outage && o.Max == 0:
		refuse("transient_model", "outage with outage_ms.max 0", "coin, or outage_ms.max of at least 1")
	}
	if a.AfterRepair > 0 && a.FailureMix.others().total() == 0 {
		refuse("after_repair", decimalOf(a.AfterRepair)+" although every failure is a validation failure", "0, or weight for another class in failure_mix")
	}
	for _, c := range AllClasses() {
		if sum := a.Distortions.total(c); sum > mostShare {
			refuse("distortions", fmt.Sprintf("rates that add up to %s for %v failures", decimalOf(sum), c), "at most 1 for each class, since a failure is reported in one way")
		}
	}
	checkWeights(refuse, "risk", a.Risk.total())
	return errs
}

// checkWeights refuses weights whose sum is 0 or infinite.
func checkWeights(refuse func(key, got, want string), key string, total float64) {
	switch {
	case total == 0:
		refuse(key, "all weights zero", "at least one weight above 0")
	case math.IsInf(total, 0):
		refuse(key, "weights whose sum overflows", "smaller weights of the same ratios")
	}
}

// Unchosen returns a fault for each weight above 0 of a class or a risk that is at most
// 2^-32 of all its weights: rolls of 32 bits may never choose it.
func (a Assumptions) Unchosen() []*FieldError {
	var faults []*FieldError
	check := func(key string, weight, total float64) {
		if weight > 0 && Threshold(weight/total) <= 1 {
			faults = append(faults, &FieldError{Key: key,
				Got:  decimalOf(weight) + ", at most one roll in 2^32 beside the other weights",
				Want: "0, or more than 2^-32 of all weights"})
		}
	}
	for _, c := range AllClasses() {
		check("failure_mix."+c.String(), a.FailureMix.Of(c), a.FailureMix.total())
	}
	for _, r := range AllRisks() {
		check("risk."+r.String(), a.Risk.Of(r), a.Risk.total())
	}
	return faults
}
