package stat

import (
	"math"
	"testing"
)

func TestGrouped(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "0": "0", "999": "999", "1000": "1,000", "-100": "-100", "-1000": "-1,000",
		"1234567.1234567": "1,234,567.1234567", "-12345.6": "-12,345.6", "100000": "100,000",
	} {
		if got := Grouped(text); got != want {
			t.Errorf("Grouped(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestNumbersAreShownRounded(t *testing.T) {
	for _, test := range []struct{ got, want string }{
		{Fixed(0.5, 0), "1"},
		{Fixed(1.5, 0), "2"},
		{Fixed(2.5, 0), "3"},
		{Fixed(1234.5, 0), "1,235"},
		{Fixed(3959.999999, 0), "3,960"},
		{Fixed(1.4005, 3), "1.401"}, // below it in binary
		{Fixed(-0.04, 1), "0.0"},
		{Fixed(-0.06, 1), "-0.1"},
		{Fixed(1234567.25, 1), "1,234,567.3"},
		{Fixed(-1234.5, 1), "-1,234.5"},
		{Plural(1, "run"), "1 run"},
		{Plural(0, "run"), "0 runs"},
		{Plural(1000, "run"), "1,000 runs"},
		{Points(0.00004, Interval{Lo: -0.000001, Hi: 0.00008}), "0.0040 [-0.0001, 0.0080]"},
		{Points(0.01, Interval{Lo: 0, Hi: 0.02}), "1.00 [0.00, 2.00]"},
		{Points(0.5, Interval{Lo: 0.499999, Hi: 0.500001}), "50.0000 [49.9999, 50.0001]"},
		{Points(0.5, Interval{Lo: 0.5, Hi: 0.5}), "50.00 [50.00, 50.00]"},
		{Points(0.5, Interval{Lo: Undefined, Hi: Undefined}), "50.00 [-, -]"},
		{Points(0.5, NoInterval(3)), "50.00 [exact]"},
		{Share(0.5, Interval{Lo: -0.0004, Hi: 0.9}), "50.00 % [-0.04, 90.00]"},
		{Fixed(-1e-12, 9), "0.000000000"},
		{Fixed(Number(math.Copysign(0, -1)), 0), "0"},
		{Percent(0.6705, 1), "67.1 %"}, // 67.0499... as a product in binary
		{Percent(-0.0004, 1), "0.0 %"},
		{Percent(1, 1), "100.0 %"},
		{brackets(Interval{Lo: -0.0004, Hi: 0.0005}, 1), "[0.0, 0.1]"},
		{brackets(Interval{Lo: Undefined, Hi: Undefined}, 1), "[-, -]"},
	} {
		if test.got != test.want {
			t.Errorf("shown as %s, want %s", test.got, test.want)
		}
	}
}
