package report

import (
	"fmt"
	"math"
	"math/big"

	"errbench/internal/stat"
	"errbench/internal/view"
	"errbench/replay"
	"errbench/scenario"
)

// Audit shows whether the runs of a stream are independent.
type Audit struct {
	Notice      string               `json:"notice"`
	Assumptions scenario.Assumptions `json:"assumptions"`
	First       []Position           `json:"first_operations"`
	Bases       Bases                `json:"bases"`
}

// Position is what an audit found for the operation at one place of every run.
type Position struct {
	Operation int64       `json:"operation"` // from 0
	Failed    int64       `json:"failed"`    // runs in which it failed
	Runs      int64       `json:"runs"`
	Expected  stat.Number `json:"expected"` // runs * failure_rate
	Chance    stat.Number `json:"chance"`   // two-sided p-value of the count; 0 is less than 1e-9
}

// Bases says how much the failures of a whole benchmark vary with its seed.
type Bases struct {
	N            int         `json:"n"`                  // seeds tried
	SD           stat.Number `json:"sd"`                 // of the failures, over the seeds; null for fewer than two
	BinomialSD   stat.Number `json:"binomial_sd"`        // what independent runs give: sqrt(n*p*(1-p))
	Coverage     stat.Number `json:"coverage"`           // share of the seeds whose 95 % Wilson interval holds the failure rate
	CoverageSpan stat.Number `json:"coverage_std_error"` // sqrt(c*(1-c)/n)
}

// NewAudit returns the audit of what was counted under the assumptions.
func NewAudit(a scenario.Assumptions, counted replay.Independence) Audit {
	audit := Audit{Notice: Notice, Assumptions: a, First: []Position{}}
	fail := a.Thresholds().Fail
	p, q := scenario.Probability(fail), scenario.Probability(1<<32-fail)
	for i, failed := range counted.FirstFailures {
		audit.First = append(audit.First, Position{
			Operation: int64(i), Failed: failed, Runs: a.Runs,
			Expected: stat.Number(float64(a.Runs) * p),
			Chance:   stat.Number(stat.BinomialP(failed, a.Runs, p)),
		})
	}
	n := a.TotalOperations()
	sum, squares, covered := new(big.Int), new(big.Int), 0
	for _, failures := range counted.Totals {
		x := big.NewInt(failures)
		sum.Add(sum, x)
		squares.Add(squares, new(big.Int).Mul(x, x))
		if w := stat.Wilson(failures, n); float64(w.Lo) <= p && p <= float64(w.Hi) {
			covered++
		}
	}
	bases := len(counted.Totals)
	share := stat.Ratio(float64(covered), float64(bases))
	audit.Bases = Bases{
		N:            bases,
		SD:           stat.Moments{Runs: int64(bases), Sum: new(big.Rat).SetInt(sum), SumSquares: new(big.Rat).SetInt(squares)}.SD(),
		BinomialSD:   stat.Number(math.Sqrt(float64(n) * p * q)),
		Coverage:     share,
		CoverageSpan: stat.Number(math.Sqrt(float64(share*(1-share)) / float64(bases))),
	}
	return audit
}

// Sections implements View.
func (a Audit) Sections() []view.Section {
	first := view.Table{Columns: view.Columns(1, "operation", "failed in", "expected", "chance")}
	for _, p := range a.First {
		first.AddTexts(fmt.Sprint(p.Operation),
			fmt.Sprintf("%s of %s runs", stat.Count(p.Failed), stat.Count(p.Runs)), stat.Fixed(p.Expected, 1), probabilityText(p.Chance))
	}
	b := a.Bases
	return []view.Section{
		{Title: "First operations", Text: []string{fmt.Sprintf("%s, seed %d: in how many runs the same operation fails, and how likely a count so far off is where runs are independent.",
			a.Assumptions.Stream, a.Assumptions.Seed)}, Table: first},
		{Title: "Whole benchmarks", Text: []string{
			fmt.Sprintf("Over %s other seeds the failures of a benchmark of %s operations have a standard deviation of %s; independent runs give %s.",
				stat.Count(int64(b.N)), stat.Count(a.Assumptions.TotalOperations()), stat.Fixed(b.SD, 1), stat.Fixed(b.BinomialSD, 1)),
			fmt.Sprintf("A 95 %% interval for the failure rate of one benchmark held the true rate in %s of them (standard error %s).",
				stat.Percent(b.Coverage, 1), stat.Percent(b.CoverageSpan, 1)),
		}},
	}
}

// probabilityText returns a probability with three decimals, or one digit if it is less.
func probabilityText(n stat.Number) string {
	if 0 < n && n < 0.001 {
		return fmt.Sprintf("%.0e", float64(n))
	}
	return stat.Fixed(n, 3)
}
