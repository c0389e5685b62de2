package main

import (
	"io"

	"github.com/spf13/cobra"

	"errbench/internal/cli"
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
		Args:      cli.OneOf(shells...),
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			write := map[string]func(io.Writer) error{
				"bash":       func(w io.Writer) error { return root.GenBashCompletionV2(w, true) },
				"zsh":        root.GenZshCompletion,
				"fish":       func(w io.Writer) error { return root.GenFishCompletion(w, true) },
				"powershell": root.GenPowerShellCompletionWithDesc,
			}
			return write[args[0]](cmd.OutOrStdout())
		},
	}
}
