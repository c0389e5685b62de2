package exact

import (
	"flag"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

var update = flag.Bool("update", false, "write the tables of docs/contracts-that-lie.md anew; say why they changed")

// columns are the metrics of the tables, and whether more of one is better.
var columns = []struct {
	strategy.Metric
	name string
	more bool
}{
	{strategy.Resolved, "resolved", true},
	{strategy.Escalated, "escalated", false},
	{strategy.RecoveryAttempts, "attempts", false},
	{strategy.FailedRecoveries, "failed", false},
	{strategy.DuplicateEffects, "duplicates", false},
}

// both holds the expectations of actionable-envelope and of cautious-envelope, in
// hundredths, by column.
type both [][2]int64

// row holds the expectations of 1,000 operations under a distortion.
type row struct {
	distortion  string // its key without the first part; "" for none
	all, honest both
}

// expect returns a row. The distortion has a rate of one fifth, and every operation is a
// write, so that duplicates count. All other assumptions except the attempts are published.
func expect(t *testing.T, distortion string, attempts int64) row {
	t.Helper()
	a := scenario.Published()
	a.RecoveryAttempts, a.Risk = attempts, scenario.RiskMix{IdempotentWrite: 1}
	if distortion != "" {
		if err := a.Set("distortions."+distortion, "0.2"); err != nil {
			t.Fatal(err)
		}
	}
	pair, err := catalog.Find([]string{"actionable-envelope", "cautious-envelope"})
	if err != nil {
		t.Fatal(err)
	}
	plans, err := strategy.CompileAll(pair, a)
	if err != nil {
		t.Fatal(err)
	}
	r := row{distortion: distortion}
	for _, c := range columns {
		var all, honest [2]int64
		for i, p := range plans {
			tally := Expect(a.Thresholds(), p, 1000)
			all[i] = hundredths(strategy.Total(c.Metric, p, tally))
			honest[i] = hundredths(strategy.Total(c.Metric, p, honestly(p, tally)))
		}
		r.all, r.honest = append(r.all, all), append(r.honest, honest)
	}
	return r
}

// honestly returns the part of a tally that belongs to honest reports.
func honestly(p *strategy.Plan, t strategy.Tally[float64]) strategy.Tally[float64] {
	for k, kind := range p.Kinds {
		if kind.Distortion != scenario.Honest {
			t.Operations -= t.Kinds[k]
			t.Kinds[k] = 0
		}
	}
	for i, s := range p.Steps {
		if p.Kinds[s.Kind].Distortion != scenario.Honest {
			t.Visits[i], t.Successes[i] = 0, 0
		}
	}
	return t
}

func hundredths(x float64) int64 { return int64(math.Round(100 * x)) }

// better returns by how much cautious-envelope is better; less than 0 if worse.
func (b both) better(column int) int64 {
	more := b[column][1] - b[column][0]
	if !columns[column].more {
		return -more
	}
	return more
}

// gain returns by how much cautious-envelope is better on the operations that are
// lied about, as far as it would not be if they were reported as they are.
func (r row) gain(column int, truth row) int64 {
	honest := r.honest.better(column)
	return r.all.better(column) - honest - max(0, truth.all.better(column)-honest)
}

// gains lists the columns in which cautious-envelope is better.
func (r row) gains(truth row) string {
	return list(func(column int) int64 { return r.gain(column, truth) })
}

// losses lists the columns in which cautious-envelope is worse for honest reports.
func (r row) losses() string {
	return list(func(column int) int64 { return -r.honest.better(column) })
}

// list lists the columns with a number above 0.
func list(of func(column int) int64) string {
	var all []string
	for i, c := range columns {
		if n := of(i); n > 0 {
			all = append(all, amount(n)+" "+c.name)
		}
	}
	return strings.Join(all, ", ")
}

// amount writes hundredths.
func amount(n int64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%d.%02d", n/100, n%100), "0"), ".")
}

// lies returns a row for the truth and one for each distortion.
func lies(t *testing.T, attempts int64) []row {
	t.Helper()
	rows := []row{expect(t, "", attempts)}
	for _, f := range scenario.Fields() {
		if key, ok := strings.CutPrefix(f.Key, "distortions."); ok {
			rows = append(rows, expect(t, key, attempts))
		}
	}
	return rows
}

// table writes rows in Markdown.
func table(rows []row) string {
	var b strings.Builder
	b.WriteString("| distortion |")
	for _, c := range columns {
		b.WriteString(" " + c.name + " |")
	}
	b.WriteString(" gain | honest loss |\n|---|" + strings.Repeat("---:|", len(columns)) + "---|---|\n")
	for _, r := range rows {
		name := "none"
		if r.distortion != "" {
			name = "`" + r.distortion + "`"
		}
		fmt.Fprintf(&b, "| %s |", name)
		for _, of := range r.all {
			cell := amount(of[0])
			if of[0] != of[1] {
				cell += " → " + amount(of[1])
			}
			b.WriteString(" " + cell + " |")
		}
		fmt.Fprintf(&b, " %s | %s |\n", r.gains(rows[0]), r.losses())
	}
	return b.String()
}

const (
	liesPage = "../docs/contracts-that-lie.md"
	begin    = "<!-- made by: go test ./exact -run Lies -update -->\n"
	end      = "<!-- end -->\n"
)

// The tables of the page hold the expectations.
func TestThePageOfLiesHoldsWhatIsExpected(t *testing.T) {
	want := begin + "\n### One recovery attempt\n\n" + table(lies(t, 1)) + "\n### Three recovery attempts\n\n" + table(lies(t, 3)) + "\n" + end
	text, err := os.ReadFile(liesPage)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, begins := strings.Cut(string(text), begin)
	held, after, ends := strings.Cut(rest, end)
	if !begins || !ends {
		t.Fatalf("%s has no lines %q and %q", liesPage, begin, end)
	}
	if *update {
		if err := os.WriteFile(liesPage, []byte(before+want+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(begin+held+end, want); diff != "" {
		t.Errorf("%s (-page +expected); go test ./exact -run Lies -update writes it anew:\n%s", liesPage, diff)
	}
}

// Caution pays: with one recovery attempt cautious-envelope loses nothing on honest
// reports, resolves no less under any distortion, and more under five. With three attempts
// misleading suggestions and phantoms also cost it less.
func TestCautionBeatsTrustUnderLies(t *testing.T) {
	once, gains := lies(t, 1), map[string]string{}
	for _, r := range once {
		if gain := r.gains(once[0]); gain != "" {
			gains[r.distortion] = gain
		}
		if losses := r.losses(); losses != "" || r.all.better(0) < 0 {
			t.Errorf("%q: at one attempt it loses %q where reports are honest, and resolves %d hundredths more of all", r.distortion, losses, r.all.better(0))
		}
	}
	if diff := cmp.Diff(map[string]string{
		"wrong_code.transient.validation":  "14 resolved",
		"wrong_code.validation.transient":  "18 resolved",
		"wrong_code.validation.permission": "18 resolved, 20 escalated",
		"wrong_code.validation.not_found":  "18 resolved",
		"missing_field":                    "13.5 resolved",
	}, gains); diff != "" {
		t.Errorf("gains at one attempt (-want +got):\n%s", diff)
	}
	truth := expect(t, "", 3)
	for distortion, want := range map[string]string{
		"misleading_suggestion": "37.8 attempts, 39.78 failed",
		"success_as_failure":    "240 attempts, 240 failed, 240 duplicates",
	} {
		if got := expect(t, distortion, 3).gains(truth); got != want {
			t.Errorf("%s: at three attempts it gains %q, want %q", distortion, got, want)
		}
	}
}
