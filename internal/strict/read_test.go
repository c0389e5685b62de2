package strict_test

import (
	"errors"
	"fmt"
	"io"
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
	err = strict.Read(strings.NewReader(file), "f.yaml", strict.Form{Holds: "a file"}, func(root strict.Value) {
		root.Fields(strict.Field{Key: "k", Read: func(v strict.Value) { v.Each(2000, number) }})
	})
	return read, err
}

// What a file can have at most, and one more.
func TestFilesAreBounded(t *testing.T) {
	for _, test := range []struct{ name, file, want string }{
		{"65536 bytes", "k: [1] #" + strings.Repeat("-", 1<<16-8), "<nil>"},
		{"a byte more", "k: [1] #" + strings.Repeat("-", 1<<16-7), "f.yaml: longer than 64 KiB, the most that is read"},
		{"1000 marks", "k:\n" + strings.Repeat("- 1\n", 1000), "<nil>"},
		{"a mark more", "k:\n" + strings.Repeat("- 1\n", 1001), "f.yaml:1002:1: more than 1000 of the marks [ { - ? & !"},
		{"an order mark", "\ufeffk: [1]", "<nil>"},
	} {
		if _, err := readNumbers(test.file); fmt.Sprint(err) != test.want {
			t.Errorf("%s: %v, want %s", test.name, err, test.want)
		}
	}
}

// Of many faults the first twelve are listed, and how many more there are.
func TestFaultsAreCounted(t *testing.T) {
	for faults, want := range map[int]string{12: "f.yaml:13:3: k[11]: got", 15: "and 3 more"} {
		_, err := readNumbers("k:\n" + strings.Repeat("- x\n", faults))
		lines := strings.Split(fmt.Sprint(err), "\n")
		if last := lines[len(lines)-1]; len(lines) != min(faults, 13) || !strings.HasPrefix(last, want) {
			t.Errorf("%d faults are listed in %d lines, last %s; want %s", faults, len(lines), last, want)
		}
	}
}

// What joins errors is as many faults as it joins, and faults stay a bounded list.
func TestFaultsTakeJoinedErrorsApart(t *testing.T) {
	var inner, all strict.Faults
	for i := range 15 {
		inner.Add(fmt.Errorf("inner %d", i))
	}
	all.Add(nil)
	if all.Err() != nil {
		t.Errorf("no fault is the error %v", all.Err())
	}
	all.Add(errors.Join(io.EOF, errors.Join(io.ErrNoProgress, io.ErrShortWrite)))
	all.Add(inner.Err())
	if got := all.Join("|"); all.Len() != 18 || !strings.HasPrefix(got, "EOF|"+io.ErrNoProgress.Error()+"|short write|inner 0|") || !strings.HasSuffix(got, "inner 8|and 6 more") {
		t.Errorf("%d faults: %s", all.Len(), got)
	}
	if !errors.Is(all.Err(), io.ErrShortWrite) {
		t.Error("an error that was added is not found")
	}
}

// Whole numbers are texts that every reader takes for the same number.
func TestWholeNumbersArePlainDigits(t *testing.T) {
	if read, err := readNumbers("k: [0, -0, 9]"); err != nil || !slices.Equal(read, []int64{0, 0, 9}) {
		t.Errorf("%v, %v", read, err)
	}
	const octal = "f.yaml:1:5: k[0]: got 010, want a whole number from 0 to 9, in plain digits"
	if _, err := readNumbers("k: [010]"); fmt.Sprint(err) != octal {
		t.Errorf("%v, want %s", err, octal)
	}
	for _, odd := range []string{"0x1", "0o1", "0b1", "07", "00", "1_", "+1", "1.0", "1e0", "10", "-1"} {
		if read, err := readNumbers("k: [" + odd + "]"); err == nil {
			t.Errorf("%s is read as %v", odd, read)
		}
	}
}

