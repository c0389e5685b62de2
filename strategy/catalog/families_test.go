package catalog

import (
	"slices"
	"testing"
)

func TestAWordNamesAStrategyOrAFamily(t *testing.T) {
	for _, f := range Families() {
		if chosen, err := Choose(f.Name); err != nil || !slices.Equal(namesOf(chosen), namesOf(f.Strategies)) {
			t.Errorf("%s: %q, %v", f.Name, namesOf(chosen), err)
		}
		for _, s := range f.Strategies {
			if chosen, err := Choose(s.Name); err != nil || !slices.Equal(namesOf(chosen), []string{s.Name}) {
				t.Errorf("%s: %q, %v", s.Name, namesOf(chosen), err)
			}
		}
	}
}

func TestWordsThatNameNothingAreRefused(t *testing.T) {
	for word, want := range map[string]string{
		"code-olny": `no strategy or family is named "code-olny"; did you mean "code-only"?`,
		"polices":   `no strategy or family is named "polices"; did you mean "policies"?`,
		"":          `no strategy or family is named ""; ` + "`errbench list` shows the names",
	} {
		chosen, err := Choose(word)
		if chosen != nil || err == nil || err.Error() != want {
			t.Errorf("%q: %d chosen, error %v, want %s", word, len(chosen), err, want)
		}
	}
}

// No word stands for two things, and the published strategies come first, which
// lists and charts rely on.
func TestFamiliesAreApart(t *testing.T) {
	words := append(FamilyNames(), Names()...)
	slices.Sort(words)
	if n := len(words); n != len(slices.Compact(words)) {
		t.Errorf("a word stands for two of %q", words)
	}
	for _, f := range Families() {
		if f.Name == "" || f.About == "" || len(f.Strategies) == 0 {
			t.Errorf("family %+v lacks something", f)
		}
	}
	if first := Families()[0]; first.Name != "published" {
		t.Errorf("the first family is %s", first.Name)
	}
}
