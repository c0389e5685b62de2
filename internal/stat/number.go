package stat

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
)

// decimals is the number of decimals to which printed numbers are rounded. Functions of
// the math package differ between processors only far beyond it.
const decimals = 9

// Number is a real number that is written rounded to 9 decimals, and as null
// where it is not finite: there it is Undefined.
type Number float64

// Undefined is the number that is written as null.
var Undefined = Number(math.NaN())

// Defined reports whether the number is finite.
func (n Number) Defined() bool { return !math.IsNaN(float64(n)) && !math.IsInf(float64(n), 0) }

// MarshalJSON implements [json.Marshaler].
func (n Number) MarshalJSON() ([]byte, error) {
	if !n.Defined() {
		return []byte("null"), nil
	}
	return []byte(n.Text()), nil
}

// UnmarshalJSON reads null as Undefined.
func (n *Number) UnmarshalJSON(data []byte) error {
	if bytes.Equal(data, []byte("null")) {
		*n = Undefined
		return nil
	}
	return json.Unmarshal(data, (*float64)(n))
}

// Text returns the shortest decimal of the rounded number, which must be finite.
func (n Number) Text() string { return string(n.Append(nil)) }

// Append appends the text of a finite number.
func (n Number) Append(b []byte) []byte {
	start := len(b)
	b = strconv.AppendFloat(b, float64(n), 'f', decimals, 64)
	b = bytes.TrimSuffix(bytes.TrimRight(b, "0"), []byte(".")) // the point stops the first
	if string(b[start:]) == "-0" {
		return append(b[:start], '0')
	}
	return b
}

// Written returns the number that JSON holds: rounded to 9 decimals.
func (n Number) Written() Number {
	if !n.Defined() {
		return Undefined
	}
	var text [32]byte                                          // a larger number takes more
	f, _ := strconv.ParseFloat(string(n.Append(text[:0])), 64) // a decimal
	return Number(f)
}

// Ratio returns a/b, Undefined if b is zero.
func Ratio(a, b float64) Number {
	if b == 0 {
		return Undefined
	}
	return Number(a / b)
}
