package scenario

import "math"

// one is the probability 1 as a threshold.
const one = 1 << 32

// Threshold returns ceil(p * 2^32) for a probability p in [0, 1]: a 32-bit
// roll is below it exactly if roll/2^32 < p. Scaling by a power of two is
// exact in float64, so the threshold is the same on every processor.
func Threshold(p float64) uint64 { return uint64(math.Ceil(p * one)) }

// Probability returns the exact chance of a threshold: threshold/2^32.
func Probability(threshold uint64) float64 { return float64(threshold) / one }

// Thresholds decide the first call of an operation, as integers against its
// rolls.
type Thresholds struct {
	// Fail: the operation fails if its fail roll is below. 0 to 2^32.
	Fail uint64
	// Class: the class of a failure is the number of these that its class roll
	// has reached. Ascending, each 0 to 2^32; the last class takes the rest.
	Class [NumClasses - 1]uint64
}

// Thresholds returns ceil(p * 2^32) for the failure rate, and for each class
// but the last ceil(w / total * 2^32), where w is the weight of the classes up
// to it. A class of weight zero is never chosen.
func (a Assumptions) Thresholds() Thresholds {
	t := Thresholds{Fail: Threshold(a.FailureRate)}
	total := a.FailureMix.total()
	var sum float64
	for i := range t.Class {
		sum += a.FailureMix.weights()[i]
		t.Class[i] = Threshold(sum / total)
	}
	return t
}

// ClassOf returns the class that a class roll chooses.
func (t Thresholds) ClassOf(roll uint32) Class {
	c := Transient
	for _, reached := range t.Class {
		if uint64(roll) >= reached {
			c++
		}
	}
	return c
}

// ClassShare returns the exact chance, in [0, 1], that a failure is of the
// class.
func (t Thresholds) ClassShare(c Class) float64 {
	lo, hi := uint64(0), uint64(one)
	if c > 0 {
		lo = t.Class[c-1]
	}
	if int(c) < len(t.Class) {
		hi = t.Class[c]
	}
	return Probability(hi - lo)
}
