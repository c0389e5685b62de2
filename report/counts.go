package report

import (
	"fmt"
	"math/big"

	"errbench/internal/stat"
	"errbench/scenario"
	"errbench/strategy"
)

// Counts are the metrics of one strategy: whole numbers if they were counted, real numbers
// if they are expected.
type Counts[N int64 | stat.Number] struct {
	Operations           N           `json:"operations" jsonschema:"operations that were begun"`
	Failures             Classes[N]  `json:"failures" jsonschema:"operations whose first call failed, by true class"`
	Attempts             N           `json:"attempts" jsonschema:"calls: operations + recovery attempts"`
	AttemptsPerOperation stat.Number `json:"attempts_per_operation" jsonschema:"attempts / operations, at least 1; null without operations"`
	Resolved             N           `json:"resolved" jsonschema:"operations that ended in success, at once or after recovery"`
	ResolutionRate       stat.Number `json:"resolution_rate" jsonschema:"resolved / operations, 0 to 1; null without operations"`
	RecoveryAttempts     N           `json:"recovery_attempts" jsonschema:"retries, repairs and replacements"`
	Actions              Actions[N]  `json:"actions" jsonschema:"how often each action was taken"`
	WastedRetries        Wasted[N]   `json:"wasted_retries" jsonschema:"recovery attempts that were for nothing; the kinds overlap"`
	Escalated            N           `json:"escalated" jsonschema:"operations handed to a person, never resolved"`

	States      States[N]      `json:"states" jsonschema:"operations by the state in which the controller believes them to have ended, and by whether they have succeeded in truth"`
	Time        Times[N]       `json:"time" jsonschema:"what waiting did"`
	SideEffects SideEffects[N] `json:"side_effects" jsonschema:"effects of writes that nobody asked for"`
	Reports     Reports[N]     `json:"reports" jsonschema:"what the errors that were shown led to"`
	Cost        Cost           `json:"cost" jsonschema:"at the prices of the assumptions"`
}

// Classes is a number for each failure class.
type Classes[N int64 | stat.Number] struct {
	Transient  N `json:"transient" jsonschema:"passes without a change of the request: a timeout, a dropped connection"`
	Validation N `json:"validation" jsonschema:"the arguments are wrong: a repaired call can succeed"`
	Permission N `json:"permission" jsonschema:"the caller may not do this: a person must decide; permanent"`
	NotFound   N `json:"not_found" jsonschema:"what was asked for does not exist; permanent"`
}

// Actions is a number for each action.
type Actions[N int64 | stat.Number] struct {
	Retry     N `json:"retry" jsonschema:"the same call again, a recovery attempt"`
	Repair    N `json:"repair" jsonschema:"the call again with corrected arguments, a recovery attempt"`
	Authorize N `json:"authorize" jsonschema:"handing the operation to a person, which ends it"`
	Replace   N `json:"replace" jsonschema:"another tool or resource, a recovery attempt"`
	Stop      N `json:"stop" jsonschema:"giving the operation up, which ends it"`
}

// Wasted counts recovery attempts that were for nothing, in three ways. One attempt can
// count in all of them.
type Wasted[N int64 | stat.Number] struct {
	Failed    N `json:"failed" jsonschema:"recovery attempts without success"`
	Permanent N `json:"permanent" jsonschema:"retries or repairs of a permission or not_found failure, without success"`
	Futile    N `json:"futile" jsonschema:"recovery attempts that had no chance"`
}

// States is a number for each state, divided by the truth.
type States[N int64 | stat.Number] struct {
	Resolved    Truth[N] `json:"resolved" jsonschema:"it succeeded"`
	Partial     Truth[N] `json:"partial" jsonschema:"it was gone on without"`
	Retryable   Truth[N] `json:"retryable" jsonschema:"it may succeed later: attempts, time or a budget are spent"`
	Blocked     Truth[N] `json:"blocked" jsonschema:"it was given up"`
	NeedsReview Truth[N] `json:"needs_review" jsonschema:"a person decides"`
	Crashed     Truth[N] `json:"crashed" jsonschema:"the controller itself ended"`
}

// Truth is a number of operations that have succeeded, and of operations that have not.
type Truth[N int64 | stat.Number] struct {
	Succeeded N `json:"succeeded" jsonschema:"in truth it succeeded"`
	Failed    N `json:"failed" jsonschema:"in truth it did not"`
}

// sum adds up both.
func (t Truth[N]) sum() N { return t.Succeeded + t.Failed }

// Times counts milliseconds waited, and attempts that failed or were not made because of
// time or budgets.
type Times[N int64 | stat.Number] struct {
	WaitedMS        N `json:"waited_ms" jsonschema:"milliseconds waited before recovery attempts that were made"`
	EarlyRetries    N `json:"early_retries" jsonschema:"recovery attempts that failed since the outage was not over"`
	DeadlineMisses  N `json:"deadline_misses" jsonschema:"recovery attempts not made, since they would have started at the deadline or later"`
	WaitsTooLong    N `json:"waits_too_long" jsonschema:"recovery attempts not made, since an error asked for a longer wait than the strategy waits"`
	RefusedAttempts N `json:"refused_attempts" jsonschema:"recovery attempts not made, since the budget that operations share was spent"`
}

