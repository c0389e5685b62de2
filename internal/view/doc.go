// Package view writes a finding for people: as aligned text for a terminal, as
// Markdown, CSV or one HTML page. Programs read its JSON encoding.
//
// A [View] is a list of a [Section], each with sentences and a [Table]. [Write]
// writes it in a [Format]:
//
//	err := view.Write(os.Stdout, view.MarkdownFormat, finding)
//
// The package knows no benchmark: a view brings its own words and numbers. It
// reads no files and parses no flags.
package view
