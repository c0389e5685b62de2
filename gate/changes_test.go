package gate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"errbench/contract"
	"errbench/internal/view"
	"errbench/optional"
	"errbench/report"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

func TestAssumptionChangesAreInTheOrderOfFiles(t *testing.T) {
	was, is := scenario.Published(), scenario.Published()
	is.Name, is.ReplaceSuccess, is.Seed, is.FailureMix.Transient = "mine", 0.5, 1, 2
	changes := func(acrossStreams bool) (lines []string) {
		for _, c := range AssumptionChanges(was, is, acrossStreams) {
			lines = append(lines, c.Key+" "+c.Baseline+" "+c.Current)
		}
		return lines
	}
	if diff := cmp.Diff([]string{"seed 9100 1", "failure_mix.transient 1 2", "replace_success 0 0.5"}, changes(false)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"failure_mix.transient 1 2", "replace_success 0 0.5"}, changes(true)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// retryOnPermission is a router with one rule edited.
type retryOnPermission struct{ strategy.Router }

func (r retryOnPermission) Route(q strategy.Question) (strategy.Answer, error) {
	if code, _ := q.Error.Code.Get(); code == contract.CodePermission {
		return strategy.Answer{Action: strategy.Retry}, nil
	}
	return r.Router.Route(q)
}

// An edited rule of a router changes one decision, which every form of the outcome
// shows, and with it counts and the digest.
func TestAnEditedRuleOfARouterIsShown(t *testing.T) {
	a := scenario.Published()
	strategies := catalog.Published()
	strategies[1].Router = retryOnPermission{strategies[1].Router}
	plans, err := strategy.CompileAll(strategies, a)
	if err != nil {
		t.Fatal(err)
	}
	out := judge(t, simulated(t, a), simulatedBy(t, a, plans), Options{})
	matches(t, `^1 of 9 decisions, \d+ of \d+ counts and the plan digest differ from the baseline's$`, out.Reason())
	if out.Verdict != Regression || len(out.DecisionChanges) != 1 || len(out.CountChanges) == 0 || !out.otherPlans() {
		t.Errorf("%+v", out)
	}
	const line = `attempt 1, {"code":"PERMISSION"}: baseline stop, current retry`
	if got := out.DecisionChanges[0].line(); got != line {
		t.Errorf("%s, want %s", got, line)
	}
	for _, c := range out.cases() {
		if c.name == "code-only" && (!strings.HasPrefix(c.failure, "1 decision and ") || !strings.HasPrefix(c.detail, line+"\n")) {
			t.Errorf("%+v", c)
		}
	}
	var b strings.Builder
	if err := view.Write(&b, view.TableFormat, out); err != nil {
		t.Fatal(err)
	}
	matches(t, `(?m)^code-only +1 +stop +retry +\{"code":"PERMISSION"\}$`, b.String())
	matches(t, `(?m)^code-only\.wasted_retries\.permanent +0 +1261 +\+1261$`, b.String())
	for _, c := range out.CountChanges {
		if c.Strategy != "code-only" {
			t.Errorf("%+v", c)
		}
	}
}

// Each part of an answer is compared, and a question that only one side asks differs.
func TestEveryEditedDecisionIsCaught(t *testing.T) {
	baseline := simulated(t, scenario.Published())
	for i := range baseline.Decisions {
		for name, edit := range map[string]func(*report.Decision){
			"action":   func(d *report.Decision) { d.Action = "replace" },
			"wait":     func(d *report.Decision) { d.WaitMS.Most++ },
			"too long": func(d *report.Decision) { d.TooLong = true },
		} {
			edited := simulated(t, scenario.Published())
			edit(&edited.Decisions[i])
			out := judge(t, baseline, edited, Options{})
			if len(out.DecisionChanges) != 1 || out.Verdict != Regression || out.DecisionChanges[0].Current.Strategy != edited.Decisions[i].Strategy {
				t.Errorf("%s of decision %d: %s", name, i, out.Reason())
			}
		}
		for name, edit := range map[string]func(*report.Decision){
			"strategy": func(d *report.Decision) { d.Strategy = "mine" },
			"after":    func(d *report.Decision) { d.After = append(d.After, contract.Error{}) },
			"sees":     func(d *report.Decision) { d.Sees.Retryable = optional.Of(true); d.Sees.Message = optional.Of("new") },
			"attempt":  func(d *report.Decision) { d.Attempt = 9 },
			"risk":     func(d *report.Decision) { d.Risk = "read" },
			"layer":    func(d *report.Decision) { d.Layer = "sdk" },
		} {
			edited := simulated(t, scenario.Published())
			edit(&edited.Decisions[i])
			out := judge(t, baseline, edited, Options{})
			if len(out.DecisionChanges) != 2 || out.DecisionChanges[0].Baseline != nil || out.DecisionChanges[1].Current != nil || out.Verdict != Regression {
				t.Errorf("%s of decision %d: %s", name, i, out.Reason())
			}
		}
	}
}

// No two decisions of one summary answer the same question: the second would hide the
// first. Their order does not matter.
func TestEveryDecisionHasItsOwnQuestion(t *testing.T) {
	a := scenario.Published()
	a.RecoveryAttempts = 3
	for _, s := range catalog.Builtin() {
		plan, err := strategy.Compile(s, a)
		if err != nil {
			t.Fatal(err)
		}
		summary, err := report.Summarize(a, []*strategy.Plan{plan}, tallyOf(t, a, []*strategy.Plan{plan}))
		if err != nil {
			t.Fatal(err)
		}
		changes, questions := compareDecisions(summary.Decisions, summary.Decisions)
		if len(changes) != 0 || questions != len(summary.Decisions) {
			t.Errorf("%s: %d questions for %d decisions", s.Name, questions, len(summary.Decisions))
		}
	}
}

func TestManyDecisionsAreCut(t *testing.T) {
	baseline, current := simulated(t, scenario.Published()), simulated(t, scenario.Published())
	for i := range 20 {
		current.Decisions = append(current.Decisions, report.Decision{Strategy: "code-only", Attempt: 2 + i, Action: "stop"})
	}
	out := judge(t, baseline, current, Options{})
	rows := out.decisionTable().Texts()
	if len(out.DecisionChanges) != 20 || len(rows) != 13 || rows[12][0] != "and 8 more" {
		t.Errorf("%d changes: %v", len(out.DecisionChanges), rows)
	}
	matches(t, `^20 of 29 decisions differ from the baseline's$`, out.Reason())
}

func TestAnswersInWords(t *testing.T) {
	for want, d := range map[string]*report.Decision{
		"-":                       nil,
		"stop":                    {Action: "stop"},
		"retry after 1,500 ms":    {Action: "retry", WaitMS: report.Wait{Least: 1500, Most: 1500}},
		"retry after 0 to 200 ms": {Action: "retry", WaitMS: report.Wait{Most: 200}},
		"retry after 100 to 300 ms, decorrelated":       {Action: "retry", WaitMS: report.Wait{Least: 100, Most: 300, Decorrelated: true}},
		"retry, but the error asks for too long a wait": {Action: "retry", TooLong: true},
	} {
		if got := answer(d); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	asked := &report.Decision{
		After: []contract.Error{{Code: optional.Of("A")}}, Sees: contract.Error{Code: optional.Of("B\n")},
		Attempt: 2, Layer: "sdk", Risk: "destructive",
	}
	if got, want := when(asked)+": "+seen(asked), `2 of layer sdk, destructive: {"code":"A"}, then {"code":"B\n"}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// What the gate concludes from what differs. A release alone is no difference.
func TestTheCauseOfADifference(t *testing.T) {
	counts := func(s *report.Summary) { s.Results[2].Attempts++ }
	plans := func(s *report.Summary) { s.PlanDigest = "sha256:0" }
	decision := func(s *report.Summary) { s.Decisions[8].Action = "replace" }
	assumption := func(s *report.Summary) { s.Assumptions.RetrySuccess = 0.69 }
	for _, test := range []struct {
		edits []func(*report.Summary)
		want  string
	}{
		{nil, `all 9 decisions, COUNTS counts and the plan digest equal the baseline's`},
		{[]func(*report.Summary){counts}, `1 of COUNTS counts differs from the baseline's; assumptions, decisions and plan digest agree: PROGRAMS count differently`},
		{[]func(*report.Summary){counts, plans}, `1 of COUNTS counts and the plan digest differ from the baseline's; assumptions and decisions agree: PROGRAMS make different plans of them`},
		{[]func(*report.Summary){plans}, `the plan digest differs from the baseline's; a threshold or a step of a plan differs between PROGRAMS, and no decision or count shows it`},
		{[]func(*report.Summary){counts, plans, decision}, `1 of 9 decisions, 1 of COUNTS counts and the plan digest differ from the baseline's`},
		{[]func(*report.Summary){decision}, `1 of 9 decisions differs from the baseline's`},
		{[]func(*report.Summary){counts, plans, assumption}, `1 of COUNTS counts and the plan digest differ from the baseline's`},
	} {
		for _, release := range []string{report.Release, "0.1.0"} {
			baseline, current := simulated(t, scenario.Published()), simulated(t, scenario.Published())
			baseline.Errbench = release
			programs := "two builds of release " + report.Release
			if release != report.Release {
				programs = "releases 0.1.0 and " + report.Release
			}
			for _, edit := range test.edits {
				edit(&current)
			}
			out := judge(t, baseline, current, Options{})
			want := strings.NewReplacer("COUNTS", fmt.Sprint(3*len(countKeys())), "PROGRAMS", programs).Replace(test.want)
			if out.Reason() != want || (out.Verdict == Good) != (test.edits == nil) {
				t.Errorf("%s: %s, want %s", out.Verdict, out.Reason(), want)
			}
		}
	}
}
