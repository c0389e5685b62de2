package catalog

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
	"errbench/strategy"
)

var update = flag.Bool("update", false, "write the tables of docs/strategies.md anew")

const document = "../../docs/strategies.md"

// docs/strategies.md has the families in order, each with the table that the code gives,
// and a table of the assumed models. With -update the tables are written anew.
func TestTheDocumentOfStrategiesIsTheCode(t *testing.T) {
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	page, from := string(text), 0
	for _, f := range Families() {
		heading := "\n## " + f.Name + "\n\n"
		at := strings.Index(page[from:], heading)
		if at < 0 {
			t.Fatalf("%s does not come next:%s", f.Name, heading)
		}
		from += at + len(heading)
		page = withBlock(page, from, f.About+"\n")
		page = withBlock(page, from+strings.Index(page[from:], "\n| strategy |")+1, familyTable(f))
	}
	page = withBlock(page, from+strings.Index(page[from:], "\n| assumed model |")+1, assumedModelTable())
	if *update {
		if err := os.WriteFile(document, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if diff := cmp.Diff(string(text), page); diff != "" {
		t.Errorf("-update writes these lines (-document +code):\n%s", diff)
	}
}

// withBlock returns the page with other lines from a position to the next empty line.
func withBlock(page string, from int, lines string) string {
	_, after, _ := strings.Cut(page[from:], "\n\n")
	return page[:from] + lines + "\n" + after
}

func assumedModelTable() string {
	var b strings.Builder
	b.WriteString("| assumed model | does | what is assumed |\n|---|---|---|\n")
	for _, m := range assumedModels() {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", m.Name(), rulesText(m.Table), m.About)
	}
	return b.String()
}

// assumedModels returns the models that built-in strategies assume, each once.
func assumedModels() (all []strategy.AssumedModel) {
	for _, s := range Builtin() {
		r, assumed := s.AssumedModel()
		if assumed && !slices.ContainsFunc(all, func(other strategy.AssumedModel) bool { return other.Name() == r.Name() }) {
			all = append(all, r)
		}
	}
	return all
}

// familyTable returns the strategies of a family as a Markdown table, with a column of
// layers if a strategy has some.
func familyTable(f Family) string {
	header := []string{"strategy", "sees", "does", "recovery attempts", "waits, in ms", "also"}
	layered := slices.ContainsFunc(f.Strategies, func(s strategy.Strategy) bool { return len(s.Layers) > 0 })
	if layered {
		header = slices.Insert(header, 1, "layers, from the inside out")
	}
	var b strings.Builder
	line := func(cells []string) { b.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
	line(header)
	b.WriteString(strings.Repeat("|---", len(header)) + "|\n")
	for _, s := range f.Strategies {
		cells := []string{"`" + s.Name + "`", seesText(s.Contract), doesText(s.Router), mostText(s.Budget), waitsText(s.Backoff, s.Waits, many), alsoText(s)}
		if layered {
			cells = slices.Insert(cells, 1, layersText(s.Layers))
		}
		line(cells)
	}
	return b.String()
}

// layersText writes what layers make of exceptions.
func layersText(r strategy.Layers) string {
	verdicts := [...]string{strategy.Raise: "raised", strategy.Message: "to messages"}
	var layers []string
	for _, l := range r {
		text := l.Name + ": "
		handled := strings.Join(l.Codes, " and ")
		if len(l.Codes) == scenario.NumClasses {
			handled = "all"
		}
		switch {
		case len(l.Codes) > 0 && l.Retries > 0:
			after := "at once"
			if waits := waitsText(l.Backoff, l.Waits, l.Retries); waits != "none" {
				after = "after " + waits
			}
			text += fmt.Sprintf("%s retried %d times, %s, then %s", handled, l.Retries, after, verdicts[l.Spent])
		case len(l.Codes) > 0:
			text += handled + " " + verdicts[l.Spent]
		}
		switch {
		case len(l.Codes) == 0:
			text += "all " + verdicts[l.Others]
		case len(l.Codes) < scenario.NumClasses:
			text += ", others " + verdicts[l.Others]
		}
		layers = append(layers, text)
	}
	if layers == nil {
		return "nothing"
	}
	return strings.Join(layers, "; ")
}

func seesText(c contract.Contract) string {
	parts := partsText(c.Reveals)
	if text, ok := c.Words[0].Message.Get(); ok && c.Words == contract.OneMessage(text) {
		parts = "one message for all"
	}
	for _, class := range scenario.AllClasses() {
		if set, ok := c.ByClass[class].Get(); ok {
			parts += fmt.Sprintf("; of %v %s", class, partsText(set))
		}
	}
	return parts
}

func partsText(set contract.FieldSet) string {
	var parts []string
	for i, name := range []string{"code", "message", "retryable", "field", "suggestion", "wait", "trace id"} {
		if set&(1<<i) != 0 {
			parts = append(parts, name)
		}
	}
	return strings.Join(parts, ", ")
}

// doesText writes the rules of a table, or the name of another router.
func doesText(r strategy.Router) string {
	if table, ok := r.(strategy.Table); ok {
		return rulesText(table)
	}
	return "`" + r.Name() + "`, see below"
}

func rulesText(table strategy.Table) string {
	var rules []string
	for _, row := range table.Rows {
		var conditions []string
		if code, ok := row.Code.Get(); ok {
			conditions = append(conditions, code)
		}
		if risk, ok := row.Risk.Get(); ok {
			conditions = append(conditions, risk.String())
		}
		for _, c := range []struct {
			is   optional.Value[bool]
			name string
		}{{row.Retryable, "retryable"}, {row.HasField, "a field"}, {row.HasSuggestion, "a suggestion"}} {
			if c.is == optional.Of(true) {
				conditions = append(conditions, c.name)
			}
		}
		if conditions == nil {
			conditions = []string{"all"}
		}
		rules = append(rules, strings.Join(conditions, " and ")+": "+row.Action.String())
	}
	return strings.Join(rules, "; ")
}

func mostText(budget optional.Value[int]) string {
	if n, ok := budget.Get(); ok {
		return fmt.Sprintf("at most %d", n)
	}
	return "as assumed"
}

// many is more recovery attempts than are written.
const many = 100

// waitsText writes the waits before the first recovery attempts.
func waitsText(b strategy.Backoff, asked strategy.WaitPolicy, retries int) string {
	var waits []string
	if b != (strategy.Backoff{}) {
		for n := range min(3, retries) {
			w := b.Wait(n + 1)
			switch {
			case w.Decorrelated:
				waits = append(waits, fmt.Sprintf("%d to 3 times the last", w.Lo))
			case w.Random():
				waits = append(waits, fmt.Sprintf("%d to %d", w.Lo, w.Hi))
			default:
				waits = append(waits, fmt.Sprint(w.Lo))
			}
		}
		if len(waits) > 1 && waits[0] == waits[1] {
			waits = waits[:1]
		} else if retries > 3 {
			waits = append(waits, "and so on")
		}
	}
	if most, ok := b.CapMS.Get(); ok {
		waits = append(waits, fmt.Sprintf("cap %d", most))
	}
	if asked.Honoured {
		waits = append(waits, "at least what the error asks for")
	}
	if waits == nil {
		return "none"
	}
	return strings.Join(waits, ", ")
}

func alsoText(s strategy.Strategy) string {
	var all []string
	if s.WriteGuard&strategy.UseKey != 0 {
		all = append(all, "keys")
	}
	if s.WriteGuard&strategy.Confirm != 0 {
		all = append(all, "confirmation")
	}
	if ms, ok := s.DeadlineMS.Get(); ok {
		all = append(all, fmt.Sprintf("starts none after %d min", ms/60_000))
	}
	t := s.Throttle
	if t.MaxTokens > 0 {
		all = append(all, fmt.Sprintf("a bucket of %d tokens, a success gives %d %% of one", t.MaxTokens, t.RatioPercent))
	}
	if t.SharePercent > 0 {
		all = append(all, fmt.Sprintf("attempts for %d %% of the operations and %d a second, over 10 s", t.SharePercent, t.ReservePerS))
	}
	return strings.Join(all, ", ")
}
