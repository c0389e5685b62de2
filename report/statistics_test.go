package report

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"errbench/internal/stat"
)

// Every number of docs/statistics.md that is computed is computed here again;
// TestIntervalsCover measures the others.
func TestTheStatisticsPageHoldsWhatIsComputed(t *testing.T) {
	page, err := os.ReadFile("../docs/statistics.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range append(append(wilsonRows(), powerRows(t)...), precisionRows(t)...) {
		if strings.Count(string(page), row+"\n") != 1 {
			t.Errorf("docs/statistics.md does not hold\n%s", row)
		}
	}
}

func wilsonRows() []string {
	var rows []string
	for _, n := range []int64{20, 200, 1000, 12_000, 1_000_000} {
		row := "| " + stat.Count(n) + " |"
		for _, few := range []float64{1, 2, 5, 10, 20, 50, 100, 1000} {
			cell := stat.None
			if 2*few <= float64(n) {
				cell = stat.Scaled(stat.Coverage(n, few/float64(n)), 100, 1)
			}
			row += " " + cell + " |"
		}
		rows = append(rows, row)
	}
	return rows
}

func powerRows(t *testing.T) []string {
	var rows []string
	a := onCounter(60)
	plans := plansOf(t, a)
	for i, p := range plans {
		for _, against := range plans[:i] {
			w := powerOf(t, a, p, against, 0.01, 0.8)
			rows = append(rows, fmt.Sprintf("| %s | %s | %s | %s |", w.Strategy, w.Against, stat.Count(w.Paired.Operations), stat.Count(w.Unpaired.Operations)))
		}
	}
	return rows
}

func precisionRows(t *testing.T) []string {
	var rows []string
	a := onCounter(60)
	for _, precision := range []float64{0.01, 0.001} {
		row := fmt.Sprintf("| %v |", 100*precision)
		for _, of := range [][2]string{{}, pair} {
			runs, err := Target{precision, of[0], of[1]}.Runs(a, plansOf(t, a))
			if err != nil {
				t.Fatal(err)
			}
			row += " " + stat.Count(runs) + " |"
		}
		rows = append(rows, row)
	}
	return rows
}
