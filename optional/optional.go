package optional

import (
	"bytes"
	"encoding/json"
)

// Value is a value that may be absent. The zero Value is absent. Values are compared with
// ==.
type Value[T comparable] struct {
	value   T // the zero T if absent
	present bool
}

// Of returns a present value.
func Of[T comparable](value T) Value[T] { return Value[T]{value, true} }

// Get returns the value and reports whether it is present.
func (v Value[T]) Get() (T, bool) { return v.value, v.present }

// Equal returns v == other. go-cmp calls it.
func (v Value[T]) Equal(other Value[T]) bool { return v == other }

// IsZero reports whether the value is absent. With the option omitzero encoding/json then
// omits the field.
func (v Value[T]) IsZero() bool { return !v.present }

// Clear makes the value absent.
func (v *Value[T]) Clear() { *v = Value[T]{} }

// MarshalJSON writes an absent value as null.
func (v Value[T]) MarshalJSON() ([]byte, error) {
	if !v.present {
		return []byte("null"), nil
	}
	return json.Marshal(v.value)
}

// UnmarshalJSON reads null as absent. The value is absent after an error.
func (v *Value[T]) UnmarshalJSON(data []byte) error {
	v.Clear()
	if bytes.Equal(data, []byte("null")) {
		return nil
	}
	var value T
	if err := json.Unmarshal(data, &value); err != nil {
		return err
	}
	*v = Of(value)
	return nil
}
