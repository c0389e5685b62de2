package chart

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"errbench/internal/stat"
)

// Axis says what numbers are, and how they are written. The zero value is a
// linear axis of whole numbers without a label.
type Axis struct {
	Label    string // what is shown, as in "resolution rate"
	Unit     string // shown in brackets after the label, as in "ms"; "" for none
	Percent  bool   // values are fractions and shown times 100; the Unit is "%" where it is ""
	Decimals int    // of a value as it is shown, 0 to 9; ticks have as many as they take
	Log      bool   // logarithmic: every value is above 0. For the axes of Lines and HeatMap
}

// unit returns what stands in brackets after the label.
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

// text writes a value without its unit.
func (a Axis) text(v float64) string { return a.write(v, a.Decimals) }

// words writes a value with its unit.
func (a Axis) words(v float64) string {
	if unit := a.unit(); unit != "" && finite(v) {
		return a.text(v) + " " + unit
	}
	return a.text(v)
}

// interval writes an estimate with its unit and its interval.
func (a Axis) interval(e Estimate) string {
	if !e.spread() {
		return a.words(e.Value)
	}
	return a.words(e.Value) + " [" + a.text(e.Lo) + ", " + a.text(e.Hi) + "]"
}

// The sizes between which numbers are written out.
const (
	smallest = 1e-6
	largest  = 1e12
)

// write writes a value with so many decimals, and a comma at each thousand. It
// rounds the decimal of 9 digits that stands in documents, halves away from
// zero, so that a picture shows what a table does.
func (a Axis) write(v float64, decimals int) string {
	if !finite(v) {
		return "undefined"
	}
	if size := math.Abs(v); v != 0 && (size < smallest || size >= largest) {
		return a.brief(v)
	}
	r, _ := new(big.Rat).SetString(strconv.FormatFloat(v, 'f', 9, 64)) // a decimal
	if a.Percent {
		r.Mul(r, big.NewRat(100, 1))
	}
	text := r.FloatString(decimals)
	if strings.Trim(text, "-0.") == "" {
		text = strings.TrimPrefix(text, "-")
	}
	return minus(stat.Grouped(text))
}

// brief writes a value with a power of ten.
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

// powers writes a number with a power of ten, as in 1.25e7.
func powers(v float64, decimals int) string {
	text := strconv.FormatFloat(v, 'e', decimals, 64)
	digits, power, _ := strings.Cut(text, "e")
	n, _ := strconv.Atoi(power) // a whole number
	return minus(digits + "e" + strconv.Itoa(n))
}

// minus writes the sign that has the width of a plus.
func minus(text string) string { return strings.ReplaceAll(text, "-", "\u2212") }
