package contract

import (
	"strings"
	"unicode"

	"errbench/optional"
)

// Alike reports whether two errors show the same failure: they have the same code, the
// same verdict on a retry and the same field at fault, and both or neither have a
// suggestion, and both or neither a wait. The texts of suggestions, the lengths of waits
// and the trace ids are not compared. Messages are compared only if there is no code, and
// without the words that change from call to call, such as paths and ids. An empty text
// counts as absent.
func Alike(a, b Error) bool { return a.manner() == b.manner() }

// manner is what [Alike] compares.
type manner struct {
	code, message, field string
	retryable            optional.Value[bool]
	suggests, waits      bool
}

// manner returns what [Alike] compares of the error.
func (e Error) manner() manner {
	m := manner{retryable: e.Retryable, suggests: e.Says(Suggestion), waits: e.Says(RetryAfter)}
	m.code, _ = e.Code.Get()
	m.field, _ = e.Field.Get()
	if message, _ := e.Message.Get(); m.code == "" {
		m.message = constant(message)
	}
	return m
}

// gap replaces what changes in a message from call to call.
const gap = "0"

// constant returns the words of a message that do not change from call to call. A gap
// replaces each sequence of other words: quotations, and words with a digit, a slash, an
// at sign, a dot inside or eight hexadecimal digits in a row. These are numbers, times,
// ids, hashes, paths, files, hosts, URLs and addresses.
func constant(message string) string {
	var words []string
	for word := range strings.FieldsSeq(unquoted(message)) {
		if varies(word) {
			if n := len(words); n > 0 && words[n-1] == gap {
				continue
			}
			word = gap
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

// varies reports whether a word changes from call to call.
func varies(word string) bool {
	const hash = 8 // digits
	hex := 0
	for _, r := range word {
		switch {
		case unicode.IsDigit(r) || strings.ContainsRune(`/\@`, r):
			return true
		case 'a' <= r && r <= 'f' || 'A' <= r && r <= 'F':
			hex++
		default:
			hex = 0
		}
		if hex == hash {
			return true
		}
	}
	return strings.ContainsRune(strings.TrimFunc(word, unicode.IsPunct), '.')
}

// The marks that open a quotation, and the marks that close it, in the same order.
const (
	opening = "\"'`“‘«"
	closing = "\"'`”’»"
)

// unquoted returns a text with a gap for each quotation. A mark after a letter or a digit
// opens no quotation, and a mark before one closes none, so an apostrophe is not a quote.
func unquoted(text string) string {
	runes := []rune(text)
	var b strings.Builder
	unclosed := "" // marks that do not occur again as closing marks
	for i := 0; i < len(runes); i++ {
		mark := closer(runes[i])
		if mark == 0 || i > 0 && wordy(runes[i-1]) || strings.ContainsRune(unclosed, mark) {
			b.WriteRune(runes[i])
			continue
		}
		end := i + 1
		for end < len(runes) && !(runes[end] == mark && (end+1 == len(runes) || !wordy(runes[end+1]))) {
			end++
		}
		if end == len(runes) {
			unclosed += string(mark)
			b.WriteRune(runes[i])
			continue
		}
		b.WriteString(gap)
		i = end
	}
	return b.String()
}

// closer returns the mark that closes a quotation which a mark opens. It returns 0 if the
// mark opens none.
func closer(mark rune) rune {
	if i := strings.IndexRune(opening, mark); i >= 0 {
		return []rune(closing)[len([]rune(opening[:i]))]
	}
	return 0
}

// wordy reports whether a rune belongs to a word.
func wordy(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
