package scenario

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"errbench/internal/strict"
)

// listsKeys names the command that lists the keys of assumptions.
const listsKeys = "`errbench scenario published` prints every key"

// Read reads assumptions from YAML, or from JSON if the first character is "{". A missing
// key keeps its published value; a missing name becomes the name of the file, which
// otherwise appears in errors only.
//
// An unknown or doubled key and a value of the wrong type or out of range are faults. The
// error lists them with file, line and column, the first twelve of them. It wraps a
// [*FieldError] for each value out of range.
func Read(r io.Reader, file string) (Assumptions, error) {
	a := Published()
	a.Name = strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	form := strict.Form{Holds: "a scenario file holds keys and values such as `failure_rate: 0.4`; " + listsKeys, Keys: listsKeys}
	if err := strict.Read(r, file, form, a.read); err != nil {
		return Assumptions{}, err
	}
	if err := a.Validate(); err != nil { // only the name of the file is unchecked so far
		return Assumptions{}, fmt.Errorf("%s: the file has no key name, and its own name is not allowed as one: %w", file, err)
	}
	return a.Relabel(), nil
}

// read sets the fields that a file names, then checks the assumptions together.
func (a *Assumptions) read(root strict.Value) {
	var all []strict.Field
	var found []strict.Value
	for _, f := range fields() {
		all = append(all, strict.Field{Key: f.Key, Read: func(v strict.Value) {
			found = append(found, v)
			if err := f.read(v, a); err != nil {
				v.Report(err)
			}
		}})
	}
	if !root.Fields(all...) {
		return
	}
	for _, err := range a.checkTogether() {
		near(err, root, found).Report(err)
	}
}

// near returns the value that an error about several fields names, or the first value
// inside it. There is one, since the published values fit each other.
func near(err error, root strict.Value, found []strict.Value) strict.Value {
	var fe *FieldError
	if errors.As(err, &fe) {
		if v, ok := root.At(fe.Key); ok {
			return v
		}
		for _, v := range found {
			if strings.HasPrefix(v.Key(), fe.Key+".") {
				return v
			}
		}
	}
	return found[0]
}

// read sets the field to a value of a file.
func (f Field) read(v strict.Value, a *Assumptions) error {
	absent := v.Kind() == strict.Null || v.Kind() == strict.Text && v.Scalar() == none
	switch {
	case absent && f.takes.none:
		return f.Set(a, none)
	case v.Kind() != f.takes.kind:
		return &FieldError{Key: f.Key, Got: v.String(), Want: f.Range}
	}
	return f.Set(a, v.Scalar())
}
