package report

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"

	"errbench/internal/chart"
	"errbench/internal/stat"
	"errbench/internal/view"
	"errbench/scenario"
)

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS string

//go:embed page.js
var pageJS string

// WritePage implements [view.Page]: it writes the summary as one HTML page that asks for nothing from
// outside. Names in it may be anybody's: the template escapes them, and what
// cannot be printed is escaped as in the other formats.
func (s Summary) WritePage(w io.Writer) error {
	t, err := template.New("page").Parse(pageHTML)
	if err != nil {
		return err
	}
	p, err := pageOf(s)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, p); err != nil {
		return err
	}
	lines := strings.Split(b.String(), "\n")
	for i, line := range lines {
		lines[i] = view.Escape(line)
	}
	_, err = io.WriteString(w, strings.Join(lines, "\n"))
	return err
}

// page is what the template shows.
type page struct {
	Style   template.CSS
	Script  template.JS
	Policy  string // what a browser may load and run: nothing but these two
	Summary Summary
	Facts   []fact
	Alerts  []string // what a reader must know before any number
	Rules   []string
	Parts   []part
	Command string
}

// fact is a word for the head of the page, and what it is here.
type fact struct{ Name, Is string }

// part is a part of the page with a heading of its own.
type part struct {
	ID, Title string
	Lead      string // what kind of numbers these are
	Blocks    []block
}

// block is a chart, sentences, then a table. Each may be missing. A table with a
// fold stands behind it, closed at first.
type block struct {
	Chart *pageChart
	Text  []string
	Table *pageTable
	Fold  string
}

// pageChart is a chart in SVG, which picture has escaped: a browser shows the
// one for its colours.
type pageChart struct{ Light, Dark template.HTML }

func pageOf(s Summary) (page, error) {
	p := page{
		Style: template.CSS(pageCSS), Script: template.JS(pageJS),
		Policy: fmt.Sprintf("default-src 'none'; style-src '%s'; script-src '%s'; base-uri 'none'; form-action 'none'",
			hashOf(pageCSS), hashOf(pageJS)),
		Summary: s, Facts: s.facts(), Rules: readerRules[:], Command: s.Command(),
	}
	switch {
	case s.Engine == ExactEngine:
		p.Alerts = append(p.Alerts, onlyExactText)
	case !s.Complete:
		p.Alerts = append(p.Alerts, incompleteText)
	}
	chart, err := s.chart()
	p.Parts = s.parts(chart)
	return p, err
}

// parts are those that the summary has; the chart stands where its numbers do.
func (s Summary) parts(chart *pageChart) []part {
	parts, exact := []part{s.assumedPart()}, s.exactPart()
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
func (s Summary) chart() (*pageChart, error) {
	if len(s.Expected) == 0 {
		return nil, nil
	}
	light, err := chart.SVG(s.Picture(), chart.Light)
	if err != nil {
		return nil, err
	}
	dark, err := chart.SVG(s.Picture(), chart.Dark)
	return &pageChart{template.HTML(light), template.HTML(dark)}, err
}

// hashOf names a text in a content security policy.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

func (s Summary) facts() []fact {
	a := s.Assumptions
	operations, runs := s.simulated().Operations, s.runs()
	if s.Engine == ExactEngine {
		operations, runs = a.TotalOperations(), a.Runs
	}
	return []fact{
		{"scenario", a.Name},
		{"size", stat.Plural(operations, "operation") + " in " + stat.Plural(runs, "run")},
		{"rolls", fmt.Sprintf("seed %d on %s", a.Seed, a.Stream)},
		{"engine", s.Engine},
	}
}

func (s Summary) assumedPart() part {
	shown, others := assumptionTables(s.Assumptions)
	return part{"assumed", "Assumed", "Declared, not measured: all that follows is what these numbers imply.", []block{
		{Text: []string{originText}, Table: shown},
		{Table: others, Fold: stat.Plural(int64(len(others.Rows)), "more assumption") + ", about what the published benchmark does not know: nothing was changed"},
		{Text: s.readersText(), Table: newPageTable("strategies", "Who acts on the failures", s.strategyTable())},
	}}
}

func (s Summary) simulatedPart() part {
	return part{"simulated", "Simulated", "Counted on the rolls of this seed: another seed gives other numbers.", append([]block{
		{Text: s.rateText(),
			Table: newPageTable("results", "What each strategy resolved and wasted", s.resultTable())},
		{Text: s.failureText(),
			Table: newPageTable("actions", "What was done about the failures", s.actionTable())},
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
func (s Summary) modelBlocks() []block {
	var blocks []block
	for _, m := range s.modelSections() {
		blocks = append(blocks, block{Text: m.Text, Table: newPageTable(idOf(m.Title), m.Title, m.Table)})
	}
	return blocks
}

// idOf returns the id of a table of a title in words.
func idOf(title string) string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(title), ",", ""), " ", "-")
}

func (s Summary) comparedPart() part {
	methods := fmt.Sprintf("%s for a difference, %s for a reduction", stat.PairedMethod, stat.RatioMethod)
	return part{"compared", "Compared on the same rolls", "Simulated too: chance is shared, so what differs is the strategy.", []block{
		{Text: []string{bracketsOf(methods, s.runs(), "run")},
			Table: newPageTable("comparisons", "Each strategy against another", comparisonTable(s.Comparisons))},
	}}
}

func (s Summary) exactPart() part {
	blocks := []block{{Text: s.exactText()}}
	if t := s.exactTable(exactRows); t.Rows != nil {
		blocks[0].Table = newPageTable("expectations", "What is expected of each count", t)
	}
	if s.Engine == ExactEngine {
		blocks = append(blocks, s.modelBlocks()...)
	}
	return part{"exact", "Exact", "In closed form: no roll decides these.", blocks}
}

func (s Summary) limitsPart() part {
	limits := block{}
	for _, w := range s.Warnings {
		limits.Text = append(limits.Text, w.Sentence())
	}
	if len(s.Warnings) == 0 {
		limits.Text = []string{"No warning applies to these numbers."}
	}
	return part{"limits", "Limits", "What the numbers above do not bear.", []block{limits}}
}

// bracketsOf says what the brackets of a table hold.
func bracketsOf(methods string, n int64, noun string) string {
	return fmt.Sprintf("Brackets hold %s intervals: %s, n = %s. %s", stat.Percent(stat.Level, 0), methods, stat.Plural(n, noun), exactMarkText)
}

// originText says what the origins of the assumptions are.
var originText = fmt.Sprintf("The origin is that of the published value. %s: the article states it; %s: found by search to give the article's numbers; %s: a choice of errbench.",
	scenario.FromArticle, scenario.Recovered, scenario.Ours)
