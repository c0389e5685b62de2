package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// maxSummary bounds a summary file, in bytes: one of a hundred strategies is a
// tenth of it.
const maxSummary = 64 << 20

// ReadSummary reads a summary back from JSON. It is strict: a truncated file,
// another schema, a key that is unknown, doubled or missing, invalid
// assumptions or numbers that contradict each other are errors. The file's name
// stands in errors only.
func ReadSummary(r io.Reader, file string) (Summary, error) {
	s, err := readSummary(r)
	if err != nil {
		return Summary{}, each(file+": ", err)
	}
	return s, nil
}

func readSummary(r io.Reader) (Summary, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxSummary+1))
	if err != nil {
		return Summary{}, err
	}
	if len(data) > maxSummary {
		return Summary{}, fmt.Errorf("found more than %d MiB; a summary is smaller", maxSummary>>20)
	}
	var s Summary
	if err := json.Unmarshal(data, new(json.RawMessage)); err != nil {
		return s, fmt.Errorf("line %d: not a whole JSON document: %w; `errbench run --out summary.json` writes one", lineOf(err, data), err)
	}
	schema, err := summarySchema()
	if err != nil {
		return s, err
	}
	if err := fits(schema, data); err != nil {
		return s, err
	}
	if err := json.Unmarshal(data, &s); err != nil {
		return s, err
	}
	if err := s.Assumptions.Validate(); err != nil {
		return s, each("assumptions.", err)
	}
	return s, s.consistent()
}

// lineOf returns the line, from 1, at which a syntax error was found.
func lineOf(err error, data []byte) int {
	offset := int64(len(data))
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		offset = min(offset, syntax.Offset)
	}
	return 1 + bytes.Count(data[:offset], []byte("\n"))
}

// each puts a prefix before every error that err joins.
func each(prefix string, err error) error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return fmt.Errorf("%s%w", prefix, err)
	}
	var errs []error
	for _, e := range joined.Unwrap() {
		errs = append(errs, each(prefix, e))
	}
	return errors.Join(errs...)
}

// consistent refuses numbers that contradict each other.
func (s Summary) consistent() error {
	results := len(s.Expected)
	if s.Engine == ExactEngine {
		results = 0
	}
	pairs := results * (results - 1) / 2
	if err := errors.Join(
		rule{"results", len(s.Results), results}.broken(),
		rule{"comparisons", len(s.Comparisons), pairs}.broken(),
	); err != nil {
		return err
	}
	if results == 0 {
		return nil
	}
	var errs []error
	for _, r := range s.rules() {
		errs = append(errs, r.broken())
	}
	return errors.Join(errs...)
}

// rule is a value that follows from others.
type rule struct {
	key          string
	found, works any
}

// broken returns an error where the values differ in JSON.
func (r rule) broken() error {
	found, errFound := json.Marshal(r.found)
	works, errWorks := json.Marshal(r.works)
	if err := errors.Join(errFound, errWorks); err != nil || bytes.Equal(found, works) {
		return err
	}
	return fmt.Errorf("%s: found %s; by the other numbers it is %s", r.key, found, works)
}

// rules returns what must hold in a summary with as many expectations as
// results and a comparison of each pair.
func (s Summary) rules() []rule {
	first := s.Results[0]
	runs := first.PerRun.Runs
	rules := []rule{
		{"results[0].per_run.runs", runs, min(max(runs, 0), s.Assumptions.Runs)},
		{"complete", s.Complete, runs == s.Assumptions.Runs},
	}
	k := 0
	for i, r := range s.Results {
		at := func(list string, i int, rules []rule) (placed []rule) {
			for _, r := range rules {
				placed = append(placed, rule{fmt.Sprintf("%s[%d].%s", list, i, r.key), r.found, r.works})
			}
			return placed
		}
		rules = append(rules, at("results", i, append(r.rules(),
			rule{"operations", r.Operations, runs * s.Assumptions.Operations},
			rule{"failures", r.Failures, first.Failures},
			rule{"per_run.runs", r.PerRun.Runs, runs},
			rule{"resolution_interval", r.ResolutionInterval, s.intervalOf(i)}))...)
		rules = append(rules, at("expected", i, []rule{
			{"strategy", s.Expected[i].Strategy, r.Strategy},
			{"contract", s.Expected[i].Contract, r.Contract},
			{"router", s.Expected[i].Router, r.Router},
			{"operations", s.Expected[i].Operations, Number(r.Operations)},
		})...)
		for _, against := range s.Results[:i] {
			rules = append(rules, at("comparisons", k, s.Comparisons[k].rules(r, against))...)
			k++
		}
	}
	return rules
}

// intervalOf returns the interval that result i must have.
func (s Summary) intervalOf(i int) Interval {
	r := s.Results[i]
	if s.Expected[i].SD.Resolved == 0 {
		return noInterval(r.Operations)
	}
	return Wilson(r.Resolved, r.Operations)
}

func (r Result) rules() []rule {
	a, f := r.Actions, r.Failures
	return []rule{
		{"attempts", r.Attempts, r.Operations + r.RecoveryAttempts},
		{"attempts_per_operation", r.AttemptsPerOperation, ratio(float64(r.Attempts), float64(r.Operations))},
		{"recovery_attempts", r.RecoveryAttempts, a.Retry + a.Repair + a.Replace},
		{"escalated", r.Escalated, a.Authorize},
		{"resolved", r.Resolved, r.Operations - f.Transient - f.Validation - f.Permission - f.NotFound + r.RecoveryAttempts - r.WastedRetries.Failed},
		{"resolution_rate", r.ResolutionRate, ratio(float64(r.Resolved), float64(r.Operations))},
		{"per_run.mean", r.PerRun.Mean, r.ResolutionRate},
	}
}

func (c Comparison) rules(a, b Result) []rule {
	works := difference(a, b)
	return []rule{
		{"strategy", c.Strategy, works.Strategy},
		{"against", c.Against, works.Against},
		{"resolution_difference", c.ResolutionDifference, works.ResolutionDifference},
		{"failed_reduction", c.FailedReduction, works.FailedReduction},
		{"difference_interval.n", c.DifferenceInterval.N, a.PerRun.Runs},
		{"reduction_interval.n", c.ReductionInterval.N, a.PerRun.Runs},
	}
}
