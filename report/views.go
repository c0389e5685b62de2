package report

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"errbench/scenario"
)

// Sections implements View: what was assumed, what was simulated beside what
// is exact, and what limits it, apart from each other.
func (s Summary) Sections() []Section {
	sections := []Section{
		{Title: "Assumed", Text: []string{assumed(s.Assumptions)}},
		{Title: "Simulated", Text: []string{s.extent()}, Table: s.resultTable()},
		{Title: "What was done about the failures", Text: []string{s.failureText()}, Table: s.actionTable()},
	}
	if len(s.Comparisons) > 0 {
		sections = append(sections, Section{Title: "Compared on the same rolls", Table: s.comparisonTable()})
	}
	limits := Section{Title: "Limits", Text: []string{s.Notice}}
	for _, w := range s.Warnings {
		limits.Text = append(limits.Text, "Warning ("+w.Code+"): "+w.Text)
	}
	return append(sections, limits)
}

// assumed lists the assumptions as --set takes them, in the order of files.
func assumed(a scenario.Assumptions) string {
	var parts []string
	for _, f := range scenario.Fields() {
		if f.Key != "name" {
			parts = append(parts, f.Key+"="+f.Get(&a))
		}
	}
	return a.Name + ": " + strings.Join(parts, ", ")
}

func (s Summary) extent() string {
	r := s.Results[0]
	text := fmt.Sprintf("%s operations in %s runs. Brackets hold 95 %% intervals; in parentheses stands what is expected in closed form.", count(r.Operations), count(r.PerRun.Runs))
	if !s.Complete {
		text += " INCOMPLETE: interrupted before the last run."
	}
	return text
}

func (s Summary) resultTable() Table {
	t := Table{Left: 1, Header: []string{"strategy", "resolution rate", "attempts per operation", "failed", "permanent", "futile"}}
	for i, r := range s.Results {
		e := s.Expected[i]
		t.Rows = append(t.Rows, []string{
			r.Strategy,
			fmt.Sprintf("%s %s (%s)", percent(r.ResolutionRate, 1), interval(r.ResolutionInterval, 1), percent(e.ResolutionRate, 1)),
			fmt.Sprintf("%s (%s)", fixed(r.AttemptsPerOperation, 3), fixed(e.AttemptsPerOperation, 3)),
			fmt.Sprintf("%s (%s)", count(r.WastedRetries.Failed), fixed(e.WastedRetries.Failed, 0)),
			fmt.Sprintf("%s (%s)", count(r.WastedRetries.Permanent), fixed(e.WastedRetries.Permanent, 0)),
			fmt.Sprintf("%s (%s)", count(r.WastedRetries.Futile), fixed(e.WastedRetries.Futile, 0)),
		})
	}
	return t
}

func (s Summary) failureText() string {
	f := s.Results[0].Failures
	return fmt.Sprintf("Failed at the first call: %s transient, %s validation, %s permission, %s not found.",
		count(f.Transient), count(f.Validation), count(f.Permission), count(f.NotFound))
}

func (s Summary) actionTable() Table {
	t := Table{Left: 1, Header: []string{"strategy", "retry", "repair", "replace", "authorize", "stop", "attempts", "resolved", "escalated"}}
	for _, r := range s.Results {
		a := r.Actions
		t.Rows = append(t.Rows, []string{r.Strategy, count(a.Retry), count(a.Repair), count(a.Replace), count(a.Authorize), count(a.Stop),
			count(r.Attempts), count(r.Resolved), count(r.Escalated)})
	}
	return t
}

func (s Summary) comparisonTable() Table {
	t := Table{Left: 2, Header: []string{"strategy", "against", "resolution rate, points", "failed attempts cut by"}}
	for _, c := range s.Comparisons {
		t.Rows = append(t.Rows, []string{c.Strategy, c.Against,
			fmt.Sprintf("%s %s", scaled(c.ResolutionDifference, 100, 1), interval(c.DifferenceInterval, 1)),
			fmt.Sprintf("%s %s", percent(c.FailedReduction, 1), interval(c.ReductionInterval, 1)),
		})
	}
	return t
}

// Records implements Records: a row for each strategy, its columns named by the
// keys of the JSON form.
func (s Summary) Records() [][]string {
	var rows [][]string
	for i, r := range s.Results {
		var keys, texts []string
		for _, v := range append(Flatten("", r), Flatten("expected.", s.Expected[i].Counts)...) {
			keys, texts = append(keys, v.Key), append(texts, v.Text)
		}
		if i == 0 {
			rows = append(rows, keys)
		}
		rows = append(rows, texts)
	}
	return rows
}

// count writes a whole number with a comma at each thousand.
func count(n int64) string { return group(strconv.FormatInt(n, 10)) }

func group(text string) string {
	digits := strings.TrimPrefix(text, "-")
	sign := text[:len(text)-len(digits)]
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}

// none stands for an undefined number.
const none = "-"

// fixed writes a number with so many decimals; whole ones have commas.
func fixed(n Number, decimals int) string { return scaled(n, 1, decimals) }

// percent writes a fraction in percent.
func percent(n Number, decimals int) string {
	if !n.Defined() {
		return none
	}
	return scaled(n, 100, decimals) + " %"
}

// scaled writes a multiple of a number with so many decimals. It rounds the
// decimal that JSON shows, halves away from zero: as [Reproduce] judges, so
// that what is shown and the verdict beside it agree.
func scaled(n Number, by int64, decimals int) string {
	if !n.Defined() {
		return none
	}
	r, _ := new(big.Rat).SetString(n.text()) // a decimal
	text := r.Mul(r, big.NewRat(by, 1)).FloatString(decimals)
	if strings.Trim(text, "-0.") == "" {
		text = strings.TrimPrefix(text, "-")
	}
	if decimals == 0 {
		return group(text)
	}
	return text
}

// interval writes an interval of fractions in percent.
func interval(i Interval, decimals int) string {
	return "[" + scaled(i.Lo, 100, decimals) + ", " + scaled(i.Hi, 100, decimals) + "]"
}
