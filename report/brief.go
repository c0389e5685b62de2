package report

import "fmt"

// Brief is the interpretation brief of the article for a summary: what a
// reader may conclude, and the only numbers to conclude it from.
type Brief struct{ Summary Summary }

// Sections implements View.
func (b Brief) Sections() []Section {
	s := b.Summary
	lines := make([]string, 0, len(s.Results))
	for _, r := range s.Results {
		lines = append(lines, fmt.Sprintf("- %s: resolution rate %s %s, %s failed retry attempts, n = %s operations",
			r.Strategy, percent(r.ResolutionRate, 1), interval(r.ResolutionInterval, 1), count(r.WastedRetries.Failed), count(r.Operations)))
	}
	for _, c := range s.Comparisons {
		lines = append(lines, fmt.Sprintf("- %s against %s, on the same rolls: resolution rate %s %s points, failed retry attempts cut by %s %s, n = %s runs",
			c.Strategy, c.Against, scaled(c.ResolutionDifference, 100, 1), interval(c.DifferenceInterval, 1),
			percent(c.FailedReduction, 1), interval(c.ReductionInterval, 1), count(c.DifferenceInterval.N)))
	}
	sections := []Section{
		{Title: "Interpretation brief", Text: []string{
			"Compare the strategies below from these numbers alone, and keep to four rules.",
			"1. Keep what was simulated apart from what was assumed.",
			"2. Claim nothing about the accuracy of a model.",
			"3. Say that every recovery probability is a declared synthetic assumption, and that no model was called.",
			"4. A difference that its interval does not carry is not a finding.",
		}},
		{Title: "Simulated", Text: lines},
		{Title: "Assumed", Text: []string{assumed(s.Assumptions)}},
	}
	if len(s.Warnings) > 0 || !s.Complete {
		limits := Section{Title: "Limits"}
		for _, w := range s.Warnings {
			limits.Text = append(limits.Text, w.Text)
		}
		sections = append(sections, limits)
	}
	return sections
}
