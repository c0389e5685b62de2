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

// Read reads assumptions from YAML or JSON (where the first character is "{").
// A key that is left out keeps its published value, and a name that is left
// out is the file's. The file's name stands in errors only.
//
// Reading is strict: an unknown or doubled key, a value of the wrong type or
// out of range is a fault with file, line and column; the error holds all of them.
// A value out of range is a [*FieldError].
func Read(r io.Reader, file string) (Assumptions, error) {
	a := Published()
	a.Name = strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	form := strict.Form{Holds: "a scenario file holds keys and values such as `failure_rate: 0.4`; " + listsKeys, Keys: listsKeys}
	if err := strict.Read(r, file, form, a.read); err != nil {
		return Assumptions{}, err
	}
	if err := a.Validate(); err != nil { // only a name that is not in the file is unchecked so far
		return Assumptions{}, fmt.Errorf("%s: the file's name is no name for assumptions, so the file needs one: %w", file, err)
	}
	return a.Relabel(), nil
}

// read sets what a file says, then checks the whole.
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

// near returns the value that an error of several fields names, or the first value
// inside it: the published values fit each other, so the file has one.
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
