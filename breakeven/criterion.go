package breakeven

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"errbench/internal/strict"
	"errbench/internal/vary"
	"errbench/scenario"
	"errbench/strategy"
)

// Criterion is the value by which [Find] compares two strategies: the expectation of a measure or a
// cost. [FindCriterion] returns one. The zero Criterion has the value 0.
type Criterion struct {
	Key    string // as in a summary: "resolution_rate", "cost.usd_per_resolved"
	Better strategy.Direction

	terms       []term
	perResolved bool // the sum of the terms is divided by the resolved operations
}

// term is a metric and its weight in a criterion.
type term struct {
	weight *big.Rat
	metric strategy.Metric
}

// perResolvedSuffix ends the key of the cost of a resolved operation.
const perResolvedSuffix = "_per_resolved"

// isCost reports whether a key is the key of a cost.
func isCost(key string) bool { return strings.HasPrefix(key, vary.CostPrefix) }

// isPerResolved reports whether a key is the key of the cost of a resolved operation.
func isPerResolved(key string) bool { return isCost(key) && strings.HasSuffix(key, perResolvedSuffix) }

// currencyOf returns the key of a cost per operation.
func currencyOf(key string) string { return strings.TrimSuffix(key, perResolvedSuffix) }

// pricesOf returns the prices in the currency of a cost.
func pricesOf(key string, c scenario.Cost) scenario.Prices {
	if currencyOf(key) == "cost.tokens" {
		return c.Tokens
	}
	return c.USD
}

// costKeys returns the keys of all costs.
func costKeys() []string {
	return []string{"cost.tokens", "cost.usd", "cost.tokens" + perResolvedSuffix, "cost.usd" + perResolvedSuffix}
}

// Criteria returns the keys of all criteria, the resolution rate first.
func Criteria() []string { return append(vary.MeasureKeys(), costKeys()...) }

// FindCriterion returns the criterion of a key. Costs use the prices of the assumptions, of which
// one must be above 0.
func FindCriterion(key string, a scenario.Assumptions) (Criterion, error) {
	if slices.Contains(costKeys(), key) {
		return cost(key, pricesOf(key, a.Cost))
	}
	m, err := vary.FindMeasure(key)
	if err != nil {
		return Criterion{}, fmt.Errorf("no metric %q%s", key, strict.Choices(key, Criteria()))
	}
	return measure(m), nil
}

// measure returns the criterion of a measure.
func measure(m vary.Measure) Criterion {
	return Criterion{Key: m.Key, Better: m.Metric.Better(), terms: []term{{big.NewRat(1, 1), m.Metric}}}
}

// cost returns the criterion of a cost. It takes prices as the decimals of the assumptions, so 0.1
// is exactly a tenth.
func cost(key string, prices scenario.Prices) (Criterion, error) {
	by := Criterion{Key: key, Better: strategy.LowerIsBetter, perResolved: isPerResolved(key)}
	for _, c := range strategy.Charges(prices) {
		weight, ok := new(big.Rat).SetString(vary.Decimal(c.Price))
		if !ok {
			panic("breakeven: a price is not finite")
		}
		if weight.Sign() != 0 {
			by.terms = append(by.terms, term{weight, c.Metric})
		}
	}
	if len(by.terms) == 0 {
		return Criterion{}, fmt.Errorf("%s: no price is above 0; set one, as in `--set %s.attempt=0.01`", key, currencyOf(key))
	}
	return by, nil
}

// metrics returns the metrics of the terms.
func (by Criterion) metrics() []strategy.Metric {
	var all []strategy.Metric
	for _, t := range by.terms {
		all = append(all, t.metric)
	}
	return all
}
