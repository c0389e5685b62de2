package main

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"errbench/internal/view"
	"errbench/report"
)

func newReport() *cobra.Command {
	var html string
	cmd := &cobra.Command{
		Use:   "report [SUMMARY.json|-] --html FILE",
		Short: "Write a page about a summary, for a browser",
		Long: `report writes one HTML page about a summary: what was assumed, what was simulated
and what is exact, apart from each other, with their limits and the command line
that makes them anew. The page is whole: it asks for nothing from outside. Without
a summary it is about the published benchmark.`,
		Example: `  errbench report --html report.html
  errbench run --format json | errbench report - --html report.html`,
		Args: atMostOne,
		RunE: func(cmd *cobra.Command, args []string) error {
			target, err := pagePlace(html, args)
			if err != nil {
				return err
			}
			s, err := summaryArgument(cmd, args)
			if err != nil {
				return err
			}
			var page bytes.Buffer
			if err := view.Write(&page, view.HTMLFormat, s); err != nil {
				return err
			}
			return replaceFile("html", target, page.Bytes())
		},
	}
	cmd.Flags().StringVar(&html, "html", "", "write the page to a `FILE`")
	return cmd
}

// pagePlace returns where a page can be written, before anything is read or
// computed.
func pagePlace(html string, args []string) (string, error) {
	if html == "" {
		return "", errors.New("errbench report takes --html FILE, the page to write; `errbench report summary.json --html report.html` works")
	}
	if format, err := view.FormatOf(html, report.Summary{}); err != nil || format != view.HTMLFormat {
		return "", fmt.Errorf("--html: found %s; a name that ends in .html works", html)
	}
	target, err := place(html)
	if err != nil {
		return "", fmt.Errorf("--html: %w", err)
	}
	if len(args) > 0 && sameFile(target, args[0]) {
		return "", fmt.Errorf("--html: found %s, which is read too; another file works", html)
	}
	return target, nil
}
