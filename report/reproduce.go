package report

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
)

// publishedJSON is the published figures as data, with their source.
//
//go:embed published.json
var publishedJSON []byte

// Figure is one published figure beside what errbench finds.
type Figure struct {
	Strategy   string `json:"strategy"`
	Against    string `json:"against,omitempty"` // of a comparison
	Figure     string `json:"figure"`            // the key in a summary
	Published  Number `json:"published"`
	Decimals   int    `json:"decimals"` // that the article gives
	Reproduced Number `json:"reproduced"`
	Expected   Number `json:"expected"` // in closed form, on independent rolls
	Match      bool   `json:"match"`    // reproduced, rounded to the decimals, is published
}

// Reproduction sets a summary against the published figures.
type Reproduction struct {
	Notice  string   `json:"notice"`
	Seed    uint64   `json:"seed"`
	Figures []Figure `json:"figures"`
	Matched int      `json:"matched"`
	Total   int      `json:"total"`
}

// Reproduce compares a complete summary of the published strategies with the
// published figures.
func Reproduce(s Summary) (Reproduction, error) {
	var published struct {
		Figures []Figure `json:"figures"`
	}
	if err := json.Unmarshal(publishedJSON, &published); err != nil {
		return Reproduction{}, fmt.Errorf("published figures: %w", err)
	}
	r := Reproduction{Notice: Notice, Seed: s.Assumptions.Seed, Total: len(published.Figures)}
	for _, f := range published.Figures {
		found, err := s.figure(f)
		if err != nil {
			return Reproduction{}, err
		}
		f.Reproduced = toNumber(found.reproduced)
		f.Expected = found.expected
		f.Match = found.reproduced != nil && found.reproduced.FloatString(f.Decimals) == fmt.Sprintf("%.*f", f.Decimals, float64(f.Published))
		if f.Match {
			r.Matched++
		}
		r.Figures = append(r.Figures, f)
	}
	return r, nil
}

// Exact tells whether every figure matches.
func (r Reproduction) Exact() bool { return r.Matched == r.Total }

// found is a figure as a quotient of counts, nil where it is undefined, and as
// it is expected.
type found struct {
	reproduced *big.Rat
	expected   Number
}

func toNumber(r *big.Rat) Number {
	if r == nil {
		return undefined
	}
	f, _ := r.Float64()
	return Number(f)
}

// figure finds the figure in the summary.
func (s Summary) figure(f Figure) (found, error) {
	result, expected, err := s.of(f.Strategy)
	if err != nil {
		return found{}, err
	}
	switch f.Figure {
	case "resolution_rate":
		return found{quotient(result.Resolved, result.Operations), expected.ResolutionRate}, nil
	case "attempts_per_operation":
		return found{quotient(result.Attempts, result.Operations), expected.AttemptsPerOperation}, nil
	case "attempts":
		return found{quotient(result.Attempts, 1), expected.Attempts}, nil
	case "wasted_retries.failed":
		return found{quotient(result.WastedRetries.Failed, 1), expected.WastedRetries.Failed}, nil
	case "wasted_retries.permanent":
		return found{quotient(result.WastedRetries.Permanent, 1), expected.WastedRetries.Permanent}, nil
	case "failed_reduction":
		against, expectedAgainst, err := s.of(f.Against)
		base := against.WastedRetries.Failed
		return found{
			quotient(base-result.WastedRetries.Failed, base),
			1 - ratio(float64(expected.WastedRetries.Failed), float64(expectedAgainst.WastedRetries.Failed)),
		}, err
	default:
		return found{}, fmt.Errorf("published figures: unknown figure %q", f.Figure)
	}
}

// of returns what the summary holds of a strategy.
func (s Summary) of(strategy string) (Result, Expected, error) {
	for i, r := range s.Results {
		if r.Strategy == strategy {
			return r, s.Expected[i], nil
		}
	}
	return Result{}, Expected{}, fmt.Errorf("the summary has no strategy %q", strategy)
}

// quotient returns a/b, nil where b is 0.
func quotient(a, b int64) *big.Rat {
	if b == 0 {
		return nil
	}
	return big.NewRat(a, b)
}

// Sections implements View.
func (r Reproduction) Sections() []Section {
	t := Table{Left: 2, Header: []string{"strategy", "figure", "published", "reproduced", "expected", "match"}}
	for _, f := range r.Figures {
		match := "exact"
		if !f.Match {
			match = "DIFFERS"
		}
		show := func(n Number) string { return fixed(n, f.Decimals) }
		if strings.HasSuffix(f.Figure, "_rate") || f.Against != "" {
			show = func(n Number) string { return percent(n, f.Decimals-2) }
		}
		t.Rows = append(t.Rows, []string{f.Strategy, f.label(), show(f.Published), show(f.Reproduced), show(f.Expected), match})
	}
	verdict := fmt.Sprintf("%d of %d exact", r.Matched, r.Total)
	return []Section{{Text: []string{r.Notice}, Table: t}, {Text: []string{verdict}}}
}

func (f Figure) label() string {
	if f.Against != "" {
		return f.Figure + " against " + f.Against
	}
	return f.Figure
}
