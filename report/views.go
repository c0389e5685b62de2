package report

import (
	"fmt"
	"slices"
	"strings"

	"errbench/internal/stat"
	"errbench/internal/view"
	"errbench/scenario"
)

// Sections implements [view.View]. What was assumed, simulated and computed exactly, and
// the limits of these numbers, are sections of their own.
func (s Summary) Sections() []view.Section {
	sections := []view.Section{{Title: "Assumed", Text: s.assumedText()}}
	if s.Engine == ReplayEngine {
		sections = append(sections,
			view.Section{Title: "Simulated", Text: s.sizeText(), Table: s.resultTable()},
			view.Section{Title: "What was done about the failures", Text: s.failureText(), Table: s.actionTable()})
		sections = append(sections, s.modelSections()...)
	}
	if len(s.Comparisons) > 0 {
		compared, text := s.leadingComparisons()
		table := comparisonTable(compared)
		if s.hasManyStrategies() {
			table = table.Without(1) // the text says against which
		}
		sections = append(sections, view.Section{Title: "Compared on the same rolls", Text: text, Table: table})
	}
	rows := exactRows
	if s.hasManyStrategies() {
		rows = mainRows
	}
	sections = append(sections, view.Section{Title: "Exact", Text: s.exactText(), Table: s.exactTable(rows)})
	if s.Engine == ExactEngine {
		sections = append(sections, s.modelSections()...)
	}
	limits := view.Section{Title: "Limits", Text: []string{s.Notice}}
	for _, w := range s.Warnings {
		limits.Text = append(limits.Text, w.Sentence())
	}
	return append(sections, limits)
}

// long reports whether the strategies are too many to show everything on a
// terminal.
func (s Summary) hasManyStrategies() bool {
	const many = 6
	return len(s.Expected) > many
}

// leading returns the comparisons that a terminal shows, and a sentence
// about them. If the strategies are many, they are the comparisons with the first one.
func (s Summary) leadingComparisons() ([]Comparison, []string) {
	if !s.hasManyStrategies() {
		return s.Comparisons, nil
	}
	first := s.Comparisons[0].Against
	others := func(c Comparison) bool { return c.Against != first }
	return slices.DeleteFunc(slices.Clone(s.Comparisons), others),
		[]string{fmt.Sprintf("Against %s, the first strategy. JSON and HTML hold all %s.", first, stat.Plural(int64(len(s.Comparisons)), "comparison"))}
}

// assumedText returns what was assumed, also about models.
func (s Summary) assumedText() []string {
	return append([]string{Assumed(s.Assumptions)}, s.modelsText()...)
}

// Assumed lists the assumptions as --set takes them, in the order of files. An assumption
// that the article does not make is listed only if it differs from the published
// benchmark, which switches it off. The weights of risks are listed all or not at all,
// since one says nothing without the others.
func Assumed(a scenario.Assumptions) string {
	var parts []string
	writes := a.Risk != scenario.Published().Risk
	for _, f := range scenario.Fields() {
		shown := f.Section == "" || f.Get(&a) != f.Default() || writes && strings.HasPrefix(f.Key, "risk.")
		if shown && f.Key != "name" {
			parts = append(parts, f.Key+"="+f.Get(&a))
		}
	}
	return a.Name + ": " + strings.Join(parts, ", ")
}

const incompleteText = "INCOMPLETE: interrupted before the last run."

// rateMethods names the methods of the intervals of resolution rates.
func (s Summary) rateMethods() string {
	if names := s.budgetSharers(); names != nil {
		return fmt.Sprintf("%s for a resolution rate, %s for the rate of %s", stat.WilsonMethod, stat.RunsMethod, strings.Join(names, ", "))
	}
	return stat.WilsonMethod + " for a resolution rate"
}

// sharing returns the strategies whose interval is over runs, since their operations
// share a budget.
func (s Summary) budgetSharers() []string {
	var names []string
	for _, r := range s.Results {
		if r.ResolutionInterval.Method == stat.RunsMethod {
			names = append(names, r.Strategy)
		}
	}
	return names
}

