package strategy

import (
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"

	"errbench/contract"
	"errbench/internal/strict"
	"errbench/optional"
	"errbench/scenario"
)

// maxRows bounds a table in a file.
const maxRows = 100

// Read reads a custom strategy from YAML or JSON, whose router is a [Table]:
//
//	about: retries if the error is retryable, asks a person about destructive operations
//	contract: code-only
//	recovery_attempts: 3
//	deadline_ms: 60000
//	backoff: {initial_ms: 100, factor_percent: 200, cap_ms: 5000, jitter: spread, jitter_percent: 50}
//	waits: {honoured: true, longest_ms: 10000}
//	write_guard: [key, confirm]
//	throttle: {max_tokens: 10, ratio_percent: 10, share_percent: 20, reserve_per_s: 10}
//	rows:
//	  - {code: TRANSIENT, retryable: true, attempt: 1, risk: read_only, action: retry, delay_ms: 50}
//	  - {field: true, suggestion: true, action: repair}
//
// The key rows is required. The first row that matches decides; if none does, the
// answer is stop. With `like: NAME` the strategy has the values of that built-in
// strategy for every key that is left out, except about and rows, and it has its layers.
// If there are layers the router is an [AssumedModel] with the sentence of about.
//
// The title of the table is the base name of the file. find returns the contract of a
// name, and is called with "" if the file names none; builtin returns a built-in
// strategy.
//
// Reading is strict: the error holds all faults, each with file, line and column. A row
// that is never reached, because the rows before it match everything that it matches, is
// a fault.
func Read(r io.Reader, name, file string, find func(contract string) (contract.Contract, error), builtin func(name string) (Strategy, error)) (Strategy, error) {
	s, t, named := Strategy{Name: name}, Table{Title: filepath.Base(file)}, false
	form := strict.Form{Holds: "a strategy file holds rows such as `rows: [{code: TRANSIENT, action: retry}]`"}
	err := strict.Read(r, file, form, func(root strict.Value) {
		if like, ok := root.At("like"); ok {
			s.beLike(like, builtin)
			named = true
		}
		root.Fields(append(s.limitFields(),
			strict.Field{Key: "like", Read: func(strict.Value) {}}, // read already
			strict.Field{Key: "contract", Read: func(v strict.Value) {
				named = true
				word, ok := v.Text("the name of a contract, or of a file")
				if !ok {
					return
				}
				var err error
				if s.Contract, err = find(word); err != nil {
					v.Fault("%w", err)
				}
			}},
			strict.Field{Key: "rows", Required: true, Read: t.read})...)
	})
	if err == nil && !named {
		s.Contract, err = find("")
	}
	if err != nil {
		return Strategy{}, err
	}
	s.replaceRouter(t)
	if err := s.validate(); err != nil { // faults that no single field shows
		return Strategy{}, fmt.Errorf("%s: %w", file, err)
	}
	return s, nil
}

// beLike copies a built-in strategy, except its name, sentence and router.
func (s *Strategy) beLike(v strict.Value, builtin func(name string) (Strategy, error)) {
	custom := s.Name
	name, ok := v.Text("the name of a built-in strategy")
	if !ok {
		return
	}
	like, err := builtin(name)
	if err != nil {
		v.Fault("%w", err)
		return
	}
	*s = like
	s.Name, s.About, s.Router, s.Like = custom, "", nil, &like
}

// limitFields returns the fields of a strategy, except like, contract and rows.
func (s *Strategy) limitFields() []strict.Field {
	return []strict.Field{
		{Key: "about", Read: func(v strict.Value) { s.About, _ = v.Text("a sentence") }},
		{Key: "recovery_attempts", Read: func(v strict.Value) {
			if n, ok := v.Whole(0, math.MaxInt32); ok {
				s.Budget = optional.Of(int(n))
			}
		}},
		{Key: "deadline_ms", Read: whole(&s.DeadlineMS, 0, MaxWaitMS)},
		{Key: "backoff", Read: s.Backoff.read},
		{Key: "waits", Read: func(v strict.Value) {
			s.Waits = WaitPolicy{}
			v.Fields(
				strict.Field{Key: "honoured", Required: true, Read: func(v strict.Value) { s.Waits.Honoured, _ = v.Truth() }},
				strict.Field{Key: "longest_ms", Read: whole(&s.Waits.LongestMS, 0, MaxWaitMS)})
		}},
		{Key: "write_guard", Read: func(v strict.Value) {
			s.WriteGuard = NoWriteGuard
			v.Each(len(guardNames), func(v strict.Value) {
				at, ok := v.Word(guardNames[:])
				switch {
				case !ok:
				case s.WriteGuard&(1<<at) != 0:
					v.Fault("%s stands twice", guardNames[at])
				default:
					s.WriteGuard |= 1 << at
				}
			})
		}},
		{Key: "throttle", Read: func(v strict.Value) {
			t := &s.Throttle
			*t = Throttle{}
			v.Fields(
				strict.Field{Key: "max_tokens", Read: number(&t.MaxTokens, 0, mostThrottle)},
				strict.Field{Key: "ratio_percent", Read: number(&t.RatioPercent, 0, mostThrottle)},
				strict.Field{Key: "share_percent", Read: number(&t.SharePercent, 0, mostThrottle)},
				strict.Field{Key: "reserve_per_s", Read: number(&t.ReservePerS, 0, mostThrottle)})
		}},
	}
}

