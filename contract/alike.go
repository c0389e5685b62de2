package contract

import (
	"strings"
	"unicode"

	"errbench/optional"
)

// Alike tells whether two failures are one and the same: whether calls failed in
// one way. What tells that is the code, the verdict on a retry and the field at
// fault, and whether there are a suggestion and a wait; not what these two say, nor
// the trace id, nor the wording, which changes with every path and id in it. Only
// where no code says how a call failed the messages do, but for what varies in
// them: see [constant]. A text that is empty is as good as absent.
func Alike(a, b Error) bool { return a.manner() == b.manner() }

// manner is how a call failed.
type manner struct {
	code, message, field string
	retryable            optional.Value[bool]
	suggests, waits      bool
}

func (e Error) manner() manner {
	m := manner{retryable: e.Retryable, suggests: e.Says(Suggestion), waits: e.Says(RetryAfter)}
	m.code, _ = e.Code.Get()
	m.field, _ = e.Field.Get()
	if message, _ := e.Message.Get(); m.code == "" {
		m.message = constant(message)
	}
	return m
}

// gap stands for what varies in a message.
const gap = "0"

// constant returns the words of a message that two failures of one kind have in
// common. Each stretch of others is a gap: what is quoted, and every word with a
// digit, a slash, an at sign, a dot inside or eight hexadecimal digits in a row,
// so numbers, times, ids, hashes, paths, files, hosts, URLs and addresses.
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

// varies tells whether a word is one of those that change from call to call.
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

// quotes are the marks that open a quotation and those that close it.
const (
	opening = "\"'`“‘«"
	closing = "\"'`”’»"
)

// unquoted returns a text with a gap for each quotation. A mark beside a letter or
// a digit neither opens nor closes one: an apostrophe is no quote.
func unquoted(text string) string {
	runes := []rune(text)
	var b strings.Builder
	unclosed := "" // marks that close nothing any more
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

// closer returns the mark that closes what a mark opens, 0 for what is none.
func closer(mark rune) rune {
	if i := strings.IndexRune(opening, mark); i >= 0 {
		return []rune(closing)[len([]rune(opening[:i]))]
	}
	return 0
}

func wordy(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
