package chart_test

import (
	"bytes"
	"encoding/xml"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	. "errbench/internal/chart"
)

var update = flag.Bool("update", false, "write testdata/alt.txt anew")

func draw(t *testing.T, d Drawer, c Chart) []byte {
	t.Helper()
	b, err := d(c)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A chart gives the same bytes from goroutines that draw at the same time.
func TestSameBytesFromGoroutines(t *testing.T) {
	all := samples()
	svgs := make([][]byte, len(all))
	for i, s := range all {
		svgs[i] = draw(t, SVG, s.chart)
	}
	image := draw(t, PNG, all[0].chart)
	var done sync.WaitGroup
	for range 4 {
		done.Go(func() {
			for i, s := range all {
				if got, err := SVG(s.chart); err != nil || !bytes.Equal(got, svgs[i]) {
					t.Errorf("%s: another SVG, %v", s.name, err)
				}
			}
			if got, err := PNG(all[0].chart); err != nil || !bytes.Equal(got, image) {
				t.Errorf("%s: another PNG, %v", all[0].name, err)
			}
		})
	}
	done.Wait()
}

// element is what the tests look at in an SVG.
type element struct {
	XMLName xml.Name
	Attrs   []xml.Attr `xml:",any,attr"`
	Text    string     `xml:",chardata"`
	Inside  []element  `xml:",any"`
}

func (e element) attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// An SVG can stand in a page beside others, and refers to nothing outside.
func TestSVGStandsAlone(t *testing.T) {
	for _, s := range samples() {
		document := draw(t, SVG, s.chart)
		var root element
		if err := xml.Unmarshal(document, &root); err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		if want := "0 0 " + root.attr("width") + " " + root.attr("height"); root.attr("viewBox") != want || root.attr("role") != "img" {
			t.Errorf("%s: viewBox %q and role %q; want %q and img", s.name, root.attr("viewBox"), root.attr("role"), want)
		}
		if root.Inside[0].XMLName.Local != "title" || root.Inside[0].Text == "" || root.Inside[1].XMLName.Local != "desc" || root.Inside[1].Text != s.chart.Alt() {
			t.Errorf("%s does not begin with a title and its text", s.name)
		}
		for _, e := range root.Inside {
			if !strings.Contains(" title desc style rect path text ", " "+e.XMLName.Local+" ") || e.attr("id")+e.attr("href") != "" {
				t.Errorf("%s holds %v", s.name, e)
			}
			if e.XMLName.Local == "style" && e.Text != Style() {
				t.Errorf("%s: got another style sheet than Style()", s.name)
			}
			if class := e.attr("class"); e.attr("fill")+e.attr("stroke") != "" && (!strings.HasPrefix(class, "chart-") || !strings.Contains(Style(), "."+class+" {")) {
				t.Errorf("%s: %q has no dark colour", s.name, class)
			}
		}
		if bytes.Contains(document, []byte("NaN")) || bytes.Contains(document, []byte("Inf")) {
			t.Errorf("%s holds a place that is no number", s.name)
		}
	}
}

func TestTextIsEscaped(t *testing.T) {
	c := intervals(1)
	c.Title, c.Names = `a <b> & "c" `+"\x00", []string{"<script>"}
	var root element
	if err := xml.Unmarshal(draw(t, SVG, c), &root); err != nil {
		t.Fatal(err)
	}
	if want := `a <b> & "c" ` + "\uFFFD"; root.Inside[0].Text != want {
		t.Errorf("title %q, want %q", root.Inside[0].Text, want)
	}
}

// faultsOf returns which texts of a chart overlap, or leave its sheet.
func faultsOf(c Chart) (found []string) {
	boxes, width, height, err := Boxes(c)
	if err != nil {
		return []string{err.Error()}
	}
	for i, a := range boxes {
		if a.Left < 0 || a.Right > width || a.Top < 0 || a.Bottom > height {
			found = append(found, fmt.Sprintf("%q leaves the sheet: %v", a.Text, a))
		}
		for _, b := range boxes[:i] {
			if a.Left < b.Right && b.Left < a.Right && a.Top < b.Bottom && b.Top < a.Bottom {
				found = append(found, fmt.Sprintf("%q and %q overlap: %v %v", a.Text, b.Text, a, b))
			}
		}
	}
	return found
}

func TestTextsDoNotOverlap(t *testing.T) {
	for _, s := range samples() {
		for _, fault := range faultsOf(s.chart) {
			t.Errorf("%s: %s", s.name, fault)
		}
	}
}

// Whatever the numbers, a chart is drawn, and its texts stay apart.
func TestAnyNumbersAreDrawn(t *testing.T) {
	number := rapid.OneOf(rapid.Float64(), rapid.Float64Range(-1, 1), rapid.SampledFrom([]float64{0, nan, math.Inf(1), math.MaxFloat64, 5e-324}))
	name := rapid.StringMatching(`[a-z\-]{1,50}`)
	rapid.Check(t, func(t *rapid.T) {
		estimates := func(n int) (all []Estimate) {
			for range n {
				v, lo, hi := number.Draw(t, "value"), number.Draw(t, "lo"), number.Draw(t, "hi")
				all = append(all, Estimate{v, min(v, lo), max(v, hi)})
			}
			return all
		}
		axis := Axis{name.Draw(t, "label"), "ms", rapid.Bool().Draw(t, "percent"), rapid.IntRange(0, 9).Draw(t, "decimals"), false}
		h := Heading{name.Draw(t, "title"), name.Draw(t, "subtitle")}
		n := rapid.IntRange(1, 14).Draw(t, "names")
		rows := Rows{Heading: h}
		bars := Rows{Heading: h, Panels: []Panel{{Axis: axis, Kind: MarkKind(rapid.IntRange(0, 1).Draw(t, "kind")), Measures: []Measure{{Name: "first-order"}, {Name: "total"}}}}}
		base := rapid.Float64Range(-1e300, 1e300).Draw(t, "base")
		var swings []Swing
		lines := Lines{Heading: h, X: axis, Panels: []LinePanel{{Y: axis}}, References: []Reference{{rapid.Float64Range(-1e300, 1e300).Draw(t, "mark"), "mark"}}}
		for range n {
			called := name.Draw(t, "name")
			e := estimates(2)
			rows.Names = append(rows.Names, called)
			bars.Names = rows.Names
			for k := range e {
				bars.Panels[0].Measures[k].Values = append(bars.Panels[0].Measures[k].Values, e[k])
			}
			swings = append(swings, Swing{called, End{"0.1", e[0].Value}, End{"0.9", e[1].Value}})
			lines.Panels[0].Series = append(lines.Panels[0].Series, Series{called, []Point{{-1, e[0]}, {2, e[1]}}})
		}
		for k := range rapid.IntRange(1, 5).Draw(t, "panels") {
			rows.Panels = append(rows.Panels, Panel{Axis: axis, Kind: MarkKind(k % 2), Measures: []Measure{{Values: estimates(n)}}})
		}
		area := HeatMap{Heading: h, X: axis, Y: axis, Z: axis, Xs: []float64{0, 1}, Ys: []float64{-1, 5}, Zero: "break-even",
			Cells: [][]float64{{number.Draw(t, "a"), number.Draw(t, "b")}, {number.Draw(t, "c"), number.Draw(t, "d")}}}
		for _, c := range []Chart{rows, bars, Tornado(h, axis, base, swings), lines, area} {
			for _, fault := range faultsOf(c) {
				t.Errorf("%T: %s", c, fault)
			}
			document, err := SVG(c)
			if err != nil || bytes.Contains(document, []byte("NaN")) {
				t.Errorf("%T: a place that is no number, %v", c, err)
			}
		}
	})
}

// What a chart names stands on it.
func TestLabelsArePresent(t *testing.T) {
	for name, labels := range map[string][]string{
		"intervals":           {names[0], names[1], names[2], "79.87", "12,345", "resolution rate (%)", "futile attempts"},
		"intervals-undefined": {"undefined", "50.00", "3"},
		"lines-12":            {names[0], names[3], names[11], "break-even 0.45", "published 0.5", "repair_success.hint", "wasted retries per operation"},
		"lines-gaps":          {"undefined: code-only"},
		"heatmap":             {"break-even", "Colour: actionable-envelope minus code-only (points)", "failure rate (%)", "repair success from a hint"},
		"heatmap-zero":        {"exactly zero", "undefined", "no break-even in this range"},
		"bars":                {names[0], "first-order", "total", "share of the variance", "0.58", "undefined"},
		"tornado":             {"base 1.53", "0.0", "0.9", "always-retry", "undefined", "difference of resolution rates (points)"},
	} {
		for _, s := range samples() {
			if s.name != name {
				continue
			}
			boxes, _, _, err := Boxes(s.chart)
			if err != nil {
				t.Fatal(err)
			}
			on := map[string]bool{}
			for _, b := range boxes {
				on[b.Text] = true
			}
			for _, label := range labels {
				if !on[label] {
					t.Errorf("%s does not show %q", name, label)
				}
			}
		}
	}
}

func TestAlt(t *testing.T) {
	var b strings.Builder
	for _, s := range samples() {
		fmt.Fprintf(&b, "%s: %s\n\n", s.name, s.chart.Alt())
	}
	const file = "testdata/alt.txt"
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("texts (-want +got):\n%s", diff)
	}
}