// guardNames are the names of the write guards, in the order of their bits.
var guardNames = [...]string{"key", "confirm"}

// jitterNames are the names of the kinds of jitter in order.
var jitterNames = [...]string{"none", "full", "equal", "decorrelated", "spread", "added"}

// read reads a backoff. Without a factor its waits do not grow.
func (b *Backoff) read(v strict.Value) {
	*b = Backoff{FactorPercent: 100}
	var percent, ms optional.Value[int64]
	sound := v.Fields(
		strict.Field{Key: "initial_ms", Required: true, Read: number(&b.InitialMS, 0, MaxWaitMS)},
		strict.Field{Key: "factor_percent", Read: number(&b.FactorPercent, 100, mostFactor)},
		strict.Field{Key: "cap_ms", Read: whole(&b.CapMS, 0, MaxWaitMS)},
		strict.Field{Key: "jitter", Read: func(v strict.Value) {
			if at, ok := v.Word(jitterNames[:]); ok {
				b.Jitter.Kind = JitterKind(at)
			}
		}},
		strict.Field{Key: "jitter_percent", Read: whole(&percent, 0, 100)},
		strict.Field{Key: "jitter_ms", Read: whole(&ms, 0, MaxWaitMS)})
	if !sound {
		return
	}
	if percent.IsZero() == (b.Jitter.Kind == Spread) {
		v.Fault("got the jitter %s with%s jitter_percent, want jitter_percent with the jitter spread only", jitterNames[b.Jitter.Kind], out(percent))
	}
	if ms.IsZero() == (b.Jitter.Kind == Added) {
		v.Fault("got the jitter %s with%s jitter_ms, want jitter_ms with the jitter added only", jitterNames[b.Jitter.Kind], out(ms))
	}
	b.Jitter.Percent, _ = percent.Get()
	b.Jitter.MS, _ = ms.Get()
}

// out returns the end of with or without.
func out(v optional.Value[int64]) string {
	if v.IsZero() {
		return "out"
	}
	return ""
}

// read reads the rows of a table, and then looks for rows that are never reached.
func (t *Table) read(v strict.Value) {
	var rows []strict.Value
	sound := v.Each(maxRows, func(v strict.Value) {
		rows = append(rows, v)
		t.Rows = append(t.Rows, readRow(v))
	})
	if !sound {
		return
	}
	var before coverage
	for i, row := range rows {
		if !before.add(t.Rows[i]) {
			continue
		}
		by := "the rows before it together match"
		if one := slices.IndexFunc(t.Rows[:i], func(r Row) bool { return r.covers(t.Rows[i]) }); one >= 0 {
			by = fmt.Sprintf("rows[%d] matches", one)
		}
		row.Fault("this row is never reached, since %s every error that it matches; move it up or delete it", by)
	}
}

func readRow(v strict.Value) (row Row) {
	sound := v.Fields(
		strict.Field{Key: "code", Read: func(v strict.Value) {
			if code, ok := v.Text("a text"); ok {
				row.Code = optional.Of(code)
			}
		}},
		strict.Field{Key: "retryable", Read: truth(&row.Retryable)},
		strict.Field{Key: "field", Read: truth(&row.HasField)},
		strict.Field{Key: "suggestion", Read: truth(&row.HasSuggestion)},
		strict.Field{Key: "attempt", Read: func(v strict.Value) {
			if n, ok := v.Whole(1, math.MaxInt32); ok {
				row.Attempt = optional.Of(int(n))
			}
		}},
		strict.Field{Key: "risk", Read: func(v strict.Value) {
			risks := scenario.AllRisks()
			if at, ok := v.Word(names(risks[:])); ok {
				row.Risk = optional.Of(risks[at])
			}
		}},
		strict.Field{Key: "action", Required: true, Read: func(v strict.Value) {
			if at, ok := v.Word(actionNames[:]); ok {
				row.Action = Action(at)
			}
		}},
		strict.Field{Key: "delay_ms", Read: number(&row.DelayMS, 0, MaxWaitMS)})
	if sound && row.DelayMS > 0 && !row.Action.Attempt() {
		v.Fault("got delay_ms %d with the action %v, which makes no attempt; leave delay_ms out", row.DelayMS, row.Action)
	}
	return row
}

// truth returns a function that reads true or false.
func truth(to *optional.Value[bool]) func(strict.Value) {
	return func(v strict.Value) {
		if b, ok := v.Truth(); ok {
			*to = optional.Of(b)
		}
	}
}

// whole returns a function that reads a whole number from lo to hi.
func whole(to *optional.Value[int64], lo, hi int64) func(strict.Value) {
	return func(v strict.Value) {
		if n, ok := v.Whole(lo, hi); ok {
			*to = optional.Of(n)
		}
	}
}

// number is like whole, for a number that is 0 if it is left out.
func number(to *int64, lo, hi int64) func(strict.Value) {
	return func(v strict.Value) {
		if n, ok := v.Whole(lo, hi); ok {
			*to = n
		}
	}
}

// names returns the names of the values.
func names[T fmt.Stringer](values []T) (all []string) {
	for _, v := range values {
		all = append(all, v.String())
	}
	return all
}
