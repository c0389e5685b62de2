// Package errbench_test holds what is true of the module as a whole.
package errbench_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// rule says what one package folder may import of the module.
type rule struct {
	folder  string
	may     string // the folders that it may import
	never   string // what it must not import from outside the module
	because string
}

// policy is the order of the packages,
//
//	rng -> scenario -> contract -> strategy -> replay | exact -> report -> gate, sweep, sensitivity, breakeven -> cmd/errbench
//
// each importing only from its left, less what it must not know. It is a
// statement of intent, in the spirit of Go's own go/build/deps_test.go: a row
// is not widened to make a build pass. A row names only rows above it.
var policy = []rule{
	{".", "", "", "the root documents the module"},
	{"internal/strict", "", "os", "how a file is written has nothing to do with benchmarks"},
	{"internal/store", "internal/strict", "", "writing a file has nothing to do with benchmarks"},
	{"internal/store/storetest", "", "os", "it edits JSON"},
	{"internal/shard", "internal/strict", "os", "how work is divided has nothing to do with benchmarks"},
	{"internal/stat", "", "os", "an interval knows nothing of benchmarks"},
	{"internal/child", "internal/strict", "", "how a command is asked line by line has nothing to do with what the lines say"},
	{"internal/view", "internal/stat internal/strict", "os", "a table knows nothing of benchmarks"},
	{"internal/view/viewtest", "", "", "it compares texts with files"},
	{"internal/chart", "internal/stat", "os", "drawing has nothing to do with benchmarks"},
	{"internal/polynomial", "", "os", "algebra has nothing to do with benchmarks"},
	{"optional", "", "os", "absence has nothing to do with benchmarks"},
	{"rng", "", "os", "rolls do not know what they are used for"},
	{"scenario", "rng optional internal/strict", "os", "the tape is the same for every contract and strategy"},
	{"contract", "scenario optional internal/strict", "os", "a contract sees the class of a failure, never rolls or routers"},
	{"strategy", "contract scenario optional internal/strict internal/stat", "os", "a strategy decides; it neither rolls nor counts"},
	{"strategy/catalog", "strategy contract scenario optional internal/strict", "os", "the built-in strategies are data: they decide nothing themselves"},
	{"internal/router", "internal/child strategy contract scenario optional internal/strict", "", "another process is asked what a router is asked, and nothing more"},
	{"internal/custom", "internal/router strategy/catalog strategy contract scenario internal/strict", "", "it makes strategies of words and does nothing with them"},
	{"replay", "strategy scenario rng internal/shard", "os", "counting is independent of the closed form and touches no files"},
	{"exact", "strategy scenario", "os", "the closed form is independent of any count or roll and touches no files"},
	{"report", "exact replay strategy/catalog strategy contract scenario rng optional internal/strict internal/stat internal/chart internal/store internal/shard internal/view", "", "a report is made from what is computed to its left"},
	{"internal/inspect", "strategy/catalog strategy contract scenario optional internal/stat internal/view", "os", "it shows what is there before anything is counted"},
	{"gate", "report exact strategy scenario rng optional internal/strict internal/stat internal/view", "os", "a gate judges summaries: it simulates nothing and touches no files"},
	{"internal/halton", "", "os", "points of a cube have nothing to do with benchmarks"},
	{"internal/vary", "exact strategy scenario optional internal/strict", "os", "it evaluates one point and compares nothing"},
	{"internal/vary/varytest", "strategy contract scenario", "os", "it draws what tests vary"},
	{"sweep", "report exact replay strategy/catalog strategy scenario rng internal/halton internal/vary internal/strict internal/stat internal/chart internal/store internal/shard internal/view", "", "a sweep varies assumptions; it knows no flags"},
	{"sensitivity", "report strategy scenario optional internal/halton internal/vary internal/stat internal/chart internal/view", "os", "indices are computed from the closed form alone"},
	{"breakeven", "report exact strategy scenario rng optional internal/polynomial internal/vary internal/strict internal/stat internal/view", "os", "roots are found in the closed form alone"},
	{"internal/cli", "report replay strategy/catalog strategy scenario rng internal/custom internal/strict internal/chart internal/store internal/shard internal/stat internal/view", "", "it holds what sub-commands share, and knows none of them"},
	{"cmd/errbench", "internal/cli internal/inspect breakeven sensitivity sweep gate report replay strategy/catalog strategy contract scenario rng internal/router internal/custom internal/vary internal/strict internal/shard internal/view", "", "the command stands on everything"},
	{"examples/router", "", "", "a router needs nothing of the module"},
	{"scripts/recover", "replay strategy/catalog strategy scenario", "", "it searches the seed again"},
	{"scripts/rolls", "rng", "", "the script feeds rolls to a test suite"},
}

