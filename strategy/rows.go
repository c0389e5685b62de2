package strategy

import (
	"errbench/optional"
	"errbench/scenario"
)

// answerSet is a set of combinations of the four conditions of a row that have few
// values: the verdict on a retry (absent, false, true), a field, a suggestion and a
// risk. Each of the 36 combinations has its bit.
type answerSet uint64

// answers returns the combinations that the row matches at its code and attempt. It is
// never empty.
func (r Row) answers() (set answerSet) {
	bit := answerSet(1)
	for _, retryable := range [...]optional.Value[bool]{{}, optional.Of(false), optional.Of(true)} {
		for _, field := range [...]bool{false, true} {
			for _, suggestion := range [...]bool{false, true} {
				for _, risk := range scenario.AllRisks() {
					if agrees(r.Retryable, retryable) && agrees(r.HasField, optional.Of(field)) &&
						agrees(r.HasSuggestion, optional.Of(suggestion)) && agrees(r.Risk, optional.Of(risk)) {
						set |= bit
					}
					bit <<= 1
				}
			}
		}
	}
	return set
}

// codeAndAttempt are the two conditions of a row that have many values.
type codeAndAttempt struct {
	code    optional.Value[string]
	attempt optional.Value[int]
}

// coverage holds what the rows of a table match, by their code and attempt.
type coverage struct {
	answered map[codeAndAttempt]answerSet
	lookups  int // in answered; a test bounds them
}

// add adds a row, and reports whether the rows before it match everything that it
// matches.
//
// A table names finitely many codes and attempts. If the row has no code, it must be
// matched also at a code that no row names, so rows with a code do not count; the same
// holds of attempts. If it has a code, rows with this code and rows without one count.
func (c *coverage) add(r Row) (covered bool) {
	if c.answered == nil {
		c.answered = map[codeAndAttempt]answerSet{}
	}
	key := codeAndAttempt{r.Code, r.Attempt}
	var before answerSet
	for _, at := range [...]codeAndAttempt{{}, {code: r.Code}, {attempt: r.Attempt}, key} {
		c.lookups++
		before |= c.answered[at]
	}
	set := r.answers()
	c.answered[key] |= set
	return set&^before == 0
}

// covers reports whether a row matches everything that another one matches: it has no
// condition that the other one does not have.
func (r Row) covers(other Row) bool {
	return agrees(r.Code, other.Code) && agrees(r.Retryable, other.Retryable) &&
		agrees(r.HasField, other.HasField) && agrees(r.HasSuggestion, other.HasSuggestion) &&
		agrees(r.Attempt, other.Attempt) && agrees(r.Risk, other.Risk)
}
