package strict

import (
	"strconv"
	"strings"
	"unicode"
)

// most is the number of characters shown.
const most = 60

// Quote returns the beginning of a text in quotes, with escapes as in Go.
func Quote(text string) string { return strconv.Quote(cut(text, most)) }

// Excerpt returns the beginning of a text that needs no quotes, such as a number. It joins
// white space to one blank, and escapes other unprintable characters as Quote does.
func Excerpt(found string) string { return ExcerptUpTo(most, found) }

// ExcerptUpTo is Excerpt with another number of characters.
func ExcerptUpTo(characters int, found string) string {
	var b strings.Builder
	for _, r := range cut(strings.Join(strings.Fields(found), " "), characters) {
		if unicode.IsPrint(r) {
			b.WriteRune(r)
		} else {
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		}
	}
	return b.String()
}

func cut(text string, characters int) string {
	if r := []rune(text); len(r) > characters {
		return string(r[:characters]) + "..."
	}
	return text
}
