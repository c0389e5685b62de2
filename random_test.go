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
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// own are the names of math/rand that do not touch its global source, which no seed
// makes the same in every version of Go.
var own = []string{"New", "NewSource", "NewPCG", "NewChaCha8", "NewZipf", "Rand", "Source", "Source64", "PCG", "ChaCha8", "Zipf"}

// Nothing is drawn from a source that is not handed over, tests included.
func TestNothingIsDrawnFromTheGlobalSource(t *testing.T) {
	for _, fault := range globalDraws(t, os.DirFS(".")) {
		t.Error(fault)
	}
}

func TestPlantedGlobalDrawsAreFound(t *testing.T) {
	files := fstest.MapFS{
		"a.go":      {Data: []byte("package a\n\nimport \"math/rand\"\n\nfunc a() { rand.Seed(1); rand.New(rand.NewSource(1)).Int() }\n")},
		"b_test.go": {Data: []byte("package a\n\nimport r \"math/rand/v2\"\n\nvar b = r.IntN\n")},
		"c.go":      {Data: []byte("package a\n\nimport _ \"crypto/rand\"\n")},
		"d.go":      {Data: []byte("package a\n\nvar rand struct{ Seed int }\nvar d = rand.Seed\n")},
	}
	want := []string{"a.go:5: rand.Seed draws from the global source", "b_test.go:5: r.IntN draws from the global source", "c.go:3: crypto/rand has no seed"}
	if diff := cmp.Diff(want, globalDraws(t, files)); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
}

// globalDraws returns the places that draw from no source of their own.
func globalDraws(t *testing.T, files fs.FS) (found []string) {
	t.Helper()
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".go" {
			return err
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		at := func(n ast.Node) string { return fmt.Sprintf("%s:%d", name, set.Position(n.Pos()).Line) }
		for _, spec := range file.Imports {
			switch where, _ := strconv.Unquote(spec.Path.Value); where {
			case "crypto/rand":
				found = append(found, at(spec)+": crypto/rand has no seed")
			case "math/rand", "math/rand/v2":
				found = append(found, drawsOf(file, spec, at)...)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// drawsOf returns the uses of the global source of an imported package.
func drawsOf(file *ast.File, spec *ast.ImportSpec, at func(ast.Node) string) (found []string) {
	as := "rand"
	if spec.Name != nil {
		as = spec.Name.Name
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && x.Name == as && !slices.Contains(own, s.Sel.Name) {
				found = append(found, fmt.Sprintf("%s: %s.%s draws from the global source", at(s), as, s.Sel.Name))
			}
		}
		return true
	})
	return found
}
