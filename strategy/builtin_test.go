package strategy

import (
	"fmt"
	"slices"
	"testing"

	"errbench/scenario"
)

// builtin holds the strategies of the catalog, which imports this package, so that
// tests inside it cannot import the catalog: catalog_test.go sets it.
var builtin []Strategy

// SetBuiltin sets the built-in strategies for tests of this package.
func SetBuiltin(all []Strategy) bool {
	builtin = all
	return true
}

// findBuiltin returns the built-in strategy of a name.
func findBuiltin(name string) (Strategy, error) {
	at := slices.IndexFunc(builtin, func(s Strategy) bool { return s.Name == name })
	if at < 0 {
		return Strategy{}, fmt.Errorf("no strategy is named %q", name)
	}
	return builtin[at], nil
}

// mustFind returns the built-in strategies of names.
func mustFind(names ...string) (found []Strategy) {
	for _, name := range names {
		s, err := findBuiltin(name)
		if err != nil {
			panic(err)
		}
		found = append(found, s)
	}
	return found
}

// published returns the published strategies in order.
func publishedStrategies() []Strategy {
	return mustFind("generic-message", "code-only", "actionable-envelope")
}

func compilePublished(t *testing.T, a scenario.Assumptions) []*Plan {
	t.Helper()
	plans, err := CompileAll(publishedStrategies(), a)
	if err != nil {
		t.Fatal(err)
	}
	return plans
}
