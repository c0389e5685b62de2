package report

import (
	"math"
	"strings"

	"errbench/internal/stat"
	"errbench/strategy"
)

// expectedRules is of what is expected of strategy i.
func (s Summary) expectedRules(i int, e Expected) []rule {
	operations := s.Assumptions.TotalOperations()
	var counted map[string]stat.Number
	rules := []rule{oneOf("method", e.Method, methods())}
	if len(s.Results) > 0 {
		r := s.Results[i]
		operations, counted = r.Operations, byKey(r.Counts)
		rules = append(rules,
			follows("strategy", e.Strategy, r.Strategy),
			follows("contract", e.Contract, r.Contract),
			follows("router", e.Router, r.Router))
	}
	rules = append(rules,
		follows("operations", e.Operations, stat.Number(operations)),
		follows("cost", e.Cost, costOf(s.Assumptions.Cost, metricsIn(e.Counts))),
		follows("resolution_rate", e.ResolutionRate, stat.Ratio(float64(e.Resolved), float64(operations))),
		follows("attempts_per_operation", e.AttemptsPerOperation, stat.Ratio(float64(e.Attempts), float64(operations))),
		follows("sd.operations", e.SD.Operations, 0),
		follows("sd.resolution_rate", e.SD.ResolutionRate, stat.Ratio(float64(e.SD.Resolved), float64(operations))),
		follows("sd.attempts_per_operation", e.SD.AttemptsPerOperation, stat.Ratio(float64(e.SD.Attempts), float64(operations))))
	rules = append(rules, e.timesRules(s.Assumptions.LatencyMS.Call)...)
	return append(rules, e.momentRules(counted)...)
}

// roundings is far more than numbers are rounded by, and far less than one operation.
const roundings = 1e-9

// timesRules is of when operations are expected to be resolved, where first calls
// take so many milliseconds.
func (e Expected) timesRules(callMS int64) []rule {
	how := rankRule
	if e.ResolutionMS.Rule == unknownRule || e.obstacle() != "" {
		how = unknownRule
	}
	failed := e.Failures.sum()
	slack := 10*roundings + float64(1e-12*float64(max(e.RecoveryAttempts, failed)))
	return e.ResolutionMS.rules(how, callMS, e.RecoveryAttempts-e.WastedRetries.Failed, failed, slack)
}

// momentRules is of each expectation beside its standard deviation, and beside what
// was counted by key; nil where nothing was.
func (e Expected) momentRules(counted map[string]stat.Number) []rule {
	mean, z := byKey(e.Counts), byKey(e.Z)
	sds := numbersIn(e.SD)
	rules := make([]rule, 0, 4*len(sds)) // at most four each
	for _, sd := range sds {
		x := expectation{sd.key, stat.Undefined, mean[sd.key], sd.n, z[sd.key]}
		if counted != nil {
			x.counted = counted[sd.key]
		}
		switch total, isRate := totalOf[sd.key]; {
		case isRate:
			rules = append(rules, follows("z."+sd.key, x.z, z[total]))
			continue
		case strings.HasSuffix(sd.key, "_per_resolved"):
			rules = append(rules, x.unspread()...)
			continue
		case strings.HasPrefix(sd.key, "cost."):
			// follows from other expectations
		case e.has(sd.key):
			rules = append(rules, rule{sd.key, x.mean, x.mean.Defined(), "a number works"})
		default:
			rules = append(rules, follows(sd.key, x.mean, stat.Undefined))
		}
		rules = append(rules, x.rules(e.Operations)...)
	}
	return rules
}

// totalOf names the count that a rate is made of.
var totalOf = map[string]string{
	"resolution_rate":        strategy.Resolved.String(),
	"attempts_per_operation": strategy.Attempts.String(),
}

// expectation is what is said of one count.
type expectation struct {
	key     string
	counted stat.Number // undefined where nothing was
	mean    stat.Number // undefined where nothing is expected
	sd, z   stat.Number
}

// unspread demands that nothing is said of how far the count varies.
func (x expectation) unspread() []rule {
	return []rule{follows("sd."+x.key, x.sd, stat.Undefined), follows("z."+x.key, x.z, stat.Undefined)}
}

// rules demands a spread that fits, over so many operations. What chance cannot
// change is what was counted.
func (x expectation) rules(operations stat.Number) []rule {
	if !x.mean.Defined() {
		return x.unspread()
	}
	is := stat.Undefined
	if x.counted.Defined() {
		is = score(x.counted, x.mean, x.sd)
	}
	rules := []rule{
		{"sd." + x.key, x.sd, x.sd >= 0, "a number of at least 0 works"},
		follows("z."+x.key, x.z, is),
	}
	if x.counted.Defined() && x.sd == 0 {
		off := math.Abs(float64(x.counted - x.mean))
		rules = append(rules, rule{x.key, x.mean, off <= roundings*float64(operations), "what was counted works, since chance cannot change it: " + x.counted.Text()})
	}
	return rules
}
