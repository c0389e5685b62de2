package breakeven

import (
	"fmt"
	"strings"

	"errbench/internal/stat"
	"errbench/internal/vary"
	"errbench/internal/view"
	"errbench/optional"
	"errbench/report"
	"errbench/rng"
)

// Sections implements [report.View].
func (b Result) Sections() []view.Section {
	found := []string{
		fmt.Sprintf("%s of %s minus %s, as %s varies from %s to %s and nothing else does.", b.Metric, b.Strategy, b.Against, b.Key, b.From, b.To),
	}
	if isCost(b.Metric) {
		found = append(found, b.prices())
	}
	found = append(found, b.answer()+" "+b.assumed())
	found = append(found, b.Notes...)
	limits := []string{
		b.method(),
		"These are expectations in closed form, under the declared assumptions alone; a run varies around them.",
	}
	if b.Assumptions.Stream == rng.LCG32V1 {
		limits = append(limits, fmt.Sprintf("They assume independent rolls. Runs of %s are correlated; use %s.", rng.LCG32V1, rng.CounterV2))
	}
	return []view.Section{
		{Title: "Assumed", Text: []string{report.Assumed(b.Assumptions)}},
		{Title: "Break-even", Text: found, Table: b.table()},
		{Title: "Limits", Text: append(limits, b.Notice)},
	}
}

func (b Result) table() view.Table {
	t := view.Table{Columns: view.Columns(1, "root", b.Key)}
	for _, r := range b.Roots {
		row := []string{r.Label, string(r.Value)}
		if k, ok := r.Threshold.Get(); ok {
			t.Columns = view.Columns(1, "root", b.Key, "threshold")
			row = append(row, stat.Count(int64(k)))
		}
		t.AddTexts(row...)
	}
	return t
}

// prices returns the sentence about the prices of a cost.
func (b Result) prices() string {
	p := pricesOf(b.Metric, b.Assumptions.Cost)
	text := fmt.Sprintf("An attempt costs %s, a repair %s more, and an escalation %s.", vary.Decimal(p.Attempt), vary.Decimal(p.Repair), vary.Decimal(p.Escalation))
	if isPerResolved(b.Metric) {
		return text + " The metric is the expected cost of an operation over the probability that it is resolved."
	}
	return text + " The metric is the expected cost of an operation."
}

// answer says in words which strategy is better where.
func (b Result) answer() string {
	stretches := b.merged()
	if len(stretches) == 1 {
		return b.throughout(b.winner(stretches[0]))
	}
	var clauses []string
	for _, name := range []string{b.Strategy, b.Against, ""} {
		var where []string
		for i, s := range stretches {
			if b.winner(s) == name {
				where = append(where, b.place(s, i == 0, i == len(stretches)-1))
			}
		}
		if where == nil {
			continue
		}
		clause := name
		switch {
		case name == "":
			clause = "neither of them"
		case clauses == nil:
			clause += " " + b.verb("more", "less", "the lower", "the higher")
		}
		clauses = append(clauses, clause+" "+strings.Join(where, " and "))
	}
	return strings.Join(clauses, ", ") + "."
}

// throughout says which strategy is better everywhere, except at the roots that a value
// of the assumption meets.
func (b Result) throughout(name string) string {
	switch {
	case name == "" && len(b.Roots) > 0:
		return fmt.Sprintf("%s and %s do not differ for any %s from %s to %s.", b.Strategy, b.Against, b.Key, b.From, b.To)
	case name == "":
		return fmt.Sprintf("%s and %s cannot be compared for any %s from %s to %s.", b.Strategy, b.Against, b.Key, b.From, b.To)
	}
	other := b.Against
	if name == other {
		other = b.Strategy
	}
	text := fmt.Sprintf("%s %s than %s for every %s from %s to %s", name, b.verb("more", "less", "a lower", "a higher"), other, b.Key, b.From, b.To)
	var except []string
	for i, r := range b.Roots {
		if r.Exact && (i == 0 || r.Value != b.Roots[i-1].Value) {
			except = append(except, string(r.Value))
		}
	}
	if except != nil {
		text += ", except " + strings.Join(except, " and ")
	}
	return text + "."
}

// merged joins neighbouring stretches with the same winner, and drops stretches between
// roots of the same threshold.
func (b Result) merged() []Stretch {
	var all []Stretch
	for _, s := range b.Stretches {
		last := len(all) - 1
		switch {
		case s.From == s.To && !b.integers() && len(b.Stretches) > 1:
		case last >= 0 && b.winner(all[last]) == b.winner(s):
			all[last].To = s.To
		default:
			all = append(all, s)
		}
	}
	return all
}

