package sweep

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"errbench/internal/store/storetest"
)

// An edit of any key or value of a document is found, by its sum.
func TestEveryEditedDocumentIsRefused(t *testing.T) {
	dir := t.TempDir()
	s := grid(t, "exact", "failure_rate=0.2,0.4", "retry_success=0.5,0.7")
	r, err := s.Write(context.Background(), dir, false, Options{})
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, documentFile)
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var shown bytes.Buffer
	if err := r.WriteJSON(&shown); err != nil || !bytes.Equal(shown.Bytes(), text) {
		t.Errorf("the command shows another document than the folder holds: %v", err)
	}
	edits := storetest.Edits(text)
	if len(edits) < 200 {
		t.Fatalf("%d edits", len(edits))
	}
	for _, e := range edits {
		if err := os.WriteFile(name, e.Text, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := readDocument(dir); err == nil {
			t.Errorf("the edit of %s is not found", e.Place)
		}
	}
}
