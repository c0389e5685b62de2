package view

import (
	"io"
	"strings"
)

// writeSections writes sections for a terminal or as Markdown, with a blank line
// between titles, sentences and tables.
func writeSections(w io.Writer, markdown bool, sections []Section) error {
	var parts []string
	for _, s := range sections {
		if s.Title != "" {
			parts = append(parts, heading(s.Title, markdown))
		}
		for _, sentence := range s.Text {
			parts = append(parts, paragraph(sentence, markdown))
		}
		if len(s.Lines) > 0 {
			parts = append(parts, code(s.Lines, markdown))
		}
		if len(s.Table.Rows) > 0 {
			parts = append(parts, s.Table.render(markdown))
		}
	}
	_, err := io.WriteString(w, strings.Join(parts, "\n"))
	return err
}

func heading(title string, markdown bool) string {
	if markdown {
		return "## " + markdownLine(title) + "\n"
	}
	return strings.ToUpper(Line(title)) + "\n"
}

func paragraph(sentence string, markdown bool) string {
	if markdown {
		return markdownSentence(sentence) + "\n"
	}
	return wrap(Line(sentence), lineWidth) + "\n"
}

// code returns lines that a reader copies unchanged.
func code(lines []string, markdown bool) string {
	text := ""
	for _, line := range lines {
		text += Line(line) + "\n"
	}
	if markdown {
		marks := fence(text)
		return marks + "\n" + text + marks + "\n"
	}
	return text
}

// lineWidth is the width of sentences on a terminal, in characters.
const lineWidth = 80

// wrap breaks a sentence between words.
func wrap(sentence string, width int) string {
	var b strings.Builder
	used := 0
	// A percent sign stays with its number.
	words := strings.Fields(strings.ReplaceAll(sentence, " %", "\x00%"))
	for i, word := range words {
		word = strings.ReplaceAll(word, "\x00%", " %")
		n := len([]rune(word))
		switch {
		case i == 0:
		case used+1+n > width:
			b.WriteByte('\n')
			used = 0
		default:
			b.WriteByte(' ')
			used++
		}
		b.WriteString(word)
		used += n
	}
	return b.String()
}
