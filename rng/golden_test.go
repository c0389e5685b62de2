package rng_test

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"errbench/rng"
)

// TestStreamsNeverChange has no flag that rewrites its file: see there.
func TestStreamsNeverChange(t *testing.T) {
	file, err := os.Open("testdata/golden.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	read := map[rng.Stream]int{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		line := lines.Text()
		if strings.HasPrefix(line, "#") {
			continue
		}
		words := strings.Fields(line)
		stream := rng.Stream(words[0])
		addressed := 3
		if stream == rng.CounterV2 {
			addressed = 6
		}
		got := rolls(t, stream, numbers(t, words[1:addressed]), len(words)-addressed)
		if want := words[addressed:]; !slices.Equal(got, want) {
			t.Errorf("%s: now %s, which was %s", strings.Join(words[:addressed], " "), got, want)
		}
		read[stream]++
	}
	// A file cut short would hold nothing to fail.
	if read[rng.CounterV2] != 205 || read[rng.LCG32V1] != 9 {
		t.Errorf("read %v lines, want 205 and 9", read)
	}
}

func rolls(t *testing.T, stream rng.Stream, at []uint64, n int) (shown []string) {
	t.Helper()
	if stream == rng.CounterV2 {
		address := rng.At(int64(at[1]), int64(at[2]), int(at[3]), int(at[4]))
		return []string{fmt.Sprintf("%016x", rng.NewCounter(at[0]).Block(address))}
	}
	g := rng.LCG32ForRun(at[0], int64(at[1]))
	for range n {
		shown = append(shown, fmt.Sprintf("%08x", g.Next()))
	}
	return shown
}

func numbers(t *testing.T, words []string) (all []uint64) {
	t.Helper()
	for _, word := range words {
		n, err := strconv.ParseUint(word, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, n)
	}
	return all
}

func TestStreamNamesNeverChange(t *testing.T) {
	want := []rng.Stream{"lcg32/v1", "counter/v2"}
	if got := rng.Streams(); !slices.Equal(got, want) {
		t.Errorf("streams %q, want %q", got, want)
	}
}
