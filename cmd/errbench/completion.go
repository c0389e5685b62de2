package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

func newCompletion() *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print a script that completes commands and flags in a shell",
		Long: `completion prints a script for a shell that completes commands, flags and their
values. To load it when the shell starts:

  bash        errbench completion bash >~/.local/share/bash-completion/completions/errbench
  zsh         errbench completion zsh >"${fpath[1]}/_errbench"
  fish        errbench completion fish >~/.config/fish/completions/errbench.fish
  powershell  errbench completion powershell >>$PROFILE`,
		Example:   `  errbench completion bash >errbench.bash`,
		ValidArgs: shells,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("errbench completion takes the name of a shell: %s", strings.Join(shells, ", "))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			root, out := cmd.Root(), cmd.OutOrStdout()
			write := map[string]func(io.Writer) error{
				"bash":       func(w io.Writer) error { return root.GenBashCompletionV2(w, true) },
				"zsh":        root.GenZshCompletion,
				"fish":       func(w io.Writer) error { return root.GenFishCompletion(w, true) },
				"powershell": root.GenPowerShellCompletionWithDesc,
			}[args[0]]
			if write == nil {
				return fmt.Errorf("no completion for %q; there is one for %s", args[0], strings.Join(shells, ", "))
			}
			return write(out)
		},
	}
}
