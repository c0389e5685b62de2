package stat

import "strings"

// Grouped puts a comma at each thousand of a decimal, as in -12,345.67.
func Grouped(text string) string {
	whole, _, _ := strings.Cut(text, ".")
	digits := strings.TrimPrefix(whole, "-")
	sign, rest := whole[:len(whole)-len(digits)], text[len(whole):]
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits + rest
}