// vague names say nothing of what a package holds.
var vague = []string{"util", "common", "types", "models", "helpers"}

func TestPackagesImportOnlyFromTheirLeft(t *testing.T) {
	for _, fault := range faults(t, os.DirFS("."), policy) {
		t.Error(fault)
	}
}

// TestTheDocumentationNamesEveryPackage compares the lists of doc.go with the
// policy: one entry "  - FOLDER: what it is" for each package.
func TestTheDocumentationNamesEveryPackage(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "doc.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, r := range policy {
		if r.folder != "." && !strings.HasPrefix(r.folder, "scripts/") && !strings.HasPrefix(r.folder, "examples/") {
			want = append(want, r.folder)
		}
	}
	slices.Sort(want)
	if diff := cmp.Diff(want, listed(file.Doc.Text())); diff != "" {
		t.Errorf("packages that doc.go lists (-want +got):\n%s", diff)
	}
}

// listed returns the folders that the lists of a package comment explain, sorted.
func listed(comment string) []string {
	var folders []string
	for line := range strings.Lines(comment) {
		if entry, ok := strings.CutPrefix(line, "  - "); ok {
			folder, _, _ := strings.Cut(entry, ":")
			folders = append(folders, folder)
		}
	}
	slices.Sort(folders)
	return folders
}

// faults returns what is wrong with a policy, and with the files of a module
// under it. Tests may import anything.
func faults(t *testing.T, files fs.FS, policy []rule) []string {
	t.Helper()
	module := modulePath(t, files)
	found := orderFaults(policy)
	seen := map[string]bool{}
	used := map[string]bool{} // "folder imports folder"
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if ignored := strings.ContainsRune("._", rune(d.Name()[0])) || d.Name() == "testdata"; ignored && name != "." {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if d.IsDir() || path.Ext(name) != ".go" {
			return nil
		}
		folder := path.Dir(name)
		r, known := find(policy, folder)
		if !known && !seen[folder] {
			found = append(found, fmt.Sprintf("%s is not in the policy: give it a row that says what it may import", folder))
		}
		seen[folder] = true
		file, err := parse(files, name)
		if err != nil {
			return err
		}
		found = append(found, nameFaults(name, file)...)
		if known && !strings.HasSuffix(name, "_test.go") {
			found = append(found, importFaults(name, file, module, r, used)...)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range policy {
		if !seen[r.folder] {
			found = append(found, fmt.Sprintf("%s has a row in the policy but no Go files: drop the row", r.folder))
			continue
		}
		for _, may := range strings.Fields(r.may) {
			if !used[r.folder+" imports "+may] {
				found = append(found, fmt.Sprintf("the row of %s names %s, which it does not import: drop the name", r.folder, may))
			}
		}
	}
	return found
}

func modulePath(t *testing.T, files fs.FS) string {
	t.Helper()
	text, err := fs.ReadFile(files, "go.mod")
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimPrefix(first, "module ")
}

func parse(files fs.FS, name string) (*ast.File, error) {
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	return parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
}

func find(policy []rule, folder string) (rule, bool) {
	i := slices.IndexFunc(policy, func(r rule) bool { return r.folder == folder })
	if i < 0 {
		return rule{}, false
	}
	return policy[i], true
}

// orderFaults returns the rows that name a package which does not stand above
// them: an order has no ways back.
func orderFaults(policy []rule) []string {
	var found []string
	for i, r := range policy {
		for _, may := range strings.Fields(r.may) {
			if _, above := find(policy[:i], may); !above {
				found = append(found, fmt.Sprintf("the row of %s names %s, which does not stand above it", r.folder, may))
			}
		}
	}
	return found
}

// nameFaults returns what is wrong with where a file stands, how its package
// is called, and what runs before main.
func nameFaults(name string, file *ast.File) []string {
	var found []string
	fault := func(format string, args ...any) {
		found = append(found, name+fmt.Sprintf(format, args...))
	}
	if strings.HasPrefix(name, "results/") {
		fault(" is Go code below results, which holds outputs only")
	}
	for _, called := range []string{path.Base(path.Dir(name)), strings.TrimSuffix(file.Name.Name, "_test")} {
		if slices.Contains(vague, called) {
			fault(" lies in a package called %s: name it after what it holds", called)
			break
		}
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
			fault(" declares func init: nothing happens before main")
		}
	}
	return found
}

// importFaults also notes which folders the file uses.
func importFaults(name string, file *ast.File, module string, r rule, used map[string]bool) []string {
	var found []string
	for _, spec := range file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			panic(err) // the parser has read it
		}
		inside, ok := strings.CutPrefix(imported+"/", module+"/")
		inside = path.Clean(inside)
		used[r.folder+" imports "+inside] = ok
		switch {
		case ok && !slices.Contains(strings.Fields(r.may), inside):
			found = append(found, fmt.Sprintf("%s imports %s; %s may import [%s]: %s", name, inside, r.folder, r.may, r.because))
		case !ok && slices.Contains(strings.Fields(r.never), imported):
			found = append(found, fmt.Sprintf("%s imports %s, which %s never does: %s", name, imported, r.folder, r.because))
		}
	}
	return found
}

