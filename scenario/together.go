package scenario

import (
	"fmt"
	"math"

	"errbench/rng"
)

// checkTogether refuses what no single field is to blame for.
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
		refuse("transient_model", "outage with outages of at most 0 ms", "with it outage_ms.max of at least 1")
	}
	if a.AfterRepair > 0 && a.FailureMix.others().total() == 0 {
		refuse("after_repair", decimalOf(a.AfterRepair)+" where every failure is a validation failure", "0, or weight for another class in failure_mix")
	}
	for _, c := range AllClasses() {
		if sum := a.Distortions.total(c); sum > mostShare {
			refuse("distortions", fmt.Sprintf("rates that add up to %s for %v failures", decimalOf(sum), c), "at most 1 for each class, since a failure is reported in one way")
		}
	}
	checkWeights(refuse, "risk", a.Risk.total())
	return errs
}

// checkWeights refuses weights by their sum.
func checkWeights(refuse func(key, got, want string), key string, total float64) {
	switch {
	case total == 0:
		refuse(key, "all weights zero", "at least one weight above 0")
	case math.IsInf(total, 0):
		refuse(key, "weights whose sum overflows", "smaller weights of the same ratios")
	}
}
