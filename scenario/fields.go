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
	"errbench/rng"
)

// Origin tells where the default of a field comes from.
type Origin string

// The origins.
const (
	FromArticle Origin = "published" // the article states it
	Recovered   Origin = "recovered" // found by search to reproduce what the article states
	Ours        Origin = "ours"      // a choice of errbench
)

// Field documents one assumption and gives access to it. The table of fields
// is what files, --set, validation and the documentation are made from.
type Field struct {
	Key    string // dotted, as in files and JSON: "repair_success.hint"
	Range  string // what works, in words: "a number from 0 to 1"
	Origin Origin // of the default
	About  string // what it means

	pointer func(*Assumptions) any // *string, *rng.Stream, *uint64, *int64 or *float64
	lo, hi  float64                // inclusive, of a number
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

// fields is ordered as files are written. Its defaults are those of Published.
var fields = []Field{
	{Key: "name", Origin: Ours, About: "what summaries call these assumptions",
		Range:   fmt.Sprintf("1 to %d printable characters", maxName),
		pointer: func(a *Assumptions) any { return &a.Name }},
	integer("seed", 0, maxSeed, Recovered, "the seed that every roll follows from",
		func(a *Assumptions) any { return &a.Seed }),
	{Key: "stream", Origin: Recovered, About: "where rolls come from: lcg32/v1 is the published generator, counter/v1 has independent runs",
		Range:   "one of " + strings.Join(rng.StreamNames(), ", "),
		pointer: func(a *Assumptions) any { return &a.Stream }},
	integer("runs", 1, rng.MaxRun, FromArticle, "repetitions, each with rolls of its own",
		func(a *Assumptions) any { return &a.Runs }),
	integer("operations", 1, rng.MaxOperation+1, FromArticle, "operations in each run",
		func(a *Assumptions) any { return &a.Operations }),
	probability("failure_rate", FromArticle, "chance that an operation fails at its first call",
		func(a *Assumptions) any { return &a.FailureRate }),
	weight("transient", func(a *Assumptions) any { return &a.FailureMix.Transient }),
	weight("validation", func(a *Assumptions) any { return &a.FailureMix.Validation }),
	weight("permission", func(a *Assumptions) any { return &a.FailureMix.Permission }),
	weight("not_found", func(a *Assumptions) any { return &a.FailureMix.NotFound }),
	integer("recovery_attempts", 0, maxRecoveryAttempts, FromArticle, "most recovery attempts of an operation; a strategy may allow itself fewer",
		func(a *Assumptions) any { return &a.RecoveryAttempts }),
	probability("retry_success", FromArticle, "chance that a retry of a transient failure succeeds",
		func(a *Assumptions) any { return &a.RetrySuccess }),
	probability("repair_success.message", FromArticle, "chance that a repair of a validation failure succeeds with a message alone",
		func(a *Assumptions) any { return &a.RepairSuccess.Message }),
	probability("repair_success.code", FromArticle, "the same with a code",
		func(a *Assumptions) any { return &a.RepairSuccess.Code }),
	probability("repair_success.field", Ours, "the same with the failing field or a suggestion, but not both: halfway between code and hint",
		func(a *Assumptions) any { return &a.RepairSuccess.Field }),
	probability("repair_success.hint", FromArticle, "the same with the failing field and a suggestion",
		func(a *Assumptions) any { return &a.RepairSuccess.Hint }),
	probability("replace_success", Ours, "chance that another tool or resource helps after a not_found failure",
		func(a *Assumptions) any { return &a.ReplaceSuccess }),
}

func integer(key string, lo, hi int64, origin Origin, about string, pointer func(*Assumptions) any) Field {
	return Field{Key: key, Range: fmt.Sprintf("a whole number from %d to %d", lo, hi),
		Origin: origin, About: about, pointer: pointer, lo: float64(lo), hi: float64(hi)}
}

func probability(key string, origin Origin, about string, pointer func(*Assumptions) any) Field {
	return Field{Key: key, Range: "a number from 0 to 1",
		Origin: origin, About: about, pointer: pointer, lo: 0, hi: 1}
}

func weight(class string, pointer func(*Assumptions) any) Field {
	return Field{Key: "failure_mix." + class, Range: "a finite number of at least 0",
		Origin: FromArticle, About: "weight of " + class + " among the failures", pointer: pointer, lo: 0, hi: math.MaxFloat64}
}

// Fields returns the documentation of every assumption, in the order of files.
func Fields() []Field { return slices.Clone(fields) }

// Path returns the parts of the key.
func (f Field) Path() []string { return strings.Split(f.Key, ".") }

// Default returns the published value as text.
func (f Field) Default() string {
	a := Published()
	return f.Get(&a)
}

// Get returns the value of the field as text that Set reads back.
func (f Field) Get(a *Assumptions) string {
	switch p := f.pointer(a).(type) {
	case *string:
		return *p
	case *rng.Stream:
		return string(*p)
	case *uint64:
		return strconv.FormatUint(*p, 10)
	case *int64:
		return strconv.FormatInt(*p, 10)
	case *float64:
		return strconv.FormatFloat(*p, 'g', -1, 64)
	default:
		panic(fmt.Sprintf("scenario: field %s has no text form", f.Key))
	}
}

// number tells whether the field holds a number.
func (f Field) number() bool { return f.hi > 0 }

// set parses the text into the field and checks its range.
func (f Field) set(a *Assumptions, text string) error {
	var err error
	switch p := f.pointer(a).(type) {
	case *string:
		*p = text
	case *rng.Stream:
		*p = rng.Stream(text)
	case *uint64:
		*p, err = strconv.ParseUint(text, 10, 64)
	case *int64:
		*p, err = strconv.ParseInt(text, 10, 64)
	case *float64:
		*p, err = strconv.ParseFloat(text, 64)
		*p += 0 // a negative zero would print its sign
	}
	if err != nil || f.number() && !decimal(text) {
		found := quoteText(text)
		if decimal(text) {
			found = clip(text)
		}
		return &FieldError{Key: f.Key, Found: found, Works: f.Range + ", in plain digits"}
	}
	return f.check(a)
}

// decimal tells whether a number is written as in JSON, or with a plus, or
// without digits on one side of the point. A leading zero is refused, as some
// readers of YAML take it for octal.
func decimal(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	digits := strings.TrimLeft(text, "+-")
	octal := len(digits) > 1 && digits[0] == '0' && '0' <= digits[1] && digits[1] <= '9'
	return (err == nil || errors.Is(err, strconv.ErrRange)) && strings.Trim(text, "+-.0123456789eE") == "" && !octal
}

// check refuses a value outside the documented range.
func (f Field) check(a *Assumptions) error {
	found, hint, ok := f.Get(a), "", true
	switch p := f.pointer(a).(type) {
	case *string:
		n := len([]rune(*p))
		ok = n >= 1 && n <= maxName && !strings.ContainsFunc(*p, func(r rune) bool { return r == unicode.ReplacementChar || !unicode.IsPrint(r) })
		found = quoteText(*p)
	case *rng.Stream:
		ok = slices.Contains(rng.Streams(), *p)
		hint = didyoumean.Hint(string(*p), rng.StreamNames())
		found = quoteText(string(*p))
	case *uint64:
		ok = f.inRange(float64(*p))
	case *int64:
		ok = f.inRange(float64(*p))
	case *float64:
		ok = f.inRange(*p)
	}
	if ok {
		return nil
	}
	return &FieldError{Key: f.Key, Found: found + hint, Works: f.Range}
}

// inRange is false for NaN too.
func (f Field) inRange(v float64) bool { return v >= f.lo && v <= f.hi }

// quoteText shows a text in one line of bearable length.
func quoteText(text string) string { return strconv.Quote(cut(text)) }

// clip is quoteText for what needs no quotes, such as a number or a list.
func clip(found string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, cut(strings.Join(strings.Fields(found), " ")))
}

