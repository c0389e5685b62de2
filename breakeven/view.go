package breakeven

import (
	"fmt"
	"strings"

	"errbench/internal/stat"
	"errbench/internal/vary"
	"errbench/internal/view"
	"errbench/report"
	"errbench/rng"
)

// Sections implements [report.View].
func (b Result) Sections() []view.Section {
	found := []string{
		fmt.Sprintf("%s of %s less that of %s, as %s varies from %s to %s and all else is as assumed.", b.Metric, b.Strategy, b.Against, b.Key, b.From, b.To),
	}
	if isCost(b.Metric) {
		found = append(found, b.prices())
	}
	found = append(found, b.Answer()+" "+b.assumed())
	found = append(found, b.Notes...)
	limits := []string{
		b.method(),
		"These are expectations in closed form, and true of the declared assumptions alone; a run scatters around them.",
	}
	if b.Assumptions.Stream == rng.LCG32V1 {
		limits = append(limits, fmt.Sprintf("They are those of independent rolls. Runs of %s are correlated; use %s.", rng.LCG32V1, rng.CounterV1))
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

// prices says what a cost is made of.
func (b Result) prices() string {
	p := pricesOf(b.Metric, b.Assumptions.Cost)
	text := fmt.Sprintf("The price of an attempt is %s, of a repair %s more, and of an escalation %s", vary.Decimal(p.Attempt), vary.Decimal(p.Repair), vary.Decimal(p.Escalation))
	if isPerResolved(b.Metric) {
		return text + "; what is compared is the expected cost of an operation over the probability that it is resolved."
	}
	return text + "; what is compared is the expected cost of an operation."
}

// Answer says in words which strategy is the better one where.
func (b Result) Answer() string {
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

// throughout says who is the better one everywhere, or nearly.
func (b Result) throughout(name string) string {
	switch {
	case name == "" && len(b.Roots) > 0:
		return fmt.Sprintf("Between %s and %s there is no difference, for any %s from %s to %s.", b.Strategy, b.Against, b.Key, b.From, b.To)
	case name == "":
		return fmt.Sprintf("Between %s and %s there is nothing to compare, for any %s from %s to %s.", b.Strategy, b.Against, b.Key, b.From, b.To)
	}
	other := b.Against
	if name == other {
		other = b.Strategy
	}
	text := fmt.Sprintf("%s %s than %s for every %s from %s to %s", name, b.verb("more", "less", "a lower", "a higher"), other, b.Key, b.From, b.To)
	var except []string
	for i, r := range b.Roots {
		if i == 0 || r.Value != b.Roots[i-1].Value {
			except = append(except, string(r.Value))
		}
	}
	if except != nil {
		text += ", but for " + strings.Join(except, " and ")
	}
	return text + "."
}

// merged returns the stretches without those between roots that no assumption
// tells apart, and those beside each other with the same winner as one.
func (b Result) merged() []Stretch {
	var all []Stretch
	for _, s := range b.Stretches {
		last := len(all) - 1
		switch {
		case s.From == s.To && !b.whole() && len(b.Stretches) > 1:
		case last >= 0 && b.winner(all[last]) == b.winner(s):
			all[last].To = s.To
		default:
			all = append(all, s)
		}
	}
	return all
}

// winner returns the better strategy, or that with more of a metric without
// direction, "" where there is none.
func (b Result) winner(s Stretch) string {
	name, _ := s.Better.Get()
	if b.Direction == "neither" {
		name, _ = s.Higher.Get()
	}
	return name
}

// verb says what the winner does.
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

// whole tells whether stretches are of whole values, their ends included.
func (b Result) whole() bool {
	return b.Method == everyWhole || b.Method == everyPlan || b.Method == wholeBisection
}

// place says where a stretch lies.
func (b Result) place(s Stretch, first, last bool) string {
	whole := b.whole()
	switch {
	case whole && s.From == s.To:
		return "at " + string(s.From)
	case whole && first:
		return "up to " + string(s.To)
	case whole && last:
		return "from " + string(s.From) + " on"
	case whole:
		return fmt.Sprintf("from %s to %s", s.From, s.To)
	case first:
		return "below " + string(s.To)
	case last:
		return "above " + string(s.From)
	default:
		return fmt.Sprintf("between %s and %s", s.From, s.To)
	}
}

// assumed says how the strategies compare at the assumed value.
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
	return fmt.Sprintf("%s the difference is %s: %s less %s.", with, difference, show(at.Strategy), show(at.Against))
}

// method says how the roots were found and what may be missed.
func (b Result) method() string {
	switch b.Method {
	case rationalRoots:
		degree, _ := b.Degree.Get()
		what := "the difference is a polynomial"
		if isPerResolved(b.Metric) {
			what = "the numerator of the difference is a polynomial"
		}
		if degree < 0 {
			return fmt.Sprintf("Method: %s; in %s %s, and it is 0.", b.Method, b.Key, what)
		}
		return fmt.Sprintf("Method: %s; in %s %s of degree %d, whose real roots are isolated in rational arithmetic, so that none is missed. "+
			"A root is written as the shortest decimal in its cell of 2^-32. Chances are taken as they decide rolls, rounded up to 2^-32, so that the last digits can differ from what their decimals give by hand.", b.Method, b.Key, what, degree)
	case bisection:
		return fmt.Sprintf("Method: %s; the sign of the difference, which is exact, is taken at %s evenly spaced values, and every change of it is halved down to 2^-32 of the value. "+
			"Between two of these values a root that touches is missed, and so are two that cross.", b.Method, stat.Count(brackets+1))
	case everyPlan:
		return fmt.Sprintf("Method: %s; the sign of the difference, which is exact, is taken wherever another %s changes what the strategies do. Between these values it stays the same.", b.Method, b.Key)
	case wholeBisection:
		return fmt.Sprintf("Method: %s; the sign of the difference, which is exact, is taken at %s evenly spaced ones, and every change of it is closed in upon until two values next to each other have different signs. "+
			"Between two of these values with the same sign the strategies may change places and back.", b.Method, stat.Count(brackets+1))
	default:
		return fmt.Sprintf("Method: %s; the sign of the difference, which is exact, is taken at each. Between two of them there is nothing.", b.Method)
	}
}
