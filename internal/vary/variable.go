package vary

import (
	"fmt"
	"strings"

	"errbench/scenario"
)

// ParseVariable reads the range of one assumption: KEY=LO:HI as [ParseRange]
// does, or KEY alone for a probability, which varies from 0 to 1 then.
func ParseVariable(text string) (Range, error) {
	if strings.Contains(text, "=") {
		r, err := ParseRange(text)
		if err != nil {
			return Range{}, err
		}
		return r, r.CheckDistinct()
	}
	r := Range{strings.TrimSpace(text), 0, 1}
	f, err := r.Field()
	if err == nil && !f.Probability() {
		err = fmt.Errorf("%s: found no range, and it has no end of its own; %[1]s=%s works", r.Key, exampleRange(f))
	}
	return r, err
}

// exampleRange is a range of the order that values have in practice: seconds, or a few.
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

// CheckDistinct refuses probabilities that are the same to the program.
func (r Range) CheckDistinct() error {
	if f, err := r.Field(); err != nil || !f.Probability() || scenario.Threshold(r.Lo) < scenario.Threshold(r.Hi) {
		return err
	}
	return fmt.Errorf("%s: found %s, which 2^-32 does not tell apart; ends with more between them work", r.Key, r)
}
