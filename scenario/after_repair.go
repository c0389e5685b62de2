package scenario

// AfterRepairThresholds decide why a repaired call of a validation failure fails
// if it does: for the class that is the first of these, in the order of the
// classes, that the after-repair roll is below; for a validation failure again
// if there is none. Ascending, each 0 to 2^32: ceil(after_repair * w / total *
// 2^32) with the weights of the other classes alone.
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

// others returns the mix of all but validation failures.
func (m FailureMix) others() FailureMix {
	m.Validation = 0
	return m
}
