package strict_test

import (
	"testing"

	"errbench/internal/strict"
)

func TestHintNamesTheClosestWord(t *testing.T) {
	known := []string{"runs", "seed", "stream", "failure_rate", "repair_success.hint", "retryAfterMs", "id"}
	for _, c := range []struct{ why, found, want string }{
		{"the word itself", "runs", "runs"},
		{"a letter too few", "run", "runs"},
		{"a letter too many", "seeed", "seed"},
		{"two letters swapped", "sede", "seed"},
		{"two letters of six, swapped", "straem", "stream"},
		{"a third of nine letters", "failre_te", "failure_rate"},
		{"more than a third of nine letters", "failre_xx", ""},
		{"two of three letters", "sxx", ""},
		{"three letters of four", "rxyz", ""},
		{"both of two letters", "xy", ""},
		{"one of two letters", "iq", "id"},
		{"other case", "RUNS", "runs"},
		{"case of the known word", "retryafterms", "retryAfterMs"},
		{"the other way to join words", "retry_after_ms", "retryAfterMs"},
		{"the last part of a dotted word", "hint", "repair_success.hint"},
		{"a misspelt last part", "hnit", "repair_success.hint"},
		{"a misspelt dotted word", "repair_sucess.hnt", "repair_success.hint"},
		{"the first part alone is no word", "repair_success", ""},
		{"nothing alike", "zzzzzzzz", ""},
		{"nothing at all", "", ""},
		{"one letter", "x", ""},
	} {
		want := c.want
		if want != "" {
			want = "; did you mean \"" + want + "\"?"
		}
		if got := strict.Hint(c.found, known); got != want {
			t.Errorf("%s: Hint(%q) = %q, want %q", c.why, c.found, got, want)
		}
	}
}

// Half a name stands for all that begin with it, unless a word is close.
func TestHintNamesTheWordsThatGoOn(t *testing.T) {
	known := []string{"graph-default", "graph-true-js", "graphite-x", "polly"}
	for found, want := range map[string]string{
		"graph":      "; did you mean one of graph-default, graph-true-js?",
		"GRAPH":      "; did you mean one of graph-default, graph-true-js?",
		"graph-true": `; did you mean "graph-true-js"?`,
		"graphite":   `; did you mean "graphite-x"?`,
		"grap":       "",
		"graph-":     "",
		"":           "",
	} {
		if got := strict.Hint(found, known); got != want {
			t.Errorf("Hint(%q) = %q, want %q", found, got, want)
		}
	}
}

func TestFirstOfEquallyCloseWordsWins(t *testing.T) {
	for _, known := range [][]string{{"rate", "race"}, {"race", "rate"}} {
		if got, want := strict.Hint("rave", known), "; did you mean \""+known[0]+"\"?"; got != want {
			t.Errorf("of %q: %q, want %q", known, got, want)
		}
	}
}

func TestUnknownWordsNeedNoHint(t *testing.T) {
	if got := strict.Hint("runs", nil); got != "" {
		t.Errorf("without known words: %q", got)
	}
}

// Four of eight letters differ, which are a third of the twelve bytes.
func TestLettersAreCountedNotBytes(t *testing.T) {
	if got := strict.Hint("éèêëures", []string{"failures"}); got != "" {
		t.Errorf("hint %q", got)
	}
}

func TestDottedWordsMatchInAnyCase(t *testing.T) {
	if got, want := strict.Hint("hint", []string{"Repair.HINT"}), `; did you mean "Repair.HINT"?`; got != want {
		t.Errorf("hint %q, want %q", got, want)
	}
}

func TestChoicesListEveryWordOrItsGroup(t *testing.T) {
	known := []string{"runs", "seed", "time.waited", "cost.usd", "time.early", "time.out.late"}
	for found, want := range map[string]string{
		"run":       `; did you mean "runs"?`,
		"other":     `; there are runs, seed, time.*, cost.usd`,
		"waite":     `; did you mean "time.waited"?`,
		"time":      `; there are time.waited, time.early, time.out.late`,
		"time.*":    `; there are time.waited, time.early, time.out.late`,
		"time.earl": `; did you mean "time.early"?`,
		"":          `; there are runs, seed, time.*, cost.usd`,
	} {
		if got := strict.Choices(found, known); got != want {
			t.Errorf("%s: %s, want %s", found, got, want)
		}
	}
}
