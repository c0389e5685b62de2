package stat

import (
	"math/big"
	"strconv"
	"strings"
)

// Count returns a whole number with a comma at each thousand.
func Count(n int64) string { return Grouped(strconv.FormatInt(n, 10)) }

// Grouped returns a decimal with a comma at each thousand.
func Grouped(text string) string {
	whole, _, _ := strings.Cut(text, ".")
	digits := strings.TrimPrefix(whole, "-")
	sign, rest := whole[:len(whole)-len(digits)], text[len(whole):]
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits + rest
}

// Plural returns a count and its noun.
func Plural(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Count(n) + " " + noun + "s"
}

// None is the text of an undefined number.
const None = "-"

// Fixed returns a number with the decimals and a comma at each thousand.
func Fixed(n Number, decimals int) string { return Scaled(n, 1, decimals) }

// Percent returns a fraction in percent.
func Percent(n Number, decimals int) string {
	if !n.Defined() {
		return None
	}
	return Scaled(n, 100, decimals) + " %"
}

// Scaled returns a multiple of a number with the decimals. It rounds the decimal that JSON
// shows, with halves away from zero. Published figures are compared in the same way, so
// that a number and its verdict agree.
func Scaled(n Number, by int64, decimals int) string {
	if !n.Defined() {
		return None
	}
	r, _ := new(big.Rat).SetString(n.Text()) // a decimal
	text := r.Mul(r, big.NewRat(by, 1)).FloatString(decimals)
	if strings.Trim(text, "-0.") == "" {
		text = strings.TrimPrefix(text, "-")
	}
	return Grouped(text)
}

// Signed returns a number with its sign and one decimal.
func Signed(n Number) string {
	text := Fixed(n, 1)
	if n > 0 && text != "0.0" {
		return "+" + text
	}
	return text
}

// brackets returns an interval of fractions in percent.
func brackets(i Interval, decimals int) string {
	if i.Method == ExactMethod {
		return "[exact]"
	}
	return "[" + Scaled(i.Lo, 100, decimals) + ", " + Scaled(i.Hi, 100, decimals) + "]"
}

// decimalsFor returns the number of decimals of a percent, at least decimals, at which
// different ends of an interval look different, and an end other than 0 is not shown as 0.
func decimalsFor(i Interval, decimals int) int {
	show := func(n Number) string { return Scaled(n, 100, decimals) }
	hidden := func(n Number) bool { return n.Defined() && n.Text() != "0" && strings.Trim(show(n), "-0.") == "" }
	const all = 7 // of a number of 9 decimals in percent
	for decimals < all && (hidden(i.Lo) || hidden(i.Hi) || i.Lo.Text() != i.Hi.Text() && show(i.Lo) == show(i.Hi)) {
		decimals++
	}
	return decimals
}

// Points returns a difference of rates and its interval in percentage points.
func Points(n Number, i Interval) string {
	decimals := decimalsFor(i, 2)
	return Scaled(n, 100, decimals) + " " + brackets(i, decimals)
}

// Share returns a fraction and its interval in percent.
func Share(n Number, i Interval) string {
	decimals := decimalsFor(i, 1)
	return Percent(n, decimals) + " " + brackets(i, decimals)
}
