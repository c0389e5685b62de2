package strict

import (
	"strconv"
	"strings"
	"unicode"
)

// most is how many characters are shown.
const most = 60

// Quote shows the beginning of a text between quotes, what cannot be printed
// escaped as in Go.
func Quote(text string) string { return strconv.Quote(cut(text, most)) }

// Excerpt shows the beginning of what needs no quotes, such as a number or a list.
// White space is one blank; what cannot be printed is escaped as by Quote.
func Excerpt(found string) string { return ExcerptUpTo(most, found) }

// ExcerptUpTo is Excerpt with another number of characters, for what helps little without
// its end.
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
