package report

import (
	"fmt"

	"errbench/internal/stat"
	"errbench/internal/view"
)

// Brief is the interpretation brief of the article for a summary: what a
// reader may conclude, and the only numbers to conclude it from.
type Brief struct{ Summary Summary }

// readerRules are the rules for drawing a conclusion from a summary.
var readerRules = [...]string{
	"Keep what was simulated apart from what was assumed.",
	"Claim nothing about the accuracy of a model.",
	"Say that every recovery probability is a declared synthetic assumption, and that no model was called.",
	"A difference whose interval contains 0 is not a finding. A difference whose interval excludes 0 can still be chance, above all among many.",
}

// Sentences about the numbers of a summary.
const (
	exactMarkText = "A number that chance cannot change is marked [exact]."
	onlyExactText = "Nothing was simulated: these are expectations in closed form, without the chance that a simulation has."
)

// Sections implements View.
func (b Brief) Sections() []view.Section {
	s := b.Summary
	head := view.Section{Title: "Interpretation brief", Text: []string{"Compare the strategies below from these numbers alone, and keep to these rules."}}
	for i, rule := range readerRules {
		head.Text = append(head.Text, fmt.Sprintf("%d. %s", i+1, rule))
	}
	sections := []view.Section{head}
	if s.Engine == ExactEngine {
		sections = append(sections, view.Section{Title: "Exact", Text: b.expectations()})
	} else {
		sections = append(sections, view.Section{Title: "Simulated", Text: b.findings()})
	}
	sections = append(sections, view.Section{Title: "Assumed", Text: s.assumedText()})
	if len(s.Warnings) > 0 {
		limits := view.Section{Title: "Limits"}
		for _, w := range s.Warnings {
			limits.Text = append(limits.Text, w.Text)
		}
		sections = append(sections, limits)
	}
	return sections
}

// findings returns what was simulated, each number with its expectation.
func (b Brief) findings() []string {
	s := b.Summary
	lines := []string{fmt.Sprintf("Brackets hold %s intervals: %s, %s for a difference, %s for a reduction. %s Parentheses hold what is expected in closed form.",
		stat.Percent(stat.Level, 0), s.rateMethods(), stat.PairedMethod, stat.RatioMethod, exactMarkText)}
	expected := map[string]Expected{}
	for i, r := range s.Results {
		e := s.Expected[i]
		expected[r.Strategy] = e
		lines = append(lines, fmt.Sprintf("- %s: resolution rate %s%s, %s failed retry attempts%s, n = %s",
			r.Strategy, stat.Share(r.ResolutionRate, r.ResolutionInterval), parenthesis(stat.Percent(e.ResolutionRate, 1), e),
			stat.Count(r.WastedRetries.Failed), parenthesis(stat.Fixed(e.WastedRetries.Failed, 0), e), stat.Plural(r.Operations, "operation")))
	}
	compared, text := s.leadingComparisons()
	lines = append(lines, text...)
	for _, c := range compared {
		x, y := expected[c.Strategy], expected[c.Against]
		lines = append(lines, fmt.Sprintf("- %s against %s, on the same rolls: resolution rate %s points%s, failed retry attempts cut by %s%s, n = %s",
			c.Strategy, c.Against, stat.Points(c.ResolutionDifference, c.DifferenceInterval), parenthesis(stat.Scaled(x.ResolutionRate-y.ResolutionRate, 100, 2), x, y),
			stat.Share(c.FailedReduction, c.ReductionInterval), parenthesis(stat.Percent(expectedReduction(x, y), 1), x, y), stat.Plural(c.DifferenceInterval.N, "run")))
	}
	return lines
}

// parenthesis returns an expectation in parentheses, "" if one of the strategies has no
// closed form.
func parenthesis(text string, of ...Expected) string {
	for _, e := range of {
		if e.obstacle() != "" {
			return ""
		}
	}
	return " (" + text + ")"
}

// expectations returns what is expected if nothing was simulated.
func (b Brief) expectations() []string {
	lines := []string{onlyExactText}
	for _, e := range b.Summary.Expected {
		lines = append(lines, fmt.Sprintf("- %s: resolution rate %s, %s failed retry attempts, n = %s",
			e.Strategy, stat.Percent(e.ResolutionRate, 1), stat.Fixed(e.WastedRetries.Failed, 0), stat.Plural(int64(e.Operations), "operation")))
	}
	return lines
}

// expectedReduction returns the expected reduction of failed recovery attempts: 1 minus
// the ratio of the expectations, which is exact up to terms of 1/operations. A summary
// holds these with 9 decimals. It is undefined below 1e-5, where the rounding of 5e-10
// would show in a ratio.
func expectedReduction(of, to Expected) stat.Number {
	if to.WastedRetries.Failed < 1e-5 {
		return stat.Undefined
	}
	return 1 - stat.Ratio(float64(of.WastedRetries.Failed), float64(to.WastedRetries.Failed))
}
