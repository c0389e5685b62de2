package scenario

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"errbench/internal/strict"
	"errbench/rng"
)

// Origin names the source of the default of a field.
type Origin string

// The origins.
const (
	FromArticle Origin = "published" // the article states it
	Recovered   Origin = "recovered" // found by search to reproduce what the article states
	Ours        Origin = "ours"      // a choice of errbench
)

// Field documents one assumption and gives access to it. Files, --set, validation and the
// documentation are made from the table of fields.
type Field struct {
	Key     string // dotted, as in files and JSON: "repair_success.hint"
	Range   string // the values that it takes, in words: "a number from 0 to 1"
	Origin  Origin // of the default
	About   string // what it means
	Section string // of the assumptions that the article does not have; "" for its own. Defaults switch them off

	takes domain
}

// fields returns the table, in the order of files. The defaults are the values of
// Published. The first call makes it, to keep the start of the program fast.
var fields = sync.OnceValue(func() []Field {
	return slices.Concat([]Field{
		field("name", label, Ours, "name of these assumptions in summaries"),
		field("seed", seed, Recovered, "seed of all rolls"),
		field("stream", stream, Recovered, "source of the rolls: lcg32/v1 is the published generator, counter/v2 has independent runs, and counter names the newest"),
		field("runs", count(1, rng.MaxRun), FromArticle, "number of runs, each with separate rolls"),
		field("operations", count(1, rng.MaxOperation+1), FromArticle, "operations in each run"),
		field("failure_rate", probability, FromArticle, "probability that the first call of an operation fails"),
		field("failure_mix.transient", weight, FromArticle, "weight of transient among the failures"),
		field("failure_mix.validation", weight, FromArticle, "weight of validation among the failures"),
		field("failure_mix.permission", weight, FromArticle, "weight of permission among the failures"),
		field("failure_mix.not_found", weight, FromArticle, "weight of not_found among the failures"),
		field("recovery_attempts", count(0, maxRecoveryAttempts), FromArticle, "maximum of recovery attempts of an operation; a strategy may have a lower limit"),
		field("retry_success", probability, FromArticle, "probability that a retry of a transient failure succeeds"),
		field("repair_success.message", probability, FromArticle, "probability that a repair of a validation failure succeeds if the error has only a message"),
		field("repair_success.code", probability, FromArticle, "the same if the error has a code"),
		field("repair_success.field", probability, Ours, "the same if the error has the failing field or a suggestion, but not both; halfway between code and hint"),
		field("repair_success.hint", probability, FromArticle, "the same if the error has the failing field and a suggestion"),
	}, section("Reports", []Field{
		field("repair_success.misled", probability, Ours, "the same if the suggestion is misleading"),
	}), []Field{
		field("replace_success", probability, Ours, "probability that another tool or resource helps after a not_found failure"),
	}, section("Time", timeFields()), section("Repairs", []Field{
		field("after_repair", probability, Ours, "probability that a validation failure changes its class after a failed repair; failure_mix decides the new class"),
	}), section("Reports", reportFields()), section("Writes", writeFields()), section("Cost", costFields()))
})

func timeFields() []Field {
	return []Field{
		field("transient_model", model, Ours, "what ends a transient failure: with coin a retry succeeds with probability retry_success, with outage a call succeeds if it starts after the outage"),
		field("outage_ms.min", milliseconds, Ours, "shortest outage in milliseconds, from the start of the first call; all lengths from the shortest to the longest are equally likely"),
		field("outage_ms.max", milliseconds, Ours, "longest outage"),
		field("retry_after_ms", orNone(milliseconds), Ours, "wait in milliseconds that an honest envelope asks for after a transient failure"),
		field("latency_ms.call", milliseconds, Ours, "how long a first call takes, in milliseconds"),
		field("latency_ms.retry", milliseconds, Ours, "how long a retry takes"),
		field("latency_ms.repair", milliseconds, Ours, "how long a repair takes"),
		field("latency_ms.replace", milliseconds, Ours, "how long a replacement takes"),
		field("deadline_ms", orNone(milliseconds), Ours, "deadline of an operation, in milliseconds from the start of its first call; an attempt must start before it"),
		field("arrival_rate_per_s", rate, Ours, "operations that begin in a second; it matters only for a budget that operations share"),
	}
}

