package scenario

import "fmt"

// Class is the true reason of a failure, in the order of the published benchmark.
type Class uint8

// The failure classes.
const (
	Transient  Class = iota // passes without a change of the call: a timeout, a dropped connection
	Validation              // the arguments are wrong: a repaired call can succeed
	Permission              // the caller may not do this: a person must decide
	NotFound                // the thing asked for does not exist
)

// NumClasses is the number of failure classes: 0 <= Class < NumClasses.
const NumClasses = 4

var classNames = [NumClasses]string{"transient", "validation", "permission", "not_found"}

// AllClasses returns the failure classes in order.
func AllClasses() [NumClasses]Class { return [...]Class{Transient, Validation, Permission, NotFound} }

// String returns the name that JSON uses.
func (c Class) String() string {
	if int(c) < len(classNames) {
		return classNames[c]
	}
	return fmt.Sprintf("Class(%d)", uint8(c))
}

// MarshalText implements [encoding.TextMarshaler].
func (c Class) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// Permanent reports whether neither a retry nor a repair can succeed: for permission and
// not_found.
func (c Class) Permanent() bool { return c == Permission || c == NotFound }

// FailureMix weighs the failure classes against each other. Multiplying all
// weights by a power of two changes nothing. By another number it changes the
// rounding of their sums, which can move a class threshold by one of 2^32; whole
// numbers do not round.
type FailureMix struct {
	Transient  float64 `json:"transient"`
	Validation float64 `json:"validation"`
	Permission float64 `json:"permission"`
	NotFound   float64 `json:"not_found"`
}

// Of returns the weight of a class.
func (m FailureMix) Of(c Class) float64 { return m.weights()[c] }

// weights returns the mix in class order.
func (m FailureMix) weights() [NumClasses]float64 {
	return [...]float64{m.Transient, m.Validation, m.Permission, m.NotFound}
}

func (m FailureMix) total() float64 {
	var sum float64
	for _, w := range m.weights() {
		sum += w
	}
	return sum
}
