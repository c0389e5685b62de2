package inspect

import (
	"context"
	"strings"
	"testing"

	"errbench/internal/view"
	"errbench/internal/view/viewtest"
	"errbench/replay"
	"errbench/report"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// A story agrees with what a replay of its operation alone would count: the
// first run of one operation after the other.
func TestStoriesAgreeWithTheCounts(t *testing.T) {
	a := scenario.Published()
	a.Runs, a.Operations, a.RecoveryAttempts = 1, 60, 2
	plans := compiled(t, a)
	summary, err := report.Summarize(a, plans, replay.Run(context.Background(), a, plans, replay.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range plans {
		got := map[strategy.Outcome]int64{}
		for index := range a.Operations {
			story := Tell(a, []*strategy.Plan{p}, 1, index)
			got[story.Paths[0].Outcome]++
			table := story.Sections()[1].Table
			for _, row := range table.Texts() {
				if len(row) != len(table.Columns) {
					t.Fatalf("a row has %d cells: %v", len(row), row)
				}
			}
		}
		r := summary.Results[i]
		want := map[strategy.Outcome]int64{strategy.OutcomeEscalated: r.Escalated, strategy.OutcomeStopped: r.Actions.Stop}
		for key, n := range want {
			if got[key] != n {
				t.Errorf("%s: %d %s, want %d", r.Strategy, got[key], key, n)
			}
		}
		if resolved := got[strategy.OutcomeFirstCall] + got[strategy.OutcomeRecovered]; resolved != r.Resolved {
			t.Errorf("%s: %d resolved, want %d", r.Strategy, resolved, r.Resolved)
		}
	}
}

func TestAStoryInWords(t *testing.T) {
	a := scenario.Published()
	var b strings.Builder
	if err := view.Write(&b, view.TableFormat, Tell(a, compiled(t, a), 1, 4)); err != nil {
		t.Fatal(err)
	}
	viewtest.Golden(t, "story.txt", b.String())
}

// Times, events and the truth are told where they are not as published.
func TestStoriesOfTheWholeModel(t *testing.T) {
	for _, test := range []struct {
		preset, strategies, file string
		run, index               int64
	}{
		{"outage", "published,policies", "story-outage.txt", 2, 3},
		{"adversarial", "published,guarded", "story-adversarial.txt", 2, 28},
	} {
		preset, err := scenario.FindPreset(test.preset)
		if err != nil {
			t.Fatal(err)
		}
		var chosen []strategy.Strategy
		for word := range strings.SplitSeq(test.strategies, ",") {
			named, err := catalog.Choose(word)
			if err != nil {
				t.Fatal(err)
			}
			chosen = append(chosen, named...)
		}
		plans, err := strategy.CompileAll(chosen, preset.Assumptions)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := view.Write(&b, view.TableFormat, Tell(preset.Assumptions, plans, test.run, test.index)); err != nil {
			t.Fatal(err)
		}
		viewtest.Golden(t, test.file, b.String())
	}
}
