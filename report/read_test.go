package report

import (
	"bytes"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"errbench/internal/store/storetest"
	"errbench/scenario"
	"errbench/strategy/catalog"
)

func TestASummaryIsReadAsItWasWritten(t *testing.T) {
	for name, s := range kinds(t) {
		text := jsonOf(t, s)
		read, err := ReadSummary(bytes.NewReader(text), "s.json")
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(string(text), string(jsonOf(t, read))); diff != "" {
			t.Errorf("%s (-written +read):\n%s", name, diff)
		}
	}
}

// No key and no value of a summary can be changed alone.
func TestEveryEditOfASummaryIsRefused(t *testing.T) {
	edits := storetest.Edits(jsonOf(t, simulated(t, scenario.Published())))
	if len(edits) < 1_500 {
		t.Errorf("only %d edits", len(edits))
	}
	for _, e := range edits {
		_, err := ReadSummary(bytes.NewReader(e.Text), "s.json")
		if err == nil || !strings.HasPrefix(err.Error(), "s.json was changed after it was written: ") || !strings.HasSuffix(err.Error(), "; make it anew with `errbench run --out summary.json`") {
			t.Fatalf("%s: %v", e.Place, err)
		}
	}
}

// Lists that do not belong together are refused even under a right sum, and nothing panics.
func TestListsThatDoNotBelongTogetherAreRefused(t *testing.T) {
	for name, change := range map[string]func(*Summary){
		"no results":            func(s *Summary) { s.Results = nil },
		"a result is missing":   func(s *Summary) { s.Results = s.Results[1:] },
		"a result is doubled":   func(s *Summary) { s.Results = append(s.Results, s.Results[0]) },
		"results are reversed":  func(s *Summary) { slices.Reverse(s.Results) },
		"nothing is expected":   func(s *Summary) { s.Expected = []Expected{} },
		"one is not expected":   func(s *Summary) { s.Expected = s.Expected[1:] },
		"no comparisons":        func(s *Summary) { s.Comparisons = nil },
		"a comparison too many": func(s *Summary) { s.Comparisons = append(s.Comparisons, s.Comparisons[0]) },
		"another engine":        func(s *Summary) { s.Engine = ExactEngine },
	} {
		s := simulated(t, scenario.Published())
		change(&s)
		if _, err := ReadSummary(bytes.NewReader(jsonOf(t, s)), "s.json"); err == nil || !strings.HasPrefix(err.Error(), "s.json was changed after it was written: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A summary of 0.1.0 has no sum.
func TestAnOlderSummaryIsRefused(t *testing.T) {
	const old = `{"schema": "errbench/summary/v2", "notice": "", "warnings": []}`
	const want = "s.json: schema: got errbench/summary/v2, want errbench/summary/v3; make it anew with `errbench run --out summary.json`"
	if _, err := ReadSummary(strings.NewReader(old), "s.json"); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// The summary that is committed is what this program makes of its assumptions,
// byte by byte. That its numbers agree with each other follows.
func TestTheCommittedSummaryIsMadeAnew(t *testing.T) {
	text, err := os.ReadFile("../results/summary.json")
	if err != nil {
		t.Fatal(err)
	}
	s, err := ReadSummary(bytes.NewReader(text), "summary.json")
	if err != nil {
		t.Fatal(err)
	}
	strategies, err := catalog.Find(s.names())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(text), string(jsonOf(t, openSummary(t, s.Assumptions, strategies)))); diff != "" {
		t.Errorf("summary (-committed +made):\n%s", diff)
	}
}

func TestAReadErrorNamesTheFile(t *testing.T) {
	broken := errors.New("the disk is gone")
	if _, err := ReadSummary(iotest.ErrReader(broken), "s.json"); !errors.Is(err, broken) || err.Error() != "s.json: the disk is gone" {
		t.Errorf("%v", err)
	}
}
