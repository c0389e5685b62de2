package report

import (
	"fmt"
	"math/big"

	"errbench/scenario"
	"errbench/strategy"
)

// countable returns an error if the waits of the plan can add up to more milliseconds than
// 64 bits can count. It adds with math/big, which [strategy.Weigh] does not.
func countable(a scenario.Assumptions, p *strategy.Plan, visits []int64) error {
	most := new(big.Int)
	for i, timing := range p.Timings(a) {
		most.Add(most, new(big.Int).Mul(big.NewInt(visits[i]), big.NewInt(timing.Wait.Hi)))
	}
	if most.IsInt64() {
		return nil
	}
	ms, _ := new(big.Float).SetInt(most).Float64()
	return fmt.Errorf("strategy %s can wait %.3g ms in all, more than 64 bits can count; lower operations or the waits", p.Strategy.Name, ms)
}
