package report

import (
	"fmt"

	"errbench/scenario"
	"errbench/strategy"
)

// between demands a count from lo to hi, both inclusive.
func between(key string, found, lo, hi int64) rule {
	return rule{key, found, lo <= found && found <= hi, fmt.Sprintf("%d to %d works", lo, hi)}
}

// entries demands a list of so many entries.
func entries[E any](key string, list []E, n int) rule {
	return rule{key, list, len(list) == n, "a list of " + fmt.Sprint(n) + " works"}
}

// consistent refuses a part whose numbers contradict each other, or the plans of
// its strategies. What others stand on is checked before them.
func (p Part) consistent() error {
	if err := p.Shard.Validate(); err != nil {
		return fmt.Errorf("shard: %w", err)
	}
	plans, err := p.plans()
	if err != nil {
		return fmt.Errorf("strategies: %w", err)
	}
	digest, err := strategy.Digest(p.Assumptions.Thresholds(), plans)
	if err != nil {
		return err
	}
	if p.PlanDigest != digest {
		return fmt.Errorf("plan_digest: found %q; this program makes %q of the same assumptions, so the program or its strategies differ from what wrote the part: the version that wrote it works", p.PlanDigest, digest)
	}
	for _, rules := range []func([]*strategy.Plan) []rule{p.extentRules, p.listRules, p.stepRules, p.leastRules, p.mostRules, p.squareRules, p.productRules} {
		if err := broken(rules(plans)); err != nil {
			return err
		}
	}
	return nil
}

// extentRules is of which runs the counts are of, and how many there are.
func (p Part) extentRules([]*strategy.Plan) []rule {
	before, end := p.Shard.Range(p.Assumptions.Runs)
	f := p.Failures
	return []rule{
		fixedText("notice", p.Notice, PartNotice),
		follows("assumptions.name", p.Assumptions.Name, p.Assumptions.Relabel().Name),
		follows("runs.first", p.Runs.First, before+1),
		follows("runs.last", p.Runs.Last, end),
		atMost("runs.finished", p.Runs.Finished, end-before),
		follows("complete", p.Complete, p.Runs.Finished == end-before),
		follows("operations", p.Operations, p.Runs.Finished*p.Assumptions.Operations),
		atMost("failures.transient", f.Transient, p.Operations),
		atMost("failures.validation", f.Validation, p.Operations-f.Transient),
		atMost("failures.permission", f.Permission, p.Operations-f.Transient-f.Validation),
		atMost("failures.not_found", f.NotFound, p.Operations-f.Transient-f.Validation-f.Permission),
	}
}

// eachStrategy collects the rules of all strategies.
func (p Part) eachStrategy(rules func(i int, s StrategyTally) []rule) []rule {
	var all []rule
	for i, s := range p.Strategies {
		all = append(all, under(fmt.Sprintf("strategies[%d]", i), rules(i, s)...)...)
	}
	return all
}

// listRules is of the lengths of lists, and of the form of decimals.
func (p Part) listRules(plans []*strategy.Plan) []rule {
	return p.eachStrategy(func(i int, s StrategyTally) []rule {
		steps := len(plans[i].Steps)
		rules := []rule{
			entries("visits", s.Visits, steps),
			entries("successes", s.Successes, steps),
			entries("resolved_products", s.ResolvedProducts, i+1),
			entries("failed_products", s.FailedProducts, i+1),
		}
		rules = append(rules, decimals128("resolved_products", s.ResolvedProducts)...)
		return append(rules, decimals128("failed_products", s.FailedProducts)...)
	})
}

func decimals128(key string, sums []string) []rule {
	var rules []rule
	for j, sum := range sums {
		rules = append(rules, rule{fmt.Sprintf("%s[%d]", key, j), sum, product(sum) != nil, "a whole number from 0 to 2^128 - 1, in plain digits, works"})
	}
	return rules
}

