package view

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
)

// This file holds every escape that a writer needs, one for each kind of output.
// A text may come from outside: names, messages of routers, keys of files. So each
// writer takes every text as data, and no caller escapes. [html/template] escapes
// pages for HTML; encoding/json and encoding/xml escape their own syntax.

// Line returns text as one printable line. A character that a terminal may obey,
// such as ESC, a newline, U+009B or a mark of direction, becomes a JSON escape; a
// byte that is not UTF-8 becomes U+FFFD.
func Line(text string) string {
	var b strings.Builder
	for _, r := range text {
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

// Lines returns text as printable lines: it is [Line] for each line.
func Lines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = Line(line)
	}
	return strings.Join(lines, "\n")
}

// markdownLine returns text as one line of Markdown that starts no tag, entity or
// link. Code spans in back quotes stay, unless one is left open
// or is a fence.
func markdownLine(text string) string {
	text = Line(text)
	var b strings.Builder
	open := strings.Count(text, "`")%2 == 1 || strings.Contains(text, "```")
	for i, r := range text {
		next := text[i+len(string(r)):]
		switch {
		case r == '<':
			b.WriteString("&lt;")
		case r == '&':
			b.WriteString("&amp;")
		case r == '\\' && startsPunctuation(next), r == '`' && open:
			b.WriteString(`\` + string(r))
		case r == ']' && next != "" && strings.ContainsRune("([:", rune(next[0])):
			b.WriteString(`\]`)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// startsPunctuation reports whether a backslash before the text escapes what follows:
// the backslash itself must then be escaped.
func startsPunctuation(text string) bool {
	return text != "" && text[0] < 0x80 && strings.IndexByte("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", text[0]) >= 0
}

// markdownSentence returns text as a paragraph of Markdown. It may be an item of a
// list, as views write them, but neither a heading, a quotation, a rule nor code.
func markdownSentence(text string) string {
	text = strings.TrimLeft(markdownLine(text), " ")
	for _, block := range []string{"#", ">", "|", "=", "+", "*", "--", "~~~", "___"} {
		if strings.HasPrefix(text, block) {
			return `\` + text
		}
	}
	return text
}

// fence returns back quotes that enclose a block of code: more than the code holds in
// a row.
func fence(code string) string {
	marks := "```"
	for strings.Contains(code, marks) {
		marks += "`"
	}
	return marks
}

// csvCell returns a text as the cell of a table in CSV. A spreadsheet computes a cell
// that starts as a formula does, so an apostrophe stands before it; numbers stay.
func csvCell(text string) string {
	text = Lines(text)
	if text == "" || strings.IndexByte("=+-@", text[0]) < 0 {
		return text
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return text
	}
	return "'" + text
}

// Annotation returns one workflow command of GitHub Actions of a level (error,
// warning, notice), escaped as the runner reads it back (actions/toolkit,
// core/src/command.ts). The message may have many lines.
func Annotation(level, title, message string) string {
	data := strings.NewReplacer("%", "%25", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\n", "%0A", ":", "%3A", ",", "%2C")
	return fmt.Sprintf("::%s title=%s::%s", level, property.Replace(Lines(title)), data.Replace(Lines(message)))
}
