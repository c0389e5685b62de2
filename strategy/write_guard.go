package strategy

// WriteGuard is how a controller keeps from doing twice what must not be.
type WriteGuard uint8

// The guards; they can be joined.
const (
	NoWriteGuard WriteGuard = 0
	UseKey       WriteGuard = 1 << 0 // every call of an idempotent write carries a key of the operation
	Confirm      WriteGuard = 1 << 1 // a person decides about a destructive operation before it is tried again
)
