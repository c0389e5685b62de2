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
// its strategies: what stands on what is checked first.
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
		return fmt.Errorf("plan_digest: found %q; of the same assumptions and strategies this program makes %q, so another program wrote the part: the one that wrote it works", p.PlanDigest, digest)
	}
	if err := broken(p.rules(plans)); err != nil {
		return err
	}
	return broken(p.countRules(plans))
}

// rules is of all that counts stand on: which runs they are of, and how many
// there are.
func (p Part) rules(plans []*strategy.Plan) []rule {
	before, end := p.Shard.Range(p.Assumptions.Runs)
	f := p.Failures
	rules := []rule{
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
	for i, s := range p.Strategies {
		steps := len(plans[i].Steps)
		of := []rule{
			entries("visits", s.Visits, steps),
			entries("successes", s.Successes, steps),
			entries("resolved_products", s.ResolvedProducts, i+1),
			entries("failed_products", s.FailedProducts, i+1),
		}
		of = append(of, productRules("resolved_products", s.ResolvedProducts)...)
		of = append(of, productRules("failed_products", s.FailedProducts)...)
		rules = append(rules, under(fmt.Sprintf("strategies[%d]", i), of...)...)
	}
	return rules
}

func productRules(key string, sums []string) []rule {
	var rules []rule
	for j, sum := range sums {
		rules = append(rules, rule{fmt.Sprintf("%s[%d]", key, j), sum, product(sum) != nil, "a whole number from 0 to 2^128 - 1, in plain digits, works"})
	}
	return rules
}

// countRules is of the counts of strategies, in a part whose lists are long
// enough.
func (p Part) countRules(plans []*strategy.Plan) []rule {
	var rules []rule
	var resolved, failed []spread
	for i, s := range p.Strategies {
		tally := strategy.Tally[int64]{Operations: p.Operations, Failures: p.failures(), Visits: s.Visits, Successes: s.Successes}
		total := func(m strategy.Metric) int64 { return strategy.Total(m, plans[i], tally) }
		of := s.stepRules(plans[i], tally.Failures)
		of = append(of, s.boundRules(p.Runs.Finished, p.Assumptions.Operations, total(strategy.Resolved))...)

		resolved = append(resolved, spread{p.Runs.Finished, total(strategy.Resolved), s.MinResolved, s.MaxResolved, product(s.ResolvedProducts[i])})
		failures := total(strategy.FailedRecoveries)
		most := min(failures, p.Assumptions.Operations*p.Assumptions.RecoveryAttempts)
		failed = append(failed, spread{p.Runs.Finished, failures, 0, most, product(s.FailedProducts[i])})
		for j := range i + 1 {
			of = append(of,
				resolved[i].rule(fmt.Sprintf("resolved_products[%d]", j), product(s.ResolvedProducts[j]), resolved[j], i == j),
				failed[i].rule(fmt.Sprintf("failed_products[%d]", j), product(s.FailedProducts[j]), failed[j], i == j))
		}
		rules = append(rules, under(fmt.Sprintf("strategies[%d]", i), of...)...)
	}
	return rules
}

// stepRules is of the steps: the failures of a class enter its chain, and what
// does not succeed at one step goes on to the next.
func (s StrategyTally) stepRules(p *strategy.Plan, failures [scenario.NumClasses]int64) []rule {
	var rules []rule
	for _, c := range scenario.AllClasses() {
		reached := failures[c]
		for i := p.Entry[c]; i != strategy.End; i = p.Steps[i].Next {
			least, most := int64(0), s.Visits[i]
			switch p.Steps[i].Threshold {
			case 0:
				most = 0
			case 1 << 32:
				least = most
			}
			rules = append(rules,
				follows(fmt.Sprintf("visits[%d]", i), s.Visits[i], reached),
				between(fmt.Sprintf("successes[%d]", i), s.Successes[i], least, most))
			reached = s.Visits[i] - s.Successes[i]
		}
	}
	return rules
}

// boundRules is of the fewest and the most resolved operations of a run, of
// which one run each has so many, and the others lie between.
func (s StrategyTally) boundRules(runs, operations, resolved int64) []rule {
	switch runs {
	case 0, 1:
		return []rule{follows("min_resolved", s.MinResolved, resolved), follows("max_resolved", s.MaxResolved, resolved)}
	default:
		others := runs - 1
		least := (resolved - s.MinResolved + others - 1) / others
		return []rule{
			atMost("min_resolved", s.MinResolved, resolved/runs),
			between("max_resolved", s.MaxResolved, least, min(operations, resolved-others*s.MinResolved)),
		}
	}
}