// An image is twice as large as the sheet, painted, and like the image of the canvas
// of gonum/plot, up to rounding.
func TestPNG(t *testing.T) {
	for i, s := range samples() {
		if i%4 != 0 {
			continue // one of each type is enough
		}
		got := decode(t, draw(t, PNG, s.chart))
		drawn, err := Peer(s.chart)
		if err != nil {
			t.Fatal(err)
		}
		peer := decode(t, drawn)
		_, width, height, _ := Boxes(s.chart)
		if size := got.Bounds().Size(); size.X != int(2*width) || size.Y != int(2*math.Ceil(height)) {
			t.Errorf("%s: %v, want twice %v, %v", s.name, size, width, height)
		}
		size := peer.Bounds().Size()
		painted, differs := 0, 0
		paper := got.At(0, 0)
		for y := range size.Y {
			for x := range size.X {
				a, b := got.At(x, y), peer.At(x, y)
				if a != paper {
					painted++
				}
				if far(a, b) {
					differs++
				}
			}
		}
		if all := size.X * size.Y; painted < all/200 || differs > painted/10 {
			t.Errorf("%s: %d of %d pixels are painted, %d differ from those of gonum/plot", s.name, painted, all, differs)
		}
	}
}

func decode(t *testing.T, data []byte) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// far tells colours apart that the eye tells apart.
func far(a, b color.Color) bool {
	r, g, bl, _ := a.RGBA()
	r2, g2, bl2, _ := b.RGBA()
	apart := func(x, y uint32) bool { return max(x, y)-min(x, y) > 0x4000 }
	return apart(r, r2) || apart(g, g2) || apart(bl, bl2)
}

