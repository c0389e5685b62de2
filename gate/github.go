package gate

import (
	"fmt"

	"errbench/internal/view"
)

// maxAnnotations is the number of errors of one step that GitHub shows.
const maxAnnotations = 10

// Annotations returns workflow commands of GitHub Actions, one a line: an error for
// each check that failed, or one notice.
func (o Outcome) Annotations() []string {
	var lines []string
	for _, c := range o.cases() {
		if c.failure == "" {
			continue
		}
		text := c.failure
		if c.detail != "" {
			text += "\n" + c.detail
		}
		lines = append(lines, view.Annotation("error", "errbench check: "+c.name, text))
	}
	if len(lines) > maxAnnotations {
		left := len(lines) - maxAnnotations + 1
		lines = append(lines[:maxAnnotations-1], view.Annotation("error", "errbench check", fmt.Sprintf("%d more checks failed; the log has them all", left)))
	}
	if lines == nil {
		lines = append(lines, view.Annotation("notice", "errbench check", string(o.Verdict)+": "+o.Reason()))
	}
	return lines
}