// SideEffects counts unwanted effects of writes.
type SideEffects[N int64 | stat.Number] struct {
	Duplicates         N `json:"duplicates" jsonschema:"effects that had happened before"`
	UnknownOutcomes    N `json:"unknown_outcomes" jsonschema:"writes that ended unresolved, as the controller believes"`
	UnconfirmedRetries N `json:"unconfirmed_retries" jsonschema:"recovery attempts of a destructive operation about which nobody was asked"`
}

// Reports counts what honest and distorted errors led to.
type Reports[N int64 | stat.Number] struct {
	Misrouted          N              `json:"misrouted" jsonschema:"operations whose distorted report led to another first action than an honest one"`
	FalseSuccesses     N              `json:"false_successes" jsonschema:"operations believed to be resolved that have not succeeded"`
	MissedSuccesses    N              `json:"missed_successes" jsonschema:"operations believed not to be resolved that have succeeded"`
	PhantomFailures    N              `json:"phantom_failures" jsonschema:"operations whose first call succeeded and was reported as a failure"`
	TerminalNotStopped N              `json:"terminal_not_stopped" jsonschema:"operations whose permanent failure was retried or repaired without success"`
	WastedByDistortion Distortions[N] `json:"wasted_by_distortion" jsonschema:"recovery attempts without success, by how the report of the operation was distorted"`
}

// Distortions is a number for each distortion, honest reports first.
type Distortions[N int64 | stat.Number] struct {
	Honest               N `json:"honest" jsonschema:"by nothing"`
	ShownAsTransient     N `json:"shown_as_transient" jsonschema:"by the code of a transient failure"`
	ShownAsValidation    N `json:"shown_as_validation" jsonschema:"by the code of a validation failure"`
	ShownAsPermission    N `json:"shown_as_permission" jsonschema:"by the code of a permission failure"`
	ShownAsNotFound      N `json:"shown_as_not_found" jsonschema:"by the code of a not_found failure"`
	AllRetryable         N `json:"all_retryable" jsonschema:"it was said to be retryable"`
	NoneRetryable        N `json:"none_retryable" jsonschema:"it was said not to be retryable"`
	MisleadingSuggestion N `json:"misleading_suggestion" jsonschema:"by a wrong suggestion"`
	MissingField         N `json:"missing_field" jsonschema:"the failing field was not named"`
	MissingTraceID       N `json:"missing_trace_id" jsonschema:"there was no trace id"`
	ShortWait            N `json:"short_wait" jsonschema:"by a wait that is too short"`
	LongWait             N `json:"long_wait" jsonschema:"by a wait that is too long"`
	FailureAsSuccess     N `json:"failure_as_success" jsonschema:"no failure was reported"`
	SuccessAsFailure     N `json:"success_as_failure" jsonschema:"a success was reported as a failure"`
}

// Cost is what a strategy pays.
type Cost struct {
	Tokens            stat.Number `json:"tokens" jsonschema:"tokens of calls, repairs and escalations"`
	USD               stat.Number `json:"usd" jsonschema:"the same in US dollars"`
	TokensPerResolved stat.Number `json:"tokens_per_resolved" jsonschema:"tokens / resolved; null where nothing is resolved"`
	USDPerResolved    stat.Number `json:"usd_per_resolved" jsonschema:"usd / resolved; null where nothing is resolved"`
}

// costOf returns the cost of what a strategy did, or is expected to do.
func costOf(c scenario.Cost, total func(strategy.Metric) stat.Number) Cost {
	tokens, usd := paid(c.Tokens, total), paid(c.USD, total)
	resolved := float64(total(strategy.Resolved))
	return Cost{tokens, usd, stat.Ratio(float64(tokens), resolved), stat.Ratio(float64(usd), resolved)}
}

// written returns the cost with its totals as a document holds them, like all totals.
func (c Cost) written() Cost {
	c.Tokens, c.USD = c.Tokens.Written(), c.USD.Written()
	return c
}

// paid returns what is paid in a currency.
func paid(p scenario.Prices, total func(strategy.Metric) stat.Number) stat.Number {
	var sum float64
	for _, part := range strategy.Charges(p) {
		if part.Price == 0 {
			continue // even if the metric is unknown
		}
		sum += float64(part.Price * float64(total(part.Metric)))
	}
	return stat.Number(sum)
}

