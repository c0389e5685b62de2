package vary

import (
	"fmt"
	"strings"

	"errbench/scenario"
)

// ParseVariable reads KEY=LO:HI like [ParseRange], or the KEY of a probability, which varies from
// 0 to 1.
func ParseVariable(text string) (Range, error) {
	if strings.Contains(text, "=") {
		return ParseRange(text)
	}
	r := Range{strings.TrimSpace(text), 0, 1}
	f, err := r.Field()
	if err == nil && !f.Probability() {
		err = fmt.Errorf("%s: got no range, want one, as in %[1]s=%s", r.Key, exampleRange(f))
	}
	return r, err
}

// exampleRange returns a range of typical values.
func exampleRange(f scenario.Field) string {
	switch {
	case strings.Contains(f.Key, "_ms"):
		return "1:10000"
	case f.Key == "wait_factor.short":
		return "0.1:1"
	case f.Key == "wait_factor.long":
		return "1:4"
	}
	return "0:4"
}
