package rng

// Counter is "counter/v2". It has a sequence of blocks for every attempt and purpose of
// every run, each of them a SplitMix64 (Steele, Lea and Flood, "Fast splittable
// pseudorandom number generators", OOPSLA 2014; constants of Vigna's splitmix64.c) read at
// any position. With a the address without its operation,
//
//	block = mix(key + (operation+1)*Gamma),  key = mix(mix(seed + Gamma) + mix(a + Gamma)).
//
// The seed and a are mixed before they are added, and the sum is mixed again, because
// SplitMix64 does not spread the highest bits of its input over all bits of its output: on
// keys that differ in these bits alone, the rolls of two attempts were not independent. The
// zero value is the stream of the seed -Gamma.
type Counter struct{ seed uint64 } // mixed

// NewCounter returns the stream of a seed. Any seed is valid.
func NewCounter(seed uint64) Counter {
	return Counter{seed: Mix64(seed + Gamma)}
}

// Gamma is the odd increment of SplitMix64: 2^64 divided by the golden ratio.
const Gamma = 0x9e3779b97f4a7c15

// Mix64 is the finaliser of SplitMix64 (variant 13 of Stafford's "Better bit
// mixing"), a bijection of 64 bits.
func Mix64(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// State returns the value that [Mix64] turns into the block at the address. The state of
// the next operation is Gamma more, so a loop over the operations of a run adds instead of
// computing keys.
func (c Counter) State(a Address) uint64 {
	key := Mix64(c.seed + Mix64(uint64(a>>operationBits)+Gamma))
	return key + (uint64(a&MaxOperation)+1)*Gamma
}

// Block returns the 64 bits at an address: two rolls, one per half.
func (c Counter) Block(a Address) uint64 { return Mix64(c.State(a)) }

// High returns the roll in the upper half of a block.
func High(block uint64) uint32 { return uint32(block >> 32) }

// Low returns the roll in the lower half of a block.
func Low(block uint64) uint32 { return uint32(block) }

// Address is the address of a block, packed injectively into 64 bits:
//
//	run (25 bits) | attempt (7 bits) | block (4 bits) | operation (28 bits)
//
// The operation has the lowest bits. The others choose the key.
type Address uint64

// The widths of the fields of an [Address], in bits.
const (
	operationBits = 28
	blockBits     = 4
	attemptBits   = 7
	runBits       = 25
)

// The largest values that fit the fields of an [Address], inclusive. Runs and
// attempts count from 1, operations and blocks from 0.
const (
	MaxRun       = 1<<runBits - 1       // 33,554,431
	MaxOperation = 1<<operationBits - 1 // 268,435,455
	MaxAttempt   = 1<<attemptBits - 1   // 127
	MaxBlock     = 1<<blockBits - 1     // 15
)

// At packs an address. It is called in hot loops and does not check its arguments; package
// scenario validates counts against the limits above.
func At(run, operation int64, attempt, block int) Address {
	return Address(run)<<(attemptBits+blockBits+operationBits) |
		Address(attempt)<<(blockBits+operationBits) |
		Address(block)<<operationBits |
		Address(operation)
}
