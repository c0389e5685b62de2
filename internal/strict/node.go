package strict

// Kind is the type of a value.
type Kind uint8

// The kinds of values.
const (
	Other   Kind = iota // a value that JSON does not have, such as an alias
	Null                // nothing, or null
	Truth               // true or false
	Number              // not checked yet
	Text                // a text, quoted or not
	List                // of values
	Mapping             // of keys and values
)

// node is a value of a document, whatever its syntax.
type node struct {
	kind   Kind
	text   string // a number as it is written, a text without quotes, else an excerpt
	place  place  // of the value
	key    string // in a mapping
	keyAt  place
	inside []node // values of a list or a mapping
}

// place is the beginning of a value or key, both from 1.
type place struct{ line, column int }

const (
	// maxDepth bounds lists and mappings inside each other.
	maxDepth = 100
	// maxValues bounds the values of a JSON document, and so the memory of its nodes.
	maxValues = 100_000
)
