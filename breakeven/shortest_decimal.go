package breakeven

import (
	"encoding/json"
	"math/big"
	"strconv"
)

// thresholdBits is the resolution of probabilities: thresholds are multiples of 2^-32.
const thresholdBits = 32

// decimalAt returns the shortest decimal with the threshold k.
func decimalAt(k uint64) float64 {
	end := func(k *big.Int) *big.Rat { return new(big.Rat).SetFrac(k, big.NewInt(1<<thresholdBits)) }
	hi := new(big.Int).SetUint64(k)
	return shortest(end(new(big.Int).Sub(hi, big.NewInt(1))), end(hi))
}

// shortest returns the decimal with the fewest places whose float64 x fulfills
// lo < x <= hi, and of several the greatest. hi is at least 0.
func shortest(lo, hi *big.Rat) float64 {
	scale := big.NewInt(1)
	for places := 0; ; places++ {
		n := new(big.Int).Mul(hi.Num(), scale)
		text := new(big.Rat).SetFrac(n.Quo(n, hi.Denom()), scale).FloatString(places)
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			panic(err) // it is at most hi, which is finite
		}
		if read := new(big.Rat).SetFloat64(x); read.Cmp(lo) > 0 && read.Cmp(hi) <= 0 {
			return x
		}
		scale.Mul(scale, big.NewInt(10))
	}
}

// plainly writes a number without an exponent.
func plainly(x float64) json.Number { return json.Number(strconv.FormatFloat(x, 'f', -1, 64)) }
