package scenario

import (
	"reflect"
	"slices"
	"strings"

	"errbench/didyoumean"
	"errbench/excerpt"
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

	takes domain
}

// fields is ordered as files are written. Its defaults are those of Published.
var fields = []Field{
	field("name", label, Ours, "what summaries call these assumptions"),
	field("seed", seed, Recovered, "the seed that every roll follows from"),
	field("stream", stream, Recovered, "where rolls come from: lcg32/v1 is the published generator, counter/v1 has independent runs"),
	field("runs", count(1, rng.MaxRun), FromArticle, "repetitions, each with rolls of its own"),
	field("operations", count(1, rng.MaxOperation+1), FromArticle, "operations in each run"),
	field("failure_rate", probability, FromArticle, "chance that an operation fails at its first call"),
	field("failure_mix.transient", weight, FromArticle, "weight of transient among the failures"),
	field("failure_mix.validation", weight, FromArticle, "weight of validation among the failures"),
	field("failure_mix.permission", weight, FromArticle, "weight of permission among the failures"),
	field("failure_mix.not_found", weight, FromArticle, "weight of not_found among the failures"),
	field("recovery_attempts", count(0, maxRecoveryAttempts), FromArticle, "most recovery attempts of an operation; a strategy may allow itself fewer"),
	field("retry_success", probability, FromArticle, "chance that a retry of a transient failure succeeds"),
	field("repair_success.message", probability, FromArticle, "chance that a repair of a validation failure succeeds with a message alone"),
	field("repair_success.code", probability, FromArticle, "the same with a code"),
	field("repair_success.field", probability, Ours, "the same with the failing field or a suggestion, but not both: halfway between code and hint"),
	field("repair_success.hint", probability, FromArticle, "the same with the failing field and a suggestion"),
	field("replace_success", probability, Ours, "chance that another tool or resource helps after a not_found failure"),
}

func field(key string, takes domain, origin Origin, about string) Field {
	return Field{key, takes.words, origin, about, takes}
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
func (f Field) Get(a *Assumptions) string { return f.takes.format(f.of(a).Interface()) }

// Pointer returns where the value of the field stands: a *float64 for a
// probability or a weight, an *int64 or a *uint64 for a whole number, or what
// points to a text.
func (f Field) Pointer(a *Assumptions) any { return f.of(a).Addr().Interface() }

// of returns the place of the field's value, by the JSON keys on its path.
func (f Field) of(a *Assumptions) reflect.Value {
	v := reflect.ValueOf(a).Elem()
	for _, key := range f.Path() {
		at := 0
		for v.Type().Field(at).Tag.Get("json") != key {
			at++
		}
		v = v.Field(at)
	}
	return v
}

// Set parses the text into the field and checks its range. The error is a
// [*FieldError].
func (f Field) Set(a *Assumptions, text string) error {
	value, err := f.takes.parse(text)
	if err != nil || f.takes.number && !decimal(text) {
		found, works := excerpt.Quote(text), f.Range
		if decimal(text) {
			found = excerpt.Of(text)
		}
		if misspelt(text) {
			works += ", in plain digits"
		}
		return &FieldError{Key: f.Key, Found: found, Works: works}
	}
	f.of(a).Set(reflect.ValueOf(value))
	return f.check(a)
}

// check refuses a value outside the documented range.
func (f Field) check(a *Assumptions) error {
	if f.takes.holds(f.of(a).Interface()) {
		return nil
	}
	return &FieldError{Key: f.Key, Found: f.takes.found(f.Get(a)), Works: f.Range}
}

// Number tells whether the values of the field are numbers.
func (f Field) Number() bool { return f.takes.number }

// Whole tells whether the values of the field are whole numbers.
func (f Field) Whole() bool { return f.takes.whole }

// Probability tells whether the field takes the numbers from 0 to 1.
func (f Field) Probability() bool { return f.takes.words == probability.words }

// FindField returns the field of a key, for which a value was found. Its error,
// a [*FieldError], suggests a key.
func FindField(key, found string) (Field, error) {
	if i := slices.IndexFunc(fields, func(f Field) bool { return f.Key == key }); i >= 0 {
		return fields[i], nil
	}
	var keys []string
	for _, f := range fields {
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
	f, err := FindField(key, excerpt.Quote(text))
	if err != nil {
		return err
	}
	return f.Set(a, text)
}
