package contract

import (
	"io"
	"path/filepath"

	"errbench/internal/strict"
	"errbench/optional"
	"errbench/scenario"
)

// Read reads a custom contract from YAML or JSON: what an error of each class shows.
//
//	about: an API that names the field at fault
//	transient: {code: BUSY, retryable: true, retryAfterMs: true}
//	validation: {code: INVALID, message: true, field: true}
//	permission: {code: DENIED, message: Ask an owner of the project.}
//	not_found: {}
//
// A field that is left out is not shown. If it is true, the text of the simulation is
// shown; any other text is shown as it is. retryable is the verdict itself. The wait is
// the assumed wait, which only a transient failure has. The name of the contract is the
// base name of the file.
//
// Reading is strict: the error holds all faults, each with file, line and column.
func Read(r io.Reader, file string) (Contract, error) {
	c := Contract{Name: filepath.Base(file)}
	fields := []strict.Field{{Key: "about", Read: func(v strict.Value) { c.About, _ = v.Text("a sentence") }}}
	for _, class := range scenario.AllClasses() {
		fields = append(fields, strict.Field{Key: class.String(), Required: true, Read: func(v strict.Value) {
			var shown FieldSet
			v.Fields(c.classFields(class, &shown)...)
			c.ByClass[class] = optional.Of(shown)
			if shown&Code == 0 {
				c.Words[class].Code = optional.Of("") // also if another class is reported as this one
			}
		}})
	}
	form := strict.Form{Holds: "a contract file holds what errors show, such as `permission: {code: DENIED}`"}
	err := strict.Read(r, file, form, func(root strict.Value) { root.Fields(fields...) })
	if err != nil {
		return Contract{}, err
	}
	return c, nil
}

// classFields returns the fields of an error of a class. Reading a field adds it to
// shown.
func (c *Contract) classFields(class scenario.Class, shown *FieldSet) []strict.Field {
	words, simulated := &c.Words[class], failures[class]
	field := func(set FieldSet, key string, read func(v strict.Value) bool) strict.Field {
		return strict.Field{Key: key, Read: func(v strict.Value) {
			if read(v) {
				*shown |= set
			}
		}}
	}
	text := func(set FieldSet, key string, custom *optional.Value[string], simulated optional.Value[string]) strict.Field {
		return field(set, key, func(v strict.Value) bool { return readText(v, custom, simulated) })
	}
	return []strict.Field{
		text(Code, "code", &words.Code, simulated.Code),
		text(Message, "message", &words.Message, simulated.Message),
		field(Retryable, "retryable", func(v strict.Value) bool {
			verdict, ok := v.Truth()
			words.Retryable = optional.Of(verdict)
			return ok
		}),
		text(Field, "field", &words.Field, simulated.Field),
		text(Suggestion, "suggestion", &words.Suggestion, simulated.Suggestion),
		field(RetryAfter, "retryAfterMs", func(v strict.Value) bool { return readWait(v, class) }),
		text(TraceID, "traceId", &words.TraceID, simulated.TraceID),
	}
}

// readText reads a custom text, or true for the text of the simulation.
func readText(v strict.Value, custom *optional.Value[string], simulated optional.Value[string]) bool {
	want := "a text, or true to show the text of the simulation"
	if simulated.IsZero() {
		want = "a text, since the simulation has none"
	}
	if v.Kind() == strict.Truth && v.Scalar() == "true" && !simulated.IsZero() {
		return true
	}
	text, ok := v.Text(want)
	if ok {
		*custom = optional.Of(text)
	}
	return ok
}

// readWait reads whether the assumed wait is shown.
func readWait(v strict.Value, class scenario.Class) bool {
	switch {
	case class != scenario.Transient:
		v.Fault("only a transient failure has a wait; leave this key out")
	case v.Kind() != strict.Truth || v.Scalar() != "true":
		v.Wrong("true, since the assumption retry_after_ms holds the wait itself")
	default:
		return true
	}
	return false
}
