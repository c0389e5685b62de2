package report

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"errbench/internal/stat"
	"errbench/internal/view"
	"errbench/internal/view/viewtest"
	"errbench/scenario"
)

func TestThePublishedSummaryForPeople(t *testing.T) {
	s := simulated(t, scenario.Published())
	for file, format := range map[string]view.Format{"published.txt": view.TableFormat, "published.md": view.MarkdownFormat} {
		var b strings.Builder
		if err := view.Write(&b, format, s); err != nil {
			t.Fatal(err)
		}
		viewtest.Golden(t, file, b.String())
	}
}

// People see the same of a summary that was read as of one just made.
func TestASummaryThatWasReadLooksTheSame(t *testing.T) {
	for name, s := range kinds(t) {
		read, err := ReadSummary(strings.NewReader(string(jsonOf(t, s))), "s.json")
		if err != nil {
			t.Fatal(err)
		}
		if markdownOf(t, s) != markdownOf(t, read) {
			t.Errorf("%s looks different", name)
		}
	}
}

func TestAnInterruptedSummaryLooksIncomplete(t *testing.T) {
	const mark = "INCOMPLETE: interrupted before the last run."
	for name, s := range kinds(t) {
		if got := strings.Contains(markdownOf(t, s), mark); got == s.Complete {
			t.Errorf("%s: marked %v", name, got)
		}
	}
}

// What is undefined is shown as a dash, never as a number.
func TestUndefinedNumbersAreShownAsDashes(t *testing.T) {
	for name, s := range kinds(t) {
		if text := markdownOf(t, s); strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
			t.Errorf("%s:\n%s", name, text)
		}
	}
	if text := markdownOf(t, kinds(t)["one run"]); !strings.Contains(text, "[-, -]") {
		t.Errorf("one run:\n%s", text)
	}
	for _, got := range []string{stat.Fixed(stat.Undefined, 0), stat.Fixed(stat.Undefined, 3), stat.Percent(stat.Undefined, 1)} {
		if got != "-" {
			t.Errorf("undefined is shown as %s", got)
		}
	}
}

func TestCountsHaveACommaAtEachThousand(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0", 7: "7", 999: "999", 1000: "1,000", 12345: "12,345", 123456: "123,456", 1234567: "1,234,567",
		-1: "-1", -999: "-999", -1000: "-1,000", -123456: "-123,456",
		math.MaxInt64: "9,223,372,036,854,775,807", math.MinInt64: "-9,223,372,036,854,775,808",
	} {
		if got := stat.Count(n); got != want {
			t.Errorf("%d is shown as %s, want %s", n, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64().Draw(t, "n")
		if back, err := strconv.ParseInt(strings.ReplaceAll(stat.Count(n), ",", ""), 10, 64); err != nil || back != n {
			t.Fatalf("%d is shown as %s", n, stat.Count(n))
		}
	})
}

func TestProbabilitiesAreShownRounded(t *testing.T) {
	for _, test := range []struct{ got, want string }{
		{probabilityText(0), "0.000"},
		{probabilityText(1e-13), "1e-13"},
		{probabilityText(0.001), "0.001"},
		{probabilityText(stat.Undefined), "-"},
	} {
		if test.got != test.want {
			t.Errorf("shown as %s, want %s", test.got, test.want)
		}
	}
}

// Halves away from zero, of the decimal that JSON shows; a second time, by
// whole numbers.
func TestShownNumbersAreTheRoundedOnesOfJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := stat.Number(rapid.Float64Range(-1e5, 1e5).Draw(t, "number"))
		if rapid.Bool().Draw(t, "tie") {
			n = stat.Number(math.Trunc(float64(n))/100 + 0.005)
		}
		shown, _ := new(big.Rat).SetString(strings.ReplaceAll(stat.Fixed(n, 2), ",", ""))
		written, _ := new(big.Rat).SetString(n.Text())
		nanos := new(big.Rat).Mul(written, big.NewRat(1e9, 1)).Num().Int64()
		want := (max(nanos, -nanos) + 5e6) / 1e7
		if nanos < 0 {
			want = -want
		}
		if shown.Cmp(big.NewRat(want, 100)) != 0 {
			t.Fatalf("%s is shown as %s", n.Text(), stat.Fixed(n, 2))
		}
	})
}

// What is not there has no title: a single strategy is compared with none, and
// the closed form alone was not simulated.
func TestNoTitleStandsAloneInASummary(t *testing.T) {
	for name, s := range kinds(t) {
		for _, section := range s.Sections() {
			if len(section.Text) == 0 && len(section.Table.Rows) == 0 {
				t.Errorf("%s: nothing below %q", name, section.Title)
			}
		}
	}
}

// A weight says nothing without the others.
func TestWeightsAreAssumedTogether(t *testing.T) {
	a := scenario.Published()
	if text := Assumed(a); strings.Contains(text, "risk.") {
		t.Errorf("the published assumptions tell of writes: %s", text)
	}
	a.Risk.Destructive = 3
	const all = "risk.read_only=1, risk.idempotent_write=0, risk.destructive=3"
	if text := Assumed(a); !strings.Contains(text, all) {
		t.Errorf("no %q in %s", all, text)
	}
}

// A quantile that no strategy reaches has no column, whatever others there are.
func TestQuantilesThatNothingReachesAreLeftOut(t *testing.T) {
	s := Summary{Assumptions: scenario.Published(), Results: []Result{
		{ResolutionMS: Quantiles{stat.Undefined, stat.Undefined, stat.Undefined, stat.Undefined, ""}},
		{ResolutionMS: Quantiles{0, stat.Undefined, stat.Undefined, stat.Undefined, ""}},
	}}
	s.Assumptions.LatencyMS.Call = 1
	var headers []string
	for _, c := range s.timeColumns() {
		headers = append(headers, c.header)
	}
	if diff := cmp.Diff([]string{"p50, ms"}, headers); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Where operations end without an action of the table, the text above it says so.
func TestEndsWithoutAnActionAreToldOf(t *testing.T) {
	const told = "To go on without a result (partial) or to crash is no column here, but an end below."
	for want, states := range map[string][]States[int64]{
		"":   {{}, {Blocked: Truth[int64]{Failed: 3}}},
		told: {{Partial: Truth[int64]{Failed: 3}}, {Partial: Truth[int64]{Succeeded: 3}}, {Crashed: Truth[int64]{Failed: 3}}, {Crashed: Truth[int64]{Succeeded: 3}}},
	} {
		for _, ends := range states {
			text := Summary{Results: []Result{{}, {Counts: Counts[int64]{States: ends}}}}.failureText()[1:]
			if got := strings.Join(text, "|"); got != want {
				t.Errorf("%+v: %q, want %q", ends, got, want)
			}
		}
	}
}
