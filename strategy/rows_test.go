package strategy

import (
	"fmt"
	"iter"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
)

// drawRows draws rows of few distinct conditions.
func drawRows(t *rapid.T) []Row {
	truth := rapid.SampledFrom([]optional.Value[bool]{{}, {}, optional.Of(true), optional.Of(false)})
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Row {
		return Row{
			Code:      rapid.SampledFrom([]optional.Value[string]{{}, optional.Of("A"), optional.Of("null")}).Draw(t, "code"),
			Retryable: truth.Draw(t, "retryable"), HasField: truth.Draw(t, "field"), HasSuggestion: truth.Draw(t, "suggestion"),
			Attempt: rapid.SampledFrom([]optional.Value[int]{{}, {}, optional.Of(1), optional.Of(2)}).Draw(t, "attempt"),
			Risk:    rapid.SampledFrom([]optional.Value[scenario.Risk]{{}, {}, optional.Of(scenario.ReadOnly), optional.Of(scenario.Destructive)}).Draw(t, "risk"),
			Action:  rapid.SampledFrom([]Action{Stop, Retry, Crash}).Draw(t, "action"),
		}
	}), 0, 6).Draw(t, "rows")
}

// A row is covered exactly if it never decides, whatever is asked.
func TestCoveredRowsNeverDecide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := Table{Rows: drawRows(t)}
		reached := make([]bool, len(table.Rows))
		for _, code := range []optional.Value[string]{{}, optional.Of("A"), optional.Of("null"), optional.Of("else")} {
			for _, retryable := range []optional.Value[bool]{{}, optional.Of(true), optional.Of(false)} {
				for bits := range 4 * 3 * scenario.NumRisks {
					e := contract.Error{Code: code, Retryable: retryable}
					if bits%2 == 1 {
						e.Field = optional.Of("f")
					}
					if bits/2%2 == 1 {
						e.Suggestion = optional.Of("s")
					}
					q := Question{Error: e, Attempt: 1 + bits/4%3, Operation: Operation{scenario.Risk(bits / 12)}}
					for i, row := range table.Rows {
						if row.matches(q) {
							reached[i] = true
							break
						}
					}
				}
			}
		}
		var before coverage
		for i, row := range table.Rows {
			if covered := before.add(row); covered == reached[i] {
				t.Fatalf("rows[%d] of %+v: covered is %v", i, table.Rows, covered)
			}
		}
	})
}

// The set of the answered combinations and the enumeration of all questions find the
// same rows that are never reached.
func TestCoverageAgreesWithTheEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := drawRows(t)
		var before coverage
		for i, row := range rows {
			want := true
			for q := range row.questions(rows[:i]) {
				want = want && slices.ContainsFunc(rows[:i], func(r Row) bool { return r.matches(q) })
			}
			if got := before.add(row); got != want {
				t.Fatalf("rows[%d] of %+v: covered is %v, want %v", i, rows, got, want)
			}
		}
	})
}

// The risks by attempt and the enumeration of all questions find the same first
// question that matches no row.
func TestUnmatchedAgreesWithTheEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := Table{Rows: drawRows(t)}
		e := contract.Error{Retryable: rapid.SampledFrom([]optional.Value[bool]{{}, optional.Of(true), optional.Of(false)}).Draw(t, "verdict")}
		for _, field := range []*optional.Value[string]{&e.Code, &e.Field, &e.Suggestion} {
			*field = rapid.SampledFrom([]optional.Value[string]{{}, optional.Of("A")}).Draw(t, "text")
		}
		last := rapid.IntRange(0, 4).Draw(t, "last")
		var others []Row // all that the error does not decide
		for _, r := range table.Rows {
			others = append(others, Row{Attempt: r.Attempt})
		}
		questions := slices.Collect((Row{}).questions(others))
		slices.SortStableFunc(questions, func(a, b Question) int { return a.Attempt - b.Attempt })
		want, gap, some := "", false, false
		for _, q := range questions {
			if q.Error = e; q.Attempt > last {
				continue
			}
			if slices.ContainsFunc(table.Rows, func(r Row) bool { return r.matches(q) }) {
				some = true
			} else if !gap {
				gap = true
				if slices.ContainsFunc(table.Rows, func(r Row) bool { return !r.Attempt.IsZero() }) {
					want += fmt.Sprintf(" at attempt %d", q.Attempt)
				}
				if slices.ContainsFunc(table.Rows, func(r Row) bool { return !r.Risk.IsZero() }) {
					want += fmt.Sprintf(" of the risk %v", q.Operation.Risk)
				}
			}
		}
		if !some {
			want = ""
		}
		if got, ok := table.unmatched(e, last); got != want || ok != gap {
			t.Fatalf("%+v about %+v, up to attempt %d: found %q, %v, want %q, %v", table.Rows, e, last, got, ok, want, gap)
		}
	})
}

// questions returns a question for each way in which other rows distinguish the
// questions that a row matches.
func (r Row) questions(others []Row) iter.Seq[Question] {
	yes, no, some, none := optional.Of(true), optional.Of(false), optional.Of("x"), optional.Value[string]{}
	attempts := []int{1}
	var codes []optional.Value[string]
	for _, row := range append(others[:len(others):len(others)], r) {
		codes = append(codes, row.Code)
		if n, ok := row.Attempt.Get(); ok {
			attempts = append(attempts, n, n+1)
		}
	}
	return func(yield func(Question) bool) {
		for _, code := range distinct(codes) {
			for _, attempt := range distinct(attempts) {
				for _, retryable := range []optional.Value[bool]{{}, yes, no} {
					for _, field := range []optional.Value[string]{none, some} {
						for _, suggestion := range []optional.Value[string]{none, some} {
							for _, risk := range scenario.AllRisks() {
								q := Question{Error: contract.Error{Code: code, Retryable: retryable, Field: field, Suggestion: suggestion}, Attempt: attempt, Operation: Operation{risk}}
								if r.matches(q) && !yield(q) {
									return
								}
							}
						}
					}
				}
			}
		}
	}
}

// distinct returns the values, each once.
func distinct[T comparable](values []T) (all []T) {
	for _, v := range values {
		if !slices.Contains(all, v) {
			all = append(all, v)
		}
	}
	return all
}

// The work grows with the number of rows, not with the codes times the attempts that
// they name.
func TestTheWorkForARowIsBounded(t *testing.T) {
	for _, n := range []int{1, maxRows, 100 * maxRows} {
		var c coverage
		for i := range n {
			if c.add(Row{Code: optional.Of(fmt.Sprint(i)), Attempt: optional.Of(i + 1)}) {
				t.Fatalf("rows[%d] of %d is covered", i, n)
			}
		}
		if c.lookups > 4*n || len(c.answered) > n {
			t.Errorf("%d rows take %d lookups in %d entries, want at most %d in %d", n, c.lookups, len(c.answered), 4*n, n)
		}
	}
}
