package shard

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestShardsAreReadAsTheyAreWritten(t *testing.T) {
	for _, text := range []string{"1/1", "1/4", "4/4", "9223372036854775807/9223372036854775807"} {
		if s, err := ParseShard(text); err != nil || s.String() != text {
			t.Errorf("%q is read as %v, error %v", text, s, err)
		}
	}
	if s, err := ParseShard("2/4"); err != nil || s != (Shard{2, 4}) {
		t.Errorf("2/4 is read as %v, error %v", s, err)
	}
}

func TestOtherTextsAreRefused(t *testing.T) {
	const want = ", want I/N, such as 2/4 for the second of four shards"
	for text, want := range map[string]string{
		"0/4":                   "got 0/4, want 1/4 to 4/4",
		"-1/4":                  "got -1/4, want 1/4 to 4/4",
		"5/4":                   "got 5/4, want 1/4 to 4/4",
		"0/0":                   "got 0/0, want at least one shard, such as 1/1",
		"1/0":                   "got 1/0, want at least one shard, such as 1/1",
		"1/-4":                  "got 1/-4, want at least one shard, such as 1/1",
		"":                      `got ""` + want,
		"/":                     `got "/"` + want,
		"4":                     `got "4"` + want,
		"1/":                    `got "1/"` + want,
		"/4":                    `got "/4"` + want,
		"1/4/4":                 `got "1/4/4"` + want,
		"1 / 4":                 `got "1 / 4"` + want,
		"+1/4":                  `got "+1/4"` + want,
		"01/4":                  `got "01/4"` + want,
		"1/4.0":                 `got "1/4.0"` + want,
		"a/b":                   `got "a/b"` + want,
		"1/9223372036854775808": `got "1/9223372036854775808"` + want,
	} {
		if s, err := ParseShard(text); err == nil || err.Error() != want {
			t.Errorf("%q is read as %v, error %v; want %s", text, s, err, want)
		}
	}
	if err := (Shard{}).Validate(); err == nil {
		t.Error("the zero value is a shard")
	}
}

// Every item belongs to exactly one shard, and no shard has two more than
// another: shards follow each other, and item n*i/count begins none too late.
func TestShardsCoverEveryItemOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(0, 60).Draw(t, "items")
		count := rapid.Int64Range(1, 80).Draw(t, "shards")
		owners := make([]int, n)
		sizes := map[int64]bool{}
		for index := int64(1); index <= count; index++ {
			first, end := Shard{index, count}.Range(n)
			sizes[end-first] = true
			for i := first; i < end; i++ {
				owners[i]++
			}
		}
		for i, shards := range owners {
			if shards != 1 {
				t.Fatalf("item %d of %d is in %d of %d shards", i, n, shards, count)
			}
		}
		for size := range sizes {
			if size != n/count && size != n/count+1 {
				t.Fatalf("%d shards of %d items: one has %d", count, n, size)
			}
		}
	})
}

// However many items and shards there are, nothing overflows: neighbours meet,
// the first begins at 0 and the last ends at n.
func TestShardsOfManyItemsMeet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(0, math.MaxInt64).Draw(t, "items")
		count := rapid.Int64Range(1, math.MaxInt64).Draw(t, "shards")
		index := rapid.Int64Range(1, count).Draw(t, "index")
		first, end := Shard{index, count}.Range(n)
		if size := end - first; size != n/count && size != n/count+1 {
			t.Fatalf("it has %d items", size)
		}
		if index == 1 && first != 0 || index == count && end != n {
			t.Fatalf("it goes from %d to %d of %d", first, end, n)
		}
		if index < count {
			if next, _ := (Shard{index + 1, count}).Range(n); next != end {
				t.Fatalf("it ends at %d, the next begins at %d", end, next)
			}
		}
	})
	if first, end := Whole().Range(math.MaxInt64); first != 0 || end != math.MaxInt64 {
		t.Errorf("the whole goes from %d to %d", first, end)
	}
}
