package strict_test

import (
	"fmt"
	"strings"
	"testing"

	"errbench/internal/strict"
)

// What one reader of YAML takes for a number and another for a text, or for another
// number, is refused as either. Quoted, anything is a text.
func TestNumbersAreNoTexts(t *testing.T) {
	for _, number := range []string{"0", "-7", "1.5", "1e3", "1E3", "-2e-3", ".5", "5.", "+.5e1", "007", "0x1F", "0o17", "1_000", "99999999999999999999", "1.8e400"} {
		want := "f.yaml:1:1: k: got " + number + ", want a text"
		if text, err := read("k: "+number, strict.Value.Text, "a text"); fmt.Sprint(err) != want {
			t.Errorf("%s is the text %q: %v, want %s", number, text, err, want)
		}
		for _, quoted := range []string{"'" + number + "'", `"` + number + `"`, "|-\n  " + number} {
			if text, err := read("k: "+quoted, strict.Value.Text, "a text"); err != nil || text != number {
				t.Errorf("%s is the text %q: %v", quoted, text, err)
			}
		}
	}
	for _, word := range []string{"e3", "1e", "1e3x", "1.2.3", ".", "503-A", "1:2"} {
		if text, err := read("k: "+word, strict.Value.Text, "a text"); err != nil || text != word {
			t.Errorf("%s is the text %q: %v", word, text, err)
		}
	}
}

func TestWholeNumbersAreInPlainDigits(t *testing.T) {
	whole := func(v strict.Value, most int64) (int64, bool) { return v.Whole(-most, most) }
	for _, text := range []string{"0", "7", "-7", "10", "1000"} {
		if n, err := read("k: "+text, whole, 1000); err != nil || fmt.Sprint(n) != text {
			t.Errorf("%s is %d: %v", text, n, err)
		}
	}
	for _, text := range []string{"007", "010", "-01", "00", "0x10", "0o10", "0b1", "1_0", "+1", "1.0", "1e3", "1001", "-1001", "99999999999999999999", ".inf", ".nan", "~", "true", "one", "'1'", "[1]"} {
		if n, err := read("k: "+text, whole, 1000); err == nil {
			t.Errorf("%s is %d, want it refused", text, n)
		}
	}
}

func TestADirectiveIsToldAsOne(t *testing.T) {
	const want = "f.yaml:1:1: a directive (%) stands here; remove it"
	for _, text := range []string{"%YAML 1.2\n---\nk: a", "%TAG ! tag:a,2000:\n---\nk: a"} {
		if got, err := read(text, strict.Value.Text, "a text"); fmt.Sprint(err) != want {
			t.Errorf("%q is read as %q: %v, want %s", text, got, err, want)
		}
	}
}

// read reads the value of k.
func read[T, A any](text string, by func(strict.Value, A) (T, bool), with A) (got T, err error) {
	err = strict.Read(strings.NewReader(text), "f.yaml", strict.Form{Holds: "a file"}, func(root strict.Value) {
		root.Fields(strict.Field{Key: "k", Read: func(v strict.Value) { got, _ = by(v, with) }})
	})
	return got, err
}
