// Command rolls writes the rolls of counter/v2 to standard output as a
// simulation consumes them, for a statistical test suite to read: for each
// operation of each run the block of the first call and, where it failed, the
// block of the first recovery. The runs of the next seed follow, until the
// reader has had enough.
package main

import (
	"bufio"
	"encoding/binary"
	"os"

	"errbench/rng"
)

func main() {
	const (
		firstSeed  = 9100
		operations = 200
		failed     = 1717986919 // the threshold of 40 %
	)
	out := bufio.NewWriterSize(os.Stdout, 1<<16)
	write := func(block uint64) {
		if _, err := out.Write(binary.LittleEndian.AppendUint64(nil, block)); err != nil {
			os.Exit(0) // the reader has closed the pipe: it has seen enough
		}
	}
	for seed := uint64(firstSeed); ; seed++ {
		stream := rng.NewCounter(seed)
		for run := int64(1); run <= rng.MaxRun; run++ {
			for operation := range int64(operations) {
				first := stream.Block(rng.At(run, operation, 1, 0))
				write(first)
				if rng.High(first) < failed {
					write(stream.Block(rng.At(run, operation, 2, 0)))
				}
			}
		}
	}
}
