package custom

import (
	"slices"
	"strings"
	"testing"

	"errbench/optional"
	"errbench/scenario"
)

func TestKindsAreFoundByTheirWords(t *testing.T) {
	a := scenario.Published()
	a.Risk = scenario.RiskMix{IdempotentWrite: 1, Destructive: 1}
	a.Distortions.MissingField, a.Distortions.SuccessAsFailure = 0.1, 0.1
	all := scenario.Kinds(a) // 4 classes, 2 distortions and 2 risks, and 2 phantoms
	for name, test := range map[string]struct {
		n  int
		is func(scenario.Kind) bool
	}{
		"all": {18, func(scenario.Kind) bool { return true }},
		"": {4, func(k scenario.Kind) bool {
			return k.Distortion == scenario.Honest && k.Risk == scenario.IdempotentWrite
		}},
		"honest":      {8, func(k scenario.Kind) bool { return k.Distortion == scenario.Honest }},
		"destructive": {9, func(k scenario.Kind) bool { return k.Risk == scenario.Destructive }},
		"validation":  {4, func(k scenario.Kind) bool { return k.Class == optional.Of(scenario.Validation) }},
		"not_found/missing_field/destructive": {1, func(k scenario.Kind) bool {
			return k == scenario.Kind{Class: optional.Of(scenario.NotFound), Distortion: scenario.MissingField, Risk: scenario.Destructive}
		}},
		"success_as_failure": {2, func(k scenario.Kind) bool { return k.Class.IsZero() }},
	} {
		kinds, err := Kinds(a, name)
		if err != nil || len(kinds) != test.n {
			t.Errorf("%q: %d of %d kinds, error %v; want %d", name, len(kinds), len(all), err, test.n)
		}
		for _, k := range kinds {
			if !test.is(k) {
				t.Errorf("%q: found %+v", name, k)
			}
		}
	}
	for _, word := range kindWords(all) {
		if !slices.Contains(KindWords(), word) {
			t.Errorf("KindWords has no %s", word)
		}
	}
	for name, want := range map[string]string{
		"read_only":            `no operation has "read_only"; there are honest, idempotent_write, transient, destructive, missing_field,`,
		"honest/destructiv":    `no operation has "destructiv"; did you mean "destructive"?`,
		"transient/validation": "no operation is transient/validation; join at most one class, one distortion and one risk",
		"honest/":              `no operation has ""; there are `,
	} {
		if kinds, err := Kinds(a, name); kinds != nil || err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %d kinds, error %v; want %s", name, len(kinds), err, want)
		}
	}
}
