package scenario_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"errbench/scenario"
)

func TestReadReadsWhatWriteYAMLWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawAssumptions(t)
		var file bytes.Buffer
		if err := want.WriteYAML(&file); err != nil {
			t.Fatal(err)
		}
		text := file.String()
		got, err := scenario.Read(&file, "other.yaml")
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("assumptions (-want +got):\n%s", diff)
		}
	})
}

func TestPresetsAreWrittenAndReadBack(t *testing.T) {
	for _, p := range scenario.Presets() {
		var file bytes.Buffer
		if err := p.WriteYAML(&file); err != nil {
			t.Fatal(err)
		}
		if got, err := scenario.Read(&file, "other.yaml"); err != nil || got != p.Assumptions {
			t.Errorf("%s is read back as %+v, %v", p.Name, got, err)
		}
	}
}

func TestWrittenFileExplainsEveryField(t *testing.T) {
	var file strings.Builder
	if err := scenario.Published().WriteYAML(&file); err != nil {
		t.Fatal(err)
	}
	for _, f := range scenario.Fields() {
		comment := "# " + f.About + "; " + f.Range + "; default " + f.Default() + " (" + string(f.Origin) + ")\n"
		if !strings.Contains(file.String(), comment) {
			t.Errorf("%s lacks the comment %q", f.Key, comment)
		}
	}
	const start, group = `# name of these assumptions in summaries; 1 to 100 printable characters; default published (ours)
name: "published"

# seed of all rolls`, `
failure_mix:
  # weight of transient among the failures; a finite number of at least 0; default 1 (published)
  transient: 1
  # weight of validation`
	if !strings.HasPrefix(file.String(), start) || !strings.Contains(file.String(), group) {
		t.Errorf("the file is laid out otherwise:\n%s", &file)
	}
}

type full struct{}

var errFull = errors.New("disk full")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestWriteYAMLReportsTheWriter(t *testing.T) {
	if err := scenario.Published().WriteYAML(full{}); !errors.Is(err, errFull) {
		t.Errorf("error %v", err)
	}
}
