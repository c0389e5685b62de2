package store_test

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"errbench/internal/store"
)

// letter is a document with a value of each kind.
type letter struct {
	Schema string   `json:"schema"`
	Text   string   `json:"text"`
	Pages  int64    `json:"pages"`
	Price  float64  `json:"price"`
	Sent   bool     `json:"sent"`
	To     []string `json:"to"`
	Inside struct {
		Note *string `json:"note"`
	} `json:"inside"`
}

var letters = store.Kind{Schema: "post/letter/v3", Noun: "letter", Command: "post write --out FILE"}

func newLetter() letter {
	return letter{Schema: letters.Schema, Text: "a < b & \u2028 \"c\"", Pages: 12, Price: 0.5, To: []string{"x", "y"}}
}

func encoded(t interface{ Fatal(...any) }, v any) string {
	data, err := store.Encode(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func read(text string) (letter, error) {
	var l letter
	err := letters.Read(strings.NewReader(text), "l.json", &l)
	return l, err
}

// The sum of a document that is written down here was computed by sha256sum.
func TestTheSumIsOfTheCompactTokens(t *testing.T) {
	type small struct {
		Schema string `json:"schema"`
		N      []int  `json:"n"`
	}
	// printf '{"schema":"s","n":[1,2]}' | sha256sum
	const want = `{
  "schema": "s",
  "n": [
    1,
    2
  ],
  "sum": "sha256:4fed74ab2b041f694d5a195a83cd262987038847ee381debe776fa48f4e28087"
}
`
	text := encoded(t, small{"s", []int{1, 2}})
	if diff := cmp.Diff(want, text); diff != "" {
		t.Errorf("document (-want +got):\n%s", diff)
	}
}

func TestADocumentIsReadBack(t *testing.T) {
	text := encoded(t, newLetter())
	spaces := regexp.MustCompile(`\n *`)
	for _, same := range []string{text, "\ufeff" + text, spaces.ReplaceAllString(text, ""), spaces.ReplaceAllString(text, "\r\n\t")} {
		l, err := read(same)
		if err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(newLetter(), l); diff != "" {
			t.Errorf("letter (-want +got):\n%s", diff)
		}
	}
}

func TestWhatIsNotADocumentIsRefused(t *testing.T) {
	const remedy = "; make it anew with `post write --out FILE`"
	const changed = "l.json was changed after it was written: "
	text := encoded(t, newLetter())
	replace := func(old, by string) string {
		if strings.Count(text, old) != 1 {
			t.Fatalf("%q does not stand once in %s", old, text)
		}
		return strings.Replace(text, old, by, 1)
	}
	sum := regexp.MustCompile(`sha256:[0-9a-f]+`).FindString(text)
	cases := []struct{ name, text, want string }{
		{"empty", "", `l.json:1:1: not JSON: the text is empty`},
		{"truncated", text[:len(text)-3], `l.json:14:83: not JSON: the text ends inside a value`},
		{"a doubled key", replace(`"pages": 12`, `"pages": 12, "pages": 12`), `l.json:4:16: the key "pages" stands twice in an object`},
		{"two documents", text + text, `l.json:16:1: not JSON: got '{' after the end of the document`},
		{"a list", "[]", "l.json: schema: got none, want post/letter/v3"},
		{"an older version", `{"schema":"post/letter/v2","text":""}`, "l.json: schema: got post/letter/v2, want post/letter/v3"},
		{"another document", encoded(t, struct {
			Schema string `json:"schema"`
		}{"post/parcel/v1"}), "l.json: schema: got post/parcel/v1, want post/letter/v3"},
		{"no sum", replace(",\n  \"sum\": \""+sum+`"`, ""), changed + "its last key is not a sum"},
		{"something after the sum", replace(sum+`"`, sum+`", "more": 1`), changed + "its last key is not a sum"},
		{"a sum written otherwise", replace(`"sum"`, `"s\u0075m"`), changed + "its last key is not a sum"},
		{"another version by hand", replace("letter/v3", "letter/v4"), changed + `its sum is ` + sum[:len("sha256:")+8] + `..., and its content has the sum sha256:`},
		{"another sum", replace(sum, "sha256:"+strings.Repeat("0", 64)), changed + `its sum is sha256:00000000..., and its content has the sum ` + sum[:len("sha256:")+8] + "..."},
	}
	for _, c := range cases {
		_, err := read(c.text)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || !strings.HasSuffix(err.Error(), remedy) {
			t.Errorf("%s: %v\nwant %s...%s", c.name, err, c.want, remedy)
		}
	}
}

// A document with the right sum is refused if this program does not write it so.
func TestARightSumIsNotEnough(t *testing.T) {
	type extra struct {
		letter
		More int `json:"more"`
	}
	type another struct {
		Schema string `json:"schema"`
		Text   int    `json:"text"`
	}
	for _, document := range []any{extra{letter: newLetter()}, another{letters.Schema, 1}, struct {
		Schema string `json:"schema"`
	}{letters.Schema}} {
		_, err := read(encoded(t, document))
		const want = "l.json was changed after it was written: its sum is right, and errbench writes no such letter; make it anew with `post write --out FILE`"
		if fmt.Sprint(err) != want {
			t.Errorf("%+v: %v, want %s", document, err, want)
		}
	}
}

// Any byte of a document that another takes the place of is white space, or the
// document is refused.
func TestEveryChangedByteIsFound(t *testing.T) {
	text := encoded(t, newLetter())
	rapid.Check(t, func(t *rapid.T) {
		changed := []byte(text)
		changed[rapid.IntRange(0, len(text)-1).Draw(t, "at")] = rapid.Byte().Draw(t, "byte")
		l, err := read(string(changed))
		if err == nil && (!cmp.Equal(l, newLetter()) || strings.Join(strings.Fields(string(changed)), "") != strings.Join(strings.Fields(text), "")) {
			t.Errorf("%s\nis read as %+v", changed, l)
		}
	})
}

func TestAnEndlessFileIsRefused(t *testing.T) {
	var l letter
	const want = "l.json: longer than 64 MiB, the most that is read"
	if err := letters.Read(zeros{}, "l.json", &l); fmt.Sprint(err) != want {
		t.Errorf("%v, want %s", err, want)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func TestWriteWritesWhatEncodeReturns(t *testing.T) {
	var b bytes.Buffer
	if err := letters.Write(&b, newLetter()); err != nil || b.String() != encoded(t, newLetter()) {
		t.Errorf("%v: %s", err, &b)
	}
	if err := letters.Write(io.Discard, func() {}); err == nil {
		t.Error("a function was written")
	}
}
