package scenario

import (
	"fmt"

	"errbench/didyoumean"
	"errbench/rng"
)

// Preset is a named set of assumptions that the binary carries.
type Preset struct {
	Assumptions
	About string // what it stands for, a sentence
}

// Presets returns the presets, the published one first.
func Presets() []Preset {
	counter := Published()
	counter.Name, counter.Stream = "published-counter", rng.CounterV1
	return []Preset{
		{Published(), "The published benchmark on its recovered generator."},
		{counter, "The published assumptions on a stream whose runs are independent."},
	}
}

// PresetNames returns the names of the presets in order.
func PresetNames() []string {
	var names []string
	for _, p := range Presets() {
		names = append(names, p.Name)
	}
	return names
}

// FindPreset returns the preset of a name. Its error lists the names.
func FindPreset(name string) (Preset, error) {
	if p, ok := findPreset(name); ok {
		return p, nil
	}
	return Preset{}, fmt.Errorf("no preset is named %q%s", name, didyoumean.Choices(name, PresetNames()))
}

func findPreset(name string) (Preset, bool) {
	for _, p := range Presets() {
		if p.Name == name {
			return p, true
		}
	}
	return Preset{}, false
}
