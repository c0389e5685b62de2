package replay

import (
	"context"
	"math"

	"pgregory.net/rapid"

	"errbench/contract"
	"errbench/optional"
	"errbench/rng"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// drawAssumptions draws valid assumptions of few operations, with the sizes at
// which segments end, weights of zero and chances of 0 and 1 among them.
func drawAssumptions(t *rapid.T) scenario.Assumptions {
	a := scenario.Published()
	a.Stream = rapid.SampledFrom(rng.Streams()).Draw(t, "stream")
	a.Seed = rapid.Uint64Range(0, math.MaxUint32-100).Draw(t, "seed")
	a.Runs = rapid.Int64Range(1, 5).Draw(t, "runs")
	a.Operations = rapid.OneOf(
		rapid.Int64Range(1, 50),
		rapid.Int64Range(1, 50),
		rapid.Int64Range(scenario.SegmentSize-1, scenario.SegmentSize+2),
		rapid.Just[int64](2*scenario.SegmentSize+1),
	).Draw(t, "operations")
	a.RecoveryAttempts = rapid.Int64Range(0, 4).Draw(t, "attempts")
	for _, chance := range []*float64{
		&a.FailureRate, &a.RetrySuccess, &a.ReplaceSuccess,
		&a.RepairSuccess.Message, &a.RepairSuccess.Code, &a.RepairSuccess.Field, &a.RepairSuccess.Hint,
	} {
		*chance = drawChance(t)
	}
	weights := rapid.SliceOfN(rapid.SampledFrom([]float64{0, 0, 1, 1, 3, 0.1, 1e-9}), scenario.NumClasses, scenario.NumClasses).Draw(t, "weights")
	weights[rapid.IntRange(0, scenario.NumClasses-1).Draw(t, "class that occurs")] += 0.3
	a.FailureMix = scenario.FailureMix{Transient: weights[0], Validation: weights[1], Permission: weights[2], NotFound: weights[3]}
	if err := a.Validate(); err != nil {
		t.Fatal(err)
	}
	return a
}

func drawChance(t *rapid.T) float64 {
	return rapid.OneOf(
		rapid.SampledFrom([]float64{0, 1, 0x1p-32, 1 - 0x1p-32, 1 - 0x1p-53}),
		rapid.Float64Range(0, 1),
		rapid.Float64Range(0.3, 0.9),
	).Draw(t, "chance")
}

// drawStrategies draws strategies of any contract, router and budget.
func drawStrategies(t *rapid.T, least, most int) []strategy.Strategy {
	return rapid.SliceOfN(rapid.Custom(drawStrategy), least, most).Draw(t, "strategies")
}

func drawStrategy(t *rapid.T) strategy.Strategy {
	if rapid.Bool().Draw(t, "published") {
		return rapid.SampledFrom(catalog.Published()).Draw(t, "strategy")
	}
	s := strategy.Strategy{
		Name:     "drawn",
		Contract: contract.Contract{Reveals: contract.FieldSet(rapid.Uint8().Draw(t, "reveals"))},
		Router:   changing(rapid.SliceOfN(rapid.Custom(drawTable), 1, 3).Draw(t, "tables")),
	}
	if rapid.Bool().Draw(t, "one text") {
		s.Contract.Words = contract.OneMessage("It failed.")
	}
	if rapid.Bool().Draw(t, "has a budget") {
		s.Budget = optional.Of(rapid.IntRange(0, 5).Draw(t, "budget"))
	}
	return s
}

// changing answers with one table after the other, the last one from then on,
// so that the attempt and the history matter too.
type changing []strategy.Table

func (changing) Name() string { return "changing" }

func (c changing) Route(q strategy.Question) (strategy.Answer, error) {
	return c[min(len(q.History), len(c)-1)].Route(q)
}

func drawTable(t *rapid.T) strategy.Table {
	var table strategy.Table
	truth := rapid.SampledFrom([]optional.Value[bool]{{}, {}, optional.Of(true), optional.Of(false)})
	for range rapid.IntRange(1, 5).Draw(t, "rows") {
		row := strategy.Row{
			Retryable:     truth.Draw(t, "retryable"),
			HasField:      truth.Draw(t, "has field"),
			HasSuggestion: truth.Draw(t, "has suggestion"),
			Action: rapid.SampledFrom([]strategy.Action{
				strategy.Retry, strategy.Repair, strategy.Replace, strategy.Authorize, strategy.Stop,
			}).Draw(t, "action"),
		}
		if rapid.Bool().Draw(t, "has a code") {
			row.Code = optional.Of(rapid.SampledFrom([]string{
				contract.CodeTransient, contract.CodeValidation, contract.CodePermission, contract.CodeNotFound,
			}).Draw(t, "code"))
		}
		table.Rows = append(table.Rows, row)
	}
	return table
}

// replayed runs strategies, which may share a name, over the tape of the
// assumptions.
func replayed(t rapid.TB, a scenario.Assumptions, strategies []strategy.Strategy, o Options) ([]*strategy.Plan, *Tally) {
	t.Helper()
	var plans []*strategy.Plan
	for _, s := range strategies {
		p, err := strategy.Compile(s, a)
		if err != nil {
			t.Fatal(err)
		}
		plans = append(plans, p)
	}
	tally := Run(context.Background(), a, plans, o)
	return plans, tally
}
