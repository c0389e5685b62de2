package sweep

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"errbench/internal/shard"
	"errbench/internal/store"
	"errbench/report"
	"errbench/scenario"
	"errbench/strategy/catalog"
)

// axes parses axes that are right.
func axes(t rapid.TB, a scenario.Assumptions, specs ...string) []Axis {
	t.Helper()
	var all []Axis
	for _, spec := range specs {
		x, err := ParseAxis(spec, a)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, x)
	}
	return all
}

// grid returns a sweep of the published strategies over a grid.
func grid(t rapid.TB, engine string, specs ...string) *Sweep {
	t.Helper()
	a := scenario.Published()
	d, err := NewDesign(Grid, axes(t, a, specs...), 0, a)
	if err != nil {
		t.Fatal(err)
	}
	return &Sweep{a, catalog.Published(), engine, d, shard.Whole(), CSV}
}

// contents returns the files of a folder by name.
func contents(t rapid.TB, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(data)
	}
	return files
}

// written writes a sweep that is not cut short to a new folder.
func written(t rapid.TB, s *Sweep, o Options) map[string]string {
	t.Helper()
	dir, err := os.MkdirTemp("", "sweep")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if _, err := s.Write(context.Background(), filepath.Join(dir, "d"), false, o); err != nil {
		t.Fatal(err)
	}
	return contents(t, filepath.Join(dir, "d"))
}

func same(t rapid.TB, got, want map[string]string, what string) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d files, want %d", what, len(got), len(want))
	}
	for name := range want {
		if got[name] != want[name] {
			t.Fatalf("%s: %s differs:\n%s\nwant\n%s", what, name, got[name], want[name])
		}
	}
}

func TestWorkersChangeNoByte(t *testing.T) {
	for _, engine := range []string{report.ExactEngine, report.ReplayEngine} {
		s := grid(t, engine, "failure_rate=0:1:0.01", "recovery_attempts=0:2:1")
		want := written(t, s, Options{Workers: 1})
		for _, workers := range []int{2, 3, 16} {
			same(t, written(t, s, Options{Workers: workers}), want, engine)
		}
	}
}

