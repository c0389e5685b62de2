package view

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"html/template"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
	"pgregory.net/rapid"
)

// nasty are texts from outside that try to be more than text.
var nasty = []string{
	"\x1b[2J\x1b]0;title\a", "\u009b31m", "two\nlines", "a\r\nb", "\n\n# heading", "\u202egnp.exe", "\u2066\u2069", "\u2028\u2029",
	"a | b", `a \| b`, `\`, `\\`, "`", "``", "```", "``````", "`a` `b", "```\n# out\n```",
	"<script>alert(1)</script>", "<!--", "]]>", "&lt;b&gt;", "&#60;", `" onclick="x`, "</code></pre>", "{{.Title}}",
	"1 [2]", "[text](javascript:alert(1))", "![image](http://a.example/b.png)", "[a][b]", "[b]: http://a.example", "<http://a.example>",
	"# heading", "> quotation", "--- ", "***", "___", "~~~", "===", "| a | b |", "    code", "+ item", "* item",
	"=cmd()", "+1+1", "-1+1", "@sum(a1)", "\t=1", "\r=1", "=1,\"2\"\r\n=3",
	"%0A::error::forged", "\n::error::forged", "::error title=x::y", "a:b,c",
	"\x00", "\xff\xfe", "\xed\xa0\x80", "", " ",
}

// finding is a view that shows one text wherever a view can show one.
type finding struct{ text string }

func (f finding) Sections() []Section {
	return []Section{
		{Title: "t" + f.text, Text: []string{f.text, "it is " + f.text}, Lines: []string{f.text, "end"}, Table: f.table()},
		{Title: "last"},
	}
}

func (f finding) table() Table {
	t := Table{Columns: Columns(1, "name", f.text, "end"), Names: 1}
	t.Add(Word(f.text), Cell{f.text, 1, f.text + "]"}, Cell{Text: "2", Value: 2})
	t.Add(Word("other"), Word("-"), Cell{Text: "3", Value: 3})
	return t
}

func (f finding) Records() Table {
	t := Table{Columns: Columns(1, "name", f.text, "end")}
	t.AddTexts(f.text, "x"+f.text, "-1.5")
	t.AddTexts("last", "y", "z")
	return t
}

func (f finding) Page() (Page, error) {
	facts := []Fact{{f.text, f.text}}
	return Page{
		Title: f.text, Heading: f.text, Notice: f.text, Alerts: []string{f.text}, Facts: facts, Rules: []string{f.text},
		Parts: []Part{{ID: "id", Title: f.text, Lead: f.text, Blocks: []Block{
			{Chart: &Drawing{SVG: template.HTML("<svg></svg>")}, Text: []string{f.text}, ID: "table", Caption: f.text, Table: f.table()},
			{ID: "folded", Caption: f.text, Table: f.table(), Fold: "more " + f.text},
		}}},
		Again: Again{Lead: f.text, Text: f.text, Command: f.text, Facts: facts, Limit: f.text},
	}, nil
}

func written(t rapid.TB, format Format, text string) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, format, finding{text}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A text from outside is data in every format: it steers no terminal, it breaks out of
// no cell, block or tag, and it forges nothing.
func TestATextIsDataInEveryFormat(t *testing.T) {
	checks := map[Format]func(rapid.TB, string){
		TableFormat: checkTerminal, MarkdownFormat: checkMarkdown, CSVFormat: checkCSV, HTMLFormat: checkHTML, JSONFormat: checkJSON,
	}
	for _, format := range Formats(finding{}) {
		check := checks[format]
		if check == nil {
			t.Fatalf("nothing checks %s", format)
		}
		t.Run(string(format), func(t *testing.T) {
			for _, text := range nasty {
				check(t, text)
			}
			rapid.Check(t, func(t *rapid.T) {
				check(t, strings.Join(rapid.SliceOfN(rapid.SampledFrom(nasty), 1, 3).Draw(t, "texts"), ""))
			})
		})
	}
}

var unprintable = regexp.MustCompile(`[^\PC\n]`)

func checkPrintable(t rapid.TB, text, out string) {
	t.Helper()
	if found := unprintable.FindString(out); found != "" || !utf8.ValidString(out) {
		t.Fatalf("%q: wrote %q in\n%s", text, found, out)
	}
}

func checkTerminal(t rapid.TB, text string) {
	t.Helper()
	out := written(t, TableFormat, text)
	checkPrintable(t, text, out)
	for line := range strings.Lines(out) {
		if strings.HasPrefix(line, "::") && !strings.HasPrefix(text, "::") {
			t.Fatalf("%q: a line starts with ::\n%s", text, out)
		}
	}
}

// markdownTag is what starts a tag, an entity or the target of a link.
var markdownTag = regexp.MustCompile(`<[^<]|[^\\]\][(:\[]|&(#|[a-z]+;)`)

// escapedInMarkdown is a character that stands for itself.
var escapedInMarkdown = regexp.MustCompile(`\\[[:punct:]]`)

