package gate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"errbench/internal/stat"
	"errbench/report"
	"errbench/scenario"
)

// Difference is a value on which a summary departs from its baseline.
type Difference struct {
	Path     string      `json:"path"`     // dotted, lists by the name of what they hold
	Baseline string      `json:"baseline"` // "" where it is null or missing there
	Current  string      `json:"current"`  // likewise
	Effect   stat.Number `json:"effect"`   // |current - baseline| / the larger size of both, 0 to 2; null for texts
}

// AssumptionChanges lists the assumptions that differ, but for those that are
// free to, in the order of files. Names are always free.
func AssumptionChanges(baseline, current scenario.Assumptions, free ...string) []Difference {
	changes := []Difference{}
	for _, f := range scenario.Fields() {
		if f.Key == "name" || slices.Contains(free, f.Key) {
			continue
		}
		if b, c := f.Get(&baseline), f.Get(&current); b != c {
			changes = append(changes, Difference{f.Key, b, c, effect(b, c)})
		}
	}
	return changes
}

// differences lists what differs between the findings of two summaries: texts
// first, then results, then the rest, the largest effect first within each.
// Integers must be equal, and so must real numbers, which are written rounded.
func differences(was, is map[string]string) []Difference {
	all := []Difference{}
	paths := maps.Clone(was)
	maps.Copy(paths, is)
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		if b, c := was[path], is[path]; b != c {
			all = append(all, Difference{path, b, c, effect(b, c)})
		}
	}
	slices.SortStableFunc(all, func(a, b Difference) int {
		switch x, y := a.rank(), b.rank(); {
		case x > y:
			return -1
		case x < y:
			return 1
		default:
			return 0
		}
	})
	return all
}

// compareAll returns how many findings of the baseline were compared, and what
// differs.
func compareAll(baseline, current report.Summary) (int, []Difference) {
	b, c := written(baseline), written(current)
	was := findings(b)
	if bytes.Equal(b, c) {
		return len(was), []Difference{}
	}
	return len(was), differences(was, findings(c))
}

func written(s report.Summary) []byte {
	data, err := json.Marshal(s)
	if err != nil {
		panic("gate: " + err.Error()) // all of a summary has a JSON form
	}
	return data
}

// findings returns all of a summary, in its JSON form, that follows from its
// assumptions, as text by path. The chance of the agreement is left out: it follows
// from the squared distance and the degrees of freedom, and its last digit, from an
// incomplete gamma function, may differ between processors, which readers allow.
func findings(data []byte) map[string]string {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var document map[string]any
	if err := d.Decode(&document); err != nil {
		panic("gate: " + err.Error()) // it was written a moment ago
	}
	delete(document, "assumptions")
	found := map[string]string{}
	for key, part := range document {
		flatten(found, key, part)
	}
	delete(found, "agreement.chance")
	return found
}

// flatten adds the values below a path.
func flatten(found map[string]string, path string, node any) {
	switch node := node.(type) {
	case map[string]any:
		for key, inner := range node {
			flatten(found, path+"."+key, inner)
		}
	case []any:
		for i, element := range node {
			flatten(found, elementPath(path, i, element), element)
		}
	case nil:
		found[path] = ""
	case json.Number:
		found[path] = node.String()
	default:
		found[path] = fmt.Sprint(node)
	}
}

// elementPath names an element of a list by what it holds, a comparison as
// requirements do.
func elementPath(list string, i int, element any) string {
	object, _ := element.(map[string]any)
	if against, ok := object["against"]; ok {
		return fmt.Sprintf("compare(%v,%v)", object["strategy"], against)
	}
	for _, key := range []string{"strategy", "code"} {
		if name, ok := object[key]; ok {
			return fmt.Sprintf("%s.%v", list, name)
		}
	}
	return fmt.Sprintf("%s[%d]", list, i)
}

func effect(baseline, current string) stat.Number {
	b, errB := strconv.ParseFloat(baseline, 64)
	c, errC := strconv.ParseFloat(current, 64)
	if errB != nil || errC != nil {
		return stat.Number(math.NaN())
	}
	return stat.Number(math.Abs(c-b) / max(math.Abs(b), math.Abs(c)))
}

// rank orders differences: texts, then what was simulated, then what is
// computed from it or expected; within each the largest effect first. A number
// that one side does not have comes last: it follows from others.
func (d Difference) rank() float64 {
	switch simulated := strings.HasPrefix(d.Path, "results."); {
	case d.Effect.Defined() && simulated:
		return 3 + float64(d.Effect) // effects end at 2
	case d.Effect.Defined():
		return float64(d.Effect)
	case isNumber(d.Baseline) || isNumber(d.Current):
		return -1
	default:
		return math.Inf(1)
	}
}

func isNumber(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return err == nil
}

// of tells whether the difference lies in the part of a strategy.
func (d Difference) of(strategy string) bool {
	_, rest, _ := strings.Cut(d.Path, ".")
	return strings.HasPrefix(rest, strategy+".")
}

// change returns current - baseline as an exact decimal with its sign, "" for
// texts.
func (d Difference) change() string {
	b, okB := new(big.Rat).SetString(d.Baseline)
	c, okC := new(big.Rat).SetString(d.Current)
	if !okB || !okC || !d.Effect.Defined() {
		return ""
	}
	const decimals = 9 // of printed numbers
	text := new(big.Rat).Sub(c, b).FloatString(decimals)
	text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	if strings.HasPrefix(text, "-") {
		return text
	}
	return "+" + text
}

// line tells the difference in one line.
func (d Difference) line() string {
	text := fmt.Sprintf("%s: baseline %s, current %s", d.Path, shown(d.Baseline), shown(d.Current))
	if change := d.change(); change != "" {
		text += " (" + change + ")"
	}
	return text
}

// shown stands a dash for nothing.
func shown(text string) string {
	if text == "" {
		return "-"
	}
	return text
}
