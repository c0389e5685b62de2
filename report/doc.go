// Package report turns what a benchmark counted and what is expected of it into
// documents and pages: a [Summary] with intervals and warnings, the comparison with the
// published figures, explanations, and the parts of a sharded run.
//
// [Summarize] makes a [Summary] of assumptions, plans and a tally of package replay;
// [Expect] makes one of the closed form alone. A [Merge] joins each [Part] of a run. Every
// finding implements [view.View], which package view writes:
//
//	s, err := report.Summarize(assumptions, plans, tally)
//	...
//	err = view.Write(os.Stdout, view.MarkdownFormat, s)
//
// The package computes no tally and no expectation, and it reads and writes no files.
package report
