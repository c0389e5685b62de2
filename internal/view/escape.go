package view

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
)

// Escape writes what encoding/json leaves as it is and a terminal may obey,
// such as U+009B and marks of direction, as JSON escapes.
func Escape(encoded string) string {
	var b strings.Builder
	for _, r := range encoded {
		if unicode.IsPrint(r) {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.String()
}
