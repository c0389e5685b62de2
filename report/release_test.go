package report

import (
	"os"
	"strings"
	"testing"
)

func TestTheReleaseIsTheNewestOfTheChangelog(t *testing.T) {
	text, err := os.ReadFile("../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "\n## ")
	if newest, _, _ := strings.Cut(rest, "\n"); newest != Release {
		t.Errorf("the newest entry of CHANGELOG.md is %q, and the release is %q", newest, Release)
	}
}
