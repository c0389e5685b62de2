package strategy

import (
	"reflect"

	"errbench/scenario"
)

// Shape returns the part of the assumptions that decides a plan's steps, without the
// probabilities. Under valid assumptions of one shape a strategy has one plan, up to
// the thresholds that [Plan.Rethreshold] sets: a router does not know any probability.
// Shapes compare with ==; they are not assumptions that could be used.
//
// The shape does not contain
//
//   - numbers that no plan depends on, such as the seed and the failure rate;
//   - the probability that an attempt succeeds;
//   - the size of a probability that decides which kinds of operations and events exist:
//     it contains whether the probability is above 0;
//   - the failure mix, unless after_repair is above 0;
//   - the length of outages, unless there are outages;
//   - the factor of a wrong wait, unless errors ask for waits.
func Shape(a scenario.Assumptions) scenario.Assumptions {
	a.Name, a.Seed, a.Stream, a.Runs, a.Operations = "", 0, "", 0, 0
	a.FailureRate, a.Cost = 0, scenario.Cost{}
	a.RetrySuccess, a.RepairSuccess, a.ReplaceSuccess = 0, scenario.RepairSuccess{}, 0
	if a.AfterRepair == 0 {
		a.FailureMix = scenario.FailureMix{}
	}
	if a.TransientModel == scenario.Coin {
		a.OutageMS = scenario.OutageMS{}
	}
	if a.RetryAfterMS.IsZero() {
		a.WaitFactor = scenario.WaitFactor{}
	}
	for _, rates := range []any{&a.CommitOnFailure, &a.Distortions, &a.Risk} {
		toPresence(reflect.ValueOf(rates).Elem())
	}
	return a
}

// toPresence sets every number above 0 to 1.
func toPresence(v reflect.Value) {
	if v.Kind() == reflect.Struct {
		for i := range v.NumField() {
			toPresence(v.Field(i))
		}
	} else if v.Float() > 0 {
		v.SetFloat(1)
	}
}

// Rethreshold sets the thresholds of the plan to the thresholds of other assumptions of the
// same [Shape]. The result equals the plan that they compile to.
func (p *Plan) Rethreshold(a scenario.Assumptions) {
	for i := range p.Steps {
		switch s := &p.Steps[i]; {
		case s.Event == Commits:
			s.Threshold = scenario.Threshold(a.CommitOnFailure)
		case s.byChance():
			s.Threshold = scenario.Threshold(chance(s.Roll, s.Seen, p.Kinds[s.Kind].Distortion, &a))
		}
	}
}
