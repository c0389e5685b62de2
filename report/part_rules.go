package report

import (
	"fmt"
	"math"
	"math/big"

	"errbench/replay"
	"errbench/scenario"
	"errbench/strategy"
)

// consistent refuses a part whose numbers contradict each other, or the plans of
// its strategies, which it compiles. What others stand on is checked before them.
func (p *Part) consistent(find func(names []string) ([]strategy.Strategy, error)) error {
	if err := p.Shard.Validate(); err != nil {
		return fmt.Errorf("shard: %w", err)
	}
	strategies, err := find(p.names())
	if err == nil {
		p.plans, err = strategy.CompileAll(strategies, p.Assumptions)
	}
	if err != nil {
		return fmt.Errorf("strategies: %w", err)
	}
	digest, err := strategy.Digest(p.Assumptions.Thresholds(), p.plans)
	if err != nil {
		return err
	}
	if p.PlanDigest != digest {
		return fmt.Errorf("plan_digest: found %q; this program makes %q of the same assumptions, so the program or its strategies differ from what wrote the part: the version and the routers that wrote it work", p.PlanDigest, digest)
	}
	for _, rules := range []func([]*strategy.Plan) []rule{p.extentRules, p.kindRules, p.listRules, p.stepRules, p.waitRules, p.timeRules, p.leastRules, p.mostRules, p.squareRules, p.productRules} {
		if err := broken(rules(p.plans)); err != nil {
			return err
		}
	}
	return nil
}

// extentRules is of which runs the counts are of, and how many there are.
func (p Part) extentRules([]*strategy.Plan) []rule {
	before, end := p.Shard.Range(p.Assumptions.Runs)
	return []rule{
		fixedText("notice", p.Notice, PartNotice),
		follows("assumptions.name", p.Assumptions.Name, p.Assumptions.Relabel().Name),
		follows("runs.first", p.Runs.First, before+1),
		follows("runs.last", p.Runs.Last, end),
		atMost("runs.finished", p.Runs.Finished, end-before),
		follows("complete", p.Complete, p.Runs.Finished == end-before),
		follows("operations", p.Operations, p.Runs.Finished*p.Assumptions.Operations),
		entries("kinds", p.Kinds, len(scenario.Kinds(p.Assumptions))),
	}
}

// kindRules is of the kinds of operations, which are no more than all.
func (p Part) kindRules([]*strategy.Plan) []rule {
	var rules []rule
	left := p.Operations
	for i, kind := range scenario.Kinds(p.Assumptions) {
		found := p.Kinds[i]
		rules = append(rules, under(fmt.Sprintf("kinds[%d]", i),
			follows("kind", found.Kind, kind.String()),
			atMost("operations", found.Operations, left))...)
		left -= found.Operations
	}
	return rules
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
		if !plans[i].WaitsAtRandom() {
			rules = append(rules, entries("times", s.Times, 0))
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

// stepRules is of the steps: the operations of a kind enter its first one, and
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
		for kind, entry := range plans[i].Entry {
			reach(entry, p.Kinds[kind].Operations)
		}
		for k, step := range plans[i].Steps {
			least, most := int64(0), s.Visits[k]
			switch {
			case step.Guard != strategy.NoGuard || step.Timed(): // no threshold tells
			case step.Threshold <= step.Floor:
				most = 0
			case step.Threshold == 1<<32:
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

// waitRules is of what was waited where chance decides how long.
func (p Part) waitRules(plans []*strategy.Plan) []rule {
	return p.eachStrategy(func(i int, s StrategyTally) []rule {
		if !plans[i].WaitsAtRandom() {
			return []rule{follows("waited_ms", s.WaitedMS, 0)}
		}
		least, most := waited(p.Assumptions, plans[i], s.Visits)
		found := big.NewInt(s.WaitedMS)
		return []rule{
			{"waited_ms", s.WaitedMS, least.Cmp(found) <= 0 && found.Cmp(most) <= 0, fmt.Sprintf("%v to %v works", least, most)},
			{"visits", s.Visits, most.IsInt64(), "fewer operations or shorter waits work, since the milliseconds waited can be beyond 64 bits"},
		}
	})
}

// timeRules is of when attempts resolved operations, where chance decides that: at
// a time that the plan allows, all of those that did.
func (p Part) timeRules(plans []*strategy.Plan) []rule {
	return p.eachStrategy(func(i int, s StrategyTally) []rule {
		if !plans[i].WaitsAtRandom() {
			return nil
		}
		first, last, resolved := p.buckets(plans[i], s)
		left := resolved
		var rules []rule
		for k, t := range s.Times {
			rules = append(rules, under(fmt.Sprintf("times[%d]", k),
				between("bucket", t.Bucket, first, last),
				between("operations", t.Operations, 1, left))...)
			first, left = t.Bucket+1, left-t.Operations
		}
		return append(rules, follows("times, added up", resolved-left, resolved))
	})
}

// buckets returns the first and the last time at which an attempt of a plan that
// succeeded can have done so, and how many have.
func (p Part) buckets(plan *strategy.Plan, s StrategyTally) (first, last, resolved int64) {
	first, last = math.MaxInt64, -1
	for k, timing := range plan.Timings(p.Assumptions) {
		if s.Successes[k] > 0 && plan.Steps[k].Action.Attempt() {
			first = min(first, int64(replay.BucketOf(timing.End.Lo)))
			last = max(last, int64(replay.BucketOf(timing.End.Hi)))
			resolved += s.Successes[k]
		}
	}
	return first, last, resolved
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
		Operations: p.Operations, Kinds: p.kinds(),
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
