package view

// View is a finding that people can read. Programs read its JSON encoding.
type View interface{ Sections() []Section }

// Section is a part of a view: a title, sentences, then a table. Each may be
// missing.
type Section struct {
	Title string
	Text  []string // sentences, broken where the line ends
	Lines []string // written as they are, to be copied
	Table Table
}
