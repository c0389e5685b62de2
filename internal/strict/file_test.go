package strict_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"errbench/internal/strict"
)

// readNumbers reads the key k of a file, a list of whole numbers from 0 to 9.
func readNumbers(file string) (read []int64, err error) {
	number := func(v strict.Value) {
		if n, ok := v.Whole(0, 9); ok {
			read = append(read, n)
		}
	}
	err = strict.Read(strings.NewReader(file), "f.yaml", "a file", func(root strict.Value) {
		root.Fields(strict.Field{Key: "k", Read: func(v strict.Value) { v.Each(2000, number) }})
	})
	return read, err
}

// What a file can have at most, and one more.
func TestFilesAreBounded(t *testing.T) {
	for _, test := range []struct{ name, file, want string }{
		{"65536 bytes", "k: [1] #" + strings.Repeat("-", 1<<16-8), "<nil>"},
		{"a byte more", "k: [1] #" + strings.Repeat("-", 1<<16-7), "f.yaml: found more than 65536 bytes; a file"},
		{"1000 marks", "k:\n" + strings.Repeat("- 1\n", 1000), "<nil>"},
		{"a mark more", "k:\n" + strings.Repeat("- 1\n", 1001), "f.yaml:1002:1: found more than 1000 of the marks [ { - ? & !; a file"},
		{"an order mark", "\ufeffk: [1]", "<nil>"},
	} {
		if _, err := readNumbers(test.file); fmt.Sprint(err) != test.want {
			t.Errorf("%s: %v, want %s", test.name, err, test.want)
		}
	}
}

// Of many faults the first twenty are told, and how many there are besides.
func TestFaultsAreCounted(t *testing.T) {
	for faults, want := range map[int]string{20: "f.yaml:21:3: k[19]: found", 23: "f.yaml: and 3 faults more"} {
		_, err := readNumbers("k:\n" + strings.Repeat("- x\n", faults))
		lines := strings.Split(fmt.Sprint(err), "\n")
		if last := lines[len(lines)-1]; len(lines) != min(faults, 21) || !strings.HasPrefix(last, want) {
			t.Errorf("%d faults are told in %d lines, last %s; want %s", faults, len(lines), last, want)
		}
	}
}

// Whole numbers are what everybody reads as the same number.
func TestWholeNumbersArePlainDigits(t *testing.T) {
	if read, err := readNumbers("k: [0, -0, 9]"); err != nil || !slices.Equal(read, []int64{0, 0, 9}) {
		t.Errorf("%v, %v", read, err)
	}
	const octal = "f.yaml:1:5: k[0]: found the number 010; what works: a whole number from 0 to 9, in plain digits"
	if _, err := readNumbers("k: [010]"); fmt.Sprint(err) != octal {
		t.Errorf("%v, want %s", err, octal)
	}
	for _, odd := range []string{"0x1", "0o1", "0b1", "07", "00", "1_", "+1", "1.0", "1e0", "10", "-1"} {
		if read, err := readNumbers("k: [" + odd + "]"); err == nil {
			t.Errorf("%s is read as %v", odd, read)
		}
	}
}
