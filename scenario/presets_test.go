package scenario_test

import (
	"strings"
	"testing"

	"errbench/rng"
	"errbench/scenario"
)

func TestPresetsAreValidAndDocumented(t *testing.T) {
	for _, p := range scenario.Presets() {
		if err := p.Validate(); err != nil {
			t.Errorf("%s: %v", p.Name, err)
		}
		if first := p.Sentence(); !strings.HasPrefix(p.About, first) || !strings.HasSuffix(p.About, ".") || len(first) == len(p.About) || len(first) > 100 {
			t.Errorf("%s: %q is no paragraph whose first sentence, %q, fits a line", p.Name, p.About, first)
		}
		if p.Name != "published" && p.Stream != rng.CounterV2 {
			t.Errorf("%s is on %s, whose runs are correlated", p.Name, p.Stream)
		}
		found, err := scenario.FindPreset(p.Name)
		if err != nil || found != p {
			t.Errorf("found %+v, %v under the name %s", found, err, p.Name)
		}
	}
	if first := scenario.PresetNames()[0]; first != "published" {
		t.Errorf("the first preset is %s", first)
	}
}

func TestPublishedCounterDiffersInNameAndStreamOnly(t *testing.T) {
	preset, err := scenario.FindPreset("published-counter")
	if err != nil {
		t.Fatal(err)
	}
	want := scenario.Published()
	want.Name, want.Stream = "published-counter", rng.CounterV2
	if preset.Assumptions != want {
		t.Errorf("published-counter is %+v, want %+v", preset.Assumptions, want)
	}
}

// A printed preset is read back as the preset, and contains all of About.
func TestAPresetIsReadBack(t *testing.T) {
	for _, p := range scenario.Presets() {
		var b strings.Builder
		if err := p.WriteYAML(&b); err != nil {
			t.Fatal(err)
		}
		a, err := scenario.Read(strings.NewReader(b.String()), "preset.yaml")
		if err != nil || a != p.Assumptions {
			t.Errorf("%s: read back as %+v, %v", p.Name, a, err)
		}
		comment, _, _ := strings.Cut(b.String(), "\n\n")
		if said := strings.ReplaceAll(strings.TrimPrefix(comment, "# "), "\n# ", " "); said != p.About {
			t.Errorf("%s: printed about it: %q", p.Name, said)
		}
	}
}

func TestUnknownPresetIsHinted(t *testing.T) {
	names := strings.Join(scenario.PresetNames(), ", ")
	for _, c := range []struct{ name, want string }{
		{"publishd", `no preset is named "publishd"; did you mean "published"?`},
		{"", `no preset is named ""; there are ` + names},
	} {
		if _, err := scenario.FindPreset(c.name); err == nil || err.Error() != c.want {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
}
