package report

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/google/go-cmp/cmp"

	"errbench/internal/stat"
	"errbench/scenario"
)

var browser = flag.Bool("browser", false, "open pages in a browser; needs chromium")

// needsBrowser skips a test where no browser was asked for.
func needsBrowser(t *testing.T) {
	t.Helper()
	if !*browser {
		t.Skip("go test ./report -run TestBrowser -browser opens pages in Chromium")
	}
}

// visit is a page that is open in a browser. It remembers what went wrong.
type visit struct {
	t   *testing.T
	ctx context.Context

	mu     sync.Mutex
	faults []string // console messages, exceptions, refusals, requests
}

// open writes the page about a summary and opens it from its file.
func open(t *testing.T, s Summary) *visit {
	t.Helper()
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, pageBytes(t, s), 0o644); err != nil {
		t.Fatal(err)
	}
	return openFile(t, file)
}

func openFile(t *testing.T, file string) *visit {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.UserDataDir(t.TempDir()))
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	ctx, _ = chromedp.NewExecAllocator(ctx, options...)
	ctx, quit := chromedp.NewContext(ctx)
	t.Cleanup(func() { quit(); cancel() })
	v := &visit{t: t, ctx: ctx}
	address := (&url.URL{Scheme: "file", Path: file}).String()
	if err := chromedp.Listen(ctx, func(event any) { v.hear(event, address) }); err != nil {
		t.Fatal(err)
	}
	call(v, network.Enable, network.EnableParams{})
	call(v, log.Enable, cdp.Empty{})
	v.do(chromedp.Navigate(address))
	return v
}

// call has the browser carry out a command of its protocol.
func call[P, R any](v *visit, command cdp.Command[P, R], params P) {
	v.t.Helper()
	if _, err := chromedp.Call(v.ctx, command, params); err != nil {
		v.t.Fatal(err)
	}
}

// hear notes what no page of ours causes.
func (v *visit) hear(event any, address string) {
	fault := ""
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		fault = fmt.Sprintf("the console shows: %s %v", e.Type, e.Args)
	case *runtime.EventExceptionThrown:
		fault = "an exception: " + e.ExceptionDetails.Text
	case *log.EventEntryAdded:
		fault = "the log shows: " + e.Entry.Text
	case *network.EventRequestWillBeSent:
		if e.Request.URL != address {
			fault = "a request: " + e.Request.URL
		}
	}
	if fault != "" {
		v.mu.Lock()
		v.faults = append(v.faults, fault)
		v.mu.Unlock()
	}
}

func (v *visit) do(steps ...chromedp.Action[chromedp.Void]) {
	v.t.Helper()
	if err := chromedp.Do(v.ctx, steps...); err != nil {
		v.t.Fatal(err)
	}
}

// eval returns what an expression is in the page.
func eval[T any](v *visit, expression string) T {
	v.t.Helper()
	value, err := chromedp.Run(v.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		v.t.Fatal(err)
	}
	return value
}

// scheme has the page shown in light or dark.
func (v *visit) scheme(name string) {
	v.t.Helper()
	call(v, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}}})
}

// noFaults is the end of every visit.
func (v *visit) noFaults() {
	v.t.Helper()
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, fault := range v.faults {
		v.t.Error(fault)
	}
}

// rowsOf is the body of the table of a caption, as it stands on the screen.
const rowsOf = `(id => [...document.getElementById(id).closest("table").tBodies[0].rows]
	.map(row => [...row.cells].map(cell => cell.innerText)))(%q)`

func (v *visit) rows(id string) [][]string {
	v.t.Helper()
	return eval[[][]string](v, fmt.Sprintf(rowsOf, id))
}

// column returns the cells of one column, from 0.
func (v *visit) column(id string, column int) (cells []string) {
	v.t.Helper()
	for _, row := range v.rows(id) {
		cells = append(cells, row[column])
	}
	return cells
}

// jsonOfSummary is a summary as a program finds it.
func jsonOfSummary(t *testing.T, s Summary) (document map[string]any) {
	t.Helper()
	if err := json.Unmarshal(jsonOf(t, s), &document); err != nil {
		t.Fatal(err)
	}
	return document
}

// at returns what stands in a JSON document at a dotted key.
func at(node any, key string) any {
	for part := range strings.SplitSeq(key, ".") {
		node = node.(map[string]any)[part]
	}
	return node
}

