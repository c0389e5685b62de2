package scenario

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"errbench/internal/strict"
)

// WriteYAML writes the assumptions as a file from which [Read] returns the same
// assumptions. Each key has a comment with its meaning, range, default and origin.
// Assumptions that the article does not have stand in titled sections.
func (a Assumptions) WriteYAML(w io.Writer) error {
	var b strings.Builder
	var open []string // the groups that the last key lies in
	section := ""
	for _, f := range fields() {
		path := f.Path()
		groups, key := path[:len(path)-1], path[len(path)-1]
		shared := 0
		for shared < min(len(open), len(groups)) && open[shared] == groups[shared] {
			shared++
		}
		if shared == 0 {
			b.WriteByte('\n')
			if f.Section != section && f.Section != "" {
				fmt.Fprintf(&b, "# ---- %s: not in the published benchmark ----\n\n", f.Section)
			}
			section = f.Section
		}
		for i := shared; i < len(groups); i++ {
			fmt.Fprintf(&b, "%s%s:\n", indent(i), groups[i])
		}
		open = groups
		fmt.Fprintf(&b, "%s# %s; %s; default %s (%s)\n", indent(len(groups)), f.About, f.Range, f.Default(), f.Origin)
		value := f.Get(&a)
		if f.takes.kind == strict.Text {
			value = strconv.Quote(value)
		}
		fmt.Fprintf(&b, "%s%s: %s\n", indent(len(groups)), key, value)
	}
	_, err := io.WriteString(w, strings.TrimPrefix(b.String(), "\n"))
	return err
}

// indent returns two spaces for each group.
func indent(groups int) string { return strings.Repeat("  ", groups) }
