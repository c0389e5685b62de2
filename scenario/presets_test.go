package scenario_test

import (
	"slices"
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
		if !strings.HasSuffix(p.About, ".") {
			t.Errorf("%s: %q is no sentence", p.Name, p.About)
		}
		found, err := scenario.FindPreset(p.Name)
		if err != nil || found != p {
			t.Errorf("found %+v, %v under the name %s", found, err, p.Name)
		}
	}
	if got, want := scenario.PresetNames(), []string{"published", "published-counter"}; !slices.Equal(got, want) {
		t.Errorf("presets %q, want %q", got, want)
	}
}

func TestPublishedCounterDiffersInNameAndStreamOnly(t *testing.T) {
	preset, err := scenario.FindPreset("published-counter")
	if err != nil {
		t.Fatal(err)
	}
	want := scenario.Published()
	want.Name, want.Stream = "published-counter", rng.CounterV1
	if preset.Assumptions != want {
		t.Errorf("published-counter is %+v, want %+v", preset.Assumptions, want)
	}
}

func TestUnknownPresetIsHinted(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"publishd", `no preset is named "publishd", did you mean "published"?; there are published, published-counter`},
		{"", `no preset is named ""; there are published, published-counter`},
	} {
		if _, err := scenario.FindPreset(c.name); err == nil || err.Error() != c.want {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
}
