package strategy

// Metric is a count of what a strategy did on a tape. Every metric is a linear
// form: so much for each operation, for each that failed at first, and for
// each visit and each success of a step.
type Metric uint8

// The metrics.
const (
	Attempts            Metric = iota // calls: operations + recovery attempts
	Resolved                          // operations that ended in success, at once or after recovery
	RecoveryAttempts                  // retries, repairs and replacements
	FailedRecoveries                  // wasted: recovery attempts without success
	PermanentRecoveries               // wasted: retries or repairs of a permission or not_found failure
	FutileRecoveries                  // wasted: recovery attempts whose threshold is zero
	Escalated                         // operations handed to a person
)

// Tally holds what metrics are made of: counts of a replay, or expectations.
type Tally[N int64 | float64] struct {
	Operations        N
	Failed            N   // at the first call
	Visits, Successes []N // by step of the plan; Successes[i] <= Visits[i]
}

// Total returns the value of a metric.
func Total[N int64 | float64](m Metric, p *Plan, t Tally[N]) N {
	var total N
	switch m {
	case Attempts:
		total = t.Operations
	case Resolved:
		total = t.Operations - t.Failed
	}
	for i, s := range p.Steps {
		visit, success := m.weights(s)
		total += N(visit)*t.Visits[i] + N(success)*t.Successes[i]
	}
	return total
}

// TotalOf returns how often an action was taken.
func TotalOf[N int64 | float64](a Action, p *Plan, t Tally[N]) N {
	var total N
	for i, s := range p.Steps {
		if s.Action == a {
			total += t.Visits[i]
		}
	}
	return total
}

// weights returns what a visit of a step adds to the metric, and what its
// success adds besides. They are -1, 0 or 1, so products with them are exact.
func (m Metric) weights(s Step) (visit, success int) {
	switch m {
	case Attempts, RecoveryAttempts:
		return one(s.Action.Attempt()), 0
	case Resolved:
		return 0, 1
	case FailedRecoveries:
		return one(s.Action.Attempt()), -one(s.Action.Attempt())
	case PermanentRecoveries:
		return one(s.Permanent()), 0
	case FutileRecoveries:
		return one(s.Futile()), 0
	case Escalated:
		return one(s.Action == Authorize), 0
	default:
		return 0, 0
	}
}

// Permanent tells whether the step retries or repairs what neither can help.
func (s Step) Permanent() bool {
	return s.Class.Permanent() && (s.Action == Retry || s.Action == Repair)
}

// Futile tells whether the step makes an attempt that cannot succeed.
func (s Step) Futile() bool { return s.Action.Attempt() && s.Threshold == 0 }

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}