func TestWhatCannotBeDrawnIsRefused(t *testing.T) {
	named := Heading{Title: "a title"}
	one := []Estimate{Exact(1)}
	panelOf := func(rows int, panels ...Panel) Chart { return Rows{named, names[:rows], panels} }
	for _, test := range []struct {
		chart Chart
		want  string
	}{
		{Rows{}, `chart: title: got "", want what the chart shows`},
		{Rows{Heading: named}, "chart: rows: got 0, want at least 1"},
		{Rows{Heading: named, Names: names[:1]}, "chart: panels: got 0, want 1 to 5"},
		{panelOf(2, Panel{Measures: []Measure{{Values: one}}}), `chart: values of panel "": got 1, want 2`},
		{panelOf(1, Panel{Axis: Axis{Log: true}, Measures: []Measure{{Values: one}}}), `chart: axis "": got a logarithmic axis, want a linear one`},
		{panelOf(1, Panel{Axis: Axis{Decimals: 10}, Measures: []Measure{{Values: one}}}), `chart: decimals of axis "": got 10, want 0 to 9`},
		{panelOf(1, Panel{Measures: []Measure{{Values: []Estimate{{1, 2, 3}}}}}), "chart: generic-message: got 1 outside its interval [2, 3], want it inside"},
		{panelOf(1, Panel{Kind: Bars}), `chart: measures of panel "": got 0, want 1 to 4`},
		{panelOf(1, Panel{}, Panel{}), `chart: measures of panel "": got 0, want 1`},
		{panelOf(1, Panel{Kind: Swings, Measures: []Measure{{Values: one}}}), `chart: measures of panel "": got 1, want 2`},
		{panelOf(1, Panel{Kind: Swings, Measures: []Measure{{Values: one}, {Values: one}}}), `chart: inputs of panel "": got 0, want 1`},
		{panelOf(1, Panel{Kind: 3, Measures: []Measure{{Values: one}}}), `chart: kind of panel "": got 3, want 0 to 2`},
		{panelOf(1, Panel{Kind: Bars, Base: 1, Measures: []Measure{{Values: one}}}), `chart: base of panel "": got 1, want 0 except for swings`},
		{Tornado(named, Axis{}, 0, nil), "chart: rows: got 0, want at least 1"},
		{Tornado(named, Axis{}, nan, []Swing{{}}), `chart: base of panel "": got NaN, want a number from -1e300 to 1e300`},
		{Lines{Heading: named}, "chart: panels: got 0, want at least 1"},
		{Lines{Heading: named, Panels: []LinePanel{{}}}, `chart: series of panel "": got 0, want at least 1`},
		{Lines{Heading: named, Panels: []LinePanel{{Series: []Series{{Name: "s"}}}}}, `chart: points of series "s": got 0, want at least 1`},
		{Lines{named, Axis{}, []LinePanel{{Series: []Series{{"s", []Point{{1, Exact(0)}, {1, Exact(0)}}}}}}, nil}, `chart: series "s": got x 1 after 1, want ascending x`},
		{Lines{named, Axis{Label: "x", Log: true}, []LinePanel{{Series: []Series{{"s", []Point{{0, Exact(0)}}}}}}, nil}, `chart: value on logarithmic axis "x": got 0, want a number above 0`},
		{Lines{named, Axis{}, []LinePanel{{Series: []Series{{"s", []Point{{0, Exact(0)}}}}}}, []Reference{{nan, "m"}}}, `chart: x of reference line "m": got NaN, want a number from -1e300 to 1e300`},
		{HeatMap{Heading: named}, "chart: columns: got 0, want at least 1"},
		{HeatMap{Heading: named, Xs: []float64{1}, Ys: []float64{1}}, "chart: rows of cells: got 0, want 1"},
		{HeatMap{Heading: named, Xs: []float64{1}, Ys: []float64{1}, Cells: [][]float64{{}}}, "chart: cells of row 1: got 0, want 1"},
		{HeatMap{Heading: named, Xs: []float64{nan}, Ys: []float64{1}}, "chart: columns: x of number 1: got NaN, want a number from -1e300 to 1e300"},
	} {
		for _, d := range []Drawer{SVG, PNG} {
			if _, err := d(test.chart); err == nil || err.Error() != test.want {
				t.Errorf("%T: %v, want %s", test.chart, err, test.want)
			}
		}
	}
}

func TestDrawerOf(t *testing.T) {
	for file, magic := range map[string]string{"a.svg": "<svg ", "b/c.PNG": "\x89PNG\r\n"} {
		d, err := DrawerOf(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.HasPrefix(draw(t, d, intervals(1)), []byte(magic)) {
			t.Errorf("%s does not begin with %q", file, magic)
		}
	}
	if _, err := DrawerOf("a.pdf"); err == nil || err.Error() != `"a.pdf": a chart needs a file name that ends in .svg or .png` {
		t.Errorf("a.pdf: %v", err)
	}
}

// Without a prologue an SVG is as good in a page as in a file.
func TestSVGIsOneElement(t *testing.T) {
	d := xml.NewDecoder(bytes.NewReader(draw(t, SVG, intervals(2))))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token.(type) {
		case xml.Directive, xml.ProcInst, xml.Comment:
			t.Errorf("found %v", token)
		}
	}
}
