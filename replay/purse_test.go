package replay

import (
	"math/big"

	"errbench/strategy"
)

// purse is a [budget] as a list of what was given and taken, and a fraction.
type purse struct {
	throttle strategy.Throttle
	rate     float64
	second   int64
	entries  []entry
	tokens   *big.Rat
	debt     *big.Rat // of the last call
}

type entry struct {
	second int64
	amount float64
}

func newPurse(t strategy.Throttle, rate float64) *purse {
	return &purse{throttle: t, rate: rate, tokens: big.NewRat(t.MaxTokens, 1), debt: new(big.Rat)}
}

func (p *purse) begin(index int64) {
	p.second = int64(float64(index*1000)/p.rate) / 1000
	p.entries = append(p.entries, entry{p.second, float64(p.throttle.SharePercent)})
}

func (p *purse) succeeded() { p.debt.SetFrac64(-p.throttle.RatioPercent, 100); p.end() }
func (p *purse) failed()    { p.end(); p.debt.SetInt64(1) }
func (p *purse) final()     { p.debt.SetInt64(0) }

// end settles what the last call owes, or is owed.
func (p *purse) end() {
	p.tokens.Sub(p.tokens, p.debt)
	p.debt.SetInt64(0)
	if most := big.NewRat(p.throttle.MaxTokens, 1); p.tokens.Cmp(most) > 0 {
		p.tokens.Set(most)
	}
	if p.tokens.Sign() < 0 {
		p.tokens.SetInt64(0)
	}
}

func (p *purse) pays() bool {
	p.end()
	if p.throttle.MaxTokens > 0 && p.tokens.Cmp(big.NewRat(p.throttle.MaxTokens, 2)) <= 0 {
		return false
	}
	if p.throttle.SharePercent == 0 && p.throttle.ReservePerS == 0 {
		return true
	}
	left := float64(1000 * p.throttle.ReservePerS)
	for _, e := range p.entries {
		if e.second > p.second-10 {
			left += e.amount
		}
	}
	if left < 100 {
		return false
	}
	p.entries = append(p.entries, entry{p.second, -100})
	return true
}