// reportFields returns the distortions and the factors of wrong waits.
func reportFields() []Field {
	var all []Field
	for _, c := range AllClasses() {
		for _, shown := range AllClasses() {
			if shown != c {
				all = append(all, field("distortions.wrong_code."+c.String()+"."+shown.String(), probability, Ours,
					"share of the "+c.String()+" failures with the code of "+shown.String()))
			}
		}
	}
	return append(all,
		field("distortions.all_retryable", probability, Ours, "share of the failures that are reported as retryable, in every class"),
		field("distortions.none_retryable", probability, Ours, "share of the failures that are reported as not retryable, in every class"),
		field("distortions.misleading_suggestion", probability, Ours, "share of the failures whose suggestion, if any, is wrong"),
		field("distortions.missing_field", probability, Ours, "share of the failures that do not name the failing field"),
		field("distortions.missing_trace_id", probability, Ours, "share of the failures without a trace id"),
		field("distortions.short_wait", probability, Ours, "share of the failures whose wait, if any, is too short"),
		field("distortions.long_wait", probability, Ours, "share of the failures whose wait, if any, is too long"),
		field("distortions.failure_as_success", probability, Ours, "share of the failures that are reported as a success"),
		field("distortions.success_as_failure", probability, Ours, "share of the successful operations that are reported as a transient failure"),
		field("wait_factor.short", fraction, Ours, "a wait that is too short, as a multiple of the right one"),
		field("wait_factor.long", factor, Ours, "a wait that is too long, as a multiple of the right one"),
	)
}

func writeFields() []Field {
	return []Field{
		field("risk.read_only", weight, Ours, "weight of operations that change nothing"),
		field("risk.idempotent_write", weight, Ours, "weight of writes that an idempotency key can protect from being done twice"),
		field("risk.destructive", weight, Ours, "weight of writes that do harm if they are done twice"),
		field("commit_on_failure", probability, Ours, "probability that a write was carried out although its call failed"),
		field("server_honours_key", truth, Ours, "whether the server carries out a write only once for each idempotency key"),
		field("repair_takes_new_key", truth, Ours, "whether a repaired call has a new idempotency key"),
	}
}

// costFields returns the prices in each currency.
func costFields() []Field {
	var all []Field
	for _, currency := range []struct{ key, name string }{{"tokens", "tokens"}, {"usd", "US dollars"}} {
		all = append(all,
			field("cost."+currency.key+".attempt", price, Ours, "price of a call in "+currency.name+", including the first one"),
			field("cost."+currency.key+".repair", price, Ours, "additional price of a repair, on top of its call"),
			field("cost."+currency.key+".escalation", price, Ours, "price of handing an operation to a person"),
		)
	}
	return all
}

// section puts the fields into a section and returns them.
func section(title string, fields []Field) []Field {
	for i := range fields {
		fields[i].Section = title
	}
	return fields
}

func field(key string, takes domain, origin Origin, about string) Field {
	return Field{Key: key, Range: takes.words, Origin: origin, About: about, takes: takes}
}

// Fields returns the documentation of every assumption, in the order of files.
func Fields() []Field { return slices.Clone(fields()) }

// Path returns the parts of the key.
func (f Field) Path() []string { return strings.Split(f.Key, ".") }

// Default returns the published value as text.
func (f Field) Default() string {
	a := Published()
	return f.Get(&a)
}

// Get returns the value of the field, as text that Set reads.
func (f Field) Get(a *Assumptions) string { return f.takes.format(f.of(a).Interface()) }

