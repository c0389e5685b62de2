package report

import (
	"fmt"
	"html/template"
	"strings"

	"errbench/internal/chart"
	"errbench/internal/stat"
	"errbench/internal/view"
	"errbench/scenario"
)

// Page implements view.Paged.
func (s Summary) Page() (view.Page, error) {
	chart, err := s.chart()
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

// again says how to make the summary anew.
func (s Summary) again() view.Again {
	text := "This command line makes the summary anew"
	if !s.Complete {
		text += ", but all of its runs"
	}
	return view.Again{
		Lead:    "Same inputs, same bytes, on every processor and with any number of workers.",
		Text:    text + ":",
		Command: s.Command(),
		Facts:   []view.Fact{{Name: "plan digest", Value: s.PlanDigest}, {Name: "schema", Value: s.Schema}},
		Limit:   "With the same plan digest, seed, stream, runs and operations, every count is the same.",
	}
}

// parts are those that the summary has; the chart stands where its numbers do.
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

// chart draws the summary, nothing where it has no strategy.
func (s Summary) chart() (*view.Drawing, error) {
	if len(s.Expected) == 0 {
		return nil, nil
	}
	svg, err := chart.SVG(s.Picture())
	return &view.Drawing{SVG: template.HTML(svg), Style: chart.Style()}, err
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
		{Text: s.readersText(), ID: "strategies", Caption: "Who acts on the failures", Table: s.strategyTable()},
	}}
}

func (s Summary) simulatedPart() view.Part {
	return view.Part{ID: "simulated", Title: "Simulated", Lead: "Counted on the rolls of this seed: another seed gives other numbers.", Blocks: append([]view.Block{
		{Text: s.rateText(), ID: "results", Caption: "What each strategy resolved and wasted", Table: s.resultTable()},
		{Text: s.failureText(), ID: "actions", Caption: "What was done about the failures", Table: s.actionTable()},
	}, s.modelBlocks()...)}
}

// rateText says what the brackets of resolution rates hold.
func (s Summary) rateText() []string {
	text := []string{bracketsOf(stat.WilsonMethod, s.simulated().Operations, "operation")}
	if names := s.sharing(); names != nil {
		text = append(text, fmt.Sprintf("Of %s they hold %s, n = %s.", strings.Join(names, ", "), stat.RunsMethod, stat.Plural(s.runs(), "run")))
	}
	return text
}

// modelBlocks are what the published benchmark does not know.
func (s Summary) modelBlocks() []view.Block {
	var blocks []view.Block
	for _, m := range s.modelSections() {
		blocks = append(blocks, view.Block{Text: m.Text, ID: idOf(m.Title), Caption: m.Title, Table: m.Table})
	}
	return blocks
}

// idOf returns the id of a table of a title in words.
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

// originText says what the origins of the assumptions are.
var originText = fmt.Sprintf("The origin is that of the published value. %s: the article states it; %s: found by search to give the article's numbers; %s: a choice of errbench.",
	scenario.FromArticle, scenario.Recovered, scenario.Ours)