// small is a policy of two packages for [plants].
var small = []rule{
	{"low", "", "os", "it is the base"},
	{"high", "low", "", "it stands on low"},
}

// plants are faults to plant into a module that has none.
var plants = []struct {
	name       string
	file, text string // what is planted
	policy     []rule // small, if nil
	want       []string
}{
	{name: "nothing"},
	{name: "an import to the right", file: "low/b.go", text: `package low; import "m/high"`,
		want: []string{"low/b.go imports high; low may import []: it is the base"}},
	{name: "an import under another name", file: "low/b.go", text: `package low; import h "m/high"`,
		want: []string{"low/b.go imports high; low may import []: it is the base"}},
	{name: "an import of the root", file: "high/b.go", text: `package high; import _ "m"`,
		want: []string{"high/b.go imports .; high may import [low]: it stands on low"}},
	{name: "an import in a file for another system", file: "low/b.go", text: "//go:build plan9\n\npackage low; import _ \"m/high\"",
		want: []string{"low/b.go imports high; low may import []: it is the base"}},
	{name: "a name that is not used", policy: []rule{{folder: "low", because: "it is the base"}, {folder: "mid"}, {folder: "high", may: "low mid"}},
		file: "mid/b.go", text: `package mid`,
		want: []string{"the row of high names mid, which it does not import: drop the name"}},
	{name: "an import in a test", file: "low/b_test.go", text: `package low; import _ "m/high"`},
	{name: "an import of another module", file: "low/b.go", text: `package low; import _ "more/high"`},
	{name: "a forbidden import", file: "low/b.go", text: `package low; import _ "os"`,
		want: []string{"low/b.go imports os, which low never does: it is the base"}},
	{name: "an import forbidden elsewhere", file: "high/b.go", text: `package high; import _ "os"`},
	{name: "an unknown folder", file: "new/b.go", text: `package fresh`,
		want: []string{"new is not in the policy: give it a row that says what it may import"}},
	{name: "a folder that Go ignores", file: "low/testdata/b.go", text: `package util`},
	{name: "a row without files", policy: append(slices.Clone(small), rule{folder: "gone"}),
		want: []string{"gone has a row in the policy but no Go files: drop the row"}},
	{name: "a row that looks down", policy: []rule{{folder: "low", may: "high"}, {folder: "high", may: "low"}},
		want: []string{"the row of low names high, which does not stand above it", "the row of low names high, which it does not import: drop the name"}},
	{name: "a vague package", file: "low/b.go", text: `package helpers`,
		want: []string{"low/b.go lies in a package called helpers: name it after what it holds"}},
	{name: "a vague folder", file: "util/b_test.go", text: `package fresh_test`,
		want: []string{
			"util is not in the policy: give it a row that says what it may import",
			"util/b_test.go lies in a package called util: name it after what it holds"}},
	{name: "code among the results", file: "results/deep/b.go", text: `package fresh`,
		want: []string{
			"results/deep is not in the policy: give it a row that says what it may import",
			"results/deep/b.go is Go code below results, which holds outputs only"}},
	{name: "an init", file: "low/b.go", text: `package low; func init() {}`,
		want: []string{"low/b.go declares func init: nothing happens before main"}},
	{name: "a method called init", file: "low/b.go", text: `package low; type t int; func (t) init() {}`},
}

// The checker is of no use if it cannot fail.
func TestPlantedFaultsAreFound(t *testing.T) {
	for _, test := range plants {
		t.Run(test.name, func(t *testing.T) {
			files := fstest.MapFS{
				"go.mod":    {Data: []byte("module m\n\ngo 1.26.0\n")},
				"low/a.go":  {Data: []byte(`package low`)},
				"high/a.go": {Data: []byte(`package high; import _ "m/low"`)},
			}
			if test.file != "" {
				files[test.file] = &fstest.MapFile{Data: []byte(test.text)}
			}
			if test.policy == nil {
				test.policy = small
			}
			if diff := cmp.Diff(test.want, faults(t, files, test.policy)); diff != "" {
				t.Errorf("faults (-want +got):\n%s", diff)
			}
		})
	}
}