// figures are the keys of the JSON form that the columns of a table show, after
// that many words; two more for the ends of an interval.
var figures = []struct {
	table, list string
	words       int
	keys        []string
}{
	{"results", "results", 1, []string{"resolution_rate resolution_interval", "attempts_per_operation",
		"wasted_retries.failed", "wasted_retries.permanent", "wasted_retries.futile"}},
	{"actions", "results", 1, []string{"actions.retry", "actions.repair", "actions.replace", "actions.authorize", "actions.stop",
		"attempts", "resolved"}},
	{"comparisons", "comparisons", 2, []string{"resolution_difference difference_interval", "failed_reduction reduction_interval"}},
}

// TestBrowserShowsTheFiguresOfTheSummary compares what is seen with the JSON
// form, by ways that have nothing in common with how the page is made.
func TestBrowserShowsTheFiguresOfTheSummary(t *testing.T) {
	needsBrowser(t)
	s := simulated(t, scenario.Published())
	want, v := jsonOfSummary(t, s), open(t, s)
	compared := 0
	for _, f := range figures {
		rows := v.rows(f.table)
		list := want[f.list].([]any)
		if len(rows) != len(list) {
			t.Fatalf("%s has %d rows, want %d", f.table, len(rows), len(list))
		}
		for i, row := range rows {
			if row[0] != at(list[i], "strategy") {
				t.Errorf("%s: row %d is of %s", f.table, i, row[0])
			}
			for k, key := range f.keys {
				points := key == "resolution_difference difference_interval"
				compared += compareFigure(t, f.table, row[f.words+k], list[i], key, points)
			}
		}
	}
	compared += compareExpected(t, v.rows("expectations"), want)
	texts := map[string]string{}
	for _, f := range Flatten("", s.Assumptions) {
		texts[f.Key] = f.Text
	}
	for _, row := range v.rows("assumptions") {
		if row[1] != texts[row[0]] {
			t.Errorf("%s is shown as %s, want %s", row[0], row[1], texts[row[0]])
		}
		compared++
	}
	if compared != 3*(7+7)+3*6+21*4+17 {
		t.Errorf("%d figures were compared", compared)
	}
	v.noFaults()
}

// compareExpected compares the table of expectations, and returns how many
// figures it compared.
func compareExpected(t *testing.T, rows [][]string, document map[string]any) (compared int) {
	t.Helper()
	for i, row := range rows {
		of := i * 3 / len(rows)
		expected, result := document["expected"].([]any)[of], document["results"].([]any)[of]
		for k, node := range []any{result, expected, at(expected, "sd"), at(expected, "z")} {
			compared += compareFigure(t, "expectations", row[2+k], node, row[1], false)
		}
		if row[0] != at(expected, "strategy") {
			t.Errorf("row %d of the expectations is of %s", i, row[0])
		}
	}
	return compared
}

// compareFigure compares a cell with the numbers of its keys, and returns how
// many they were.
func compareFigure(t *testing.T, table, cell string, node any, keys string, points bool) int {
	t.Helper()
	key, interval, _ := strings.Cut(keys, " ")
	numbers := []any{at(node, key)}
	if interval != "" {
		numbers = append(numbers, at(node, interval+".lo"), at(node, interval+".hi"))
	}
	percent := points || strings.Contains(cell, "%")
	shown := strings.FieldsFunc(cell, func(r rune) bool { return strings.ContainsRune(" []", r) })
	shown = slices.DeleteFunc(shown, func(word string) bool { return word == "%" })
	if len(shown) != len(numbers) {
		t.Errorf("%s, %s: %q holds %d numbers, want %d", table, key, cell, len(shown), len(numbers))
		return 0
	}
	for i, number := range numbers {
		value := stat.Number(math.NaN())
		if number != nil {
			value = stat.Number(number.(float64))
		}
		if !showsValue(strings.TrimSuffix(shown[i], ","), value, percent) {
			t.Errorf("%s, %s: %q shows %v", table, key, cell, number)
		}
	}
	return len(numbers)
}

// head is the expression for a header's button.
func head(table string, column int) chromedp.JSPath {
	return chromedp.JSPath(fmt.Sprintf(`document.getElementById(%q).closest("table").tHead.rows[0].cells[%d].querySelector("button")`, table, column))
}

// sorting returns what aria-sort says of each column, "" where nothing.
func (v *visit) sorting(table string) []string {
	return eval[[]string](v, fmt.Sprintf(`[...document.getElementById(%q).closest("table").tHead.rows[0].cells].map(c => c.ariaSort ?? "")`, table))
}

