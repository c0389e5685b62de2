package gate

import (
	"fmt"
	"strings"
)

// maxAnnotations is how many errors of one step GitHub shows.
const maxAnnotations = 10

// Annotations returns workflow commands of GitHub Actions, a line each: an
// error for each case that failed, or one notice.
func (o Outcome) Annotations() []string {
	var lines []string
	for _, c := range o.Cases() {
		if c.Failure == "" {
			continue
		}
		text := c.Failure
		if c.Detail != "" {
			text += "\n" + c.Detail
		}
		lines = append(lines, Annotation("error", "errbench check: "+c.Name, text))
	}
	if len(lines) > maxAnnotations {
		left := len(lines) - maxAnnotations + 1
		lines = append(lines[:maxAnnotations-1], Annotation("error", "errbench check", fmt.Sprintf("%d more checks failed; the log has them all", left)))
	}
	if lines == nil {
		lines = append(lines, Annotation("notice", "errbench check", string(o.Verdict)+": "+o.Reason()))
	}
	return lines
}

// Annotation returns one workflow command of a level (error, warning, notice),
// escaped as the runner reads it back (actions/toolkit, core/src/command.ts).
func Annotation(level, title, message string) string {
	data := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	return fmt.Sprintf("::%s title=%s::%s", level, property.Replace(title), data.Replace(message))
}
