package storetest_test

import (
	"fmt"
	"strings"
	"testing"

	"errbench/internal/store/storetest"
)

func TestEditsChangeEverythingOnce(t *testing.T) {
	var got []string
	for _, e := range storetest.Edits([]byte(`{"a": [1, -0.9], "b": {"c": "d", "e": null}, "f": true}`)) {
		got = append(got, fmt.Sprintf("%s %s", e.Place, e.Text))
	}
	want := []string{
		`/a {"ax": [1, -0.9], "b": {"c": "d", "e": null}, "f": true}`,
		`/a/0 {"a": [2, -0.9], "b": {"c": "d", "e": null}, "f": true}`,
		`/a/1 {"a": [1, -0.0], "b": {"c": "d", "e": null}, "f": true}`,
		`/b {"a": [1, -0.9], "bx": {"c": "d", "e": null}, "f": true}`,
		`/b/c {"a": [1, -0.9], "b": {"cx": "d", "e": null}, "f": true}`,
		`/b/c {"a": [1, -0.9], "b": {"c": "dx", "e": null}, "f": true}`,
		`/b/e {"a": [1, -0.9], "b": {"c": "d", "ex": null}, "f": true}`,
		`/b/e {"a": [1, -0.9], "b": {"c": "d", "e": 0}, "f": true}`,
		`/f {"a": [1, -0.9], "b": {"c": "d", "e": null}, "fx": true}`,
		`/f {"a": [1, -0.9], "b": {"c": "d", "e": null}, "f": false}`,
	}
	if a, b := strings.Join(got, "\n"), strings.Join(want, "\n"); a != b {
		t.Errorf("edits\n%s\nwant\n%s", a, b)
	}
}
