package catalog

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
	"errbench/strategy"
)

// docs/strategies.md holds the families in order, each with its table as the code
// has it.
func TestTheDocumentOfStrategiesIsTheCode(t *testing.T) {
	text, err := os.ReadFile("../../docs/strategies.md")
	if err != nil {
		t.Fatal(err)
	}
	rest := string(text)
	for _, f := range Families() {
		heading := "\n## " + f.Name + "\n\n" + f.About + "\n"
		at := strings.Index(rest, heading)
		if at < 0 {
			t.Fatalf("%s does not come next:%s", f.Name, heading)
		}
		rest = rest[at+1:]
		section, _, _ := strings.Cut(rest, "\n## ")
		if table := familyTable(f); !strings.Contains(section, "\n\n"+table+"\n") {
			t.Errorf("this table is not below %s:\n%s", f.Name, table)
		}
	}
}

// Below the family of frameworks are the readers that they assume, each once.
func TestTheDocumentOfStrategiesHasTheReaders(t *testing.T) {
	text, err := os.ReadFile("../../docs/strategies.md")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("| reader | does | what is assumed |\n|---|---|---|\n")
	for _, r := range readers() {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", r.Name(), rulesText(r.Table), r.About)
	}
	if !strings.Contains(string(text), "\n\n"+b.String()+"\n") {
		t.Errorf("this table is not there:\n%s", b.String())
	}
}

// readers returns the readers that built-in strategies assume, each once.
func readers() (all []strategy.AssumedModel) {
	for _, s := range Builtin() {
		r, assumed := s.AssumedModel()
		if assumed && !slices.ContainsFunc(all, func(other strategy.AssumedModel) bool { return other.Name() == r.Name() }) {
			all = append(all, r)
		}
	}
	return all
}

// familyTable returns the strategies of a family as a Markdown table: with what
// becomes of a failure before the router is told, where a framework has a say.
func familyTable(f Family) string {
	header := []string{"strategy", "sees", "does", "recovery attempts", "waits, in ms", "besides"}
	layered := slices.ContainsFunc(f.Strategies, func(s strategy.Strategy) bool { return len(s.Layers) > 0 })
	if layered {
		header = slices.Insert(header, 1, "before, from the inside out")
	}
	var b strings.Builder
	line := func(cells []string) { b.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
	line(header)
	b.WriteString(strings.Repeat("|---", len(header)) + "|\n")
	for _, s := range f.Strategies {
		cells := []string{"`" + s.Name + "`", seesText(s.Contract), doesText(s.Router), mostText(s.Budget), waitsText(s.Backoff, s.Waits, many), besidesText(s)}
		if layered {
			cells = slices.Insert(cells, 1, layersText(s.Layers))
		}
		line(cells)
	}
	return b.String()
}

// layersText writes what the layers of a runtime make of exceptions.
func layersText(r strategy.Layers) string {
	verdicts := [...]string{strategy.Raise: "raised", strategy.Tell: "told"}
	var layers []string
	for _, l := range r {
		text := l.Name + ": "
		own := strings.Join(l.Codes, " and ")
		if len(l.Codes) == scenario.NumClasses {
			own = "all"
		}
		switch {
		case len(l.Codes) > 0 && l.Retries > 0:
			after := "at once"
			if waits := waitsText(l.Backoff, l.Waits, l.Retries); waits != "none" {
				after = "after " + waits
			}
			text += fmt.Sprintf("%s retried %d times, %s, then %s", own, l.Retries, after, verdicts[l.Spent])
		case len(l.Codes) > 0:
			text += own + " " + verdicts[l.Spent]
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
		if own, ok := c.ByClass[class].Get(); ok {
			parts += fmt.Sprintf("; of %v %s", class, partsText(own))
		}
	}
	return parts
}

func partsText(set contract.Part) string {
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

func besidesText(s strategy.Strategy) string {
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