// stepRules is of the steps: the failures of a class enter its first one, and
// whatever reaches a step goes on to the two that it leads to.
func (p Part) stepRules(plans []*strategy.Plan) []rule {
	return p.eachStrategy(func(i int, s StrategyTally) []rule {
		var rules []rule
		reached := make([]int64, len(s.Visits))
		reach := func(n strategy.Next, count int64) {
			if k, ok := n.Step(); ok {
				reached[k] += count
			}
		}
		for _, c := range scenario.AllClasses() {
			reach(plans[i].Entry[c], p.failures()[c])
		}
		for k, step := range plans[i].Steps {
			least, most := int64(0), s.Visits[k]
			switch step.Threshold {
			case 0:
				most = 0
			case 1 << 32:
				least = most
			}
			rules = append(rules,
				follows(fmt.Sprintf("visits[%d]", k), s.Visits[k], reached[k]),
				between(fmt.Sprintf("successes[%d]", k), s.Successes[k], least, most))
			reach(step.Then, s.Successes[k])
			reach(step.Else, s.Visits[k]-s.Successes[k])
		}
		return rules
	})
}

// leastRules is of the fewest resolved operations of a run.
func (p Part) leastRules(plans []*strategy.Plan) []rule {
	return p.eachStrategy(func(i int, s StrategyTally) []rule {
		resolved := p.total(plans[i], i, strategy.Resolved)
		if p.Runs.Finished < 2 {
			return []rule{follows("min_resolved", s.MinResolved, resolved)}
		}
		return []rule{atMost("min_resolved", s.MinResolved, resolved/p.Runs.Finished)}
	})
}

// mostRules is of the most resolved operations of a run: the others have at
// least the fewest, and at most the most.
func (p Part) mostRules(plans []*strategy.Plan) []rule {
	return p.eachStrategy(func(i int, s StrategyTally) []rule {
		resolved, others := p.total(plans[i], i, strategy.Resolved), p.Runs.Finished-1
		if others < 1 {
			return []rule{follows("max_resolved", s.MaxResolved, resolved)}
		}
		least := (resolved - s.MinResolved + others - 1) / others
		most := min(p.Assumptions.Operations, resolved-others*s.MinResolved)
		return []rule{between("max_resolved", s.MaxResolved, least, most)}
	})
}

// squareRules is of the sums of squares.
func (p Part) squareRules(plans []*strategy.Plan) []rule {
	return p.eachStrategy(func(i int, s StrategyTally) []rule {
		return []rule{
			p.resolvedSpread(plans, i).squareRule(fmt.Sprintf("resolved_products[%d]", i)),
			p.failedSpread(plans, i).squareRule(fmt.Sprintf("failed_products[%d]", i)),
		}
	})
}

// productRules is of the sums of products of two strategies.
func (p Part) productRules(plans []*strategy.Plan) []rule {
	return p.eachStrategy(func(i int, s StrategyTally) []rule {
		resolved, failed := p.resolvedSpread(plans, i), p.failedSpread(plans, i)
		var rules []rule
		for j := range i {
			rules = append(rules,
				resolved.productRule(fmt.Sprintf("resolved_products[%d]", j), product(s.ResolvedProducts[j]), p.resolvedSpread(plans, j)),
				failed.productRule(fmt.Sprintf("failed_products[%d]", j), product(s.FailedProducts[j]), p.failedSpread(plans, j)))
		}
		return rules
	})
}

// total returns a metric of strategy i over all finished runs.
func (p Part) total(plan *strategy.Plan, i int, m strategy.Metric) int64 {
	return strategy.Total(m, plan, strategy.Tally[int64]{
		Operations: p.Operations, Failures: p.failures(),
		Visits: p.Strategies[i].Visits, Successes: p.Strategies[i].Successes,
	})
}

func (p Part) resolvedSpread(plans []*strategy.Plan, i int) spread {
	s := p.Strategies[i]
	return spread{p.Runs.Finished, p.total(plans[i], i, strategy.Resolved), s.MinResolved, s.MaxResolved, product(s.ResolvedProducts[i])}
}

func (p Part) failedSpread(plans []*strategy.Plan, i int) spread {
	total := p.total(plans[i], i, strategy.FailedRecoveries)
	most := min(total, p.Assumptions.Operations*p.Assumptions.RecoveryAttempts)
	return spread{p.Runs.Finished, total, 0, most, product(p.Strategies[i].FailedProducts[i])}
}
