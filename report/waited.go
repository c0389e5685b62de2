package report

import (
	"fmt"
	"math/big"

	"errbench/scenario"
	"errbench/strategy"
)

// waited returns the least and the most milliseconds that a plan can have waited
// before all its attempts, however long that is. Where chance decides no wait they
// are the same.
func waited(a scenario.Assumptions, p *strategy.Plan, visits []int64) (least, most *big.Int) {
	least, most = new(big.Int), new(big.Int)
	for i, timing := range p.Timings(a) {
		n := big.NewInt(visits[i])
		least.Add(least, new(big.Int).Mul(n, big.NewInt(timing.Wait.Lo)))
		most.Add(most, new(big.Int).Mul(n, big.NewInt(timing.Wait.Hi)))
	}
	return least, most
}

// countable refuses a plan that can have waited longer than 64 bits can count.
func countable(a scenario.Assumptions, p *strategy.Plan, visits []int64) error {
	_, most := waited(a, p, visits)
	if most.IsInt64() {
		return nil
	}
	ms, _ := new(big.Float).SetInt(most).Float64()
	return fmt.Errorf("strategy %s can have waited %.3g ms in all, more than can be counted; fewer operations or shorter waits work", p.Strategy.Name, ms)
}
