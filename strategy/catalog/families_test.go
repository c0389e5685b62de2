package catalog

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestStrategiesAreChosenByNameAndFamily(t *testing.T) {
	published := namesOf(Published())
	for _, test := range []struct{ words, want []string }{
		{nil, nil},
		{[]string{"code-only"}, []string{"code-only"}},
		{[]string{"published"}, published},
		{[]string{"polly", "published"}, append([]string{"polly"}, published...)},
		{[]string{"published", "code-only"}, published},
		{[]string{"code-only", "published"}, []string{"code-only", "generic-message", "actionable-envelope"}},
		{FamilyNames(), Names()},
	} {
		chosen, err := Choose(test.words)
		if err != nil {
			t.Errorf("%q: %v", test.words, err)
		}
		if diff := cmp.Diff(test.want, namesOf(chosen)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.words, diff)
		}
	}
}

func TestWordsThatNameNothingAreRefused(t *testing.T) {
	listed := "there are published (generic-message, code-only, actionable-envelope), guarded (cautious-envelope, guarded-envelope), policies ("
	for _, test := range []struct {
		words []string
		want  string // how the error begins
	}{
		{[]string{"code-olny"}, `no strategy or family is named "code-olny", did you mean "code-only"?; ` + listed},
		{[]string{"polices"}, `no strategy or family is named "polices", did you mean "policies"?; ` + listed},
		{[]string{"published", ""}, `no strategy or family is named ""; ` + listed},
		{[]string{"policies", "policies"}, `strategy or family "policies" is named twice; once works`},
		{[]string{"polly", "policies", "polly"}, `strategy or family "polly" is named twice; once works`},
	} {
		if chosen, err := Choose(test.words); chosen != nil || err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%q: %d chosen, error %v, want %s", test.words, len(chosen), err, test.want)
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
