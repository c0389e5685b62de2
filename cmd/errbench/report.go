package main

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"errbench/internal/cli"
	"errbench/internal/view"
	"errbench/report"
)

func newReport() *cobra.Command {
	var html string
	cmd := &cobra.Command{
		Use:   "report [SUMMARY.json|-] --html FILE",
		Short: "Write a page about a summary, for a browser",
		Long: `report writes one HTML page about a summary: what was assumed, what was simulated
and what is exact, each in its own section, with limits and the command line that makes
the numbers again. The page loads nothing from elsewhere. Without a summary it is about
the published benchmark.`,
		Example: `  errbench report --html report.html
  errbench run --format json | errbench report - --html report.html`,
		Args: cli.AtMostOne,
		RunE: func(cmd *cobra.Command, args []string) error {
			target, err := pageTarget(html, args)
			if err != nil {
				return err
			}
			s, err := cli.ReadSummary(cmd, args)
			if err != nil {
				return err
			}
			var page bytes.Buffer
			if err := view.Write(&page, view.HTMLFormat, s); err != nil {
				return err
			}
			return cli.Replace("html", target, page.Bytes())
		},
	}
	cmd.Flags().StringVar(&html, "html", "", "write the page to a `FILE`")
	return cmd
}

// pageTarget returns the path to write a page at, before anything is read or computed.
func pageTarget(html string, args []string) (string, error) {
	if html == "" {
		return "", errors.New("errbench report needs --html FILE, the page to write; `errbench report summary.json --html report.html` is an example")
	}
	if format, err := view.FormatOf(html, report.Summary{}); err != nil || format != view.HTMLFormat {
		return "", fmt.Errorf("--html: got %s, want a name that ends in .html", html)
	}
	target, err := cli.Writable(html)
	if err != nil {
		return "", fmt.Errorf("--html: %w", err)
	}
	if len(args) > 0 && cli.SameFile(target, args[0]) {
		return "", fmt.Errorf("--html: %s is an input too; name another file", html)
	}
	return target, nil
}