func TestBrowserSortsTables(t *testing.T) {
	needsBrowser(t)
	v := open(t, simulated(t, scenario.Published()))
	press := func(key string) func(string, int) {
		return func(table string, column int) {
			v.do(chromedp.Focus(head(table, column)), chromedp.KeyEvent(key))
		}
	}
	ways := map[string]func(string, int){
		"a click":   func(table string, column int) { v.do(chromedp.Click(head(table, column))) },
		"Enter":     press(kb.Enter),
		"the blank": press(" "),
	}
	for _, way := range slices.Sorted(maps.Keys(ways)) {
		for _, test := range []struct {
			table            string
			column           int
			before, up, down []string // the first cells of the column
		}{
			{"results", 0, []string{"generic-message", "code-only", "actionable-envelope"},
				[]string{"actionable-envelope", "code-only", "generic-message"}, []string{"generic-message", "code-only", "actionable-envelope"}},
			{"results", 1, []string{"67.1 % [66.2, 67.9]", "71.2 % [70.4, 72.0]", "75.5 % [74.8, 76.3]"},
				[]string{"67.1 % [66.2, 67.9]", "71.2 % [70.4, 72.0]", "75.5 % [74.8, 76.3]"}, []string{"75.5 % [74.8, 76.3]", "71.2 % [70.4, 72.0]", "67.1 % [66.2, 67.9]"}},
			{"results", 3, []string{"3,953", "1,005", "487"}, []string{"487", "1,005", "3,953"}, []string{"3,953", "1,005", "487"}},
			{"actions", 5, []string{"0", "2,449", "1,188"}, []string{"0", "1,188", "2,449"}, []string{"2,449", "1,188", "0"}},
			{"assumptions", 1, []string{"published", "9100", "lcg32/v1"}, []string{"0", "0", "0.4"}, []string{"9100", "200", "60"}},
		} {
			table, column := test.table, test.column
			sorted := make([]string, len(v.sorting(table)))
			for _, step := range []struct {
				order string
				want  []string
			}{{"ascending", test.up}, {"descending", test.down}, {"", test.before}} {
				ways[way](table, column)
				sorted[column] = step.order
				if diff := cmp.Diff(sorted, v.sorting(table)); diff != "" {
					t.Errorf("%s, column %d of %s, %q: aria-sort (-want +got):\n%s", way, column, table, step.order, diff)
				}
				if diff := cmp.Diff(step.want, v.column(table, column)[:len(step.want)]); diff != "" {
					t.Errorf("%s, column %d of %s, %q (-want +got):\n%s", way, column, table, step.order, diff)
				}
			}
		}
	}
	v.noFaults()
}

// What is undefined comes last upwards and downwards, and another column takes
// over.
func TestBrowserSortsWhatIsUndefinedLast(t *testing.T) {
	needsBrowser(t)
	v := open(t, simulated(t, scenario.Published()))
	const z = 5
	for _, order := range []string{"ascending", "descending"} {
		v.do(chromedp.Click(head("expectations", z)))
		cells := v.column("expectations", z)
		first := slices.Index(cells, "-")
		if first != 15 || slices.ContainsFunc(cells[first:], func(c string) bool { return c != "-" }) {
			t.Errorf("%s: %q", order, cells)
		}
	}
	v.do(chromedp.Click(head("expectations", 0)))
	if got := v.sorting("expectations"); got[0] != "ascending" || got[z] != "" {
		t.Errorf("aria-sort is %q", got)
	}
	v.noFaults()
}

// unreadable lists the elements with a text of their own whose contrast with
// what lies behind is below 4.5 (WCAG 2.2, 1.4.3).
const unreadable = `(() => {
	const channels = colour => colour.match(/[\d.]+/g).map(Number);
	const light = colour => channels(colour).slice(0, 3).map(c => c / 255)
		.map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
		.reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
	const behind = e => {
		for (; e; e = e.parentElement) {
			const colour = getComputedStyle(e).backgroundColor;
			if (channels(colour)[3] !== 0) return colour;
		}
		return "none";
	};
	const bad = [];
	let seen = 0;
	for (const e of document.body.querySelectorAll(":not(script)")) {
		if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue;
		if (e.closest("svg") || !e.checkVisibility()) continue;
		seen++;
		const [a, b] = [light(getComputedStyle(e).color), light(behind(e))].sort((x, y) => y - x);
		if ((a + 0.05) / (b + 0.05) < 4.5) bad.push(e.outerHTML + " " + getComputedStyle(e).color + " on " + behind(e));
	}
	return seen > 200 ? bad : ["only " + seen + " texts were seen"];
})()`

