package scenario

import (
	"strings"

	"errbench/optional"
)

// Kind is all that is drawn once for an operation whose first call fails or is
// reported to fail. What is drawn for each attempt is not part of it.
type Kind struct {
	// Class is why it failed; absent where it succeeded, and its success is
	// reported as a failure.
	Class      optional.Value[Class] `json:"class"`
	Distortion Distortion            `json:"distortion"`
	Risk       Risk                  `json:"risk"`
}

// String returns the names of what the kind is, joined by slashes: the class, if
// there is one, and the distortion and the risk where they are not the first of
// theirs. No two kinds share it.
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

// HonestKind returns the kind of the published failures of a class.
func HonestKind(c Class) Kind { return Kind{Class: optional.Of(c)} }

// Kinds returns the kinds of operations that there can be, always in the same
// order: by class, distortion and risk, and last the successes that are reported
// as failures. Those of the published assumptions are the four classes.
//
// A distortion is left out where its rate is zero, and a risk where its weight
// is. A class is never left out, nor is an honest report: so what stays of a
// benchmark while its failure rate and mix vary is its kinds.
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
			continue // in short
		}
		for i, rate := range a.Distortions.ofFailures(c) {
			add(optional.Of(c), ShownAsTransient+Distortion(i), rate)
		}
	}
	add(optional.Value[Class]{}, SuccessAsFailure, a.Distortions.SuccessAsFailure)
	return kinds
}
