package scenario

import (
	"strings"

	"errbench/optional"
)

// Kind is everything that is drawn once for an operation whose first call fails or is
// reported as failed. Rolls of later attempts are not part of it.
type Kind struct {
	// Class is the reason of the failure. It is absent if the operation succeeded and
	// its success is reported as a failure.
	Class      optional.Value[Class] `json:"class"`
	Distortion Distortion            `json:"distortion"`
	Risk       Risk                  `json:"risk"`
}

// String returns the class, distortion and risk, joined by slashes. It omits an absent
// class, [Honest] and [ReadOnly]. No two kinds have the same text.
func (k Kind) String() string {
	var names []string
	if c, failed := k.Class.Get(); failed {
		names = append(names, c.String())
	}
	if k.Distortion != Honest {
		names = append(names, k.Distortion.String())
	}
	if k.Risk != ReadOnly {
		names = append(names, k.Risk.String())
	}
	return strings.Join(names, "/")
}

// HonestKind returns the kind of a read-only failure of a class that is reported
// honestly. The published benchmark has no other kinds.
func HonestKind(c Class) Kind { return Kind{Class: optional.Of(c)} }

// Kinds returns the possible kinds of operations, ordered by class, distortion and risk;
// successes that are reported as failures come last. The published assumptions have one
// kind for each class.
//
// Kinds omits a distortion of rate zero and a risk of weight zero. It omits neither a
// class nor an honest report, so the kinds stay the same while the failure rate and mix
// vary.
func Kinds(a Assumptions) []Kind {
	kinds := make([]Kind, 0, NumClasses)
	add := func(class optional.Value[Class], d Distortion, rate float64) {
		for _, r := range AllRisks() {
			if rate > 0 && a.Risk.Of(r) > 0 {
				kinds = append(kinds, Kind{class, d, r})
			}
		}
	}
	honest := a.Distortions == (Distortions{})
	for _, c := range AllClasses() {
		add(optional.Of(c), Honest, 1)
		if honest {
			continue // every rate is 0
		}
		for i, rate := range a.Distortions.ofFailures(c) {
			add(optional.Of(c), ShownAsTransient+Distortion(i), rate)
		}
	}
	add(optional.Value[Class]{}, SuccessAsFailure, a.Distortions.SuccessAsFailure)
	return kinds
}
