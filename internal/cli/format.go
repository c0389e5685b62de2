package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"errbench/internal/view"
)

// Format is the flag that chooses the format of the output among the formats of a view.
type Format struct {
	Value view.Format

	view view.View
}

// Register adds the flag to a command that writes a view of the same type as v.
func (f *Format) Register(cmd *cobra.Command, v view.View) {
	f.Value, f.view = view.TableFormat, v
	var names []string
	for _, format := range view.Formats(v) {
		names = append(names, string(format))
	}
	cmd.Flags().Var(f, "format", "format of the output: "+strings.Join(names, ", "))
	Complete(cmd, "format", cobra.ShellCompDirectiveNoFileComp, names...)
}

func (f *Format) String() string { return string(f.Value) }
func (f *Format) Type() string   { return "FORMAT" }
func (f *Format) Set(name string) (err error) {
	f.Value, err = view.ParseFormat(name, f.view)
	return err
}