// A document has at most 100,000 values, 100 inside each other.
func TestJSONIsBounded(t *testing.T) {
	list := func(values int) string { return "[" + strings.Repeat("0,", values-2) + "0]" }
	deep := func(levels int) string { return strings.Repeat("[", levels-1) + "0" + strings.Repeat("]", levels-1) }
	for _, test := range []struct{ name, text, want string }{
		{"100000 values", list(100_000), "<nil>"},
		{"a value more", list(100_001), "1:200000: more than 100000 values; divide the document"},
		{"100 deep", deep(101), "<nil>"},
		{"a list deeper", deep(102), "1:101: lists and objects more than 100 deep"},
	} {
		if err := strict.ReadLine([]byte(test.text), func(strict.Value) {}); fmt.Sprint(err) != test.want {
			t.Errorf("%s: %v, want %s", test.name, err, test.want)
		}
	}
}

// Each value of a stream has its own bound, and a fault ends the stream.
func TestValuesOfAStreamAreReadOneByOne(t *testing.T) {
	read := func(text string) (read []string, err error) {
		err = strict.EachJSON([]byte(text), "in", func(v strict.Value) {
			v.Fields(strict.Field{Key: "code", Read: func(v strict.Value) {
				code, _ := v.Text("a text")
				read = append(read, code)
			}})
		})
		return read, err
	}
	for _, test := range []struct {
		text, want string
		read       []string
	}{
		{`{"code":"a"} [{"code":"b"},{"code":"c"}]` + "\n" + `{"code":"d"}`, "<nil>", []string{"a", "b", "c", "d"}},
		{`{"code":"a"}` + "\n" + `{"code":"\ud800"}`, "in:2:10: not JSON: half a surrogate pair in a text", []string{"a"}},
		{`{"code":"\udc00\ud800"}`, "in:1:10: not JSON: half a surrogate pair in a text", nil},
		{`{"code":"\ud83d\ude00"}`, "<nil>", []string{"\U0001F600"}},
		{`{"code":1} {"code":"b"}`, "in:1:2: code: got 1, want a text", []string{""}},
		{`{"code":"a","code":"b"}`, "in:1:13: code: stands twice; keep one", []string{"a"}},
	} {
		got, err := read(test.text)
		if fmt.Sprint(err) != test.want || !slices.Equal(got, test.read) {
			t.Errorf("%s: %q, %v; want %q, %s", test.text, got, err, test.read, test.want)
		}
	}
}

// A fault of the syntax says what is wrong, and what to do.
func TestYAMLFaultsSayWhatToDo(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"k: [1, 2", "1:4: not YAML: the bracket that opens here is not closed"},
		{"k: {a: 1", "1:4: not YAML: the bracket that opens here is not closed"},
		{"k: ]", `1:4: not YAML: no bracket is open that "]" closes`},
		{"k: \"a", "1:4: not YAML: the quote that opens here is not closed"},
		{"k: 'a", "1:4: not YAML: the quote that opens here is not closed"},
		{"k: @a", "1:4: not YAML: a text cannot begin with this character; put it in quotes"},
		{"k: `a", "1:4: not YAML: a text cannot begin with this character; put it in quotes"},
		{"k: a: b", "1:4: not YAML: a colon follows the value that begins here; put the value in quotes, or check the indentation"},
		{"k:\n\tl: 1", "2:1: not YAML: a tab stands here; write blanks"},
		{"k: &", "1:4: not YAML: an anchor stands here; write the value itself"},
		{"k: *", "1:4: not YAML: an alias stands here; write the value itself"},
		{"k: 1\n  l: 2", "1:4: not YAML: a colon follows the value that begins here; put the value in quotes, or check the indentation"},
		{"- a\nk: 1", `2:1: not YAML: "k" cannot stand here; check indentation and quotes`},
	} {
		if _, err := readNumbers(test.text); fmt.Sprint(err) != "f.yaml:"+test.want {
			t.Errorf("%q: %v, want %s", test.text, err, test.want)
		}
	}
}
