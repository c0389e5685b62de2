package report

import (
	"fmt"
	"strconv"
	"strings"

	"errbench/internal/stat"
	"errbench/internal/view"
	"errbench/scenario"
	"errbench/strategy/catalog"
)

// Page implements view.Paged.
func (s Summary) Page() (view.Page, error) {
	chart, err := s.drawing()
	return view.Page{
		Title:   "errbench: " + s.Assumptions.Name,
		Heading: "What tool-error contracts are worth to a controller",
		Notice:  s.Notice,
		Alerts:  s.alerts(),
		Facts:   s.facts(),
		Rules:   readerRules[:],
		Parts:   s.parts(chart),
		Again:   s.again(),
	}, err
}

// alerts returns what a reader must know before any number.
func (s Summary) alerts() []string {
	switch {
	case s.Engine == ExactEngine:
		return []string{onlyExactText}
	case !s.Complete:
		return []string{incompleteText}
	default:
		return nil
	}
}

// again says how to make the summary again.
func (s Summary) again() view.Again {
	text := "This command line makes the summary again"
	if !s.Complete {
		text += ", with all of its runs"
	}
	return view.Again{
		Lead:    "Same inputs, same bytes, on every processor and with any number of workers.",
		Text:    text + ":",
		Command: s.Command(),
		Facts:   []view.Fact{{Name: "plan digest", Value: s.PlanDigest}, {Name: "schema", Value: s.Schema}},
		Limit:   "With the same plan digest, seed, stream, runs and operations, every count is the same.",
	}
}

// parts returns the parts of the page. The chart stands beside its numbers.
func (s Summary) parts(chart *view.Drawing) []view.Part {
	parts, exact := []view.Part{s.assumedPart()}, s.exactPart()
	if s.Engine == ReplayEngine {
		simulated := s.simulatedPart()
		simulated.Blocks[0].Chart = chart
		parts = append(parts, simulated)
	} else {
		exact.Blocks[0].Chart = chart
	}
	if len(s.Comparisons) > 0 {
		parts = append(parts, s.comparedPart())
	}
	return append(parts, exact, s.limitsPart())
}

func (s Summary) facts() []view.Fact {
	a := s.Assumptions
	operations, runs := s.simulated().Operations, s.runs()
	if s.Engine == ExactEngine {
		operations, runs = a.TotalOperations(), a.Runs
	}
	return []view.Fact{
		{Name: "scenario", Value: a.Name},
		{Name: "size", Value: stat.Plural(operations, "operation") + " in " + stat.Plural(runs, "run")},
		{Name: "rolls", Value: fmt.Sprintf("seed %d on %s", a.Seed, a.Stream)},
		{Name: "engine", Value: s.Engine},
	}
}

func (s Summary) assumedPart() view.Part {
	shown, others := assumptionTables(s.Assumptions)
	return view.Part{ID: "assumed", Title: "Assumed", Lead: "Declared, not measured: all that follows is what these numbers imply.", Blocks: []view.Block{
		{Text: []string{originText}, ID: "assumptions", Caption: "Assumptions, beside the published benchmark's", Table: shown},
		{ID: "others", Caption: "Assumptions that are as in the published benchmark", Table: others, Fold: stat.Plural(int64(len(others.Rows)), "more assumption") + ", about what the published benchmark does not know: nothing was changed"},
		{Text: s.modelsText(), ID: "strategies", Caption: "Who acts on the failures", Table: s.strategyTable()},
	}}
}

func (s Summary) simulatedPart() view.Part {
	return view.Part{ID: "simulated", Title: "Simulated", Lead: "Counted on the rolls of this seed: another seed gives other numbers.", Blocks: append([]view.Block{
		{Text: s.rateText(), ID: "results", Caption: "What each strategy resolved and wasted", Table: s.resultTable()},
		{Text: s.failureText(), ID: "actions", Caption: "What was done about the failures", Table: s.actionTable()},
	}, s.modelBlocks()...)}
}

// rateText says what the brackets after resolution rates hold.
func (s Summary) rateText() []string {
	text := []string{bracketsOf(stat.WilsonMethod, s.simulated().Operations, "operation")}
	if names := s.budgetSharers(); names != nil {
		text = append(text, fmt.Sprintf("Of %s they hold %s, n = %s.", strings.Join(names, ", "), stat.RunsMethod, stat.Plural(s.runs(), "run")))
	}
	return text
}

