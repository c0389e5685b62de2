package scenario_test

import (
	"encoding/json"
	"testing"

	"errbench/scenario"
)

// The order decides which class a roll chooses, and the names stand in
// committed summaries.
func TestClassesAreInTheOrderOfTheArticle(t *testing.T) {
	got, err := json.Marshal(scenario.AllClasses())
	if err != nil {
		t.Fatal(err)
	}
	if want := `["transient","validation","permission","not_found"]`; string(got) != want {
		t.Errorf("classes %s, want %s", got, want)
	}
	for i, class := range scenario.AllClasses() {
		if int(class) != i {
			t.Errorf("%v is number %d, want %d", class, class, i)
		}
	}
	if got := scenario.Class(scenario.NumClasses).String(); got != "Class(4)" {
		t.Errorf("no class is called %q", got)
	}
}

func TestPermissionAndNotFoundArePermanent(t *testing.T) {
	want := map[scenario.Class]bool{scenario.Permission: true, scenario.NotFound: true}
	for _, class := range scenario.AllClasses() {
		if class.Permanent() != want[class] {
			t.Errorf("%v permanent: %v", class, class.Permanent())
		}
	}
}
