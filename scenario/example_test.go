package scenario_test

import (
	"fmt"
	"strings"

	"errbench/scenario"
)

// The tape says which operations fail and how, and holds the rolls of their recovery: a
// retry of a transient failure succeeds if its roll is below 0.7.
func Example() {
	a := scenario.Published()
	tape := scenario.NewTape(a)
	for index := range int64(5) {
		op := tape.Operation(1, index)
		kind, failed := op.Kind.Get()
		if !failed {
			continue
		}
		roll := tape.Roll(op, scenario.RetryRoll, 2)
		fmt.Printf("operation %d: %v, retry roll %.3f\n", index, kind, float64(roll)/(1<<32))
	}
	// Output:
	// operation 2: permission, retry roll 0.324
	// operation 3: transient, retry roll 0.028
	// operation 4: validation, retry roll 0.564
}

// Faults have the place in the file, the key, the value and the range.
func ExampleRead() {
	_, err := scenario.Read(strings.NewReader("runs: 10\nfailure_rate: 1.5\n"), "mine.yaml")
	fmt.Println(err)
	// Output: mine.yaml:2:1: failure_rate: got 1.5, want a number from 0 to 1
}
