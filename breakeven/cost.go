package breakeven

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"errbench/internal/strict"
	"errbench/internal/vary"
	"errbench/strategy"
)

// Cost is what a strategy pays, in a unit of the user's own, at least 0 each and
// one of them above 0: for every attempt, for every attempt that is a repair
// besides, and for every operation that is handed to a person. They are decimals,
// and exact.
type Cost struct {
	Attempt    json.Number `json:"attempt"`
	Repair     json.Number `json:"repair"`
	Escalation json.Number `json:"escalation"`
}

// price is a part of a cost.
type price struct {
	name   string
	metric strategy.Metric
	amount *json.Number
}

func (c *Cost) prices() []price {
	return []price{
		{"attempt", strategy.Attempts, &c.Attempt},
		{"repair", strategy.Repairs, &c.Repair},
		{"escalation", strategy.Escalated, &c.Escalation},
	}
}

// plain tells whether a text is a decimal without sign and exponent, with digits
// on both sides of the point if there is one.
func plain(text string) bool {
	whole, fraction, point := strings.Cut(text, ".")
	digits := func(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
	return digits(whole) && (!point || digits(fraction))
}

// ParseCost reads prices such as "attempt=1,repair=0.25"; one that is left out
// is 0.
func ParseCost(text string) (Cost, error) {
	c := Cost{"0", "0", "0"}
	var names, given []string
	for _, p := range c.prices() {
		names = append(names, p.name)
	}
	for part := range strings.SplitSeq(text, ",") {
		name, amount, ok := strings.Cut(part, "=")
		name, amount = strings.TrimSpace(name), strings.TrimSpace(amount)
		at := slices.Index(names, name)
		switch {
		case !ok:
			return Cost{}, fmt.Errorf("found %q; NAME=PRICE works, as in attempt=1,repair=0.25,escalation=20", part)
		case at < 0:
			return Cost{}, fmt.Errorf("no price is named %q%s", name, strict.Choices(name, names))
		case slices.Contains(given, name):
			return Cost{}, fmt.Errorf("%s: found it twice; once works", name)
		case !plain(amount):
			return Cost{}, fmt.Errorf("%s: found %q; a decimal of at least 0 works, as in 0.25", name, amount)
		}
		given = append(given, name)
		*c.prices()[at].amount = trimmed(amount)
	}
	if c == (Cost{"0", "0", "0"}) {
		return Cost{}, errors.New("found no price above 0; one at least works")
	}
	return c, nil
}

// trimmed returns a plain decimal without zeros at its ends.
func trimmed(text string) json.Number {
	whole, fraction, _ := strings.Cut(text, ".")
	whole, fraction = strings.TrimLeft(whole, "0"), strings.TrimRight(fraction, "0")
	if whole == "" {
		whole = "0"
	}
	if fraction != "" {
		whole += "." + fraction
	}
	return json.Number(whole)
}

// String says the prices in words.
func (c Cost) String() string {
	return fmt.Sprintf("%s for an attempt, %s more for one that is a repair, %s for an escalation", c.Attempt, c.Repair, c.Escalation)
}

// Criterion is what two strategies are compared by. The zero Criterion is not
// one.
type Criterion struct {
	Key    string
	Better strategy.Direction

	cost  *Cost // absent for a measure
	terms []term
}

// term is a metric that counts so much.
type term struct {
	weight *big.Rat
	metric strategy.Metric
}

// ByMeasure compares by what a measure is expected to be.
func ByMeasure(m vary.Measure) Criterion {
	return Criterion{m.Key, m.Metric.Better(), nil, []term{{big.NewRat(1, 1), m.Metric}}}
}

// ByCost compares by the expected cost of an operation over the chance that it
// is resolved: what a resolved one costs in the long run.
func ByCost(c Cost) Criterion {
	by := Criterion{Key: "cost_per_resolved_operation", Better: strategy.LowerIsBetter, cost: &c}
	for _, p := range c.prices() {
		weight, ok := new(big.Rat).SetString(string(*p.amount))
		if !ok {
			panic("breakeven: a price is no decimal: " + p.name)
		}
		by.terms = append(by.terms, term{weight, p.metric})
	}
	return by
}

// metrics returns what the criterion is made from, but for what is resolved.
func (by Criterion) metrics() []strategy.Metric {
	var all []strategy.Metric
	for _, t := range by.terms {
		all = append(all, t.metric)
	}
	return all
}