// modelBlocks returns the model sections as blocks.
func (s Summary) modelBlocks() []view.Block {
	var blocks []view.Block
	for _, m := range s.modelSections() {
		blocks = append(blocks, view.Block{Text: m.Text, ID: idOf(m.Title), Caption: m.Title, Table: m.Table})
	}
	return blocks
}

// idOf returns the id of the table with the title.
func idOf(title string) string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(title), ",", ""), " ", "-")
}

func (s Summary) comparedPart() view.Part {
	methods := fmt.Sprintf("%s for a difference, %s for a reduction", stat.PairedMethod, stat.RatioMethod)
	return view.Part{ID: "compared", Title: "Compared on the same rolls", Lead: "Simulated too: chance is shared, so what differs is the strategy.", Blocks: []view.Block{
		{Text: []string{bracketsOf(methods, s.runs(), "run")}, ID: "comparisons", Caption: "Each strategy against another", Table: comparisonTable(s.Comparisons)},
	}}
}

func (s Summary) exactPart() view.Part {
	blocks := []view.Block{{Text: s.exactText(), ID: "expectations", Caption: "What is expected of each count", Table: s.exactTable(exactRows)}}
	if s.Engine == ExactEngine {
		blocks = append(blocks, s.modelBlocks()...)
	}
	return view.Part{ID: "exact", Title: "Exact", Lead: "In closed form: no roll decides these.", Blocks: blocks}
}

func (s Summary) limitsPart() view.Part {
	limits := view.Block{}
	for _, w := range s.Warnings {
		limits.Text = append(limits.Text, w.Sentence())
	}
	if len(s.Warnings) == 0 {
		limits.Text = []string{"No warning applies to these numbers."}
	}
	return view.Part{ID: "limits", Title: "Limits", Lead: "What the numbers above do not bear.", Blocks: []view.Block{limits}}
}

// bracketsOf says what the brackets of a table hold.
func bracketsOf(methods string, n int64, noun string) string {
	return fmt.Sprintf("Brackets hold %s intervals: %s, n = %s. %s", stat.Percent(stat.Level, 0), methods, stat.Plural(n, noun), exactMarkText)
}

// originText explains the origins of assumptions.
var originText = fmt.Sprintf("The origin is where the published value comes from. %s: the article states it; %s: found by search to give the article's numbers; %s: a choice of errbench.",
	scenario.FromArticle, scenario.Recovered, scenario.Ours)

// strategyTable returns what the summary says about each strategy, and what it does if it
// is built in.
func (s Summary) strategyTable() view.Table {
	about := map[Identity]string{}
	for _, b := range catalog.Builtin() {
		about[Identity{b.Name, b.Contract.Name, b.Router.Name()}] = b.About
	}
	t := view.Table{Columns: view.Columns(4, "strategy", "contract", "router", "what it does")}
	for _, e := range s.Expected {
		t.AddTexts(e.Strategy, e.Contract, e.Router, about[e.Identity])
	}
	return t
}

// assumptionTables returns every assumption: first the article's assumptions and all
// that were changed, then the others.
func assumptionTables(a scenario.Assumptions) (shown, others view.Table) {
	shown.Columns = []view.Column{{Header: "assumption", Holds: view.Keys}, {Header: "value", Holds: view.Numbers},
		{Header: "published value", Holds: view.Numbers}, {Header: "origin"}, {Header: "meaning"}}
	others.Columns = shown.Columns
	for _, f := range scenario.Fields() {
		value, published := f.Get(&a), f.Default()
		t := &shown
		if f.Section != "" && value == published {
			t = &others
		}
		t.Add(view.Word(f.Key), assumed(f, value), assumed(f, published), view.Word(string(f.Origin)), view.Word(f.About))
		t.Rows[len(t.Rows)-1].Changed = value != published
	}
	return shown, others
}

// assumed returns the cell of an assumption, whose value is a number unless it is a
// name: a name may look like a number.
func assumed(f scenario.Field, value string) view.Cell {
	n, err := strconv.ParseFloat(value, 64)
	if f.Key == "name" || err != nil {
		return view.Word(value)
	}
	return view.Cell{Text: value, Value: stat.Number(n)}
}
