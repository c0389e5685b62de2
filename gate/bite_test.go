package gate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
	"sync"
	"testing"

	"errbench/internal/view"
	"errbench/report"
	"errbench/scenario"
)

// caught tells whether a baseline is refused, or judged a regression against
// what the program finds for it today.
func caught(t testing.TB, baseline []byte, current report.Summary) bool {
	t.Helper()
	s, err := report.ReadSummary(bytes.NewReader(baseline), "baseline")
	return err != nil || judge(t, s, current, Options{}).Verdict == Regression
}

// number is a number in a JSON text.
type number struct {
	offset int // of its first byte
	text   string
}

func numbersOf(t *testing.T, data []byte) []number {
	t.Helper()
	var all []number
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	for {
		token, err := d.Token()
		if err != nil {
			return all
		}
		if n, ok := token.(json.Number); ok {
			text := n.String()
			all = append(all, number{int(d.InputOffset()) - len(text), text})
		}
	}
}

// moved returns the number with its last digit moved by a unit.
func (n number) moved(unit int64) string {
	_, fraction, _ := strings.Cut(n.text, ".")
	value, _ := new(big.Rat).SetString(n.text)
	step := new(big.Rat).SetFrac(big.NewInt(unit), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(len(fraction))), nil))
	return value.Add(value, step).FloatString(len(fraction))
}

// inParallel calls f for each index, on a few goroutines.
func inParallel(n int, f func(i int)) {
	const workers = 8
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for i := w; i < n; i += workers {
				f(i)
			}
		})
	}
	wg.Wait()
}

// Every whole number by one, and the last digit of every real one, both ways.
func TestEveryEditedNumberOfABaselineIsCaught(t *testing.T) {
	data, current := published(t), simulated(t, scenario.Published())
	if caught(t, data, current) {
		t.Fatal("the published baseline is no baseline of itself")
	}
	numbers := numbersOf(t, data)
	if len(numbers) < 150 {
		t.Fatalf("the baseline holds %d numbers", len(numbers))
	}
	inParallel(len(numbers), func(i int) {
		n := numbers[i]
		for _, unit := range []int64{-1, 1} {
			edited := fmt.Sprintf("%s%s%s", data[:n.offset], n.moved(unit), data[n.offset+len(n.text):])
			if !caught(t, []byte(edited), current) {
				t.Errorf("line %d: %s for %s passes", 1+bytes.Count(data[:n.offset], []byte("\n")), n.moved(unit), n.text)
			}
		}
	})
}

// Digits stand in texts too: in the digest, in warnings, in the names of schema
// and stream. One strategy has them all.
func TestEveryEditedDigitOfABaselineIsCaught(t *testing.T) {
	a := scenario.Published()
	current := simulatedBy(t, a, plansOf(t, a)[:1])
	data, err := json.MarshalIndent(current, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	inParallel(len(data), func(i int) {
		if data[i] < '0' || data[i] > '9' {
			return
		}
		edited := bytes.Clone(data)
		edited[i] = '0' + (data[i]-'0'+1)%10
		if !caught(t, edited, current) {
			t.Errorf("line %d: a digit of %q passes", 1+bytes.Count(data[:i], []byte("\n")), data[max(0, i-10):i+10])
		}
	})
}

// A program whose plans differ by one unit of one threshold from those of the
// baseline, though its assumptions are the same.
func TestEveryUnitOfAPlanThresholdIsCaught(t *testing.T) {
	a := scenario.Published()
	baseline := simulated(t, a)
	mutants := 0
	for _, unit := range []int{-1, 1} {
		plans := plansOf(t, a)
		tally := tallyOf(t, a, plans)
		for _, p := range plans {
			for i := range p.Steps {
				was := p.Steps[i].Threshold
				if was == 0 && unit < 0 {
					continue
				}
				counted := tally // a step without a roll makes no attempt that a threshold could decide
				p.Steps[i].Threshold = was + uint64(unit)
				if p.Steps[i].Roll != scenario.NoRoll {
					counted = tallyOf(t, a, plans)
				}
				mutants++
				s, err := report.Summarize(a, plans, counted)
				if err != nil {
					t.Fatal(err)
				}
				if out := judge(t, baseline, s, Options{}); out.Verdict != Regression || out.Differences[0].Path != "plan_digest" {
					t.Errorf("%s, step %d, %+d: %s", p.Strategy.Name, i, unit, out.Reason())
				}
				p.Steps[i].Threshold = was
			}
		}
	}
	if want := 12 + 5; mutants != want { // up: every step; down: those above 0
		t.Errorf("%d mutants, want %d", mutants, want)
	}
}

func TestEveryUnitOfATapeThresholdIsCaught(t *testing.T) {
	baseline := simulated(t, scenario.Published())
	const quarter = 1 << 30
	for _, unit := range []float64{-1, 1} {
		for class := range 4 {
			mutant := scenario.Published()
			if class == 3 {
				mutant.FailureRate = scenario.Probability(uint64(float64(mutant.Thresholds().Fail) + unit))
			} else {
				weights := [...]float64{quarter, quarter, quarter, quarter}
				weights[class] += unit
				weights[class+1] -= unit
				mutant.FailureMix = scenario.FailureMix{Transient: weights[0], Validation: weights[1], Permission: weights[2], NotFound: weights[3]}
			}
			s := simulated(t, mutant)
			s.Assumptions = baseline.Assumptions
			if out := judge(t, baseline, s, Options{}); out.Verdict != Regression || out.Differences[0].Path != "plan_digest" {
				t.Errorf("threshold %d, %+v: %s", class, unit, out.Reason())
			}
		}
	}
}

func TestAHundredSelfComparisonsPass(t *testing.T) {
	for seed := range uint64(100) {
		a := onCounter(seed, 5)
		if seed%2 == 0 {
			a = scenario.Published()
			a.Seed, a.Runs = seed, 5
		}
		a = a.Relabel()
		var file bytes.Buffer
		if err := view.Write(&file, view.JSONFormat, simulated(t, a)); err != nil {
			t.Fatal(err)
		}
		baseline, err := report.ReadSummary(&file, "baseline")
		if err != nil {
			t.Fatal(err)
		}
		if out := judge(t, baseline, simulated(t, a), Options{}); out.Verdict != Good || len(out.Differences) > 0 || out.Compared < 200 {
			t.Errorf("seed %d: %s", seed, out.Reason())
		}
	}
}
