package inspect

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"errbench/internal/view"
	"errbench/scenario"
	"errbench/strategy/catalog"
)

func TestTheListingHoldsEverythingBuiltIn(t *testing.T) {
	l := List()
	var families, strategies, presets []string
	for _, n := range l.Families {
		families = append(families, n.Name)
	}
	all := append(l.Families, l.Presets...)
	for _, n := range l.Strategies {
		strategies = append(strategies, n.Name)
		all = append(all, n.Named)
	}
	for _, n := range l.Presets {
		presets = append(presets, n.Name)
	}
	want := [][]string{catalog.FamilyNames(), catalog.Names(), scenario.PresetNames()}
	if diff := cmp.Diff(want, [][]string{families, strategies, presets}); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, n := range all {
		if n.About == "" {
			t.Errorf("%s has no sentence", n.Name)
		}
	}
}

// Every family has a section, with all its strategies and no others, and all lines
// fit into 100 columns.
func TestTheListingIsByFamily(t *testing.T) {
	var b strings.Builder
	l := List()
	if err := view.Write(&b, view.TableFormat, l); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 100 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	sections := l.Sections()
	for i, f := range catalog.Families() {
		var names []string
		for _, row := range sections[1+i].Table.Texts() {
			names = append(names, row[0])
		}
		var want []string
		for _, s := range f.Strategies {
			want = append(want, s.Name)
		}
		if diff := cmp.Diff(want, names); diff != "" {
			t.Errorf("%s (-want +got):\n%s", f.Name, diff)
		}
	}
}
