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

// wide is the half-width of an interval from which on it is too wide to tell
// much: a twentieth of all variation.
const wide stat.Number = 0.05

// warnings lists what limits the indices, the gravest first.
func (s Result) warnings() []report.Warning {
	list := []report.Warning{}
	add := func(code, format string, args ...any) {
		list = append(list, report.Warning{Code: code, Text: fmt.Sprintf(format, args...)})
	}
	if s.SD.Value == 0 {
		add(ConstantCode, "%s is the same at all points: nothing varies that an index could be a share of, so all are null.", s.subject())
		return list
	}
	if still := s.keys(func(i Influence) bool { return !i.Moves }); len(still) > 0 {
		add(NoEffectCode, "At none of the points did another value of %s change %s.", strings.Join(still, ", "), s.subject())
	}
	if !s.FirstSum.Value.Defined() {
		add(FewSamplesCode, "In one scrambling all points had the same value, so all indices are null: more samples work.")
	} else if vague := s.keys(func(i Influence) bool { return max(i.First.half(), i.Total.half()) > wide }); len(vague) > 0 {
		add(FewSamplesCode, "The indices of %s are less certain than ± %s: more samples work.", strings.Join(vague, ", "), wide.Text())
	}
	return list
}

// keys returns the keys of some of the ranges.
func (s Result) keys(of func(Influence) bool) []string {
	var keys []string
	for _, r := range s.Ranges {
		if of(r) {
			keys = append(keys, r.Key)
		}
	}
	return keys
}

// half returns half the width of the interval, 0 where it has no ends.
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
		text += " less that of " + against
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
		"Assumed besides: that each assumption is uniform over its range and independent of the others. Other ranges give other shares.",
		"Every value is an expectation for one operation, in closed form, on independent rolls.",
		fmt.Sprintf("Brackets hold 95 %% intervals from %d independent scramblings of %s; an index is estimated, so that it and its ends may leave 0 to 1.",
			s.Scramblings, stat.Plural(int64(s.Samples), "point")),
		s.Notice,
	}
	for _, w := range s.Warnings {
		limits = append(limits, w.Sentence())
	}
	sections := []view.Section{
		{Title: "Assumed", Text: []string{report.Assumed(s.Assumptions)}},
		{Title: "What varies", Text: []string{fmt.Sprintf(
			"The value is %s: %s as assumed, and over the ranges %s on average with a standard deviation of %s. The columns at low and at high hold it with that assumption alone at an end of its range, the others as assumed.",
			s.subject(), stat.Fixed(s.Assumed, decimals), stat.Fixed(s.Mean.Value, decimals), stat.Fixed(s.SD.Value, decimals))}, Table: indices},
	}
	if s.FirstSum.Value.Defined() {
		sections = append(sections, view.Section{Title: "What explains it", Text: s.explained()})
	}
	return append(sections, view.Section{Title: "Limits", Text: limits})
}

// explained says what the indices are, and what they tell.
func (s Result) explained() []string {
	most := s.Ranges[0]
	for _, r := range s.Ranges {
		if r.First.Value > most.First.Value {
			most = r
		}
	}
	return []string{
		"A first-order index is the share of the variance that would be gone on average if that assumption alone were known.",
		"A total index is the share that would be left on average if all the others were known: interactions with them are in it.",
		fmt.Sprintf("%s explains most by itself: %s of the variance.", most.Key, stat.Percent(most.First.Value, 1)),
		"The first-order indices add up to " + s.FirstSum.text() + s.interactions(),
	}
}

// interactions says what the sum of the first-order indices tells.
func (s Result) interactions() string {
	switch sum := s.FirstSum; {
	case len(s.Ranges) == 1:
		return ": with one range alone it is 1 but for noise."
	case sum.Lo <= 1 && sum.Hi >= 1:
		return ", which 1 is within: no interaction can be told from none."
	case sum.Hi < 1:
		return ": the " + stat.Percent(1-sum.Value, 1) + " that are missing come from interactions, where one assumption changes what another is worth."
	default:
		return ", above 1, which no sum of shares is: that is noise, and more samples lower it."
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
