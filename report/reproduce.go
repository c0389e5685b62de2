package report

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"errbench/internal/stat"
	"errbench/internal/view"
	"errbench/strategy"
)

// publishedJSON holds the published figures and their source.
//
//go:embed published.json
var publishedJSON []byte

// Figure is one published figure and what errbench finds.
type Figure struct {
	Strategy   string      `json:"strategy"`
	Against    string      `json:"against,omitempty"` // of a comparison
	Figure     string      `json:"figure"`            // the key in a summary
	Published  stat.Number `json:"published"`
	Decimals   int         `json:"decimals"` // that the article gives
	Reproduced stat.Number `json:"reproduced"`
	Expected   stat.Number `json:"expected"` // in closed form, on independent rolls
	Z          stat.Number `json:"z"`        // (reproduced - expected) / sd; null for a comparison and where sd is 0
	Match      bool        `json:"match"`    // reproduced, rounded to the decimals, is published
}

// Reproduction compares a summary with the published figures.
type Reproduction struct {
	Notice    string    `json:"notice"`
	Seed      uint64    `json:"seed"`
	Figures   []Figure  `json:"figures"`
	Matched   int       `json:"matched"`
	Total     int       `json:"total"`
	Agreement Agreement `json:"agreement"` // of all that was simulated with what is expected
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
	r := Reproduction{Notice: Notice, Seed: s.Assumptions.Seed, Total: len(published.Figures), Agreement: s.Agreement}
	figuresOf := map[string]strategyFigures{}
	for i, result := range s.Results {
		figuresOf[result.Strategy] = strategyFigures{byKey(s.Results[i].Counts), byKey(s.Expected[i].Counts), byKey(s.Expected[i].Z), result, s.Expected[i]}
	}
	for _, f := range published.Figures {
		found, err := figure(f, figuresOf)
		if err != nil {
			return Reproduction{}, err
		}
		f.Reproduced = toNumber(found.reproduced)
		f.Expected, f.Z = found.expected, found.z
		f.Match = found.reproduced != nil && found.reproduced.FloatString(f.Decimals) == fmt.Sprintf("%.*f", f.Decimals, float64(f.Published))
		if f.Match {
			r.Matched++
		}
		r.Figures = append(r.Figures, f)
	}
	return r, nil
}

// Exact reports whether every figure matches.
func (r Reproduction) Exact() bool { return r.Matched == r.Total }

// foundFigure is a figure as a quotient of counts, nil if it is undefined, with its
// expectation and z.
type foundFigure struct {
	reproduced  *big.Rat
	expected, z stat.Number
}

func toNumber(r *big.Rat) stat.Number {
	if r == nil {
		return stat.Undefined
	}
	f, _ := r.Float64()
	return stat.Number(f)
}

const reductionKey = "failed_reduction"

// strategyFigures is what a summary holds about a strategy, with its numbers by their keys.
type strategyFigures struct {
	counted, mean, z map[string]stat.Number
	result           Result
	expected         Expected
}

// totalOf names the count that a rate is made of.
var totalOf = map[string]string{
	"resolution_rate":        strategy.Resolved.String(),
	"attempts_per_operation": strategy.Attempts.String(),
}

// figure returns what the summary holds about a figure.
func figure(f Figure, figuresOf map[string]strategyFigures) (foundFigure, error) {
	for _, name := range []string{f.Strategy, f.Against} {
		if _, ok := figuresOf[name]; name != "" && !ok {
			return foundFigure{}, fmt.Errorf("the summary has no strategy %q; there are %s", name, strings.Join(slices.Sorted(maps.Keys(figuresOf)), ", "))
		}
	}
	s := figuresOf[f.Strategy]
	if f.Figure == reductionKey {
		against := figuresOf[f.Against]
		base := against.result.WastedRetries.Failed
		return foundFigure{quotient(base-s.result.WastedRetries.Failed, base), expectedReduction(s.expected, against.expected), stat.Undefined}, nil
	}
	key, operations := f.Figure, int64(1)
	if total, ok := totalOf[key]; ok {
		key, operations = total, s.result.Operations
	}
	n, ok := s.counted[key]
	if !ok {
		return foundFigure{}, fmt.Errorf("published figures: %q is no count or rate of a summary, and not %s", f.Figure, reductionKey)
	}
	return foundFigure{quotient(int64(n), operations), s.mean[f.Figure], s.z[f.Figure]}, nil
}

// quotient returns a/b, nil where b is 0.
func quotient(a, b int64) *big.Rat {
	if b == 0 {
		return nil
	}
	return big.NewRat(a, b)
}

// Sections implements View.
func (r Reproduction) Sections() []view.Section {
	t := view.Table{Columns: view.Columns(2, "strategy", "figure", "published", "reproduced", "expected", "z", "match")}
	below := []string{fmt.Sprintf("%d of %d exact", r.Matched, r.Total)}
	for _, f := range r.Figures {
		match := "exact"
		if !f.Match {
			match = "DIFFERS"
		}
		show := func(n stat.Number) string { return stat.Fixed(n, f.Decimals) }
		if strings.HasSuffix(f.Figure, "_rate") || f.Against != "" {
			show = func(n stat.Number) string { return stat.Percent(n, f.Decimals-2) }
		}
		t.AddTexts(f.Strategy, f.Figure, show(f.Published), show(f.Reproduced), show(f.Expected), stat.Signed(f.Z), match)
		if f.Against != "" {
			below = append(below, fmt.Sprintf("The %s of %s is against %s.", f.Figure, f.Strategy, f.Against))
		}
	}
	below = append(below, "z is the distance of the reproduced from the expected in standard deviations. "+r.Agreement.sentence())
	return []view.Section{{Text: []string{r.Notice}, Table: t}, {Text: below}}
}
