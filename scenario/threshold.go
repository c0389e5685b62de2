package scenario

import "math"

// one is the probability 1 as a threshold.
const one = 1 << 32

// Threshold returns ceil(p * 2^32) for a probability p in [0, 1]: a 32-bit
// roll is below it exactly if roll/2^32 < p. Scaling by a power of two is
// exact in float64, so the threshold is the same on every processor.
func Threshold(p float64) uint64 { return uint64(math.Ceil(p * one)) }

// Probability returns the exact probability of a threshold: threshold/2^32.
func Probability(threshold uint64) float64 { return float64(threshold) / one }

// Thresholds decide the first call of an operation and its report. Each is an integer
// that a roll of the operation is compared with. With the published assumptions all but
// Fail and Class are zero.
//
// The keys of the fields are part of the digest of plans, see strategy.Digest.
type Thresholds struct {
	// Fail: the operation fails if its fail roll is below it. 0 to 2^32.
	Fail uint64 `json:"Fail"`
	// Class: the class of a failure is the number of thresholds <= its class roll.
	// Ascending, each 0 to 2^32; the last class takes the rest.
	Class [NumClasses - 1]uint64 `json:"Class"`
	// Distortion, by class: the distortion of a failure is the first, counted from
	// ShownAsTransient, whose threshold its distortion roll is below. Ascending, each
	// 0 to 2^32; an honest report takes the rest.
	Distortion [NumClasses][numFailureDistortions]uint64 `json:"Distortion,omitzero"`
	// SuccessAsFailure: an operation that does not fail is reported as a failure if
	// its distortion roll is below it. 0 to 2^32.
	SuccessAsFailure uint64 `json:"SuccessAsFailure,omitzero"`
	// Risk: the risk of an operation is the number of thresholds > its risk roll.
	// Descending, each 0 to 2^32; ReadOnly takes the rest.
	Risk [NumRisks - 1]uint64 `json:"Risk,omitzero"`
}

// Thresholds returns ceil(p * 2^32) for the failure rate p. For each class except the
// last it returns ceil(w / total * 2^32), where w is the weight of the class and the
// classes before it, so a class of weight zero is never chosen. Risks have the same form,
// from the last to the first; so have distortions, with rates instead of weights.
func (a Assumptions) Thresholds() Thresholds {
	t := Thresholds{Fail: Threshold(a.FailureRate)}
	total := a.FailureMix.total()
	var sum float64
	for i := range t.Class {
		sum += a.FailureMix.weights()[i]
		t.Class[i] = Threshold(sum / total)
	}
	if a.Distortions != (Distortions{}) {
		t.Distortion = a.Distortions.thresholds()
		t.SuccessAsFailure = Threshold(a.Distortions.SuccessAsFailure)
	}
	total, sum = a.Risk.total(), 0
	for r := NumRisks - 1; r > 0; r-- {
		sum += a.Risk.Of(Risk(r))
		t.Risk[r-1] = Threshold(sum / total)
	}
	return t
}

func (d Distortions) thresholds() (t [NumClasses][numFailureDistortions]uint64) {
	for _, c := range AllClasses() {
		var sum float64
		for i, rate := range d.ofFailures(c) {
			sum += rate
			t[c][i] = Threshold(min(sum, 1))
		}
	}
	return t
}

// ClassOf returns the class that a class roll chooses.
func (t *Thresholds) ClassOf(roll uint32) Class {
	c := Transient
	for _, reached := range t.Class {
		if uint64(roll) >= reached {
			c++
		}
	}
	return c
}

// DistortionOf returns the distortion that a distortion roll chooses for a
// failure of the class.
func (t *Thresholds) DistortionOf(c Class, roll uint32) Distortion {
	for i, below := range t.Distortion[c] {
		if uint64(roll) < below {
			return ShownAsTransient + Distortion(i)
		}
	}
	return Honest
}

// RiskOf returns the risk that a risk roll chooses.
func (t *Thresholds) RiskOf(roll uint32) Risk {
	r := ReadOnly
	for _, below := range t.Risk {
		if uint64(roll) < below {
			r++
		}
	}
	return r
}

// ClassShare returns the exact probability that a failure is of the class.
func (t *Thresholds) ClassShare(c Class) float64 {
	lo, hi := uint64(0), uint64(one)
	if c > 0 {
		lo = t.Class[c-1]
	}
	if int(c) < len(t.Class) {
		hi = t.Class[c]
	}
	return Probability(hi - lo)
}

// DistortionShare returns the exact probability that a failure of the class is reported
// with the distortion: 0 for SuccessAsFailure.
func (t *Thresholds) DistortionShare(c Class, d Distortion) float64 {
	below := &t.Distortion[c]
	switch {
	case d == Honest:
		return Probability(one - below[numFailureDistortions-1])
	case d > FailureAsSuccess:
		return 0
	case d == ShownAsTransient:
		return Probability(below[0])
	}
	i := d - ShownAsTransient
	return Probability(below[i] - below[i-1])
}

// RiskShare returns the exact probability that an operation is of the risk.
func (t *Thresholds) RiskShare(r Risk) float64 {
	lo, hi := uint64(0), uint64(one)
	if r > 0 {
		hi = t.Risk[r-1]
	}
	if int(r) < len(t.Risk) {
		lo = t.Risk[r]
	}
	return Probability(hi - lo)
}

// Share returns the probability that a failure is of the kind or, if the kind has no
// class, that a success is. It is the product of the shares of class, distortion and
// risk. It is exact if at most one of them is below 1.
func (t *Thresholds) Share(k Kind) float64 {
	c, failed := k.Class.Get()
	switch {
	case failed:
		return float64(float64(t.ClassShare(c)*t.DistortionShare(c, k.Distortion)) * t.RiskShare(k.Risk))
	case k.Distortion == SuccessAsFailure:
		return float64(Probability(t.SuccessAsFailure) * t.RiskShare(k.Risk))
	default:
		return 0
	}
}

// AfterRepairThresholds decide the class of a failure after a failed repair of a
// validation failure: it is the first class whose threshold the after-repair roll is
// below, and validation again if there is none. They are
// ceil(after_repair * w / total * 2^32), where w and total leave out validation:
// ascending, each 0 to 2^32.
func (a Assumptions) AfterRepairThresholds() [NumClasses]uint64 {
	var t [NumClasses]uint64
	others := a.FailureMix.others()
	total := others.total()
	if total == 0 {
		return t
	}
	var sum float64
	for _, c := range AllClasses() {
		sum += others.Of(c)
		t[c] = Threshold(a.AfterRepair * (sum / total))
	}
	return t
}

// others returns the mix without validation.
func (m FailureMix) others() FailureMix {
	m.Validation = 0
	return m
}
