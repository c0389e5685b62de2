package breakeven_test

import (
	"fmt"

	"errbench/breakeven"
	"errbench/internal/vary"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// From which repair probability on does a hint beat a code?
func Example() {
	a := scenario.Published()
	pair, err := catalog.Find([]string{"actionable-envelope", "code-only"})
	if err != nil {
		panic(err)
	}
	by, err := breakeven.FindCriterion("resolution_rate", a)
	if err != nil {
		panic(err)
	}
	r := vary.Range{Key: "repair_success.hint", Lo: 0, Hi: 1}
	found, err := breakeven.Find(a, [2]strategy.Strategy(pair), r, by)
	if err != nil {
		panic(err)
	}
	for _, root := range found.Roots {
		fmt.Println(root.Label, root.Value)
	}
	for _, s := range found.Stretches {
		better, _ := s.Better.Get()
		fmt.Printf("from %s to %s: %s\n", s.From, s.To, better)
	}
	// Output:
	// crosses 0.45
	// from 0 to 0.45: code-only
	// from 0.45 to 1: actionable-envelope
}
