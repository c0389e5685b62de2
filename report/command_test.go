package report

import (
	"os/exec"
	"strings"
	"testing"

	"errbench/contract"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

func TestACommandNamesWhatWasChanged(t *testing.T) {
	changed := onCounter(7)
	changed.RepairSuccess.Hint, changed.Seed = 0.8, 5
	named := scenario.Published()
	named.Name, named.FailureRate = "it's mine", 0.25
	counter := onCounter(60)
	counter.Name = "published-counter"
	for _, test := range []struct {
		summary Summary
		want    string
	}{
		{simulated(t, scenario.Published()), "--scenario published --strategy generic-message,code-only,actionable-envelope"},
		{simulated(t, counter), "--scenario published-counter --strategy generic-message,code-only,actionable-envelope"},
		{simulated(t, changed.Relabel(), "code-only"), "--scenario published --seed 5 --stream counter/v2 --runs 7 --set repair_success.hint=0.8 --strategy code-only"},
		{interrupted(t, onCounter(60), 7, "code-only"), "--scenario published --stream counter/v2 --strategy code-only"},
		{expected(t, named), `--scenario published --set 'name=it'\''s mine' --set failure_rate=0.25 --strategy generic-message,code-only,actionable-envelope --engine exact`},
	} {
		if got, want := test.summary.Command(), "errbench run "+test.want+" --format json"; got != want {
			t.Errorf("%s\nwant\n%s", got, want)
		}
	}
}

// Custom strategies are named by their routers, and their contract where it
// is one for all.
func TestACommandDefinesStrategiesOfOnesOwn(t *testing.T) {
	mine := strategy.Strategy{Name: "mine", Contract: contract.ActionableEnvelope(), Router: strategy.Table{Title: "mine.yaml"}}
	other := strategy.Strategy{Name: "other", Contract: contract.ActionableEnvelope(), Router: strategy.Func("exec:python3 router.py", func(strategy.Question) strategy.Action { return strategy.Stop })}
	for _, test := range []struct {
		contracts [2]string
		want      string
	}{
		{[2]string{"actionable-envelope", "actionable-envelope"}, ""},
		{[2]string{"api.yaml", "api.yaml"}, " --contract api.yaml"},
		{[2]string{"api.yaml", "actionable-envelope"}, ""}, // the file of mine says so
	} {
		mine.Contract.Name, other.Contract.Name = test.contracts[0], test.contracts[1]
		a := onCounter(7)
		plans, err := strategy.CompileAll([]strategy.Strategy{mine, catalog.Published()[1], other}, a)
		if err != nil {
			t.Fatal(err)
		}
		s, err := Expect(a, plans)
		if err != nil {
			t.Fatal(err)
		}
		want := "errbench run --scenario published --stream counter/v2 --runs 7 --strategy mine=mine.yaml --strategy code-only --strategy 'other=exec:python3 router.py'" + test.want + " --engine exact --format json"
		if got := s.Command(); got != want {
			t.Errorf("%s\nwant\n%s", got, want)
		}
	}
}

// A shell takes each word for what it is, whatever stands in it.
func TestAShellReadsWordsBack(t *testing.T) {
	for _, word := range []string{"", "plain", "a b", "it's", `"`, "$HOME", "`ls`", `\`, "*", "a;b", "~", "#", "!x", "שלום", "<script>", "-", "a\nb"} {
		out, err := exec.Command("sh", "-c", "printf %s= "+shellWord(word)).Output()
		if err != nil || string(out) != word+"=" {
			t.Errorf("%s gives %q, %v", shellWord(word), out, err)
		}
	}
	if got := shellWord("a/b.c=1,d+e-_:@%"); strings.Contains(got, "'") {
		t.Errorf("needless quotes: %s", got)
	}
}
