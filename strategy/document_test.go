package strategy

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"errbench/contract"
	"errbench/optional"
)

// docs/strategies.md holds the families in order, each with its table as the code
// has it.
func TestTheDocumentOfStrategiesIsTheCode(t *testing.T) {
	text, err := os.ReadFile("../docs/strategies.md")
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

// familyTable returns the strategies of a family as a Markdown table.
func familyTable(f Family) string {
	var b strings.Builder
	b.WriteString("| strategy | sees | does | recovery attempts | waits, in ms | besides |\n|---|---|---|---|---|---|\n")
	for _, s := range f.Strategies {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s |\n", s.Name, seesText(s.Contract), doesText(s.Router), mostText(s.Budget), waitsText(s), besidesText(s))
	}
	return b.String()
}

func seesText(c contract.Contract) string {
	if !c.Text.IsZero() {
		return "one message for all"
	}
	var parts []string
	for i, name := range []string{"code", "message", "retryable", "field", "suggestion", "wait", "trace id"} {
		if c.Reveals&(1<<i) != 0 {
			parts = append(parts, name)
		}
	}
	return strings.Join(parts, ", ")
}

// doesText writes the rules of a table, or the name of another router.
func doesText(r Router) string {
	table, ok := r.(Table)
	if !ok {
		return "`" + r.Name() + "`, see below"
	}
	var rules []string
	for _, row := range table.Rows {
		var conditions []string
		if code, ok := row.Code.Get(); ok {
			conditions = append(conditions, code)
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

// waitsText writes the waits before the first recovery attempts.
func waitsText(s Strategy) string {
	var waits []string
	if s.Backoff != (Backoff{}) {
		for n := range 3 {
			w := s.Backoff.wait(n + 1)
			switch {
			case w.Decorrelated:
				waits = append(waits, fmt.Sprintf("%d to 3 times the last", w.Lo))
			case w.Random():
				waits = append(waits, fmt.Sprintf("%d to %d", w.Lo, w.Hi))
			default:
				waits = append(waits, fmt.Sprint(w.Lo))
			}
		}
		if waits[0] == waits[1] {
			waits = waits[:1]
		} else {
			waits = append(waits, "and so on")
		}
	}
	if most, ok := s.Backoff.CapMS.Get(); ok {
		waits = append(waits, fmt.Sprintf("cap %d", most))
	}
	if s.Waits.Honoured {
		waits = append(waits, "at least what the error asks for")
	}
	if waits == nil {
		return "none"
	}
	return strings.Join(waits, ", ")
}

func besidesText(s Strategy) string {
	var all []string
	if s.WriteGuard&UseKey != 0 {
		all = append(all, "keys")
	}
	if s.WriteGuard&Confirm != 0 {
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
