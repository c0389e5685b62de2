package scenario

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"errbench/internal/strict"
	"errbench/optional"
	"errbench/rng"
)

// domain is the set of values that a field takes, and how they are written. The values
// have the type of the field.
type domain struct {
	words       string      // "a number from 0 to 1"
	kind        strict.Kind // of the values in a file
	whole       bool        // the numbers are whole
	probability bool        // the numbers are chances of events or shares of operations
	none        bool        // the value may be absent, which is written as none
	parse       func(text string) (value any, ok bool)
	format      func(value any) string   // what parse reads back
	holds       func(value any) bool     // reports whether the value is in range
	shown       func(text string) string // shows a value out of range in an error
}

const (
	maxName = 100
	// maxSeed keeps seeds exact in every JSON reader (RFC 8259, section 6).
	maxSeed = 1<<53 - 1
	// maxRecoveryAttempts lets attempts be numbered 2 to 101.
	maxRecoveryAttempts = 100
	// maxMS is a day, in milliseconds.
	maxMS = 24 * 60 * 60 * 1000
	// maxFactor bounds the factor of a wait.
	maxFactor = 1000
	// maxPrice and maxRate keep sums of products far from infinity.
	maxPrice, maxRate = 1e9, 1e6
	// none is how the absence of a value is written.
	none = "none"
)

// An address has room for every recovery attempt, or this does not compile.
const _ = uint(rng.MaxAttempt - 1 - maxRecoveryAttempts)

var (
	label = domain{
		words:  fmt.Sprintf("1 to %d printable characters", maxName),
		kind:   strict.Text,
		parse:  func(text string) (any, bool) { return text, true },
		format: func(value any) string { return value.(string) },
		holds: func(value any) bool {
			n := len([]rune(value.(string)))
			return n >= 1 && n <= maxName && !strings.ContainsFunc(value.(string), unprintable)
		},
		shown: strict.Quote,
	}
	stream       = streams()
	model        = choice(Coin, Outage)
	fraction     = real("a number from 0 to 1", 0, 1)
	probability  = chance(fraction)
	weight       = real("a finite number of at least 0", 0, math.MaxFloat64)
	price        = real("a number from 0 to 1000000000", 0, maxPrice)
	rate         = real("a number from 0.000001 to 1000000", 1/maxRate, maxRate)
	factor       = real("a number from 1 to 1000", 1, maxFactor)
	milliseconds = count(0, maxMS)
	seed         = whole[uint64](0, maxSeed)
	truth        = domain{
		words:  "true or false",
		kind:   strict.Truth,
		parse:  parseTruth,
		format: func(value any) string { return strconv.FormatBool(value.(bool)) },
		holds:  func(any) bool { return true },
	}
)

func parseTruth(text string) (any, bool) { return text == "true", text == "true" || text == "false" }

// choice returns the domain of the listed words.
func choice[T ~string](all ...T) domain {
	var words []string
	for _, word := range all {
		words = append(words, string(word))
	}
	return domain{
		words:  "one of " + strings.Join(words, ", "),
		kind:   strict.Text,
		parse:  func(text string) (any, bool) { return T(text), true },
		format: func(value any) string { return string(value.(T)) },
		holds:  func(value any) bool { return slices.Contains(all, value.(T)) },
		shown:  strict.Quote,
	}
}

// streams returns the domain of streams. Whoever writes "counter" means the newest stream of
// the name; a file of errbench holds the full name.
func streams() domain {
	d := choice(rng.Streams()...)
	d.parse = func(text string) (any, bool) {
		if text == rng.NewestCounter {
			return rng.CounterV2, true
		}
		return rng.Stream(text), true
	}
	return d
}

// orNone returns the domain of the whole numbers of d, or none.
func orNone(d domain) domain {
	type value = optional.Value[int64]
	o := d
	o.words, o.none = none+", or "+d.words, true
	o.parse = func(text string) (any, bool) {
		if text == none {
			return value{}, true
		}
		number, ok := d.parse(text)
		return optional.Of(number.(int64)), ok
	}
	o.format = func(v any) string {
		if number, ok := v.(value).Get(); ok {
			return d.format(number)
		}
		return none
	}
	o.holds = func(v any) bool {
		number, ok := v.(value).Get()
		return !ok || d.holds(number)
	}
	return o
}

// count returns the domain of the whole numbers from lo to hi.
func count(lo, hi int64) domain { return whole(lo, hi) }

func whole[T int64 | uint64](lo, hi T) domain {
	return domain{
		words: fmt.Sprintf("a whole number from %d to %d", lo, hi),
		kind:  strict.Number,
		whole: true,
		parse: func(text string) (any, bool) {
			n, ok := strict.Whole(text)
			return T(n), ok && (n >= 0) == (T(n) >= 0)
		},
		format: func(value any) string { return fmt.Sprint(value) },
		holds:  func(value any) bool { return lo <= value.(T) && value.(T) <= hi },
		shown:  strict.Excerpt,
	}
}

// chance marks the numbers of a domain as probabilities.
func chance(d domain) domain {
	d.probability = true
	return d
}

// real returns the domain of the numbers from lo to hi.
func real(words string, lo, hi float64) domain {
	return domain{
		words: words,
		kind:  strict.Number,
		parse: func(text string) (any, bool) {
			x, ok := strict.Decimal(text)
			return x, ok
		},
		format: func(value any) string { return decimalOf(value.(float64)) },
		holds:  func(value any) bool { return lo <= value.(float64) && value.(float64) <= hi }, // false for NaN
		shown:  strict.Excerpt,
	}
}

// decimalOf returns the shortest text of a number.
func decimalOf(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

func unprintable(r rune) bool { return r == unicode.ReplacementChar || !unicode.IsPrint(r) }

// FieldError reports a value that an assumption cannot take.
type FieldError struct {
	Key  string
	Got  string // the value, as shown
	Want string // the values that the assumption takes, in words
}

// Error implements error, in one line. It quotes a key that is not a plain word.
func (e *FieldError) Error() string {
	return fmt.Sprintf("%s: got %s, want %s", strict.PlainKey(e.Key), e.Got, e.Want)
}
