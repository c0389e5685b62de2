// Package strict reads what comes from outside: YAML and JSON documents, numbers and
// words of a command line.
//
// [Read] parses a document, YAML or JSON, and hands its root to a function as a
// [Value]: a number, text, truth, list or mapping with its place (file, line, column,
// key path). The methods of Value check what they read and note each fault, so one
// error names all of them:
//
//	err := strict.Read(r, "a.yaml", form, func(root strict.Value) {
//		root.Fields(strict.Field{Key: "runs", Required: true, Read: func(v strict.Value) { runs, ok = v.Whole(1, 60) }})
//	})
//
// [EachJSON] reads JSON values one after the other, [SyntaxError] checks that a text is
// one JSON document, and [Decimal], [Exact] and [Whole] read numbers, which everywhere
// are written as in JSON. [ReadAll] bounds an input, and [Faults] bounds a message.
//
// The package does not decode into Go types by reflection. Of YAML it reads mappings, lists
// and scalars: an anchor, alias or tag is a value of the wrong type.
package strict
