package chart

import (
	"math"
	"strconv"
	"strings"

	"errbench/internal/stat"
)

// Axis says what numbers mean and how they are written. The zero value is a
// linear axis of whole numbers without a label.
type Axis struct {
	Label    string // what is shown, as in "resolution rate"
	Unit     string // in brackets after the label, as in "ms"; may be ""
	Percent  bool   // values are fractions and shown times 100; an empty Unit means "%"
	Decimals int    // of a value, 0 to 9; ticks have as many as they need
	Log      bool   // logarithmic: every value is above 0. Only for x and y of Lines and HeatMap
}

func (a Axis) unit() string {
	if a.Unit == "" && a.Percent {
		return "%"
	}
	return a.Unit
}

// title returns the label with its unit.
func (a Axis) title() string {
	if unit := a.unit(); unit != "" {
		return strings.TrimSpace(a.Label + " (" + unit + ")")
	}
	return a.Label
}

// words writes a value with its unit.
func (a Axis) words(v float64) string {
	if unit := a.unit(); unit != "" && finite(v) {
		return a.text(v) + " " + unit
	}
	return a.text(v)
}

// interval returns an estimate with its unit and its interval.
func (a Axis) interval(e Estimate) string {
	if !e.hasInterval() {
		return a.words(e.Value)
	}
	return a.words(e.Value) + " [" + a.text(e.Lo) + ", " + a.text(e.Hi) + "]"
}

// text returns a value without its unit, with a power of ten if it is very large or
// small, and otherwise as tables show it.
func (a Axis) text(v float64) string {
	if !finite(v) {
		return "undefined"
	}
	if size := math.Abs(v); v != 0 && (size < 1e-6 || size >= 1e12) {
		return a.brief(v)
	}
	unit := int64(1)
	if a.Percent {
		unit = 100
	}
	return minus(stat.Scaled(stat.Number(v), unit, a.Decimals))
}

// brief returns a value with a power of ten.
func (a Axis) brief(v float64) string {
	switch {
	case !finite(v):
		return "undefined"
	case v == 0:
		return "0"
	case a.Percent:
		v *= 100
	}
	return powers(v, 2)
}

// powers returns a number with a power of ten, as in 1.25e7.
func powers(v float64, decimals int) string {
	text := strconv.FormatFloat(v, 'e', decimals, 64)
	digits, power, _ := strings.Cut(text, "e")
	n, _ := strconv.Atoi(power) // a whole number
	return minus(digits + "e" + strconv.Itoa(n))
}

// minus replaces hyphens by the sign that is as wide as a plus.
func minus(text string) string { return strings.ReplaceAll(text, "-", "\u2212") }

// count returns a whole number with a comma at each thousand.
func count(n int) string { return stat.Count(int64(n)) }

// countOf returns a count among all, as in "3 of 41 points".
func countOf(n, all int, noun string) string {
	if all != 1 {
		noun += "s"
	}
	return count(n) + " of " + count(all) + " " + noun
}
