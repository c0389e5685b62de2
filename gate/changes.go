package gate

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"errbench/internal/stat"
	"errbench/internal/view"
	"errbench/optional"
	"errbench/report"
	"errbench/scenario"
	"errbench/strategy"
)

// Sides holds a value of the baseline and the same value of the current summary.
type Sides[T any] struct {
	Baseline T `json:"baseline"`
	Current  T `json:"current"`
}

// AssumptionChange is an assumption that differs. Both values are written as in a
// scenario file.
type AssumptionChange struct {
	Key string `json:"key"`
	Sides[string]
}

// AssumptionChanges returns the assumptions that differ, in the order of scenario
// files. The name of a scenario is no assumption. Across streams, seed, stream, runs
// and operations may differ.
func AssumptionChanges(baseline, current scenario.Assumptions, acrossStreams bool) []AssumptionChange {
	free := []string{"name"}
	if acrossStreams {
		free = append(free, "seed", "stream", "runs", "operations")
	}
	changes := []AssumptionChange{}
	for _, f := range scenario.Fields() {
		if b, c := f.Get(&baseline), f.Get(&current); b != c && !slices.Contains(free, f.Key) {
			changes = append(changes, AssumptionChange{f.Key, Sides[string]{b, c}})
		}
	}
	return changes
}

// DecisionChange is a question that a strategy answers differently. A side is nil
// if the strategy is not asked the question there.
type DecisionChange Sides[*report.Decision]

// asked returns a decision of the change. Its question is the same on both sides.
func (d DecisionChange) asked() *report.Decision { return cmp.Or(d.Current, d.Baseline) }

// same reports whether both sides are asked the question and answer alike.
func (d DecisionChange) same() bool {
	b, c := d.Baseline, d.Current
	return b != nil && c != nil && b.Action == c.Action && b.WaitMS == c.WaitMS && b.TooLong == c.TooLong
}

// question returns the decision without its answer, as text: two decisions with the
// same text answer the same question.
func question(d report.Decision) string {
	d.Action, d.WaitMS, d.TooLong = "", report.Wait{}, false
	return jsonOf(d)
}

// compareDecisions returns the decisions that differ, in the order of the current
// summary and then of the baseline, and how many questions both summaries hold.
func compareDecisions(baseline, current []report.Decision) (changes []DecisionChange, questions int) {
	byQuestion := map[string]*DecisionChange{}
	var order []*DecisionChange
	side := func(d report.Decision) *DecisionChange {
		key := question(d)
		if byQuestion[key] == nil {
			byQuestion[key] = &DecisionChange{}
			order = append(order, byQuestion[key])
		}
		return byQuestion[key]
	}
	for _, d := range current {
		side(d).Current = &d
	}
	for _, d := range baseline {
		side(d).Baseline = &d
	}
	changes = []DecisionChange{}
	for _, d := range order {
		if !d.same() {
			changes = append(changes, *d)
		}
	}
	return changes, len(order)
}

// answer returns what a decision does, "-" if the question was not asked.
func answer(d *report.Decision) string {
	if d == nil {
		return stat.None
	}
	text := d.Action
	switch w := d.WaitMS; {
	case w.Least < w.Most:
		text += fmt.Sprintf(" after %s to %s ms", stat.Count(w.Least), stat.Count(w.Most))
	case w.Most > 0:
		text += fmt.Sprintf(" after %s ms", stat.Count(w.Most))
	}
	if d.WaitMS.Decorrelated {
		text += ", decorrelated"
	}
	if d.TooLong {
		text += ", but the error asks for too long a wait"
	}
	return text
}

// when returns who decides and at which attempt.
func when(d *report.Decision) string {
	text := strconv.Itoa(d.Attempt)
	if d.Layer != "" {
		text += " of layer " + d.Layer
	}
	if d.Risk != "" {
		text += ", " + d.Risk
	}
	return text
}

// seen returns the errors that a decision depends on, oldest first.
func seen(d *report.Decision) string {
	var errors []string
	for _, e := range append(slices.Clone(d.After), d.Sees) {
		errors = append(errors, view.Line(jsonOf(e)))
	}
	return strings.Join(errors, ", then ")
}

// line returns the change in one line.
func (d DecisionChange) line() string {
	return fmt.Sprintf("attempt %s, %s: baseline %s, current %s", when(d.asked()), seen(d.asked()), answer(d.Baseline), answer(d.Current))
}

// CountChange is a count of a strategy that differs. A quantile of the time to
// resolution, in milliseconds, is a count too; it is null if too few operations were
// resolved.
type CountChange struct {
	Strategy string `json:"strategy"`
	Key      string `json:"key"` // as requirements name it
	Sides[optional.Value[int64]]
}

// counts returns the integers of a result by key.
func counts(r report.Result) map[string]optional.Value[int64] {
	found := map[string]optional.Value[int64]{}
	for _, v := range report.Flatten("", r) {
		if n, err := strconv.ParseInt(v.Text, 10, 64); err == nil {
			found[v.Key] = optional.Of(n)
		}
	}
	return found
}

// countKeys returns the keys of the counts that are compared, in the order of
// summaries. Rates, costs and intervals follow from them.
func countKeys() []string {
	keys := []string{"operations"}
	for _, m := range strategy.Metrics() {
		keys = append(keys, m.String())
	}
	return append(keys, "resolution_ms.p50", "resolution_ms.p90", "resolution_ms.p95", "resolution_ms.p99")
}

// compareCounts returns the counts that differ, and how many were compared. Both
// sides hold the same strategies in the same order.
func compareCounts(baseline, current []report.Result) (changes []CountChange, compared int) {
	changes = []CountChange{}
	keys := countKeys()
	for i := range current {
		was, is := counts(baseline[i]), counts(current[i])
		for _, key := range keys {
			if was[key] != is[key] {
				changes = append(changes, CountChange{current[i].Strategy, key, Sides[optional.Value[int64]]{was[key], is[key]}})
			}
		}
	}
	return changes, len(keys) * len(current)
}

// path returns the name of the count in requirements.
func (c CountChange) path() string { return c.Strategy + "." + c.Key }

// difference returns current - baseline with its sign, "-" if one of them is null.
func (c CountChange) difference() string {
	b, okB := c.Baseline.Get()
	n, okC := c.Current.Get()
	if !okB || !okC {
		return stat.None
	}
	return fmt.Sprintf("%+d", n-b)
}

// line returns the change in one line.
func (c CountChange) line() string {
	return fmt.Sprintf("%s: baseline %s, current %s (%s)", c.Key, countText(c.Baseline), countText(c.Current), c.difference())
}

func countText(n optional.Value[int64]) string {
	if count, ok := n.Get(); ok {
		return strconv.FormatInt(count, 10)
	}
	return stat.None
}

// jsonOf returns a decision or an error as one line of JSON.
func jsonOf(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic("gate: " + err.Error()) // texts, numbers and truth values only
	}
	return string(data)
}
