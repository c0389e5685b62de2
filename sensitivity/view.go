package sensitivity

import (
	"fmt"
	"slices"
	"strings"

	"errbench/internal/stat"
	"errbench/internal/view"
	"errbench/optional"
	"errbench/report"
)

// wide is the half-width of an interval that gets a warning: a twentieth of the variance.
const wide stat.Number = 0.05

// warnings lists what limits the indices, the gravest first.
func (s Result) warnings() []report.Warning {
	list := []report.Warning{}
	add := func(code, format string, args ...any) {
		list = append(list, report.Warning{Code: code, Text: fmt.Sprintf(format, args...)})
	}
	if s.SD.Value == 0 {
		add(constantCode, "%s is the same at all points. There is no variance, so all indices are null.", s.subject())
		return list
	}
	if still := s.keys(func(i Influence) bool { return !i.Moves }); len(still) > 0 {
		add(noEffectCode, "At no point does another value of %s change %s.", strings.Join(still, ", "), s.subject())
	}
	if !s.FirstSum.Value.Defined() {
		add(fewSamplesCode, "In one scrambling all points have the same value, so all indices are null; use more samples.")
	} else if vague := s.keys(func(i Influence) bool { return max(i.First.half(), i.Total.half()) > wide }); len(vague) > 0 {
		add(fewSamplesCode, "The indices of %s are less certain than ± %s; use more samples.", strings.Join(vague, ", "), wide.Text())
	}
	return list
}

// keys returns the keys of the ranges with a property.
func (s Result) keys(of func(Influence) bool) []string {
	var keys []string
	for _, r := range s.Ranges {
		if of(r) {
			keys = append(keys, r.Key)
		}
	}
	return keys
}

// half returns half the width of the interval, 0 if it has no ends.
func (e Estimate) half() stat.Number {
	if !e.Lo.Defined() {
		return 0
	}
	return (e.Hi - e.Lo) / 2
}

// text writes the estimate with its interval.
func (e Estimate) text() string {
	const decimals = 4
	text := stat.Fixed(e.Value, decimals)
	if e.Lo.Defined() {
		text += " [" + stat.Fixed(e.Lo, decimals) + ", " + stat.Fixed(e.Hi, decimals) + "]"
	}
	return text
}

// subject names the value.
func (s Result) subject() string {
	text := s.Metric + " of " + s.Strategy
	if against, ok := s.Against.Get(); ok {
		text += " minus " + against
	}
	return text
}

// Sections implements [report.View].
func (s Result) Sections() []view.Section {
	const decimals = 4
	indices := view.Table{Columns: view.Columns(1, "range", "first-order index", "total index", "at low", "at high"), Names: 1}
	for _, r := range s.Ranges {
		indices.AddTexts(r.Key+"="+r.String(), r.First.text(), r.Total.text(),
			stat.Fixed(r.AtLo, decimals), stat.Fixed(r.AtHi, decimals))
	}
	limits := []string{
		"Also assumed: each assumption is uniform over its range and independent of the others. Other ranges give other shares.",
		"Every value is an expectation for one operation, in closed form, on independent rolls.",
		fmt.Sprintf("Brackets hold 95 %% intervals from %d independent scramblings of %s. An index and its ends are estimates, so they can leave the range from 0 to 1.",
			s.Scramblings, stat.Plural(int64(s.Samples), "point")),
		s.Notice,
	}
	for _, w := range s.Warnings {
		limits = append(limits, w.Sentence())
	}
	sections := []view.Section{
		{Title: "Assumed", Text: []string{report.Assumed(s.Assumptions)}},
		{Title: "What varies", Text: []string{fmt.Sprintf(
			"The value is %s. It is %s as assumed. Over the ranges it has the mean %s and the standard deviation %s. The columns at low and at high hold the value with one assumption at an end of its range and the others as assumed.",
			s.subject(), stat.Fixed(s.Assumed, decimals), stat.Fixed(s.Mean.Value, decimals), stat.Fixed(s.SD.Value, decimals))}, Table: indices},
	}
	if s.FirstSum.Value.Defined() {
		sections = append(sections, view.Section{Title: "What explains it", Text: s.explained()})
	}
	return append(sections, view.Section{Title: "Limits", Text: limits})
}

// explained says what the indices are and mean.
func (s Result) explained() []string {
	most := s.Ranges[0]
	for _, r := range s.Ranges {
		if r.First.Value > most.First.Value {
			most = r
		}
	}
	return []string{
		"A first-order index is the share of the variance that a known value of the assumption removes, on average.",
		"A total index is the share that remains, on average, if the values of all other assumptions are known. It includes interactions.",
		fmt.Sprintf("%s alone explains most: %s of the variance.", most.Key, stat.Percent(most.First.Value, 1)),
		"The first-order indices add up to " + s.FirstSum.text() + s.interactions(),
	}
}

// interactions returns what the sum of the first-order indices means.
func (s Result) interactions() string {
	switch sum := s.FirstSum; {
	case len(s.Ranges) == 1:
		return ": with one range it is 1, up to noise."
	case sum.Lo <= 1 && sum.Hi >= 1:
		return ", an interval with 1 in it: the samples show no interaction."
	case sum.Hi < 1:
		return ": the other " + stat.Percent(1-sum.Value, 1) + " come from interactions, in which one assumption changes the effect of another."
	default:
		return ", above 1, the greatest sum of shares: that is noise; use more samples."
	}
}

// Records implements [report.Records]: a row for each range, its columns named
// by the keys of the JSON form, after the assumptions and what varies.
func (s Result) Records() view.Table {
	common := report.Flatten("assumptions.", s.Assumptions)
	common = append(common, report.Flatten("", struct {
		Metric   string                 `json:"metric"`
		Strategy string                 `json:"strategy"`
		Against  optional.Value[string] `json:"against"`
		Assumed  stat.Number            `json:"assumed"`
		Samples  int                    `json:"samples"`
	}{s.Metric, s.Strategy, s.Against, s.Assumed, s.Samples})...)
	var rows [][]report.Value
	for _, r := range s.Ranges {
		rows = append(rows, append(slices.Clone(common), report.Flatten("", r)...))
	}
	return report.TableOf(rows)
}
