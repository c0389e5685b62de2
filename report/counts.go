package report

import "errbench/strategy"

// Counts are the metrics of one strategy: whole numbers where they were
// counted, real ones where they are expected.
type Counts[N int64 | Number] struct {
	Operations           N          `json:"operations" jsonschema:"operations that were begun"`
	Failures             Classes[N] `json:"failures" jsonschema:"operations whose first call failed, by true class"`
	Attempts             N          `json:"attempts" jsonschema:"calls: operations + recovery attempts"`
	AttemptsPerOperation Number     `json:"attempts_per_operation" jsonschema:"attempts / operations, at least 1; null without operations"`
	Resolved             N          `json:"resolved" jsonschema:"operations that ended in success, at once or after recovery"`
	ResolutionRate       Number     `json:"resolution_rate" jsonschema:"resolved / operations, 0 to 1; null without operations"`
	RecoveryAttempts     N          `json:"recovery_attempts" jsonschema:"retries, repairs and replacements"`
	Actions              Actions[N] `json:"actions" jsonschema:"how often each action was taken"`
	WastedRetries        Wasted[N]  `json:"wasted_retries" jsonschema:"recovery attempts that were for nothing; the kinds overlap"`
	Escalated            N          `json:"escalated" jsonschema:"operations handed to a person, never resolved"`
}

// Classes is a number for each failure class.
type Classes[N int64 | Number] struct {
	Transient  N `json:"transient" jsonschema:"goes away by itself: a timeout, a dropped connection"`
	Validation N `json:"validation" jsonschema:"the arguments are wrong: a repaired call can succeed"`
	Permission N `json:"permission" jsonschema:"the caller may not do this: a person must decide; permanent"`
	NotFound   N `json:"not_found" jsonschema:"what was asked for does not exist; permanent"`
}

// Actions is a number for each action.
type Actions[N int64 | Number] struct {
	Retry     N `json:"retry" jsonschema:"the same call again, a recovery attempt"`
	Repair    N `json:"repair" jsonschema:"the call again with corrected arguments, a recovery attempt"`
	Authorize N `json:"authorize" jsonschema:"handing the operation to a person, which ends it"`
	Replace   N `json:"replace" jsonschema:"another tool or resource, a recovery attempt"`
	Stop      N `json:"stop" jsonschema:"giving the operation up, which ends it"`
}

// Wasted counts recovery attempts that were for nothing. One attempt can be of
// all three kinds.
type Wasted[N int64 | Number] struct {
	Failed    N `json:"failed" jsonschema:"recovery attempts without success"`
	Permanent N `json:"permanent" jsonschema:"retries or repairs of a permission or not_found failure"`
	Futile    N `json:"futile" jsonschema:"recovery attempts that had no chance"`
}

// countsOf collects the metrics of one strategy.
func countsOf[N int64 | Number](operations N, total func(strategy.Metric) N, rate func(strategy.Metric) Number) Counts[N] {
	return Counts[N]{
		Operations: operations,
		Failures: Classes[N]{
			total(strategy.TransientFailures), total(strategy.ValidationFailures),
			total(strategy.PermissionFailures), total(strategy.NotFoundFailures)},
		Attempts:             total(strategy.Attempts),
		AttemptsPerOperation: rate(strategy.Attempts),
		Resolved:             total(strategy.Resolved),
		ResolutionRate:       rate(strategy.Resolved),
		RecoveryAttempts:     total(strategy.RecoveryAttempts),
		Actions: Actions[N]{
			Retry: total(strategy.Retries), Repair: total(strategy.Repairs), Authorize: total(strategy.Authorizations),
			Replace: total(strategy.Replacements), Stop: total(strategy.Stops)},
		WastedRetries: Wasted[N]{
			Failed: total(strategy.FailedRecoveries), Permanent: total(strategy.PermanentRecoveries),
			Futile: total(strategy.FutileRecoveries)},
		Escalated: total(strategy.Escalated),
	}
}