// Pointer returns a pointer to the value of the field: a *float64 for a probability, a
// weight, a price or a factor, an *int64 or *uint64 for a whole number, else a pointer to
// a text, a bool or an optional.Value.
func (f Field) Pointer(a *Assumptions) any { return f.of(a).Addr().Interface() }

// of returns the value of the field, which can be set.
func (f Field) of(a *Assumptions) reflect.Value {
	return reflect.ValueOf(a).Elem().FieldByIndex(places()[f.Key])
}

// places returns, by key, the path of struct indexes to each field. The first call finds
// them, to keep the start of the program fast.
var places = sync.OnceValue(func() map[string][]int {
	all := map[string][]int{}
	for _, f := range fields() {
		t := reflect.TypeFor[Assumptions]()
		for _, key := range f.Path() {
			at := 0
			for t.Field(at).Tag.Get("json") != key {
				at++
			}
			all[f.Key] = append(all[f.Key], at)
			t = t.Field(at).Type
		}
	}
	return all
})

// Set parses the text into the field and checks its range. The error is a
// [*FieldError].
func (f Field) Set(a *Assumptions, text string) error {
	value, ok := f.takes.parse(text)
	if !ok {
		got, want := strict.Quote(text), f.Range
		if strict.IsNumber(text) {
			got = strict.Excerpt(text)
		}
		if f.Number() && strict.Misspelt(text) {
			want += ", in plain digits"
		}
		return &FieldError{Key: f.Key, Got: got, Want: want}
	}
	f.of(a).Set(reflect.ValueOf(value))
	return f.check(a)
}

// check returns an error if the value is outside the documented range.
func (f Field) check(a *Assumptions) error {
	if f.takes.holds(f.of(a).Interface()) {
		return nil
	}
	return &FieldError{Key: f.Key, Got: f.takes.shown(f.Get(a)), Want: f.Range}
}

// Number reports whether the values of the field are numbers.
func (f Field) Number() bool { return f.takes.kind == strict.Number }

// Optional reports whether the value may be absent, which is written as none.
func (f Field) Optional() bool { return f.takes.none }

// Whole reports whether the values of the field are whole numbers.
func (f Field) Whole() bool { return f.takes.whole }

// Probability reports whether the value is the probability of an event or a share of the
// operations. Not every number from 0 to 1 is: wait_factor.short is a ratio.
func (f Field) Probability() bool { return f.takes.probability }

// FindField returns the field of a key. Its error guesses the key that was meant.
func FindField(key string) (Field, error) {
	if i := slices.IndexFunc(fields(), func(f Field) bool { return f.Key == key }); i >= 0 {
		return fields()[i], nil
	}
	if inside := keysIn(key + "."); inside != nil {
		return Field{}, fmt.Errorf("%s: this is a group; choose a key inside it: %s", key, strings.Join(inside, ", "))
	}
	var keys []string
	for _, f := range fields() {
		keys = append(keys, f.Key)
	}
	return Field{}, fmt.Errorf("%s: %w", strict.PlainKey(key), strict.UnknownKey(key, keys, listsKeys))
}

// keysIn returns the keys that begin with the prefix of a group, such as "failure_mix.".
// It returns an inner group as one key that ends in ".*", and nil if no key begins so.
func keysIn(prefix string) []string {
	var keys []string
	for _, f := range fields() {
		rest, ok := strings.CutPrefix(f.Key, prefix)
		if !ok {
			continue
		}
		key, _, nested := strings.Cut(rest, ".")
		if nested {
			key += ".*"
		}
		if key = prefix + key; !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// Set changes one assumption by its key, such as "repair_success.hint". If the value is
// at fault the error is a [*FieldError]. Validate checks what depends on several fields.
func (a *Assumptions) Set(key, text string) error {
	f, err := FindField(key)
	if err != nil {
		return err
	}
	return f.Set(a, text)
}
