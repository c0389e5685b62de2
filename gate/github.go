package gate

import (
	"fmt"

	"errbench/internal/view"
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
		lines = append(lines, view.Annotation("error", "errbench check: "+c.Name, text))
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