// countsOf collects the metrics of one strategy.
func countsOf[N int64 | stat.Number](operations N, total func(strategy.Metric) N, rate func(strategy.Metric) stat.Number, cost Cost) Counts[N] {
	in := func(s strategy.State) Truth[N] {
		return Truth[N]{total(strategy.InState(s, true)), total(strategy.InState(s, false))}
	}
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
		States: States[N]{
			in(strategy.StateResolved), in(strategy.StatePartial), in(strategy.StateRetryable),
			in(strategy.StateBlocked), in(strategy.StateNeedsReview), in(strategy.StateCrashed)},
		Time: Times[N]{
			total(strategy.WaitedMS), total(strategy.EarlyRetries), total(strategy.DeadlineMisses),
			total(strategy.WaitsTooLong), total(strategy.RefusedAttempts)},
		SideEffects: SideEffects[N]{
			total(strategy.DuplicateEffects), total(strategy.UnknownOutcomes), total(strategy.UnconfirmedRetries)},
		Reports: Reports[N]{
			Misrouted: total(strategy.Misrouted), FalseSuccesses: total(strategy.FalseSuccesses),
			MissedSuccesses: total(strategy.MissedSuccesses), PhantomFailures: total(strategy.PhantomFailures),
			TerminalNotStopped: total(strategy.TerminalNotStopped), WastedByDistortion: wastedBy(total)},
		Cost: cost,
	}
}

// wastedBy collects the failed attempts by distortion.
func wastedBy[N int64 | stat.Number](total func(strategy.Metric) N) Distortions[N] {
	by := func(d scenario.Distortion) N { return total(strategy.WastedBy(d)) }
	return Distortions[N]{
		by(scenario.Honest),
		by(scenario.ShownAsTransient), by(scenario.ShownAsValidation), by(scenario.ShownAsPermission), by(scenario.ShownAsNotFound),
		by(scenario.AllRetryable), by(scenario.NoneRetryable), by(scenario.MisleadingSuggestion),
		by(scenario.MissingField), by(scenario.MissingTraceID), by(scenario.ShortWait), by(scenario.LongWait),
		by(scenario.FailureAsSuccess), by(scenario.SuccessAsFailure),
	}
}

// countable returns an error if the waits of the plan can add up to more milliseconds than
// 64 bits can count. It adds with math/big, which [strategy.Weigh] does not.
func countable(a scenario.Assumptions, p *strategy.Plan, visits []int64) error {
	most := new(big.Int)
	for i, timing := range p.Timings(a) {
		most.Add(most, new(big.Int).Mul(big.NewInt(visits[i]), big.NewInt(timing.Wait.Hi)))
	}
	if most.IsInt64() {
		return nil
	}
	ms, _ := new(big.Float).SetInt(most).Float64()
	return fmt.Errorf("strategy %s can wait %.3g ms in all, more than 64 bits can count; lower operations or the waits", p.Strategy.Name, ms)
}

// Quantiles are the times within which operations that failed at their first call were
// resolved. An operation that is never resolved is later than all others.
type Quantiles struct {
	P50  stat.Number `json:"p50" jsonschema:"half of the operations that failed were resolved by then; null where fewer are"`
	P90  stat.Number `json:"p90" jsonschema:"90 % were; null where fewer are"`
	P95  stat.Number `json:"p95" jsonschema:"95 % were; null where fewer are"`
	P99  stat.Number `json:"p99" jsonschema:"99 % were; null where fewer are"`
	Rule string      `json:"rule" jsonschema:"how they were found"`
}

// The rules of quantiles.
const (
	rankRule    = "nearest rank of the operations that failed, one that is not resolved being later than any"
	roundedRule = rankRule + "; from 4,096 ms on rounded up by less than 1 in 2,048"
	unknownRule = "unknown: there is no closed form"
)

// unknownQuantiles returns quantiles that are all undefined.
func unknownQuantiles() Quantiles {
	return Quantiles{stat.Undefined, stat.Undefined, stat.Undefined, stat.Undefined, unknownRule}
}

// quantilesOf returns the quantiles of a tally of a plan: each is the first time within
// which its share of the operations that failed was resolved.
func quantilesOf[N int64 | float64](p *strategy.Plan, t strategy.Tally[N]) Quantiles {
	q := unknownQuantiles()
	times, known := strategy.Resolutions(p, t)
	if !known {
		return q
	}
	if q.Rule = rankRule; p.WaitsAtRandom() {
		q.Rule = roundedRule
	}
	var operations []N
	for _, r := range times {
		operations = append(operations, r.Operations)
	}
	for _, r := range q.ranks() {
		if i := stat.NearestRank(operations, N(r.percent), t.Failed(p)); i >= 0 {
			*r.value = stat.Number(times[i].MS)
		}
	}
	return q
}

// rank is a quantile and the percentage of the operations that it is of.
type rank struct {
	key     string
	percent float64
	value   *stat.Number
}

func (q *Quantiles) ranks() [4]rank {
	return [...]rank{{"p50", 50, &q.P50}, {"p90", 90, &q.P90}, {"p95", 95, &q.P95}, {"p99", 99, &q.P99}}
}