// A sweep that is cut short at any row, or any byte, is resumed to the bytes of
// one that was not.
func TestResumedSweepsEndAsUninterruptedOnes(t *testing.T) {
	s := grid(t, report.ExactEngine, "failure_rate=0.1,0.2,0.35", "repair_success.hint=0:1:0.05")
	whole := map[RowFormat]map[string]string{}
	for _, format := range RowFormats() {
		s.Rows = RowFormat(format)
		whole[s.Rows] = written(t, s, Options{})
	}
	rapid.Check(t, func(t *rapid.T) {
		s.Rows = RowFormat(rapid.SampledFrom(RowFormats()).Draw(t, "format"))
		want := whole[s.Rows]
		dir, err := os.MkdirTemp("", "sweep")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		for name, text := range want { // as a kill, or a crash of the machine, may leave them
			switch keep := rapid.IntRange(-1, len(text)).Draw(t, name); {
			case name == documentFile:
				d, err := s.document()
				if err != nil {
					t.Fatal(err)
				}
				data, err := store.Encode(d)
				if err != nil {
					t.Fatal(err)
				}
				text = string(data)
			case keep < 0:
				continue
			default:
				text = text[:keep] + strings.Repeat("\x00", rapid.IntRange(0, 2).Draw(t, "zeros"))
			}
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.Write(context.Background(), dir, true, Options{}); err != nil {
			t.Fatal(err)
		}
		same(t, contents(t, dir), want, "resumed")
	})
}

func TestShardsJoinToTheWhole(t *testing.T) {
	a := scenario.Published()
	a.Runs = 2
	for _, kind := range []DesignKind{Grid, LHS, Halton} {
		points := map[DesignKind]int64{LHS: 13, Halton: 8}[kind]
		d, err := NewDesign(kind, axes(t, a, "failure_rate=0.1:0.5:0.1", "retry_success=0,0.5"), points, a)
		if err != nil {
			t.Fatal(err)
		}
		for _, engine := range []string{report.ExactEngine, report.ReplayEngine} {
			s := Sweep{a, catalog.Published(), engine, d, shard.Whole(), map[string]RowFormat{report.ExactEngine: CSV, report.ReplayEngine: JSONL}[engine]}
			want := written(t, &s, Options{})
			for _, n := range []int64{2, 3, 16} { // more than there are points
				dir := t.TempDir()
				var parts []string
				for i := range n {
					s.Shard = shard.Shard{Index: n - i, Count: n} // in any order
					parts = append(parts, filepath.Join(dir, fmt.Sprint(i)))
					if _, err := s.Write(context.Background(), parts[i], false, Options{}); err != nil {
						t.Fatal(err)
					}
				}
				to := filepath.Join(dir, "whole")
				if _, err := Merge(context.Background(), parts, to); err != nil {
					t.Fatal(err)
				}
				same(t, contents(t, to), want, "joined")
			}
		}
	}
}

// A row that is not written as a row is, or that is of another point, ends what is
// taken over: the rest is computed anew.
func TestRowsThatAreNotWrittenSoAreComputedAnew(t *testing.T) {
	for _, format := range RowFormats() {
		s := grid(t, report.ExactEngine, "failure_rate=0.1:0.5:0.1")
		s.Rows = RowFormat(format)
		want := written(t, s, Options{})
		d, err := s.document()
		if err != nil {
			t.Fatal(err)
		}
		value := map[RowFormat][2]string{CSV: {"2,0.3,", "2,0.4,"}, JSONL: {`"failure_rate":0.3,`, `"failure_rate":0.4,`}}[s.Rows]
		for _, edit := range [][2]string{value, {"0.82", "0.820"}, {"0.82", "+0.82"}, {"0.82", "x"}, {"0.82", " 0.82"}, {"closed form", "closed\tform"}, {"code-only", "code_only"}, {"12000", "012000"}} {
			dir := t.TempDir()
			if err := writeDocument(dir, d); err != nil {
				t.Fatal(err)
			}
			rows := want[s.Rows.file()]
			text := strings.Replace(rows, edit[0], edit[1], 1)
			if text == rows {
				t.Fatalf("%s: nothing to edit: no %s", format, edit[0])
			}
			if err := os.WriteFile(filepath.Join(dir, s.Rows.file()), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			r, err := s.Write(context.Background(), dir, true, Options{})
			if err != nil {
				t.Fatal(err)
			}
			same(t, contents(t, dir), want, edit[1])
			if r.resumed == 5 {
				t.Errorf("%s: all points are taken over with %q", format, edit[1])
			}
		}
	}
}

// Rows of JSON hold the cells of rows of CSV.
func TestFormatsHoldTheSameRows(t *testing.T) {
	s := grid(t, report.ReplayEngine, "failure_rate=0.1:0.5:0.1")
	table := found(t, s)
	s.Rows = JSONL
	for i, line := range strings.Split(strings.TrimSpace(written(t, s, Options{})["points.jsonl"]), "\n") {
		decoder := json.NewDecoder(strings.NewReader(line))
		decoder.UseNumber()
		values := map[string]any{}
		if err := decoder.Decode(&values); err != nil {
			t.Fatal(err)
		}
		if len(values) != len(table[i]) {
			t.Errorf("row %d: %d values, want %d", i, len(values), len(table[i]))
		}
		for column, cell := range table[i] {
			if got := fmt.Sprint(values[column]); got != cell && (cell != "" || values[column] != nil) {
				t.Errorf("row %d, %s: got %s, want %s", i, column, got, cell)
			}
		}
	}
}

// An interrupted sweep is not complete, and its folder holds whole points.
func TestAnInterruptKeepsWholePoints(t *testing.T) {
	s := grid(t, report.ReplayEngine, "seed=1:400:1")
	want := written(t, s, Options{})
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	done := int64(0)
	r, err := s.Write(ctx, dir, false, Options{Progress: func(points, _ int64) {
		if done += points; done >= 100 {
			cancel()
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Complete || !errors.Is(r.Cause, context.Canceled) || r.Done < 100 || r.points() != 400 {
		t.Fatalf("complete %t with %d of %d points: %v", r.Complete, r.Done, r.points(), r.Cause)
	}
	lines := bytes.Count([]byte(contents(t, dir)["points.csv"]), []byte("\n"))
	if int64(lines) != 1+3*r.Done {
		t.Errorf("%d lines for %d points", lines, r.Done)
	}
	if r, err = s.Write(context.Background(), dir, true, Options{}); err != nil || !r.Complete {
		t.Fatal(err)
	}
	same(t, contents(t, dir), want, "resumed")
}

// What is complete is left as it is, and is refused once it was changed.
func TestACompleteSweepIsResumedOnlyUnchanged(t *testing.T) {
	s := grid(t, report.ExactEngine, "failure_rate=0.1:0.5:0.1")
	want := written(t, s, Options{})
	whole := want["points.csv"]
	for i, csv := range []string{whole, strings.ReplaceAll(whole, ",0.82,", ",0.83,"), whole[:500], ""} {
		dir := t.TempDir()
		for name, text := range map[string]string{documentFile: want[documentFile], "points.csv": csv} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		_, err := s.Write(context.Background(), dir, true, Options{})
		switch changed := i > 0; {
		case !changed && err != nil:
			t.Error(err)
		case changed && (err == nil || !strings.Contains(err.Error(), "was changed after it was complete")):
			t.Errorf("%d bytes: %v", len(csv), err)
		case changed && contents(t, dir)["points.csv"] != csv:
			t.Error("a file that was refused was changed")
		case !changed:
			same(t, contents(t, dir), want, "resumed")
		}
	}
}

// A shard that is not complete cannot be joined.
func TestAnIncompleteShardIsRefused(t *testing.T) {
	s := grid(t, report.ExactEngine, "failure_rate=0.1:0.5:0.1")
	s.Shard = shard.Shard{Index: 1, Count: 2}
	d, err := s.document()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := writeDocument(dir, d); err != nil {
		t.Fatal(err)
	}
	want := dir + " is incomplete: shard 1/2 was interrupted; complete it with the same command and `--resume`"
	if _, err := Merge(context.Background(), []string{dir}, filepath.Join(dir, "whole")); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// A pipe in the place of a file would never open, so only regular files are opened.
func TestOnlyRegularFilesOfAFolderAreOpened(t *testing.T) {
	s := grid(t, report.ExactEngine, "failure_rate=0.1,0.2")
	for _, name := range []string{documentFile, CSV.file()} {
		dir := filepath.Join(t.TempDir(), "part")
		if _, err := s.Write(context.Background(), dir, false, Options{}); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(os.Remove(filepath.Join(dir, name)), os.Mkdir(filepath.Join(dir, name), 0o755)); err != nil {
			t.Fatal(err)
		}
		_, err := Merge(context.Background(), []string{dir}, filepath.Join(t.TempDir(), "merged"))
		if err == nil || !strings.Contains(err.Error(), name+" is not a regular file; make the folder anew") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