func (s Summary) sizeText() []string {
	text := []string{fmt.Sprintf("%s in %s. Brackets hold %s intervals.", stat.Plural(s.simulated().Operations, "operation"), stat.Plural(s.runs(), "run"), stat.Percent(stat.Level, 0))}
	if !s.Complete {
		text = append(text, incompleteText)
	}
	return text
}

// simulated returns the first result: operations and failures are the same in all.
func (s Summary) simulated() Result {
	if len(s.Results) == 0 {
		return Result{}
	}
	return s.Results[0]
}

func (s Summary) resultTable() view.Table {
	t := view.Table{Columns: view.Columns(1, "strategy", "resolution rate", "attempts per operation", "wasted: failed", "wasted: permanent", "wasted: futile")}
	for _, r := range s.Results {
		w := r.WastedRetries
		t.Add(view.Word(r.Strategy),
			withInterval(r.ResolutionRate, stat.Share(r.ResolutionRate, r.ResolutionInterval)),
			view.Cell{Text: stat.Fixed(r.AttemptsPerOperation, 3), Value: r.AttemptsPerOperation},
			view.Counted(w.Failed), view.Counted(w.Permanent), view.Counted(w.Futile))
	}
	return t
}

// withInterval returns the cell of a number and the interval in the text, which ends in
// brackets.
func withInterval(n stat.Number, text string) view.Cell {
	number, ends, _ := strings.Cut(text, " [")
	return view.Cell{Text: number, Value: n, Interval: "[" + ends}
}

// exactText says what is expected, and how well the simulation agrees with it.
func (s Summary) exactText() []string {
	operations := int64(0)
	for _, e := range s.Expected {
		operations = int64(e.Operations)
	}
	text := []string{fmt.Sprintf("Expected in closed form over %s, on independent rolls, with the standard deviation that chance gives each count.", stat.Plural(operations, "operation"))}
	if open := s.strategiesWhere(func(e Expected) bool { return e.obstacle() != "" }); open != "" {
		text = append(text, fmt.Sprintf("Nothing is expected of these, for reasons under Limits: %s.", open))
	}
	if s.Engine == ReplayEngine {
		text = append(text, s.agreementText())
	}
	return text
}

// agreementText says how well all simulated counts agree with the expectations.
func (s Summary) agreementText() string {
	if s.strategiesWhere(func(e Expected) bool { return e.obstacle() == "" }) == "" {
		return "All together: nothing is expected that could agree."
	}
	return s.Agreement.sentence()
}

func (g Agreement) sentence() string {
	distance := fmt.Sprintf("All together: D^2 = %s on %s", stat.Fixed(g.Squared, 2), stat.Plural(int64(g.DegreesOfFreedom), "degree")+" of freedom")
	switch {
	case g.Valid:
		return distance + fmt.Sprintf("; chance alone exceeds that with probability %s.", probabilityText(g.Chance))
	case g.DegreesOfFreedom > 0:
		return distance + ", which is not valid as a test: the runs are correlated, or counts are small."
	default:
		return "All together: chance could change none of these counts."
	}
}

// exactRows are the counts whose expectations a summary shows, and mainRows the ones that a
// terminal shows if the strategies are many.
var (
	exactRows = []string{"resolution_rate", "resolved", "attempts", "wasted_retries.failed", "wasted_retries.permanent", "wasted_retries.futile", "escalated"}
	mainRows  = []string{"resolution_rate", "attempts", "wasted_retries.failed"}
)

func (s Summary) exactTable(rows []string) view.Table {
	t := view.Table{Columns: view.Columns(2, "strategy", "count", "simulated", "expected", "sd", "z")}
	if s.Engine == ExactEngine {
		t.Columns = view.Columns(2, "strategy", "count", "expected", "sd")
	}
	for i, e := range s.Expected {
		if e.obstacle() != "" {
			continue
		}
		expected, sd, z := byKey(e.Counts), byKey(e.SD), byKey(e.Z)
		for _, key := range rows {
			show := func(n stat.Number) view.Cell { return view.Cell{Text: stat.Fixed(n, 1), Value: n} }
			whole := func(n stat.Number) view.Cell { return view.Cell{Text: stat.Fixed(n, 0), Value: n} }
			if key == "resolution_rate" {
				show = func(n stat.Number) view.Cell { return view.Cell{Text: stat.Percent(n, 2), Value: n} }
				whole = show
			}
			cells := []view.Cell{view.Word(e.Strategy), view.Word(key)}
			if s.Engine == ExactEngine {
				cells = append(cells, show(expected[key]), show(sd[key]))
			} else {
				simulated := whole(byKey(s.Results[i].Counts)[key])
				cells = append(cells, simulated, show(expected[key]), show(sd[key]), view.Cell{Text: stat.Signed(z[key]), Value: z[key]})
			}
			t.Add(cells...)
		}
	}
	return t
}

