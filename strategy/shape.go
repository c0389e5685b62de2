package strategy

import (
	"reflect"

	"errbench/scenario"
)

// Shape returns what plans depend on besides chances. Under valid assumptions of
// the same shape a strategy has the same plan but for the thresholds that
// [Plan.Rethreshold] gives it: a router is not told of chances.
//
// Not in the shape are what no plan depends on, such as the seed and the failure
// rate; the chances of attempts; and of those that decide which kinds of operations
// and events there are, anything but whether they are above 0. The failure mix is
// part of it only with after_repair, how long outages are only where there are some,
// and what a wrong wait is only where a right one is. Shapes compare with ==; they are no assumptions
// that could be used.
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

// toPresence makes 1 of every number above 0.
func toPresence(v reflect.Value) {
	if v.Kind() == reflect.Struct {
		for i := range v.NumField() {
			toPresence(v.Field(i))
		}
	} else if v.Float() > 0 {
		v.SetFloat(1)
	}
}
