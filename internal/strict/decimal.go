package strict

import (
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// Numbers are written as in JSON everywhere: -1.5, 0.4, 1e-3. Other readers disagree about
// a leading zero, which some take for octal, and about a plus, .5 and 5.
var (
	decimal = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$`)
	})
	// likeNumber matches what some readers of YAML take for a number.
	likeNumber = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$`)
	})
)

// Decimal returns the float64 closest to a number. It refuses a number that is too large
// for float64, and a number other than 0 whose closest float64 is 0. It returns 0 for -0.
func Decimal(text string) (float64, bool) {
	if !decimal().MatchString(text) {
		return 0, false
	}
	x, err := strconv.ParseFloat(text, 64)
	return x + 0, err == nil && (x != 0 || !lost(text))
}

// Exact returns the number that Decimal rounds.
func Exact(text string) (*big.Rat, bool) {
	x, ok := Decimal(text)
	if !ok || x == 0 { // whatever the exponent
		return new(big.Rat), ok
	}
	return new(big.Rat).SetString(text)
}

// Whole returns a whole number, which is written without point and exponent.
func Whole(text string) (int64, bool) {
	if strings.ContainsAny(text, ".eE") || !decimal().MatchString(text) {
		return 0, false
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}

// IsNumber reports whether a text is written as a number, of whatever size.
func IsNumber(text string) bool { return decimal().MatchString(text) }

// Misspelt reports whether a refused number may be refused for its spelling: it is not
// written as in JSON, or it is whole and has a point or an exponent.
func Misspelt(text string) bool {
	x, ok := Decimal(text)
	return !IsNumber(text) || ok && x == math.Trunc(x) && strings.ContainsAny(text, ".eE")
}

// lost reports whether a number that float64 rounds to 0 is not 0.
func lost(text string) bool {
	digits, _, _ := strings.Cut(strings.ToLower(text), "e")
	return strings.ContainsAny(digits, "123456789")
}
