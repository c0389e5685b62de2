package scenario

import (
	"errors"
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

// domain is the set of values that a field takes, and how they are written. The
// values are of the field's type.
type domain struct {
	words  string // "a number from 0 to 1"
	kind   kind   // of the values in a file
	whole  bool   // the numbers are whole
	none   bool   // it takes absence too, which is written as none
	parse  func(text string) (any, error)
	format func(value any) string // what parse reads back
	holds  func(value any) bool
	found  func(text string) string // shows a value outside in an error
}

const (
	maxName = 100
	// maxSeed keeps seeds exact in every JSON reader (RFC 8259, section 6).
	maxSeed = 1<<53 - 1
	// maxRecoveryAttempts are the attempts 2 to 101.
	maxRecoveryAttempts = 100
	// maxMS is a day, in milliseconds.
	maxMS = 24 * 60 * 60 * 1000
	// maxFactor bounds what a wait is multiplied by.
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
		kind:   text,
		parse:  func(text string) (any, error) { return text, nil },
		format: func(value any) string { return value.(string) },
		holds: func(value any) bool {
			n := len([]rune(value.(string)))
			return n >= 1 && n <= maxName && !strings.ContainsFunc(value.(string), unprintable)
		},
		found: strict.Quote,
	}
	stream       = choice(rng.Streams()...)
	model        = choice(Coin, Outage)
	probability  = real("a number from 0 to 1", 0, 1)
	weight       = real("a finite number of at least 0", 0, math.MaxFloat64)
	price        = real("a number from 0 to 1000000000", 0, maxPrice)
	rate         = real("a number from 0.000001 to 1000000", 1/maxRate, maxRate)
	factor       = real("a number from 1 to 1000", 1, maxFactor)
	milliseconds = count(0, maxMS)
	seed         = whole(0, maxSeed, func(text string) (uint64, error) { return strconv.ParseUint(text, 10, 64) })
	truth        = domain{
		words:  "true or false",
		kind:   boolean,
		parse:  parseTruth,
		format: func(value any) string { return strconv.FormatBool(value.(bool)) },
		holds:  func(any) bool { return true },
	}
)

func parseTruth(text string) (any, error) {
	if text != "true" && text != "false" {
		return nil, strconv.ErrSyntax
	}
	return text == "true", nil
}

// choice is the words listed.
func choice[T ~string](all ...T) domain {
	var words []string
	for _, word := range all {
		words = append(words, string(word))
	}
	return domain{
		words:  "one of " + strings.Join(words, ", "),
		kind:   text,
		parse:  func(text string) (any, error) { return T(text), nil },
		format: func(value any) string { return string(value.(T)) },
		holds:  func(value any) bool { return slices.Contains(all, value.(T)) },
		found:  func(text string) string { return strict.Quote(text) + strict.Hint(text, words) },
	}
}

// orNone is whole numbers of a domain, or their absence.
func orNone(d domain) domain {
	type value = optional.Value[int64]
	o := d
	o.words, o.none = none+", or "+d.words, true
	o.parse = func(text string) (any, error) {
		if text == none {
			return value{}, nil
		}
		number, err := d.parse(text)
		if err != nil {
			return nil, err
		}
		return optional.Of(number.(int64)), nil
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

// count is the whole numbers from lo to hi.
func count(lo, hi int64) domain {
	return whole(lo, hi, func(text string) (int64, error) { return strconv.ParseInt(text, 10, 64) })
}

func whole[T int64 | uint64](lo, hi T, parse func(string) (T, error)) domain {
	return domain{
		words:  fmt.Sprintf("a whole number from %d to %d", lo, hi),
		kind:   number,
		whole:  true,
		parse:  plain(parse),
		format: func(value any) string { return fmt.Sprint(value) },
		holds:  func(value any) bool { return lo <= value.(T) && value.(T) <= hi },
		found:  strict.Excerpt,
	}
}

// real is the numbers from lo to hi.
func real(words string, lo, hi float64) domain {
	return domain{
		words: words,
		kind:  number,
		parse: plain(func(text string) (float64, error) {
			x, err := strconv.ParseFloat(text, 64)
			if err == nil && lost(text, x) {
				err = strconv.ErrRange
			}
			return x + 0, err // a negative zero would print its sign
		}),
		format: func(value any) string { return decimalOf(value.(float64)) },
		holds:  func(value any) bool { return lo <= value.(float64) && value.(float64) <= hi }, // false for NaN
		found:  strict.Excerpt,
	}
}

// plain parses what is written as a decimal.
func plain[T any](parse func(string) (T, error)) func(string) (any, error) {
	return func(text string) (any, error) {
		if !decimal(text) {
			return nil, strconv.ErrSyntax
		}
		return parse(text)
	}
}

// decimalOf returns the shortest text of a number.
func decimalOf(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

func unprintable(r rune) bool { return r == unicode.ReplacementChar || !unicode.IsPrint(r) }

// decimal tells whether a number is written as in JSON, or with a plus, or
// without digits on one side of the point. A leading zero is refused, as some
// readers of YAML take it for octal.
func decimal(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	digits := strings.TrimLeft(text, "+-")
	octal := len(digits) > 1 && digits[0] == '0' && '0' <= digits[1] && digits[1] <= '9'
	return (err == nil || errors.Is(err, strconv.ErrRange)) && strings.Trim(text, "+-.0123456789eE") == "" && !octal
}

// lost tells whether a number too small for float64 became 0.
func lost(text string, x float64) bool {
	digits, _, _ := strings.Cut(strings.ToLower(text), "e")
	return x == 0 && strings.ContainsAny(digits, "123456789")
}

// misspelt tells whether a number that was refused may be refused for how it is
// written: not as decimal says, or whole but with a point or an exponent.
func misspelt(text string) bool {
	x, err := strconv.ParseFloat(text, 64)
	whole := err == nil && x == math.Trunc(x) && !lost(text, x)
	return !decimal(text) || whole && strings.ContainsAny(text, ".eE")
}
