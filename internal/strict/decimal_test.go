package strict_test

import (
	"math"
	"math/big"
	"testing"

	"errbench/internal/strict"
)

// What each function makes of a text; "" if it refuses it.
func TestNumbersAreWrittenAsInJSON(t *testing.T) {
	for _, test := range []struct {
		text, decimal, exact, whole string
		misspelt                    bool
	}{
		{"0", "0", "0", "0", false},
		{"-0", "0", "0", "0", false},
		{"7", "7", "7", "7", false},
		{"-12", "-12", "-12", "-12", false},
		{"0.1", "0.1", "1/10", "", false},
		{"-1.50", "-1.5", "-3/2", "", false},
		{"1.0", "1", "1", "", true},
		{"1e3", "1000", "1000", "", true},
		{"1E+3", "1000", "1000", "", true},
		{"25e-2", "0.25", "1/4", "", false},
		{"0e999999999", "0", "0", "", true},
		{"0.1000000000000000055511151231257827021181583404541015625", "0.1", "3602879701896397/36028797018963968", "", false},
		{"9007199254740993", "9.007199254740992e+15", "9007199254740993", "9007199254740993", false},
		{"9223372036854775807", "9.223372036854776e+18", "9223372036854775807", "9223372036854775807", false},
		{"9223372036854775808", "9.223372036854776e+18", "9223372036854775808", "", false},
		{"5e-324", "5e-324", "5e-324", "", false},
		{"1e-400", "", "", "", false},
		{"1e400", "", "", "", false},
		{"1e999999999", "", "", "", false},
		{"", "", "", "", true}, {" 1", "", "", "", true}, {"1 ", "", "", "", true}, {"1\n", "", "", "", true},
		{"+1", "", "", "", true}, {"00", "", "", "", true}, {"01", "", "", "", true}, {"-01", "", "", "", true}, {"00.1", "", "", "", true},
		{".5", "", "", "", true}, {"5.", "", "", "", true}, {"1e", "", "", "", true}, {"e3", "", "", "", true}, {"1.e3", "", "", "", true},
		{"0x10", "", "", "", true}, {"0o7", "", "", "", true}, {"1_000", "", "", "", true}, {"1,000", "", "", "", true}, {"1/2", "", "", "", true},
		{"NaN", "", "", "", true}, {"inf", "", "", "", true}, {"Infinity", "", "", "", true}, {"\u0661", "", "", "", true},
	} {
		x, ok := strict.Decimal(test.text)
		if want, wanted := number(test.decimal); ok != wanted || ok && (x != want || math.Signbit(x) != math.Signbit(want)) {
			t.Errorf("Decimal(%q) is %v, %t; want %q", test.text, x, ok, test.decimal)
		}
		exact, ok := strict.Exact(test.text)
		if want, wanted := new(big.Rat).SetString(test.exact); ok != wanted || ok && exact.Cmp(want) != 0 {
			t.Errorf("Exact(%q) is %v, %t; want %q", test.text, exact, ok, test.exact)
		}
		n, ok := strict.Whole(test.text)
		if want, wanted := new(big.Int).SetString(test.whole, 10); ok != wanted || ok && want.Cmp(big.NewInt(n)) != 0 {
			t.Errorf("Whole(%q) is %d, %t; want %q", test.text, n, ok, test.whole)
		}
		if got := strict.Misspelt(test.text); got != test.misspelt {
			t.Errorf("Misspelt(%q) is %t", test.text, got)
		}
	}
}

func number(text string) (float64, bool) {
	x, ok := new(big.Float).SetPrec(2000).SetString(text)
	if !ok {
		return 0, false
	}
	nearest, _ := x.Float64()
	return nearest, true
}