func cut(text string) string {
	const most = 60
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "..."
	}
	return text
}

// findField returns the field of a key. Its error suggests a key, or says what
// was found where a group of keys should be.
func findField(key, found string) (Field, error) {
	var keys []string
	for _, f := range fields {
		if f.Key == key {
			return f, nil
		}
		keys = append(keys, f.Key)
	}
	if group := groupKeys(key); group != nil {
		return Field{}, &FieldError{Key: key, Found: found, Works: "a key inside it: " + strings.Join(group, ", ")}
	}
	return Field{}, &FieldError{Key: key, Found: "an unknown key" + didyoumean.Hint(key, keys), Works: "one of " + strings.Join(keys, ", ")}
}

// groupKeys returns the keys that lie inside a group such as "failure_mix", or
// nil.
func groupKeys(group string) []string {
	var keys []string
	for _, f := range fields {
		if strings.HasPrefix(f.Key, group+".") {
			keys = append(keys, f.Key)
		}
	}
	return keys
}

// Set changes one assumption by its key, as in "repair_success.hint". The
// error is a [*FieldError]; what depends on several fields is left to
// Validate.
func (a *Assumptions) Set(key, text string) error {
	f, err := findField(key, quoteText(text))
	if err != nil {
		return err
	}
	return f.set(a, text)
}

// FieldError is a value that an assumption cannot take.
type FieldError struct {
	File         string // "" for a value that came from no file
	Line, Column int    // from 1, 0 where File is ""
	Key          string
	Found        string // what stood there
	Works        string // what would work
}

// Error implements error in one line. It quotes a key that is no plain word.
func (e *FieldError) Error() string {
	key := e.Key
	if quoted := quoteText(key); key == "" || quoted != `"`+key+`"` {
		key = quoted
	}
	text := fmt.Sprintf("%s: found %s; what works: %s", key, e.Found, e.Works)
	if e.File != "" {
		text = fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, text)
	}
	return text
}
