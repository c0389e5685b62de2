package store

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAFileIsReplacedAndNothingIsLeft(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.json")
	for _, text := range []string{"old", "new"} {
		if err := Write(file, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if data, err := os.ReadFile(file); err != nil || string(data) != text {
			t.Errorf("%q, %v; want %q", data, err, text)
		}
	}
	if diff := cmp.Diff([]string{"a.json"}, names(t, dir)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	if err := Write(filepath.Join(dir, "nowhere", "a.json"), nil); err == nil {
		t.Error("a file was written to no folder")
	}
}

func TestLeftoversOfOneFileAreRemoved(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.json", ".a.json123", ".a.json9", ".a.json", ".a.json1x", ".b.json123", "a.json123"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := Clean(filepath.Join(dir, "a.json")); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{".a.json", ".a.json1x", ".b.json123", "a.json", "a.json123"}, names(t, dir)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestADocumentThatIsTooLargeToReadIsNotWritten(t *testing.T) {
	document := struct{ Schema string }{"s"}
	data, err := Encode(document)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := encode(document, len(data)); err != nil {
		t.Error(err)
	}
	if _, err := encode(document, len(data)-1); err == nil {
		t.Error("a document was written that is one byte too large")
	}
}
