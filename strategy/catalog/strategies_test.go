package catalog

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestStrategiesAreFoundByName(t *testing.T) {
	for _, names := range [][]string{nil, {"code-only"}, {"actionable-envelope", "generic-message"}, Names()} {
		found, err := Find(names)
		if err != nil {
			t.Fatalf("%q: %v", names, err)
		}
		var got []string
		for _, s := range found {
			got = append(got, s.Name)
		}
		if diff := cmp.Diff(names, got); diff != "" {
			t.Errorf("found (-want +got):\n%s", diff)
		}
	}
}

func TestUnknownAndDoubledNamesAreRefused(t *testing.T) {
	for _, test := range []struct {
		names []string
		want  []string // parts of the error
	}{
		{[]string{"code-olny"}, []string{`"code-olny"`, `did you mean "code-only"?`}},
		{[]string{""}, []string{`""`, "errbench list"}},
		{[]string{"code-only", "nonsense"}, []string{`"nonsense"`, "errbench list"}},
		{[]string{"code-only", "generic-message", "code-only"}, []string{`"code-only"`, "twice", "name it once"}},
	} {
		found, err := Find(test.names)
		if found != nil || err == nil {
			t.Errorf("%q: found %d, error %v", test.names, len(found), err)
			continue
		}
		for _, part := range test.want {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%q: error %q does not say %s", test.names, err, part)
			}
		}
	}
}

// Names end up as keys of JSON and as columns of tables.
func TestBuiltinsAreNamedAndExplained(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range Builtin() {
		if s.Name == "" || s.About == "" || s.Contract.Name == "" || s.Contract.About == "" || s.Router.Name() == "" {
			t.Errorf("%q lacks a name or an explanation: %+v", s.Name, s)
		}
		if seen[s.Name] {
			t.Errorf("%q stands for two strategies", s.Name)
		}
		seen[s.Name] = true
	}
}
