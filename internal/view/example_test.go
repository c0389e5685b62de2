package view_test

import (
	"os"

	"errbench/internal/view"
)

type planets struct{}

func (planets) Sections() []view.Section {
	t := view.Table{Columns: view.Columns(1, "planet", "moons")}
	t.Add(view.Word("Mars"), view.Counted(2))
	return []view.Section{{Title: "Planets", Table: t}}
}

func Example() {
	if err := view.Write(os.Stdout, view.MarkdownFormat, planets{}); err != nil {
		panic(err)
	}
	// Output:
	// ## Planets
	//
	// | planet | moons |
	// |:--- | ---:|
	// | Mars | 2 |
}
