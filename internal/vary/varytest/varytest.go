// Package varytest draws assumptions, ranges and strategies for the tests of what
// varies an assumption: [Model] draws assumptions with which all of [Ranges] are
// valid, and [Pair] two strategies.
package varytest

import (
	"pgregory.net/rapid"

	"errbench/contract"
	"errbench/scenario"
	"errbench/strategy"
)

// Ranges are of nearly all that can vary, which go together.
var Ranges = []string{
	"failure_rate=0:1", "failure_mix.transient=0.5:2", "failure_mix.not_found=0:3", "recovery_attempts=0:3",
	"retry_success=0:1", "repair_success.code=0.1:0.9", "repair_success.hint=0:1", "repair_success.misled=0:1", "replace_success=0:1",
	"outage_ms.min=0:10", "outage_ms.max=10:40", "retry_after_ms=0:30", "latency_ms.call=0:5", "latency_ms.retry=0:5", "latency_ms.repair=0:5", "latency_ms.replace=0:5",
	"deadline_ms=0:60", "after_repair=0:1", "wait_factor.short=0:1", "wait_factor.long=1:3",
	"distortions.all_retryable=0:0.2", "distortions.misleading_suggestion=0:0.2", "distortions.wrong_code.validation.transient=0:0.2",
	"distortions.long_wait=0:0.1", "distortions.short_wait=0.1:0.2", "distortions.failure_as_success=0:0.1", "distortions.success_as_failure=0:1",
	"risk.read_only=0.5:1", "risk.idempotent_write=0:1", "risk.destructive=0:2", "commit_on_failure=0:1",
}

// Model draws assumptions with which those ranges go together.
func Model(t *rapid.T) scenario.Assumptions {
	a := scenario.Published()
	set := func(key string, values ...string) {
		if err := a.Set(key, rapid.SampledFrom(values).Draw(t, key)); err != nil {
			t.Fatal(err)
		}
	}
	set("recovery_attempts", "1", "2", "3")
	set("transient_model", "coin", "outage")
	set("outage_ms.max", "10", "25")
	set("latency_ms.retry", "0", "5")
	set("retry_after_ms", "none", "0", "12")
	set("deadline_ms", "none", "none", "20")
	set("after_repair", "0", "0.5")
	set("distortions.misleading_suggestion", "0", "0.2")
	set("distortions.short_wait", "0", "0.1")
	set("distortions.success_as_failure", "0", "0.25")
	set("risk.idempotent_write", "0", "1")
	set("risk.destructive", "0", "1")
	set("commit_on_failure", "0", "0.25", "1")
	set("server_honours_key", "true", "false")
	set("repair_takes_new_key", "true", "false")
	return a
}

// Codes draws two strategies that answer each code with any action at each of
// six attempts.
func Codes(t *rapid.T) (pair [2]strategy.Strategy) {
	action := rapid.SampledFrom([]strategy.Action{strategy.Retry, strategy.Repair, strategy.Replace, strategy.Repair, strategy.Retry, strategy.Authorize, strategy.Stop})
	for i, name := range []string{"a", "b"} {
		answers := map[string][]strategy.Action{}
		for _, code := range []string{contract.CodeTransient, contract.CodeValidation, contract.CodePermission, contract.CodeNotFound} {
			answers[code] = rapid.SliceOfN(action, 6, 6).Draw(t, name+" "+code)
		}
		pair[i] = strategy.Strategy{
			Name:     name,
			Contract: contract.Contract{Reveals: contract.Code | contract.FieldSet(rapid.Uint8().Draw(t, "reveals"))},
			Router: strategy.Func(name, func(q strategy.Question) strategy.Action {
				code, _ := q.Error.Code.Get()
				return answers[code][q.Attempt-1]
			}),
		}
	}
	return pair
}

// Pair draws two strategies like Codes, which also wait and guard writes.
func Pair(t *rapid.T) [2]strategy.Strategy {
	pair := Codes(t)
	for i := range pair {
		s := &pair[i]
		s.Waits.Honoured = rapid.Bool().Draw(t, s.Name+" honours waits")
		s.WriteGuard = strategy.WriteGuard(rapid.IntRange(0, 3).Draw(t, s.Name+" guards"))
		if rapid.Bool().Draw(t, s.Name+" waits") {
			s.Backoff = strategy.Backoff{InitialMS: 5, FactorPercent: 200}
		}
	}
	return pair
}

// Waiting retries, each time after a wait of the given milliseconds.
func Waiting(name string, waitMS int64) strategy.Strategy {
	return strategy.Strategy{Name: name, Contract: contract.GenericMessage(), Router: strategy.Table{Rows: []strategy.Row{{Action: strategy.Retry}}},
		Backoff: strategy.Backoff{InitialMS: waitMS, FactorPercent: 100}}
}
