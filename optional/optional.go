// Package optional tells a value that is absent from one that is zero.
package optional

import (
	"bytes"
	"encoding/json"
)

// Value is a value that may be absent. The zero Value is absent. Values compare
// with ==.
type Value[T comparable] struct {
	value   T // the zero T where absent
	present bool
}

// Of returns a present value.
func Of[T comparable](value T) Value[T] { return Value[T]{value, true} }

// Get returns the value and whether it is present.
func (v Value[T]) Get() (T, bool) { return v.value, v.present }

// Equal is ==, for comparisons of what holds values by go-cmp.
func (v Value[T]) Equal(other Value[T]) bool { return v == other }

// IsZero tells whether the value is absent; with omitzero encoding/json leaves
// it out then.
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

// UnmarshalJSON reads null as absent. What it refuses leaves the value absent.
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
