// Package storetest has what tests of documents share. [Edits] returns a document
// with one thing changed, for everything that there is to change:
//
//	for _, e := range storetest.Edits(text) {
//		if _, err := report.ReadSummary(bytes.NewReader(e.Text), "s.json"); err == nil {
//			t.Errorf("%s was changed", e.Place)
//		}
//	}
package storetest
