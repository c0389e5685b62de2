package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"errbench/internal/chart"
	"errbench/internal/view"
	"errbench/scenario"
)

// pageBytes returns the page about a summary.
func pageBytes(t rapid.TB, s Summary) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := view.Write(&b, view.HTMLFormat, s); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// pageTree parses the page about a summary.
func pageTree(t rapid.TB, s Summary) *html.Node {
	t.Helper()
	root, err := html.Parse(bytes.NewReader(pageBytes(t, s)))
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// elements returns the elements of some names, all of them where none is
// given, in the order of the document.
func elements(root *html.Node, names ...string) (found []*html.Node) {
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && (names == nil || slices.Contains(names, n.Data)) {
			found = append(found, n)
		}
	}
	return found
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func textOf(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return strings.TrimSpace(b.String())
}

// tableOf returns the body of the table whose caption has an id, as texts and
// values.
func tableOf(root *html.Node, id string) (texts, values [][]string) {
	for _, table := range elements(root, "table") {
		if attribute(elements(table, "caption")[0], "id") != id {
			continue
		}
		for _, row := range elements(elements(table, "tbody")[0], "tr") {
			var text, value []string
			for _, cell := range elements(row, "th", "td") {
				text, value = append(text, textOf(cell)), append(value, attribute(cell, "data-value"))
			}
			texts, values = append(texts, text), append(values, value)
		}
	}
	return texts, values
}

// The page shows what the other formats show, and each number's value.
func TestAPageHoldsEverySection(t *testing.T) {
	ids := map[string]string{"Assumed": "", "Limits": "", "Simulated": "results", "What was done about the failures": "actions", "Compared on the same rolls": "comparisons", "Exact": "expectations"}
	for name, s := range kinds(t) {
		root := pageTree(t, s)
		all := textOf(root)
		for _, section := range s.Sections() {
			for _, text := range section.Text {
				shown := strings.Contains(all, text)
				if listed := section.Title == "Assumed" || strings.Contains(text, "Brackets hold"); !shown && !listed {
					t.Errorf("%s, %s: the page does not say %q", name, section.Title, text)
				}
			}
			id, named := ids[section.Title]
			if !named {
				id = idOf(section.Title)
			}
			texts, values := tableOf(root, id)
			if diff := cmp.Diff(section.Table.Texts(), texts, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%s, %s (-sections +page):\n%s", name, section.Title, diff)
			}
			for i, row := range section.Table.Rows {
				for k, cell := range row.Cells {
					want := ""
					if cell.Value.Defined() {
						want = cell.Value.Text()
					}
					if got := values[i][k]; got != want {
						t.Errorf("%s, %s: %q has the value %q, want %q", name, section.Title, texts[i], got, want)
					}
				}
			}
		}
	}
}

func TestAPageTellsEveryAssumption(t *testing.T) {
	a := onCounter(7)
	a.RepairSuccess.Hint, a.LatencyMS.Call = 0.8, 7
	root := pageTree(t, simulated(t, a.Relabel()))
	texts, _ := tableOf(root, "assumptions")
	folded, _ := tableOf(root, "others")
	var want, others [][]string
	for _, f := range scenario.Fields() {
		key, value := f.Key, f.Default()
		switch key {
		case "name":
			key, value = "name changed", "published (changed)"
		case "stream":
			key, value = "stream changed", "counter/v2"
		case "runs":
			key, value = "runs changed", "7"
		case "repair_success.hint":
			key, value = "repair_success.hint changed", "0.8"
		case "latency_ms.call":
			key, value = "latency_ms.call changed", "7"
		}
		row := []string{key, value, f.Default(), string(f.Origin), f.About}
		if f.Section != "" && key == f.Key {
			others = append(others, row)
		} else {
			want = append(want, row)
		}
	}
	if diff := cmp.Diff([][][]string{want, others}, [][][]string{texts, folded}); diff != "" {
		t.Errorf("(-want +page):\n%s", diff)
	}
	marked := 0
	for _, row := range elements(root, "tr") {
		if attribute(row, "class") == "changed" {
			marked++
		}
	}
	if marked != 5 {
		t.Errorf("%d rows are marked", marked)
	}
}

// A reader learns what kind of numbers he sees before he sees one.
func TestAPageSaysWhatKindOfNumbersItHolds(t *testing.T) {
	for name, s := range kinds(t) {
		root := pageTree(t, s)
		head := textOf(elements(root, "header")[0])
		for text, want := range map[string]bool{
			Notice: true, incompleteText: !s.Complete, onlyExactText: s.Engine == ExactEngine,
		} {
			if strings.Contains(head, text) != want {
				t.Errorf("%s: the head has %q: %v, want %v", name, text, !want, want)
			}
		}
		var titles []string
		for _, h := range elements(root, "h2") {
			titles = append(titles, textOf(h))
		}
		want := []string{"How to read it", "Assumed", "Simulated", "Compared on the same rolls", "Exact", "Limits", "Reproduce"}
		want = slices.DeleteFunc(want, func(title string) bool {
			return s.Engine == ExactEngine && title == "Simulated" || len(s.Comparisons) == 0 && title == "Compared on the same rolls"
		})
		if diff := cmp.Diff(want, titles); diff != "" {
			t.Errorf("%s (-want +page):\n%s", name, diff)
		}
		last := textOf(elements(root, "section")[len(want)-1])
		for _, what := range []string{s.Command(), s.PlanDigest, s.Schema} {
			if !strings.Contains(last, what) {
				t.Errorf("%s: no %s in %s", name, what, last)
			}
		}
		if strings.Contains(textOf(root), "NaN") {
			t.Errorf("%s: a number is NaN", name)
		}
	}
}

// Nothing is asked for from outside, and a browser is told so. Only the style
// and the script that stand there have the right to be there.
func TestAPageAsksForNothing(t *testing.T) {
	reference := regexp.MustCompile(`(?i)url\(|@import|https?:|//[a-z]`)
	for name, s := range kinds(t) {
		root := pageTree(t, s)
		var policy string
		for _, n := range elements(root, "meta") {
			if attribute(n, "http-equiv") == "Content-Security-Policy" {
				policy = attribute(n, "content")
			}
		}
		style, script := elements(root, "style")[0].FirstChild.Data, elements(root, "script")[0].FirstChild.Data
		want := fmt.Sprintf("default-src 'none'; style-src '%s' '%s'; script-src '%s'; base-uri 'none'; form-action 'none'",
			hashOf(style), hashOf(chart.Style()), hashOf(script))
		if policy != want {
			t.Errorf("%s: the policy is %s\nwant %s", name, policy, want)
		}
		for _, n := range elements(root) {
			for _, a := range n.Attr {
				outside := slices.Contains([]string{"src", "srcset", "data", "action", "background", "poster"}, a.Key) || a.Key == "href" && !strings.HasPrefix(a.Val, "#")
				if outside || strings.HasPrefix(a.Key, "on") {
					t.Errorf("%s: <%s %s=%q>", name, n.Data, a.Key, a.Val)
				}
			}
			if slices.Contains([]string{"link", "iframe", "object", "embed", "form", "base"}, n.Data) {
				t.Errorf("%s: <%s>", name, n.Data)
			}
		}
		if n := len(elements(root, "style", "script")); n != 3 {
			t.Errorf("%s: %d styles and scripts", name, n)
		}
		if found := reference.FindString(style + chart.Style() + script); found != "" {
			t.Errorf("a reference to the outside: %s", found)
		}
	}
}

// hashOf names a text in a content security policy.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// One chart stands with the numbers that it shows, and holds them in words.
func TestAPageHasAChart(t *testing.T) {
	for name, s := range kinds(t) {
		charts := elements(pageTree(t, s), "svg")
		if len(charts) != 1 {
			t.Fatalf("%s: %d charts", name, len(charts))
		}
		svg, words := charts[0], elements(charts[0], "title", "desc")
		if attribute(svg, "role") != "img" || len(words) != 2 || textOf(words[0]) == "" || !strings.Contains(textOf(words[1]), s.Expected[0].Strategy) {
			t.Errorf("%s: a chart without words", name)
		}
		part := "simulated"
		if s.Engine == ExactEngine {
			part = "exact"
		}
		if got := attribute(svg.Parent.Parent, "class"); got != part {
			t.Errorf("%s: a chart in the part %q, want %s", name, got, part)
		}
	}
}

// What tools for people who do not see a page go by.
func TestAPageIsAccessible(t *testing.T) {
	for name, s := range kinds(t) {
		root := pageTree(t, s)
		if got := attribute(elements(root, "html")[0], "lang"); got != "en" {
			t.Errorf("%s: the language is %q", name, got)
		}
		ids := map[string]bool{}
		for _, n := range elements(root) {
			id := attribute(n, "id")
			if id != "" && ids[id] {
				t.Errorf("%s: two elements have the id %s", name, id)
			}
			ids[id] = true
		}
		for _, n := range elements(root) {
			for _, id := range []string{attribute(n, "aria-labelledby"), strings.TrimPrefix(attribute(n, "href"), "#")} {
				if !ids[id] && id != "" {
					t.Errorf("%s: nothing has the id %s", name, id)
				}
			}
		}
		level := 0
		for _, h := range elements(root, "h1", "h2", "h3", "h4") {
			next := int(h.Data[1] - '0')
			if next > level+1 || next == 1 && level > 0 {
				t.Errorf("%s: %s %q after a heading of level %d", name, h.Data, textOf(h), level)
			}
			level = next
		}
		for _, table := range elements(root, "table") {
			captions := elements(table, "caption")
			if len(captions) != 1 || textOf(captions[0]) == "" {
				t.Errorf("%s: a table with %d captions", name, len(captions))
			}
			if region := table.Parent; attribute(region, "tabindex") != "0" || attribute(region, "role") != "region" {
				t.Errorf("%s: a table that a keyboard cannot scroll", name)
			}
			for _, row := range elements(table, "tr") {
				scope := "row"
				if row.Parent.Data == "thead" {
					scope = "col"
				}
				if head := elements(row, "th"); len(head) == 0 || attribute(head[0], "scope") != scope {
					t.Errorf("%s: a row of %s without a head of scope %s", name, row.Parent.Data, scope)
				}
			}
		}
	}
}

// hostile are names that want to be more than names.
var hostile = []string{
	"<script>alert(1)</script>", `"><img src=x onerror=alert(1)>`, "' onclick='alert(1)", "</style></title></bdi>", "<!--", "]]>",
	"&lt;&amp;&#60;", "{{.Summary}}", "javascript:alert(1)", "שלום עולם", "مرحبا", "\u202eevil", "a\x00b\x1b[2Jc", "50 % [exact]", "`$(ls)`", " ", "\xff",
}

// withNames returns a summary in which somebody has chosen every name.
func withNames(s Summary, name string) Summary {
	s.Assumptions.Name, s.PlanDigest = name, name
	s.Results, s.Expected, s.Comparisons = slices.Clone(s.Results), slices.Clone(s.Expected), slices.Clone(s.Comparisons)
	for i := range s.Expected {
		s.Expected[i].Identity = Identity{name, name, name}
		s.Results[i].Identity = s.Expected[i].Identity
	}
	for i := range s.Comparisons {
		s.Comparisons[i].Strategy, s.Comparisons[i].Against = name, name
	}
	s.Warnings = []Warning{{name, name}}
	return s
}

// skeleton lists the tags of a document with the names of their attributes, of
// charts only the names that no chart has: how many it has depends on its texts.
func skeleton(root *html.Node) (tags []string) {
	drawn := strings.Fields("title desc rect path text")
	for _, n := range elements(root) {
		if n.Namespace == "svg" && slices.Contains(drawn, n.Data) && !slices.ContainsFunc(n.Attr, active) {
			continue
		}
		tag := n.Data
		for _, a := range n.Attr {
			if a.Key != "data-value" { // it only sorts; a name may look like a number
				tag += " " + a.Key
			}
		}
		tags = append(tags, tag)
	}
	return tags
}

// active reports whether an attribute could do something.
func active(a html.Attribute) bool {
	return strings.HasPrefix(a.Key, "on") || slices.Contains([]string{"style", "href", "xlink:href", "src"}, a.Key)
}

// Whatever the names are, they are text.
func TestNamesChangeNoTag(t *testing.T) {
	s := simulated(t, scenario.Published())
	want := skeleton(pageTree(t, withNames(s, "harmless")))
	check := func(t rapid.TB, name string) {
		root := pageTree(t, withNames(s, name))
		if diff := cmp.Diff(want, skeleton(root)); diff != "" {
			t.Fatalf("%q (-harmless +hostile):\n%s", name, diff)
		}
	}
	for _, name := range hostile {
		check(t, name)
		texts, _ := tableOf(pageTree(t, withNames(s, name)), "results")
		shown := strings.ToValidUTF8(strings.ReplaceAll(name, "\x00", "\uFFFD"), "\uFFFD")
		if want := strings.TrimSpace(view.Line(shown)); texts[0][0] != want {
			t.Errorf("%q is shown as %q, want %q", name, texts[0][0], want)
		}
	}
	rapid.Check(t, func(t *rapid.T) { check(t, rapid.String().Draw(t, "name")) })
}

func TestSameSummarySamePage(t *testing.T) {
	for name, s := range kinds(t) {
		want := pageBytes(t, s)
		read, err := ReadSummary(bytes.NewReader(jsonOf(t, s)), "s.json")
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if got := pageBytes(t, read); !bytes.Equal(got, want) {
				t.Errorf("%s differs", name)
			}
		}
	}
}
