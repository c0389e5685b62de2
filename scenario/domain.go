package scenario

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"errbench/didyoumean"
	"errbench/excerpt"
	"errbench/rng"
)

// domain is the set of values that a field takes, and how they are written. The
// values are of the field's type.
type domain struct {
	words  string // "a number from 0 to 1"
	number bool
	whole  bool // the numbers are whole
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
)

// An address has room for every recovery attempt, or this does not compile.
const _ = uint(rng.MaxAttempt - 1 - maxRecoveryAttempts)

var (
	label = domain{
		words:  fmt.Sprintf("1 to %d printable characters", maxName),
		parse:  func(text string) (any, error) { return text, nil },
		format: func(value any) string { return value.(string) },
		holds: func(value any) bool {
			n := len([]rune(value.(string)))
			return n >= 1 && n <= maxName && !strings.ContainsFunc(value.(string), unprintable)
		},
		found: excerpt.Quote,
	}
	stream = domain{
		words:  "one of " + strings.Join(rng.StreamNames(), ", "),
		parse:  func(text string) (any, error) { return rng.Stream(text), nil },
		format: func(value any) string { return string(value.(rng.Stream)) },
		holds:  func(value any) bool { return slices.Contains(rng.Streams(), value.(rng.Stream)) },
		found:  func(text string) string { return excerpt.Quote(text) + didyoumean.Hint(text, rng.StreamNames()) },
	}
	probability = real("a number from 0 to 1", 1)
	weight      = real("a finite number of at least 0", math.MaxFloat64)
	seed        = whole(0, maxSeed, func(text string) (uint64, error) { return strconv.ParseUint(text, 10, 64) })
)

// count is the whole numbers from lo to hi.
func count(lo, hi int64) domain {
	return whole(lo, hi, func(text string) (int64, error) { return strconv.ParseInt(text, 10, 64) })
}

func whole[T int64 | uint64](lo, hi T, parse func(string) (T, error)) domain {
	return domain{
		words:  fmt.Sprintf("a whole number from %d to %d", lo, hi),
		number: true,
		whole:  true,
		parse:  func(text string) (any, error) { return parse(text) },
		format: func(value any) string { return fmt.Sprint(value) },
		holds:  func(value any) bool { return lo <= value.(T) && value.(T) <= hi },
		found:  excerpt.Of,
	}
}

// real is the numbers from 0 to hi.
func real(words string, hi float64) domain {
	return domain{
		words:  words,
		number: true,
		parse: func(text string) (any, error) {
			x, err := strconv.ParseFloat(text, 64)
			if err == nil && lost(text, x) {
				err = strconv.ErrRange
			}
			return x + 0, err // a negative zero would print its sign
		},
		format: func(value any) string { return strconv.FormatFloat(value.(float64), 'g', -1, 64) },
		holds:  func(value any) bool { return 0 <= value.(float64) && value.(float64) <= hi }, // false for NaN
		found:  excerpt.Of,
	}
}

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
