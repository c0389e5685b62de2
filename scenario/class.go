package scenario

import "fmt"

// Class is the true reason why an operation failed, in the order of the
// published benchmark.
type Class uint8

// The failure classes.
const (
	Transient  Class = iota // goes away by itself: a timeout, a dropped connection
	Validation              // the arguments are wrong: a repaired call can succeed
	Permission              // the caller may not do this: a person must decide
	NotFound                // what was asked for does not exist
)

// NumClasses is the number of failure classes; a Class is less than it.
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

// Permanent tells whether neither a retry nor a repair can ever succeed: the
// class is permission or not_found.
func (c Class) Permanent() bool { return c == Permission || c == NotFound }
