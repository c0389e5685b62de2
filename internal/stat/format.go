package stat

import (
	"math/big"
	"strconv"
	"strings"
)

// Count writes a whole number with a comma at each thousand.
func Count(n int64) string { return Grouped(strconv.FormatInt(n, 10)) }

// Grouped puts a comma at each thousand of a decimal.
func Grouped(text string) string {
	whole, _, _ := strings.Cut(text, ".")
	digits := strings.TrimPrefix(whole, "-")
	sign, rest := whole[:len(whole)-len(digits)], text[len(whole):]
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits + rest
}

// Plural writes how many there are of something.
func Plural(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Count(n) + " " + noun + "s"
}

// None stands for an undefined number.
const None = "-"

// Fixed writes a number with so many decimals, and a comma at each thousand.
func Fixed(n Number, decimals int) string { return Scaled(n, 1, decimals) }

// Percent writes a fraction in percent.
func Percent(n Number, decimals int) string {
	if !n.Defined() {
		return None
	}
	return Scaled(n, 100, decimals) + " %"
}

// Scaled writes a multiple of a number with so many decimals. It rounds the
// decimal that JSON shows, halves away from zero: as the published figures are judged, so
// that what is shown and the verdict beside it agree.
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

// Signed writes a number with its sign and one decimal.
func Signed(n Number) string {
	text := Fixed(n, 1)
	if n > 0 && text != "0.0" {
		return "+" + text
	}
	return text
}

// Brackets writes an interval of fractions in percent.
func Brackets(i Interval, decimals int) string {
	if i.Method == ExactMethod {
		return "[exact]"
	}
	return "[" + Scaled(i.Lo, 100, decimals) + ", " + Scaled(i.Hi, 100, decimals) + "]"
}

// telling returns how many decimals of a percent it takes, at least so many,
// for the ends of an interval to differ where they do, and to lie on the side
// of 0 where they lie.
func telling(i Interval, decimals int) int {
	show := func(n Number) string { return Scaled(n, 100, decimals) }
	hidden := func(n Number) bool { return n.Defined() && n.Text() != "0" && strings.Trim(show(n), "-0.") == "" }
	const all = 7 // of a number of 9 decimals in percent
	for decimals < all && (hidden(i.Lo) || hidden(i.Hi) || i.Lo.Text() != i.Hi.Text() && show(i.Lo) == show(i.Hi)) {
		decimals++
	}
	return decimals
}

// Points writes a difference of rates with its interval, in percentage points.
func Points(n Number, i Interval) string {
	decimals := telling(i, 2)
	return Scaled(n, 100, decimals) + " " + Brackets(i, decimals)
}

// Share writes a fraction with its interval, in percent.
func Share(n Number, i Interval) string {
	decimals := telling(i, 1)
	return Percent(n, decimals) + " " + Brackets(i, decimals)
}
