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

// ReadSummary reads a summary back from JSON. It is strict: another schema, an
// unknown key, a truncated file, invalid assumptions or counts that contradict
// each other are errors. The file's name stands in errors only.
func ReadSummary(r io.Reader, file string) (Summary, error) {
	s, err := readSummary(r)
	if err != nil {
		return Summary{}, fmt.Errorf("%s: %w", file, err)
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
	var head struct {
		Schema string `json:"schema"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return Summary{}, fmt.Errorf("not a whole JSON document: %w; `errbench run --out summary.json` writes one", explain(err, data))
	}
	if head.Schema != SummarySchema {
		return Summary{}, fmt.Errorf("schema: found %q; %q works", head.Schema, SummarySchema)
	}
	var s Summary
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		return Summary{}, explain(err, data)
	}
	if err := s.Assumptions.Validate(); err != nil {
		return Summary{}, fmt.Errorf("assumptions.%w", err)
	}
	return s, s.consistent()
}

// explain adds the line to an error of encoding/json.
func explain(err error, data []byte) error {
	offset := int64(len(data))
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &kind):
		offset = kind.Offset
	default:
		return err
	}
	return fmt.Errorf("line %d: %w", 1+bytes.Count(data[:min(offset, int64(len(data)))], []byte("\n")), err)
}

// consistent refuses counts that contradict each other.
func (s Summary) consistent() error {
	if len(s.Expected) != len(s.Results) {
		return fmt.Errorf("expected: found %d strategies; results has %d", len(s.Expected), len(s.Results))
	}
	var errs []error
	for i, r := range s.Results {
		if s.Expected[i].Strategy != r.Strategy {
			errs = append(errs, fmt.Errorf("expected[%d].strategy: found %q; results has %q", i, s.Expected[i].Strategy, r.Strategy))
		}
		for _, rule := range r.rules() {
			if rule.found != rule.works {
				errs = append(errs, fmt.Errorf("results[%d].%s: found %d; the other counts of %s make it %d", i, rule.key, rule.found, r.Strategy, rule.works))
			}
		}
	}
	return errors.Join(errs...)
}

// rule is a count that follows from others.
type rule struct {
	key          string
	found, works int64
}

func (r Result) rules() []rule {
	a, f := r.Actions, r.Failures
	return []rule{
		{"attempts", r.Attempts, r.Operations + r.RecoveryAttempts},
		{"recovery_attempts", r.RecoveryAttempts, a.Retry + a.Repair + a.Replace},
		{"escalated", r.Escalated, a.Authorize},
		{"resolved", r.Resolved, r.Operations - f.Transient - f.Validation - f.Permission - f.NotFound + r.RecoveryAttempts - r.WastedRetries.Failed},
		{"resolution_interval.n", r.ResolutionInterval.N, r.Operations},
	}
}
