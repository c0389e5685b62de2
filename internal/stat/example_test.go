package stat_test

import (
	"fmt"

	"errbench/internal/stat"
)

func Example() {
	i := stat.Wilson(75, 100)
	fmt.Println(stat.Share(0.75, i))
	// Output: 75.0 % [65.7, 82.5]
}
