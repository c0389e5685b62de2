package replay

import (
	"bufio"
	"encoding/json"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// report is a public report of what a controller got wrong. Its test and the
// right outcome are in words; [episodes] has them in numbers.
type report struct{ ID, Link, Cause, Test, Right string }

// episode is one operation whose first call fails, and what a controller has to
// make of it.
type episode struct {
	name    string
	class   scenario.Class
	assumed func(*scenario.Assumptions) // more assumptions; nil for none
	by      strategy.Strategy
	says    contract.FieldSet // what the first error shows
	silent  contract.FieldSet // what it does not
	starts  []int64           // when each call starts, in milliseconds; nil where no time passes
	want    map[strategy.Metric]int64
}

// The outcome of every report is what the model makes of it.
func TestReportedFaultsHaveTheirRightOutcome(t *testing.T) {
	reports := readReports(t)
	for _, r := range reports {
		t.Run(r.ID, func(t *testing.T) {
			all := episodes()[r.ID]
			if len(all) == 0 {
				t.Fatal("there is no episode of the report")
			}
			for _, e := range all {
				if !e.holds(t) {
					t.Logf("%s\ncause: %s\ntest: %s\nright: %s", r.Link, r.Cause, r.Test, r.Right)
				}
			}
		})
	}
	if len(reports) != len(episodes()) {
		t.Errorf("%d reports, and episodes of %q", len(reports), slices.Sorted(maps.Keys(episodes())))
	}
}

func readReports(t *testing.T) (all []report) {
	t.Helper()
	file, err := os.Open("testdata/bug-reports.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var r report
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

// holds replays the episode, and reports whether all is as wanted.
func (e episode) holds(t *testing.T) bool {
	t.Helper()
	a := scenario.Published()
	a.Runs, a.Operations, a.FailureRate, a.FailureMix = 1, 1, 1, only(e.class)
	if e.assumed != nil {
		e.assumed(&a)
	}
	if err := a.Validate(); err != nil {
		t.Fatal(err)
	}
	plans, tally := replayed(t, a, []strategy.Strategy{e.by}, Options{})
	p, got := plans[0], map[strategy.Metric]int64{}
	for m := range e.want {
		got[m] = strategy.Total(m, p, tally.Of(0))
	}
	if diff := cmp.Diff(e.want, got); diff != "" {
		t.Errorf("%s: metrics (-want +got):\n%s", e.name, diff)
	}
	starts := []int64{0}
	for i, s := range p.Steps {
		if start, sure := s.StartMS.Get(); sure && tally.Plans[0].Visits[i] > 0 {
			starts = append(starts, start)
		}
	}
	if e.starts != nil && !slices.Equal(starts, e.starts) {
		t.Errorf("%s: calls start at %d ms, want %d", e.name, starts, e.starts)
	}
	seen := p.Strategy.Contract.Observe(e.class)
	for part := contract.Code; part <= contract.TraceID; part <<= 1 {
		if e.says&part != 0 && !seen.Says(part) || e.silent&part != 0 && seen.Says(part) {
			t.Errorf("%s: the error is %+v", e.name, seen)
		}
	}
	return !t.Failed()
}

// only returns the mix of failures of one class.
func only(c scenario.Class) scenario.FailureMix {
	var weight [scenario.NumClasses]float64
	weight[c] = 1
	return scenario.FailureMix{
		Transient: weight[scenario.Transient], Validation: weight[scenario.Validation],
		Permission: weight[scenario.Permission], NotFound: weight[scenario.NotFound],
	}
}

// metrics is a shorthand.
type metrics = map[strategy.Metric]int64

// episodes returns the episodes of each report.
func episodes() map[string][]episode {
	all := episodesOfLoops()
	maps.Copy(all, episodesOfWaits())
	maps.Copy(all, episodesOfWrites())
	maps.Copy(all, episodesOfHiddenErrors())
	return all
}

// attempts sets the number of recovery attempts.
func attempts(n int64) func(*scenario.Assumptions) {
	return func(a *scenario.Assumptions) { a.RecoveryAttempts = n }
}

// stubborn retries whatever fails, under a contract.
func stubborn(c contract.Contract) strategy.Strategy {
	return strategy.Strategy{Name: "stubborn", Contract: c, Router: strategy.Table{Title: "always", Rows: []strategy.Row{{Action: strategy.Retry}}}}
}

// guarded retries whatever fails, unless it has failed so before.
func guarded(c contract.Contract) strategy.Strategy {
	return strategy.Strategy{Name: "guarded", Contract: c, Router: strategy.Func("once", func(q strategy.Question) strategy.Action {
		if slices.ContainsFunc(q.History, func(e contract.Error) bool { return contract.Alike(e, q.Error) }) {
			return strategy.Stop
		}
		return strategy.Retry
	})}
}

func code() strategy.Strategy     { return catalog.Published()[1] }
func envelope() strategy.Strategy { return catalog.Published()[2] }

func episodesOfLoops() map[string][]episode {
	once := stubborn(contract.GenericMessage())
	once.Budget = optional.Of(1)
	quota := func(a *scenario.Assumptions) {
		a.RecoveryAttempts, a.Distortions.WrongCode.Permission.Transient = 8, 1
	}
	limit := func(a *scenario.Assumptions) {
		wait(41_724)(a)
		a.RecoveryAttempts = 8
	}
	return map[string][]episode{
		"bug-permission-retried": {
			{name: "a blind retry", class: scenario.Permission, assumed: attempts(50), by: once,
				want: metrics{strategy.Attempts: 2, strategy.PermanentRecoveries: 1}},
			{name: "the code", class: scenario.Permission, assumed: attempts(50), by: code(),
				want: metrics{strategy.Attempts: 1, strategy.PermanentRecoveries: 0}},
			{name: "the envelope", class: scenario.Permission, assumed: attempts(50), by: envelope(),
				want: metrics{strategy.Attempts: 1, strategy.PermanentRecoveries: 0, strategy.Authorizations: 1}},
		},
		"bug-validation-no-field-loop": {
			{name: "the loop", class: scenario.Validation, assumed: attempts(3), by: stubborn(contract.GenericMessage()), silent: contract.Code | contract.Field,
				want: metrics{strategy.Attempts: 4, strategy.Retries: 3, strategy.Repairs: 0, strategy.FutileRecoveries: 3}},
			{name: "guarded", class: scenario.Validation, assumed: attempts(3), by: guarded(contract.GenericMessage()),
				want: metrics{strategy.Attempts: 2, strategy.Repairs: 0, strategy.InState(strategy.StateBlocked, false): 1}},
		},
		"bug-quota-as-rate-limit": { // a quota is permanent, whatever its status says
			{name: "the quota by its status", class: scenario.Permission, assumed: quota, by: code(),
				want: metrics{strategy.Attempts: 9, strategy.PermanentRecoveries: 8}},
			{name: "the quota by its stepDecider", class: scenario.Permission, assumed: quota, by: envelope(), silent: contract.RetryAfter,
				want: metrics{strategy.Attempts: 1, strategy.PermanentRecoveries: 0, strategy.WaitedMS: 0}},
			{name: "the limit", class: scenario.Transient, assumed: limit, by: envelope(),
				want: metrics{strategy.Attempts: 2, strategy.Resolved: 1, strategy.WaitedMS: 41_724}},
		},
		"bug-retry-400": {
			{name: "the envelope", class: scenario.Validation, by: envelope(), says: contract.Field,
				want: metrics{strategy.Retries: 0, strategy.Repairs: 1}},
		},
		"bug-success-shaped-ending": {
			{name: "a call that can never be valid", class: scenario.Validation, by: code(),
				assumed: func(a *scenario.Assumptions) { a.RecoveryAttempts, a.RepairSuccess = 3, scenario.RepairSuccess{} },
				want: metrics{strategy.Resolved: 0, strategy.FailedRecoveries: 3, strategy.FutileRecoveries: 3,
					strategy.InState(strategy.StateRetryable, false): 1, strategy.InState(strategy.StatePartial, false): 0}},
		},
	}
}

// wait sets the milliseconds of the outage, and errors that ask for as many.
func wait(ms int64) func(*scenario.Assumptions) {
	return func(a *scenario.Assumptions) {
		a.RecoveryAttempts, a.TransientModel = 3, scenario.Outage
		a.OutageMS, a.RetryAfterMS = scenario.OutageMS{Min: ms, Max: ms}, optional.Of(ms)
	}
}

func episodesOfWaits() map[string][]episode {
	ignoring, impatient := envelope(), envelope()
	ignoring.Backoff, ignoring.Waits = strategy.Backoff{InitialMS: 1000, FactorPercent: 200}, strategy.WaitPolicy{}
	impatient.Waits.LongestMS = optional.Of[int64](300_000)
	return map[string][]episode{
		"bug-retry-after-ignored": {
			{name: "obeying", class: scenario.Transient, assumed: wait(60_000), by: envelope(), starts: []int64{0, 60_000},
				want: metrics{strategy.Attempts: 2, strategy.Resolved: 1, strategy.EarlyRetries: 0}},
			{name: "ignoring", class: scenario.Transient, assumed: wait(60_000), by: ignoring, starts: []int64{0, 1000, 3000, 7000},
				want: metrics{strategy.Attempts: 4, strategy.Resolved: 0, strategy.EarlyRetries: 3}},
		},
		"bug-retry-after-truncated": { // it ends retryable: it may succeed in three hours
			{name: "a wait that is too long", class: scenario.Transient, assumed: wait(10_800_000), by: impatient, starts: []int64{0},
				want: metrics{strategy.Attempts: 1, strategy.WaitedMS: 0, strategy.WaitsTooLong: 1, strategy.InState(strategy.StateRetryable, false): 1}},
		},
	}
}

func episodesOfWrites() map[string][]episode {
	lost := func(risk scenario.RiskMix) func(*scenario.Assumptions) {
		return func(a *scenario.Assumptions) {
			a.Risk, a.CommitOnFailure, a.ServerHonoursKey, a.RetrySuccess = risk, 1, true, 1
		}
	}
	idempotent, destructive := lost(scenario.RiskMix{IdempotentWrite: 1}), lost(scenario.RiskMix{Destructive: 1})
	keyed, asking := envelope(), envelope()
	keyed.WriteGuard, asking.WriteGuard = strategy.UseKey, strategy.Confirm
	return map[string][]episode{
		"bug-post-retry-duplicate": {
			{name: "without a key", class: scenario.Transient, assumed: idempotent, by: envelope(),
				want: metrics{strategy.Attempts: 2, strategy.Resolved: 1, strategy.DuplicateEffects: 1}},
			{name: "under one key", class: scenario.Transient, assumed: idempotent, by: keyed,
				want: metrics{strategy.Attempts: 2, strategy.Resolved: 1, strategy.DuplicateEffects: 0}},
			{name: "a person is asked", class: scenario.Transient, assumed: destructive, by: asking,
				want: metrics{strategy.Attempts: 1, strategy.DuplicateEffects: 0, strategy.UnknownOutcomes: 1, strategy.InState(strategy.StateNeedsReview, true): 1}},
		},
		"bug-error-after-success": {
			{name: "a person is asked", class: scenario.Permission, assumed: idempotent, by: envelope(),
				want: metrics{strategy.Attempts: 1, strategy.Authorizations: 1, strategy.DuplicateEffects: 0, strategy.MissedSuccesses: 1}},
			{name: "the write is replayed", class: scenario.Permission, assumed: idempotent, by: stubborn(contract.GenericMessage()),
				want: metrics{strategy.Attempts: 2, strategy.DuplicateEffects: 1}},
		},
	}
}

func episodesOfHiddenErrors() map[string][]episode {
	down := func(a *scenario.Assumptions) { a.RecoveryAttempts, a.RetrySuccess = 3, 0 }
	wrapped := func(a *scenario.Assumptions) {
		down(a)
		a.Distortions.WrongCode.Transient.NotFound = 1
	}
	twice := func(a *scenario.Assumptions) { // the third call succeeds
		a.RecoveryAttempts, a.TransientModel, a.OutageMS = 3, scenario.Outage, scenario.OutageMS{Min: 200, Max: 200}
		a.LatencyMS = scenario.LatencyMS{Call: 100, Retry: 100, Repair: 100, Replace: 100}
	}
	retry := strategy.Layer{Name: "retry", Codes: []string{contract.CodeTransient}, Retries: 3, Spent: strategy.Message}
	swallow := retry
	swallow.Others = strategy.Message
	crashed, partial := strategy.InState(strategy.StateCrashed, false), strategy.InState(strategy.StatePartial, false)
	return map[string][]episode{
		"bug-wrapped-cause": {
			{name: "the cause", class: scenario.Transient, assumed: down, by: within(retry), want: metrics{strategy.Attempts: 4}},
			{name: "the outer type", class: scenario.Transient, assumed: wrapped, by: within(retry), want: metrics{strategy.Attempts: 1}},
		},
		"bug-middleware-order": {
			{name: "[errors, retry]", class: scenario.Transient, assumed: twice, by: framework("langchain-errors-retry"), starts: []int64{0, 100, 200},
				want: metrics{strategy.Attempts: 3, strategy.Resolved: 1, partial: 0}},
			{name: "[retry, errors]", class: scenario.Transient, assumed: twice, by: framework("langchain-retry-errors"), starts: []int64{0},
				want: metrics{strategy.Attempts: 1, strategy.Resolved: 0, partial: 1}},
		},
		"bug-continue-swallows": {
			{name: "passed on", class: scenario.Permission, assumed: attempts(3), by: within(retry),
				want: metrics{strategy.Attempts: 1, crashed: 1, partial: 0}},
			{name: "swallowed", class: scenario.Permission, assumed: attempts(3), by: within(swallow),
				want: metrics{strategy.Attempts: 1, crashed: 0, partial: 1}},
		},
		"bug-default-crash": append(append(
			questions("langgraph-default", metrics{crashed: 1}, metrics{strategy.Repairs: 1, strategy.Resolved: 1}),
			questions("langgraph-true", metrics{partial: 1}, metrics{strategy.Repairs: 1, strategy.Resolved: 1})...),
			questions("langgraph-false", metrics{crashed: 1}, metrics{strategy.Repairs: 0, crashed: 1})...),
	}
}

// within returns a strategy whose framework has one layer, and whose model goes on
// with every message.
func within(l strategy.Layer) strategy.Strategy {
	return strategy.Strategy{Name: "within", Router: strategy.Table{Title: "goes-on", Rows: []strategy.Row{{Action: strategy.Proceed}}}, Layers: strategy.Layers{l}}
}

// framework returns the built-in strategy of a name.
func framework(name string) strategy.Strategy {
	found, err := catalog.Find([]string{name})
	if err != nil {
		panic(err)
	}
	return found[0]
}

// questions are the two golden questions of which a call fails, with what a framework
// makes of them: a server that the tool does not know, and an argument of another name.
func questions(name string, server, argument metrics) []episode {
	corrected := func(a *scenario.Assumptions) { a.RepairSuccess.Hint = 1 }
	return []episode{
		{name: name + ", the server", class: scenario.NotFound, by: framework(name), want: server},
		{name: name + ", the argument", class: scenario.Validation, assumed: corrected, by: framework(name), want: argument},
	}
}

// Four calls that fail in one way are three repeats, whatever id the one sentence
// about them holds: it names neither the tool nor the argument.
func TestRepeatsOfOneSentenceAreCounted(t *testing.T) {
	var seen []contract.Error
	for _, id := range []string{"41", "0b7e", "req_x9", "7"} {
		seen = append(seen, contract.Error{Message: optional.Of("The arguments of call " + id + " are invalid.")})
	}
	repeats := 0
	for _, e := range seen[1:] {
		if contract.Alike(e, seen[0]) && !e.Says(contract.Field) {
			repeats++
		}
	}
	if repeats != 3 {
		t.Errorf("%d repeats, want 3", repeats)
	}
}
