package rng

// Counter is "counter/v1": SplitMix64 (Steele, Lea and Flood, "Fast splittable
// pseudorandom number generators", OOPSLA 2014; constants of Vigna's
// splitmix64.c) read at any position instead of in sequence. The block at
// address a is output a+1 of the SplitMix64 whose initial state is the key,
//
//	block(a) = mix(key + (a+1)*Gamma),  key = mix(seed + Gamma),
//
// so two rolls have only the key in common. The key is a mixed seed because the streams of
// two raw seeds are shifted copies of each other. The zero value is the stream whose key is
// 0, the raw SplitMix64 seeded with 0.
type Counter struct{ key uint64 }

// NewCounter returns the stream of a seed. Any seed is valid.
func NewCounter(seed uint64) Counter {
	return Counter{key: Mix64(seed + Gamma)}
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
// packing addresses.
func (c Counter) State(a Address) uint64 {
	return c.key + (uint64(a)+1)*Gamma
}

// Block returns the 64 bits at an address: two rolls, one per half.
func (c Counter) Block(a Address) uint64 { return Mix64(c.State(a)) }

// High returns the roll in the upper half of a block.
func High(block uint64) uint32 { return uint32(block >> 32) }

// Low returns the roll in the lower half of a block.
func Low(block uint64) uint32 { return uint32(block) }

// Address is the address of a block, packed injectively into 64 bits:
//
//	attempt (7 bits) | block (4 bits) | run (25 bits) | operation (28 bits)
//
// The operation has the lowest bits, so the blocks that the operations of a run read for
// one purpose are consecutive outputs of SplitMix64.
type Address uint64

// The widths of the fields of an [Address], in bits.
const (
	operationBits = 28
	runBits       = 25
	blockBits     = 4
	attemptBits   = 7
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
	return Address(attempt)<<(blockBits+runBits+operationBits) |
		Address(block)<<(runBits+operationBits) |
		Address(run)<<operationBits |
		Address(operation)
}
