package stat

import (
	"encoding/json"
	"math"
	"math/big"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestNumbersAreWrittenToNineDecimals(t *testing.T) {
	for _, test := range []struct {
		n    float64
		want string
	}{
		{0, "0"},
		{math.Copysign(0, -1), "0"},
		{-1e-10, "0"},
		{4.9e-10, "0"},
		{5.1e-10, "0.000000001"},
		{-5.1e-10, "-0.000000001"},
		{1.0 / 3, "0.333333333"},
		{-2.0 / 3, "-0.666666667"},
		{0.9999999999, "1"},
		{100, "100"},
		{1200.0000004194304, "1200.000000419"},
		{1e21, "1000000000000000000000"}, // encoding/json itself would write 1e+21
		{1e-7, "0.0000001"},              // and 1e-07
		{math.MaxFloat64, "1797693134862315" + "7" + strings.Repeat("0", 292)},
		{math.NaN(), "null"},
		{math.Inf(1), "null"},
		{math.Inf(-1), "null"},
	} {
		got, err := json.Marshal(Number(test.n))
		if err != nil {
			t.Fatal(err)
		}
		// The digits after the seventeenth are the digits of the binary fraction.
		if want := test.want; len(want) > 100 {
			if string(got)[:16] != want[:16] || len(got) != 309 {
				t.Errorf("%v is written %s", test.n, got)
			}
		} else if string(got) != want {
			t.Errorf("%v is written %s, want %s", test.n, got, want)
		}
	}
}

// For every finite number: plain digits, the nearest multiple of 1e-9, and no
// more than needed.
func TestNumbersAreWrittenAsTheNearestDecimal(t *testing.T) {
	form := regexp.MustCompile(`^(0|-?([1-9][0-9]*|0\.[0-9]*[1-9]|[1-9][0-9]*\.[0-9]*[1-9]))$`)
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.Float64Range(-1e15, 1e15).Draw(t, "number")
		text := Number(f).Text()
		if !form.MatchString(text) || strings.HasPrefix(text, "-0") && !strings.Contains(text, ".") {
			t.Fatalf("%v is written %s", f, text)
		}
		written, _ := new(big.Rat).SetString(text)
		off := new(big.Rat).Sub(written, new(big.Rat).SetFloat64(f))
		if off.Abs(off).Cmp(big.NewRat(1, 2_000_000_000)) > 0 {
			t.Fatalf("%v is written %s", f, text)
		}
		if _, decimals, _ := strings.Cut(text, "."); len(decimals) > 9 {
			t.Fatalf("%v is written %s", f, text)
		}
	})
}

func TestNullIsReadAsUndefined(t *testing.T) {
	var read struct{ A, B, C Number }
	if err := json.Unmarshal([]byte(`{"A":null,"B":0.5,"C":0}`), &read); err != nil {
		t.Fatal(err)
	}
	if read.A.Defined() || read.B != 0.5 || !read.C.Defined() {
		t.Errorf("read %v", read)
	}
	if err := json.Unmarshal([]byte(`{"A":"null"}`), &read); err == nil {
		t.Error("a text was read as a number")
	}
}

func TestARatioOverZeroIsUndefined(t *testing.T) {
	for _, a := range []float64{0, 1, -1} {
		if r := Ratio(a, 0); r.Defined() {
			t.Errorf("%v/0 = %v", a, r)
		}
	}
	if r := Ratio(1, 4); r != 0.25 {
		t.Errorf("1/4 = %v", r)
	}
}
