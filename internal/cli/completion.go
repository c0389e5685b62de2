package cli

import (
	"strings"

	"github.com/spf13/cobra"
)

// Complete offers words to the shell for the value of a flag, and files as the
// directive says.
func Complete(cmd *cobra.Command, flag string, files cobra.ShellCompDirective, words ...string) {
	CompleteBy(cmd, flag, files, func() []string { return words })
}

// CompleteBy is Complete for words that are computed when the shell asks for them, to
// keep the start of the program fast.
func CompleteBy(cmd *cobra.Command, flag string, files cobra.ShellCompDirective, words func() []string) {
	completeWith(cmd, flag, func(string) ([]string, cobra.ShellCompDirective) { return words(), files })
}

// CompleteList offers words at each position of a comma-separated list.
func CompleteList(cmd *cobra.Command, flag string, words func() []string) {
	completeWith(cmd, flag, func(text string) (lists []string, _ cobra.ShellCompDirective) {
		before := text[:strings.LastIndexByte(text, ',')+1]
		for _, word := range words() {
			lists = append(lists, before+word)
		}
		return lists, cobra.ShellCompDirectiveNoFileComp
	})
}

// CompleteKeys offers keys for a flag KEY=VALUE, each with its "=".
func CompleteKeys(cmd *cobra.Command, flag string, keys func() []string) {
	completeWith(cmd, flag, func(string) (words []string, _ cobra.ShellCompDirective) {
		for _, key := range keys() {
			words = append(words, key+"=")
		}
		return words, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	})
}

func completeWith(cmd *cobra.Command, flag string, offer func(text string) ([]string, cobra.ShellCompDirective)) {
	err := cmd.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, _ []string, text string) ([]string, cobra.ShellCompDirective) {
		return offer(text)
	})
	if err != nil {
		panic(err) // the flag does not exist
	}
}