func checkMarkdown(t rapid.TB, text string) {
	t.Helper()
	out := written(t, MarkdownFormat, text)
	checkPrintable(t, text, out)
	blocks := strings.Split(strings.TrimSuffix(out, "\n"), "\n\n")
	if text == "" || strings.Trim(text, " ") == "" {
		return // an empty paragraph is not shown
	}
	if len(blocks) != 6 {
		t.Fatalf("%q: %d blocks, want 6:\n%s", text, len(blocks), out)
	}
	for i, prefix := range []string{"## t", "", "it is ", "```", "| ", "## last"} {
		if !strings.HasPrefix(blocks[i], prefix) {
			t.Fatalf("%q: block %d is %q, want it to start with %q", text, i, blocks[i], prefix)
		}
	}
	if regexp.MustCompile("^([#>|=+*]|--|~~~|___|```|    )").MatchString(blocks[1]) {
		t.Fatalf("%q: the paragraph is another block: %q", text, blocks[1])
	}
	marks, rest, _ := strings.Cut(blocks[3], "\n")
	if strings.Trim(marks, "`") != "" || strings.Index(rest, marks) != len(rest)-len(marks) || strings.Count(rest, "\n") != 2 {
		t.Fatalf("%q: the code ends early:\n%s", text, blocks[3])
	}
	for _, row := range strings.Split(blocks[4], "\n") {
		if n := strings.Count(escapedInMarkdown.ReplaceAllString(row, ""), "|"); n != 4 {
			t.Fatalf("%q: %d bars in %s, want 4", text, n, row)
		}
	}
	for i, block := range blocks {
		plain := strings.NewReplacer("&lt;", "", "&amp;", "").Replace(block)
		if found := markdownTag.FindString(" " + escapedInMarkdown.ReplaceAllString(plain, "")); found != "" && i != 3 {
			t.Fatalf("%q: %q stands in %q", text, found, block)
		}
		if i != 3 && strings.Count(escapedInMarkdown.ReplaceAllString(block, ""), "`")%2 == 1 {
			t.Fatalf("%q: a code span is open in %q", text, block)
		}
	}
}

func checkCSV(t rapid.TB, text string) {
	t.Helper()
	out := written(t, CSVFormat, text)
	checkPrintable(t, text, strings.ReplaceAll(out, "\r\n", "\n"))
	records, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil || len(records) != 3 {
		t.Fatalf("%q: %d records, %v", text, len(records), err)
	}
	if records[1][2] != "-1.5" {
		t.Fatalf("%q: -1.5 became %q", text, records[1][2])
	}
	for _, cell := range slices.Concat(records...) {
		_, err := strconv.ParseFloat(cell, 64)
		if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) && err != nil {
			t.Fatalf("%q: the cell %q is a formula", text, cell)
		}
	}
}

func checkHTML(t rapid.TB, text string) {
	t.Helper()
	shape := func(text string) (tags []string) {
		root, err := html.Parse(strings.NewReader(written(t, HTMLFormat, text)))
		if err != nil {
			t.Fatal(err)
		}
		for n := range root.Descendants() {
			if n.Type == html.ElementNode || n.Type == html.CommentNode {
				tag := n.Data
				for _, a := range n.Attr {
					tag += " " + a.Key
				}
				tags = append(tags, tag)
			}
		}
		return tags
	}
	checkPrintable(t, text, written(t, HTMLFormat, text))
	if diff := cmp.Diff(shape("harmless"), shape(text)); diff != "" {
		t.Fatalf("%q changes the page (-harmless +nasty):\n%s", text, diff)
	}
}

// A finding has no exported field: its encoding only has to be one document.
func checkJSON(t rapid.TB, text string) {
	t.Helper()
	var b bytes.Buffer
	if err := Encode(&b, []string{text}); err != nil {
		t.Fatal(err)
	}
	var back []string
	if err := json.Unmarshal(b.Bytes(), &back); err != nil || strings.Count(b.String(), "\n") != 3 {
		t.Fatalf("%q: wrote %s, %v", text, b.String(), err)
	}
	if want := strings.ToValidUTF8(text, "\ufffd"); utf8.ValidString(text) && back[0] != want {
		t.Fatalf("%q is read back as %q", text, back[0])
	}
}

// No text forges a workflow command or a second line of an error.
func TestATextIsDataInAnnotations(t *testing.T) {
	form := regexp.MustCompile(`^::error title=[^:,\r\n]*::[^\r\n]*$`)
	for _, text := range nasty {
		got := Annotation("error", text, text)
		checkPrintable(t, text, got)
		if !form.MatchString(got) {
			t.Errorf("%q: %q is no command", text, got)
		}
	}
}

func TestAnnotationsAreEscaped(t *testing.T) {
	const want = `::error title=50%25%3A a%2C b%0Ac::50%25: a, b\u000d%0Ac`
	if got := Annotation("error", "50%: a, b\nc", "50%: a, b\r\nc"); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// As the runner reads a command: up to the second "::", then the escapes back.
func TestAnnotationsAreReadBack(t *testing.T) {
	form := regexp.MustCompile(`^::error title=([^:,\r\n]*)::([^\r\n]*)$`)
	back := func(text string, escapes ...string) string {
		for i := 0; i < len(escapes); i += 2 {
			text = strings.ReplaceAll(text, escapes[i], escapes[i+1])
		}
		return strings.ReplaceAll(text, "%25", "%")
	}
	text := rapid.StringOf(rapid.SampledFrom([]rune("%:,\n025ADCé ")))
	rapid.Check(t, func(t *rapid.T) {
		title, message := text.Draw(t, "title"), text.Draw(t, "message")
		m := form.FindStringSubmatch(Annotation("error", title, message))
		if m == nil {
			t.Fatalf("%q is no command", Annotation("error", title, message))
		}
		if got := back(m[1], "%0A", "\n", "%3A", ":", "%2C", ","); got != title {
			t.Fatalf("title %q", got)
		}
		if got := back(m[2], "%0A", "\n"); got != message {
			t.Fatalf("message %q", got)
		}
	})
}
