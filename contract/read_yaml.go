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
// A field that is left out is not shown. One that is true shows what the simulation
// has of a failure of the class, and any other text is the contract's own;
// retryable is the verdict itself. The wait is the assumed one, and only a transient
// failure has one. The name of the contract is that of the file, without folders.
//
// Reading is strict: the error holds all faults, each with file, line and column.
func Read(r io.Reader, file string) (Contract, error) {
	c := Contract{Name: filepath.Base(file)}
	fields := []strict.Field{{Key: "about", Read: func(v strict.Value) { c.About, _ = v.Text("a sentence") }}}
	for _, class := range scenario.AllClasses() {
		fields = append(fields, strict.Field{Key: class.String(), Required: true, Read: func(v strict.Value) {
			var shown Part
			v.Fields(c.classFields(class, &shown)...)
			c.ByClass[class] = optional.Of(shown)
			if shown&Code == 0 {
				c.Words[class].Code = optional.Of("") // nor where another class is reported as this one
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

// classFields returns what reads the fields of an error of a class, and collects
// those that are shown.
func (c *Contract) classFields(class scenario.Class, shown *Part) []strict.Field {
	own, there := &c.Words[class], failures[class]
	field := func(part Part, key string, read func(v strict.Value) bool) strict.Field {
		return strict.Field{Key: key, Read: func(v strict.Value) {
			if read(v) {
				*shown |= part
			}
		}}
	}
	text := func(part Part, key string, own *optional.Value[string], there optional.Value[string]) strict.Field {
		return field(part, key, func(v strict.Value) bool { return readText(v, own, there) })
	}
	return []strict.Field{
		text(Code, "code", &own.Code, there.Code),
		text(Message, "message", &own.Message, there.Message),
		field(Retryable, "retryable", func(v strict.Value) bool {
			verdict, ok := v.Truth()
			own.Retryable = optional.Of(verdict)
			return ok
		}),
		text(Field, "field", &own.Field, there.Field),
		text(Suggestion, "suggestion", &own.Suggestion, there.Suggestion),
		field(RetryAfter, "retryAfterMs", func(v strict.Value) bool { return readWait(v, class) }),
		text(TraceID, "traceId", &own.TraceID, there.TraceID),
	}
}

// readText reads a custom text, or true for the text that is there.
func readText(v strict.Value, own *optional.Value[string], there optional.Value[string]) bool {
	want := "a text, or true to show the text of the simulation"
	if there.IsZero() {
		want = "a text, since the simulation has none"
	}
	if v.Kind() == strict.Truth && v.Scalar() == "true" && !there.IsZero() {
		return true
	}
	text, ok := v.Text(want)
	if ok {
		*own = optional.Of(text)
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
