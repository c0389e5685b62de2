package breakeven

import (
	"encoding/json"
	"math/big"
	"strconv"
)

// cellBits is how finely probabilities are told apart: by 2^-32.
const cellBits = 32

// decimalAt returns the shortest decimal with the threshold k.
func decimalAt(k uint64) json.Number {
	end := func(k *big.Int) *big.Rat { return new(big.Rat).SetFrac(k, big.NewInt(1<<cellBits)) }
	hi := new(big.Int).SetUint64(k)
	return shortest(end(new(big.Int).Sub(hi, big.NewInt(1))), end(hi))
}

// shortest returns the decimal with the fewest places that lies above lo and not
// above hi, and does as a float64 too: of those the greatest. hi is at least 0.
func shortest(lo, hi *big.Rat) json.Number {
	scale := big.NewInt(1)
	for places := 0; ; places++ {
		n := new(big.Int).Mul(hi.Num(), scale)
		text := new(big.Rat).SetFrac(n.Quo(n, hi.Denom()), scale).FloatString(places)
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			panic(err) // it is at most hi, which is finite
		}
		if read := new(big.Rat).SetFloat64(x); read.Cmp(lo) > 0 && read.Cmp(hi) <= 0 {
			return json.Number(text)
		}
		scale.Mul(scale, big.NewInt(10))
	}
}

// plainly writes a number of an assumption without an exponent.
func plainly(x float64) json.Number { return json.Number(strconv.FormatFloat(x, 'f', -1, 64)) }

// valueOf returns the number that was written.
func valueOf(n json.Number) float64 {
	x, err := n.Float64()
	if err != nil {
		panic(err) // it was written by the program, from a finite one
	}
	return x
}
