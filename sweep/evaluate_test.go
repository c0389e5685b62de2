package sweep

import (
	"context"
	"testing"

	"errbench/internal/shard"
	"errbench/internal/vary/varytest"
	"errbench/optional"
	"errbench/replay"
	"errbench/report"
	"errbench/rng"
	"errbench/scenario"
	"errbench/strategy"
)

// unforeseen are strategies that have no closed form under the assumptions.
func unforeseen() ([]strategy.Strategy, scenario.Assumptions) {
	a := scenario.Published()
	a.Stream, a.RecoveryAttempts, a.DeadlineMS = rng.CounterV2, 3, optional.Of[int64](150)
	jittery, thrifty := varytest.Waiting("jittery", 100), varytest.Waiting("thrifty", 10)
	jittery.Backoff.Jitter = strategy.Jitter{Kind: strategy.Full}
	thrifty.Throttle = strategy.Throttle{MaxTokens: 10, RatioPercent: 10}
	return []strategy.Strategy{jittery, thrifty}, a
}

// What has no closed form is replayed: the rows hold what a run of the same
// assumptions counts. No interval is taken for exact.
func TestReplaysOfWhatHasNoClosedForm(t *testing.T) {
	strategies, a := unforeseen()
	d, err := NewDesign(Grid, axes(t, a, "deadline_ms=50,150"), 0, a)
	if err != nil {
		t.Fatal(err)
	}
	s := &Sweep{a, strategies, report.ReplayEngine, d, shard.Whole(), CSV}
	rows := found(t, s)
	for i, row := range rows {
		at, _ := d.at(int64(i/2), a)
		plans, err := strategy.CompileAll(strategies, at)
		if err != nil {
			t.Fatal(err)
		}
		tally := replay.Run(context.Background(), at, plans, replay.Options{})
		summary, err := report.Summarize(at, plans, tally)
		if err != nil {
			t.Fatal(err)
		}
		values := map[string]string{}
		for _, v := range report.Flatten("", summary.Results[i%2]) {
			values[v.Key] = v.Text
		}
		for _, m := range metricColumns(true) {
			if key := m.String(); row[key] != values[key] {
				t.Errorf("row %d: %s is %s, in a summary %s", i, key, row[key], values[key])
			}
		}
		if want := []string{"wilson", "t over runs"}[i%2]; row["method"] != want {
			t.Errorf("row %d: method %s, want %s", i, row["method"], want)
		}
	}
	if rows[0]["time.waited_ms"] == "0" || rows[0]["time.deadline_misses"] == "0" || rows[1]["time.refused_attempts"] == "0" {
		t.Errorf("nothing was waited, missed or refused: %v", rows)
	}
	s.Engine = report.ExactEngine
	_, err = s.Find(context.Background(), Options{}, func([]byte) error { return nil })
	const want = `strategy "jittery", attempt 2 after a transient failure: a deadline that a random wait may miss has no closed form; use a replay`
	if err == nil || err.Error() != want {
		t.Errorf("in closed form: %v, want %s", err, want)
	}
}

// A random wait has no expectation here, so its cell is empty; the rest is there.
func TestRandomWaitsAreNotExpected(t *testing.T) {
	strategies, a := unforeseen()
	a.DeadlineMS = optional.Value[int64]{}
	d, err := NewDesign(Grid, axes(t, a, "retry_success=0.5,0.7"), 0, a)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range found(t, &Sweep{a, strategies[:1], report.ExactEngine, d, shard.Whole(), CSV}) {
		if row["time.waited_ms"] != "" || row["actions.retry"] == "" || row["states.retryable.failed"] == "" {
			t.Errorf("waited %q, retried %q", row["time.waited_ms"], row["actions.retry"])
		}
	}
}

// Rows have the columns that the article knows, unless something else is about.
func TestColumnsOfWhatTheArticleDoesNotKnow(t *testing.T) {
	base := scenario.Published()
	other := base
	other.CommitOnFailure = 0.5
	priced := base
	priced.Cost.USD.Attempt = 1
	published := []string{"generic-message", "code-only"}
	for _, test := range []struct {
		a                scenario.Assumptions
		axes, strategies []string
		want             bool
	}{
		{base, []string{"failure_rate"}, published, false},
		{base, []string{"recovery_attempts", "replace_success"}, published, false},
		{priced, []string{"cost.tokens.repair"}, published, false},
		{other, []string{"failure_rate"}, published, true},
		{base, []string{"failure_rate", "deadline_ms"}, published, true},
		{base, []string{"failure_rate"}, []string{"code-only", "my-own"}, true},
	} {
		has := newRows(test.a, test.axes, test.strategies, CSV).column("side_effects.duplicates") >= 0
		if has != test.want {
			t.Errorf("%v, %v: that there are more columns is %v", test.axes, test.strategies, has)
		}
	}
}
