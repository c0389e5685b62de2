package sweep

import (
	"context"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"errbench/internal/shard"
	"errbench/replay"
	"errbench/report"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// Axes stand among the columns under their keys.
func TestNoColumnHasTheNameOfAnAssumption(t *testing.T) {
	for _, column := range newRows(scenario.Published(), nil, []string{"unpublished"}, CSV).columns {
		if slices.ContainsFunc(scenario.Fields(), func(f scenario.Field) bool { return f.Key == column }) {
			t.Errorf("%s is a column and an assumption too, which can be an axis", column)
		}
	}
}

// Every number of a row is what the summary of a run under the same assumptions
// shows.
func TestRowsHoldWhatSummariesShow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := scenario.Published()
		var specs []string
		vary := func(key string, value *rapid.Generator[string]) {
			specs = append(specs, key+"="+value.Draw(t, key))
		}
		for _, f := range scenario.Fields() {
			switch {
			case strings.HasPrefix(f.Key, "distortions."): // the distortions of a class add up to at most 1
				vary(f.Key, rapid.SampledFrom([]string{"0", "0.001", "0.08"}))
			case f.Range == "a number from 0 to 1":
				vary(f.Key, rapid.OneOf(rapid.SampledFrom([]string{"0", "1"}), rapid.Map(rapid.Float64Range(0.001, 0.999), text[float64])))
			case strings.HasPrefix(f.Key, "failure_mix."):
				vary(f.Key, rapid.Map(rapid.IntRange(1, 9), text[int]))
			case f.Key == "runs" || f.Key == "operations" || f.Key == "recovery_attempts":
				vary(f.Key, rapid.Map(rapid.IntRange(1, 9), text[int]))
			}
		}
		engine := rapid.SampledFrom([]string{report.ExactEngine, report.ReplayEngine}).Draw(t, "engine")
		d, err := NewDesign(Grid, axes(t, a, specs...), 0, a)
		if err != nil {
			t.Fatal(err)
		}
		strategies := catalog.Published()
		if engine == report.ReplayEngine {
			all := catalog.Builtin() // strategies without a closed form too
			strategies = rapid.Permutation(all).Draw(t, "strategies")[:6]
		}
		s := &Sweep{a, strategies, engine, d, shard.Whole(), CSV}
		if diff := cmp.Diff(summarized(t, s, specs), found(t, s)); diff != "" {
			t.Fatalf("%s (-summary +row):\n%s", engine, diff)
		}
	})
}

func text[T any](value T) string { return fmt.Sprint(value) }

// found returns the rows of a sweep by column.
func found(t rapid.TB, s *Sweep) (rows []map[string]string) {
	var text strings.Builder
	if _, err := s.Find(context.Background(), Options{}, func(csv []byte) error { _, err := text.Write(csv); return err }); err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(strings.NewReader(text.String())).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, record := range records[1:] {
		row := map[string]string{}
		for i, cell := range record {
			row[records[0][i]] = cell
		}
		rows = append(rows, row)
	}
	return rows
}

// summarized returns the rows of a sweep of one point, from the summary of a run
// under its settings.
func summarized(t *rapid.T, s *Sweep, settings []string) (rows []map[string]string) {
	a := s.Assumptions
	point := map[string]string{"point": "0"}
	for _, setting := range settings {
		key, value, _ := strings.Cut(setting, "=")
		f, err := scenario.FindField(key)
		if err == nil {
			err = f.Set(&a, value)
		}
		if err != nil {
			t.Fatal(err)
		}
		point[key] = f.Get(&a)
	}
	for _, part := range parts(t, s, a) {
		values := map[string]string{"resolution_interval.lo": "", "resolution_interval.hi": ""}
		for _, v := range report.Flatten("", part) {
			values[v.Key] = v.Text
		}
		row := map[string]string{"n": values["operations"], "method": values["method"] + values["resolution_interval.method"],
			"resolution_lo": values["resolution_interval.lo"], "resolution_hi": values["resolution_interval.hi"]}
		for _, column := range s.rows().columns {
			if _, done := row[column]; !done {
				row[column] = values[column]
			}
		}
		for key, value := range point {
			row[key] = value
		}
		rows = append(rows, row)
	}
	return rows
}

// parts returns what a summary says of each strategy.
func parts(t *rapid.T, s *Sweep, a scenario.Assumptions) (parts []any) {
	plans, err := strategy.CompileAll(s.Strategies, a)
	if err != nil {
		t.Fatal(err)
	}
	if s.Engine == report.ExactEngine {
		summary, err := report.Expect(a, plans)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range summary.Expected {
			parts = append(parts, e)
		}
		return parts
	}
	tally := replay.Run(context.Background(), a, plans, replay.Options{})
	summary, err := report.Summarize(a, plans, tally)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range summary.Results {
		parts = append(parts, r)
	}
	return parts
}
