package report

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"errbench/scenario"
	"errbench/strategy"
)

func TestTheListingHoldsEverythingBuiltIn(t *testing.T) {
	l := List()
	var strategies, presets []string
	for _, n := range l.Strategies {
		strategies = append(strategies, n.Name)
	}
	for _, n := range l.Presets {
		presets = append(presets, n.Name)
	}
	if diff := cmp.Diff([][]string{strategy.Names(), scenario.PresetNames()}, [][]string{strategies, presets}); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, n := range append(l.Strategies, l.Presets...) {
		if n.About == "" {
			t.Errorf("%s has no sentence", n.Name)
		}
	}
}