func TestBrowserShowsLightAndDark(t *testing.T) {
	needsBrowser(t)
	s := simulated(t, onCounter(7))
	s.Complete = false // for its alert
	v := open(t, s)
	for _, want := range []struct{ scheme, ground, paper string }{
		{"light", "rgb(243, 244, 246)", "rgb(255, 255, 255)"},
		{"dark", "rgb(0, 0, 0)", "rgb(17, 17, 17)"},
		{"light", "rgb(243, 244, 246)", "rgb(255, 255, 255)"},
	} {
		v.scheme(want.scheme)
		ground := eval[string](v, `getComputedStyle(document.documentElement).backgroundColor`)
		paper := eval[string](v, `getComputedStyle(document.querySelector("section")).backgroundColor`)
		if ground != want.ground || paper != want.paper {
			t.Errorf("%s: the ground is %s and the paper %s", want.scheme, ground, paper)
		}
		sheets := eval[[]string](v, `[...document.querySelectorAll("svg")].map(e => getComputedStyle(e.querySelector("rect")).fill)`)
		if len(sheets) != 1 || sheets[0] != want.paper {
			t.Errorf("%s: the charts stand on %v, want one on %s", want.scheme, sheets, want.paper)
		}
		for _, bad := range eval[[]string](v, unreadable) {
			t.Errorf("%s: too little contrast: %s", want.scheme, bad)
		}
	}
	v.noFaults()
}

// On a narrow screen tables scroll in their boxes, and the page stays put.
func TestBrowserFitsNarrowScreens(t *testing.T) {
	needsBrowser(t)
	long := withNames(simulated(t, scenario.Published()), strings.Repeat("long", 25))
	for name, s := range map[string]Summary{"published": simulated(t, scenario.Published()), "exact": expected(t, onCounter(7)), "long names": long} {
		v := open(t, s)
		for _, width := range []int64{320, 360, 768, 1280} {
			v.do(chromedp.EmulateViewport(width, 800))
			if got := eval[int64](v, `document.documentElement.scrollWidth`); got != width {
				t.Errorf("%s: the page is %d wide on a screen of %d", name, got, width)
			}
		}
		v.do(chromedp.EmulateViewport(360, 800))
		if eval[int](v, `[...document.querySelectorAll(".box")].filter(b => b.scrollWidth > b.clientWidth).length`) == 0 {
			t.Errorf("%s: no table scrolls, so this test shows nothing", name)
		}
		v.noFaults()
	}
}

func TestBrowserTakesHostileNamesForText(t *testing.T) {
	needsBrowser(t)
	v := open(t, withNames(simulated(t, scenario.Published()), strings.Join(hostile, " ")))
	if got := v.rows("results")[0][0]; !strings.Contains(got, "<script>alert(1)</script>") {
		t.Errorf("the name is shown as %q", got)
	}
	v.noFaults()
}

// Without scripts a reader sees the same, except the sorting.
func TestBrowserNeedsNoScript(t *testing.T) {
	needsBrowser(t)
	v := open(t, simulated(t, scenario.Published()))
	const read = `document.body.innerText`
	want := eval[string](v, read)
	call(v, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	v.do(chromedp.Reload())
	if n := eval[int](v, `document.querySelectorAll("button").length`); n != 0 {
		t.Errorf("%d buttons that do nothing", n)
	}
	if diff := cmp.Diff(want, eval[string](v, read)); diff != "" {
		t.Errorf("(-with +without a script):\n%s", diff)
	}
	v.noFaults()
}

// The test is of no use if it cannot fail.
func TestBrowserFindsPlantedFaults(t *testing.T) {
	needsBrowser(t)
	page := string(pageBytes(t, simulated(t, scenario.Published())))
	for planted, want := range map[string]string{
		`<script>document.title = "another"</script>`: "the log shows: ",
		`<img src="https://example.invalid/x.png">`:   "the log shows: ",
		`<img src="other.png">`:                       "the log shows: ",
		`<p style="color:red">`:                       "the log shows: ",
	} {
		file := filepath.Join(t.TempDir(), "page.html")
		if err := os.WriteFile(file, []byte(strings.Replace(page, "</main>", planted+"</main>", 1)), 0o644); err != nil {
			t.Fatal(err)
		}
		v := openFile(t, file)
		eval[string](v, `document.title`)
		if v.mu.Lock(); len(v.faults) == 0 || !strings.HasPrefix(v.faults[0], want) {
			t.Errorf("%s: %q", planted, v.faults)
		}
		v.mu.Unlock()
	}
}
