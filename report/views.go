package report

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"errbench/scenario"
)

// Sections implements View: what was assumed, what was simulated, what is exact
// and what limits them, apart from each other.
func (s Summary) Sections() []Section {
	sections := []Section{{Title: "Assumed", Text: []string{assumed(s.Assumptions)}}}
	if s.Engine == ReplayEngine {
		sections = append(sections,
			Section{Title: "Simulated", Text: []string{s.extent()}, Table: s.resultTable()},
			Section{Title: "What was done about the failures", Text: []string{s.failureText()}, Table: s.actionTable()},
			Section{Title: "Compared on the same rolls", Table: s.comparisonTable()})
	}
	sections = append(sections, Section{Title: "Exact", Text: s.exactText(), Table: s.exactTable()})
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
	text := fmt.Sprintf("%s operations in %s runs. Brackets hold 95 %% intervals.", count(r.Operations), count(r.PerRun.Runs))
	if !s.Complete {
		text += " INCOMPLETE: interrupted before the last run."
	}
	return text
}

func (s Summary) resultTable() Table {
	t := Table{Left: 1, Header: []string{"strategy", "resolution rate", "attempts per operation", "failed", "permanent", "futile"}}
	for _, r := range s.Results {
		t.Rows = append(t.Rows, []string{
			r.Strategy,
			percent(r.ResolutionRate, 1) + " " + interval(r.ResolutionInterval, 1),
			fixed(r.AttemptsPerOperation, 3),
			count(r.WastedRetries.Failed), count(r.WastedRetries.Permanent), count(r.WastedRetries.Futile),
		})
	}
	return t
}

// exactText says what the closed form is of, and how well it agrees.
func (s Summary) exactText() []string {
	text := []string{fmt.Sprintf("Expected in closed form over %s operations, on independent rolls, with the standard deviation that chance gives each count.", fixed(s.Expected[0].Operations, 0))}
	if s.Engine == ExactEngine {
		return text
	}
	g := s.Agreement
	switch {
	case g.Valid:
		return append(text, fmt.Sprintf("All together: D^2 = %s on %d degrees of freedom; chance alone exceeds that with probability %s.", fixed(g.Squared, 2), g.DegreesOfFreedom, tiny(g.Chance)))
	case g.DegreesOfFreedom > 0:
		return append(text, fmt.Sprintf("All together: D^2 = %s on %d degrees of freedom, which is not valid as a test since the runs are correlated.", fixed(g.Squared, 2), g.DegreesOfFreedom))
	default:
		return append(text, "All together: chance could change none of these counts.")
	}
}

// exactRows are the counts beside which the closed form is shown.
var exactRows = []string{"resolution_rate", "resolved", "attempts", "wasted_retries.failed", "wasted_retries.permanent", "wasted_retries.futile", "escalated"}

func (s Summary) exactTable() Table {
	t := Table{Left: 2, Header: []string{"strategy", "count", "simulated", "expected", "sd", "z"}}
	for i, e := range s.Expected {
		simulated := map[string]Number{}
		if s.Engine == ReplayEngine {
			simulated = byKey(s.Results[i].Counts)
		}
		expected, sd, z := byKey(e.Counts), byKey(e.SD), byKey(e.Z)
		for _, key := range exactRows {
			was, ok := simulated[key]
			if !ok {
				was = undefined
			}
			show := func(n Number) string { return fixed(n, 1) }
			whole := func(n Number) string { return fixed(n, 0) }
			if key == "resolution_rate" {
				show = func(n Number) string { return percent(n, 2) }
				whole = show
			}
			t.Rows = append(t.Rows, []string{e.Strategy, key, whole(was), show(expected[key]), show(sd[key]), signed(z[key])})
		}
	}
	return t
}

// byKey returns the numbers of a part of a summary.
func byKey(part any) map[string]Number {
	numbers := map[string]Number{}
	for _, v := range Flatten("", part) {
		n, err := strconv.ParseFloat(v.Text, 64)
		if err != nil {
			n = math.NaN() // null
		}
		numbers[v.Key] = Number(n)
	}
	return numbers
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
	for i, e := range s.Expected {
		values := Flatten("", e.Identity)
		if s.Engine == ReplayEngine {
			values = Flatten("", s.Results[i])
		}
		values = append(values, Flatten("expected.", e.Counts)...)
		values = append(values, Flatten("expected.sd.", e.SD)...)
		values = append(values, Flatten("expected.z.", e.Z)...)
		var keys, texts []string
		for _, v := range values {
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

// plural writes how many there are of something.
func plural(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return count(n) + " " + noun + "s"
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

// signed writes a number with its sign and one decimal.
func signed(n Number) string {
	text := fixed(n, 1)
	if n > 0 && text != "0.0" {
		return "+" + text
	}
	return text
}

// interval writes an interval of fractions in percent.
func interval(i Interval, decimals int) string {
	if i.Method == exactMethod {
		return "[exact]"
	}
	return "[" + scaled(i.Lo, 100, decimals) + ", " + scaled(i.Hi, 100, decimals) + "]"
}
