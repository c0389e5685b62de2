package strategy

import "errbench/scenario"

// Charge is a price, and the metric that counts how often it is paid.
type Charge struct {
	Price  float64 // at least 0
	Metric Metric
}

// Charges returns what a strategy pays in one currency.
func Charges(p scenario.Prices) [3]Charge {
	return [...]Charge{{p.Attempt, Attempts}, {p.Repair, Repairs}, {p.Escalation, Escalated}}
}
