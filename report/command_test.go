package report

import (
	"os/exec"
	"strings"
	"testing"

	"errbench/scenario"
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
		{simulated(t, changed.Relabel(), "code-only"), "--scenario published --seed 5 --stream counter/v1 --runs 7 --set repair_success.hint=0.8 --strategy code-only"},
		{interrupted(t, onCounter(60), 7, "code-only"), "--scenario published --stream counter/v1 --strategy code-only"},
		{expected(t, named), `--scenario published --set 'name=it'\''s mine' --set failure_rate=0.25 --strategy generic-message,code-only,actionable-envelope --engine exact`},
	} {
		if got, want := test.summary.Command(), "errbench run "+test.want+" --format json"; got != want {
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