// winner returns the better strategy, the strategy with more of a metric without
// direction, or "" if there is neither.
func (b Result) winner(s Stretch) string {
	name, _ := s.Better.Get()
	if b.Direction == "neither" {
		name, _ = s.Higher.Get()
	}
	return name
}

// verb returns what the winner does.
func (b Result) verb(more, less, lower, higher string) string {
	switch {
	case isPerResolved(b.Metric):
		return "costs " + less + " per resolved operation"
	case isCost(b.Metric):
		return "costs " + less
	case b.Metric == vary.Resolution.Key:
		return "resolves " + more
	case b.Direction == "lower":
		return "has " + lower + " " + b.Metric
	default:
		return "has " + higher + " " + b.Metric
	}
}

// integers reports whether stretches are of integers, their ends included.
func (b Result) integers() bool {
	return b.Method == everyInteger || b.Method == everyPlan || b.Method == integerBisection
}

// place returns where a stretch lies.
func (b Result) place(s Stretch, first, last bool) string {
	integers := b.integers()
	switch {
	case integers && s.From == s.To:
		return "at " + string(s.From)
	case integers && first:
		return "up to " + string(s.To)
	case integers && last:
		return "from " + string(s.From) + " on"
	case integers:
		return fmt.Sprintf("from %s to %s", s.From, s.To)
	case first:
		return "below " + string(s.To)
	case last:
		return "above " + string(s.From)
	default:
		return fmt.Sprintf("between %s and %s", s.From, s.To)
	}
}

// assumed returns the sentence about the assumed value.
func (b Result) assumed() string {
	at, with := b.Assumed, "As assumed, with no "+b.Key+","
	if value, ok := at.Value.Get(); ok {
		with = fmt.Sprintf("At the assumed %s", value)
	}
	if !at.Difference.Defined() {
		return with + " the cost is undefined."
	}
	show, difference := stat.Number.Text, at.Difference.Text()
	if b.Metric == vary.Resolution.Key {
		show = func(n stat.Number) string { return stat.Percent(n, 2) }
		difference = stat.Scaled(at.Difference, 100, 2) + " points"
	}
	if at.Difference > 0 {
		difference = "+" + difference
	}
	return fmt.Sprintf("%s the difference is %s: %s minus %s.", with, difference, show(at.Strategy), show(at.Against))
}

// method says how the roots were found, and which roots can be missing.
func (b Result) method() string {
	missed, _ := b.MayMiss.Get()
	switch b.Method {
	case rationalRoots:
		return fmt.Sprintf("Method: %s; %s", b.Method, b.polynomial())
	case bisection:
		return fmt.Sprintf("Method: %s; the exact sign of the difference at %s evenly spaced values, with each change of it halved down to 2^-32 of the value. "+
			"%s", b.Method, stat.Count(brackets+1), missed)
	case everyPlan:
		return fmt.Sprintf("Method: %s; the exact sign of the difference at every %s that changes what the strategies do. It stays the same between them.", b.Method, b.Key)
	case integerBisection:
		return fmt.Sprintf("Method: %s; the exact sign of the difference at %s evenly spaced ones, with each change of it halved down to two neighbours. "+
			"%s", b.Method, stat.Count(brackets+1), missed)
	default:
		return fmt.Sprintf("Method: %s; the exact sign of the difference at each.", b.Method)
	}
}

// mayMiss says which roots a method can miss.
func mayMiss(method string) (text optional.Value[string]) {
	switch method {
	case bisection:
		return optional.Of(fmt.Sprintf("A root that touches between two of the %s values is missing, and so are two roots that cross.", stat.Count(brackets+1)))
	case integerBisection:
		return optional.Of(fmt.Sprintf("Between two of the %s values with the same sign, two changes can be missing.", stat.Count(brackets+1)))
	default:
		return text
	}
}

// polynomial says what the roots are the roots of.
func (b Result) polynomial() string {
	what := "the difference"
	if isPerResolved(b.Metric) {
		what = "the numerator of the difference"
	}
	degree, _ := b.Degree.Get()
	if degree < 0 {
		return fmt.Sprintf("%s is 0 as a polynomial in %s.", what, b.Key)
	}
	return fmt.Sprintf("%s is a polynomial in %s of degree %d, whose real roots are isolated in rational arithmetic, so none is missing. "+
		"A root is written as the shortest decimal within its 2^-32. Probabilities are rounded up to 2^-32, as rolls decide them, so the last digits can differ from a calculation by hand.", what, b.Key, degree)
}
