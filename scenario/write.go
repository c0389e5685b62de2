package scenario

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// WriteYAML writes the assumptions as a file that Read reads back to the same
// assumptions, each key with its meaning, range and origin.
func (a Assumptions) WriteYAML(w io.Writer) error {
	var b strings.Builder
	group := ""
	for _, f := range fields {
		key, indent := f.Key, ""
		if parent, child, nested := strings.Cut(f.Key, "."); nested {
			if parent != group {
				fmt.Fprintf(&b, "\n%s:\n", parent)
			}
			group, key, indent = parent, child, "  "
		} else {
			group = ""
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s# %s; %s; default %s (%s)\n", indent, f.About, f.Range, f.Default(), f.Origin)
		value := f.Get(&a)
		if !f.takes.number {
			value = strconv.Quote(value)
		}
		fmt.Fprintf(&b, "%s%s: %s\n", indent, key, value)
	}
	_, err := io.WriteString(w, strings.TrimPrefix(b.String(), "\n"))
	return err
}
