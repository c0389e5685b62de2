package report

import (
	"io"

	"errbench/internal/store"
	"errbench/internal/view"
)

var _ view.Document = Summary{}

// summaryKind is how summaries are stored.
func summaryKind() store.Kind {
	return store.Kind{Schema: SummarySchema, Noun: "summary", Command: "errbench run --out summary.json"}
}

// WriteJSON implements [view.Document].
func (s Summary) WriteJSON(w io.Writer) error { return summaryKind().Write(w, s) }

// ReadSummary reads a summary back from JSON. It refuses one that was changed after
// it was written, and one with another schema. The file's name stands in errors only.
func ReadSummary(r io.Reader, file string) (Summary, error) {
	var s Summary
	if err := summaryKind().Read(r, file, &s); err != nil {
		return Summary{}, err
	}
	return s, nil
}