// failureText introduces the table of actions.
func (s Summary) failureText() []string {
	f := s.simulated().Failures
	text := []string{fmt.Sprintf("Failed at the first call: %s transient, %s validation, %s permission, %s not found.",
		stat.Count(f.Transient), stat.Count(f.Validation), stat.Count(f.Permission), stat.Count(f.NotFound))}
	if slices.ContainsFunc(s.Results, func(r Result) bool { return r.States.Partial.sum()+r.States.Crashed.sum() > 0 }) {
		text = append(text, "To go on without a result (partial) or to crash is no column here, but an end below.")
	}
	return text
}

func (s Summary) actionTable() view.Table {
	t := view.Table{Columns: view.Columns(1, "strategy", "retry", "repair", "replace", "authorize", "stop", "attempts", "resolved"), Names: 1}
	for _, r := range s.Results {
		a := r.Actions
		t.Add(view.Word(r.Strategy),
			view.Counted(a.Retry), view.Counted(a.Repair), view.Counted(a.Replace), view.Counted(a.Authorize), view.Counted(a.Stop),
			view.Counted(r.Attempts), view.Counted(r.Resolved))
	}
	return t
}

func comparisonTable(comparisons []Comparison) view.Table {
	t := view.Table{Columns: view.Columns(2, "strategy", "against", "resolution rate, points", "failed attempts cut by")}
	for _, c := range comparisons {
		t.Add(view.Word(c.Strategy), view.Word(c.Against),
			withInterval(c.ResolutionDifference, stat.Points(c.ResolutionDifference, c.DifferenceInterval)),
			withInterval(c.FailedReduction, stat.Share(c.FailedReduction, c.ReductionInterval)))
	}
	return t
}

// Records implements [view.Records] with a row for each strategy. Headers are the keys of
// the JSON form: first assumptions.*, beginning with the name, then engine, complete and
// warnings (codes with blanks between them). These are the same in every row, so that rows
// of several summaries can stand in one file. The numbers of the strategy follow.
func (s Summary) Records() view.Table {
	common := Flatten("assumptions.", s.Assumptions)
	common = append(common, Flatten("", struct {
		Engine   string `json:"engine"`
		Complete bool   `json:"complete"`
		Warnings string `json:"warnings"`
	}{s.Engine, s.Complete, strings.Join(codes(s.Warnings), " ")})...)
	var rows [][]Value
	for i, e := range s.Expected {
		rows = append(rows, append(slices.Clone(common), s.strategyValues(i, e)...))
	}
	return TableOf(rows)
}

func (s Summary) strategyValues(i int, e Expected) []Value {
	values := Flatten("", e.Identity)
	if i < len(s.Results) {
		values = Flatten("", s.Results[i])
	}
	values = append(values, Flatten("expected.", e.Counts)...)
	values = append(values, Flatten("expected.resolution_ms", e.ResolutionMS)...)
	values = append(values, Flatten("expected.sd.", e.SD)...)
	return append(values, Flatten("expected.z.", e.Z)...)
}

// TableOf returns a table of values for programs. Its headers are the keys, which must
// be the same in each row.
func TableOf(rows [][]Value) view.Table {
	var t view.Table
	for i, row := range rows {
		var texts []string
		for _, v := range row {
			if i == 0 {
				t.Columns = append(t.Columns, view.Column{Header: v.Key})
			}
			texts = append(texts, v.Text)
		}
		t.AddTexts(texts...)
	}
	return t
}
