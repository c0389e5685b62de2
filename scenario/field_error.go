package scenario

import (
	"fmt"

	"errbench/internal/strict"
)

// FieldError is a value that an assumption cannot take.
type FieldError struct {
	File         string // "" for a value that came from no file
	Line, Column int    // from 1, 0 where File is ""
	Key          string
	Found        string // what stood there
	Works        string // what would work
}

// Error implements error in one line. It quotes a key that is no plain word.
func (e *FieldError) Error() string {
	key := e.Key
	if quoted := strict.Quote(key); key == "" || quoted != `"`+key+`"` {
		key = quoted
	}
	text := fmt.Sprintf("%s: found %s; what works: %s", key, e.Found, e.Works)
	if e.File != "" {
		text = fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, text)
	}
	return text
}
