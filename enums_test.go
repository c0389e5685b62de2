package errbench_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"errbench/contract"
	"errbench/scenario"
	"errbench/strategy"
)

// named has every integer type of the module that has names for its values.
var named = map[string]func(n int) fmt.Stringer{
	"contract.Detail":     func(n int) fmt.Stringer { return contract.Detail(n) },
	"scenario.Class":      func(n int) fmt.Stringer { return scenario.Class(n) },
	"scenario.Distortion": func(n int) fmt.Stringer { return scenario.Distortion(n) },
	"scenario.Risk":       func(n int) fmt.Stringer { return scenario.Risk(n) },
	"scenario.Roll":       func(n int) fmt.Stringer { return scenario.Roll(n) },
	"strategy.Action":     func(n int) fmt.Stringer { return strategy.Action(n) },
	"strategy.Direction":  func(n int) fmt.Stringer { return strategy.Direction(n) },
	"strategy.Event":      func(n int) fmt.Stringer { return strategy.Event(n) },
	"strategy.Metric":     func(n int) fmt.Stringer { return strategy.Metric(n) },
	"strategy.State":      func(n int) fmt.Stringer { return strategy.State(n) },
}

// A value out of range has a text that shows its number, so that an error about it can
// be written.
func TestEveryNumberOfANamedTypeHasAText(t *testing.T) {
	if diff := cmp.Diff(namedTypes(t, os.DirFS(".")), slices.Sorted(maps.Keys(named))); diff != "" {
		t.Fatalf("the types with names (-module +test):\n%s", diff)
	}
	for name, value := range named {
		texts := map[string]bool{}
		for n := range 256 {
			texts[text(t, name, value(n))] = true
		}
		if len(texts) != 256 {
			t.Errorf("%s: 256 values have %d texts", name, len(texts))
		}
		last := text(t, name, value(127))
		if _, plain, _ := strings.Cut(name, "."); last != plain+"(127)" {
			t.Errorf("%s: the text of 127 is %q", name, last)
		}
	}
}

// text returns the text of a value, and fails the test if there is none.
func text(t *testing.T, name string, value fmt.Stringer) string {
	t.Helper()
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("%s: %v", name, p)
		}
	}()
	return value.String()
}

// namedTypes returns the exported integer types of the module with a String method.
func namedTypes(t *testing.T, files fs.FS) (found []string) {
	t.Helper()
	integers, written := map[string]bool{}, map[string]bool{}
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, decl := range file.Decls {
			switch d := decl.(type) {
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if s, ok := spec.(*ast.TypeSpec); ok && isInteger(s.Type) && s.Name.IsExported() {
						integers[path.Base(path.Dir(name))+"."+s.Name.Name] = true
					}
				}
			case *ast.FuncDecl:
				if d.Recv != nil && d.Name.Name == "String" {
					if of, ok := d.Recv.List[0].Type.(*ast.Ident); ok {
						written[path.Base(path.Dir(name))+"."+of.Name] = true
					}
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range integers {
		if written[name] {
			found = append(found, name)
		}
	}
	slices.Sort(found)
	return found
}

// isInteger reports whether an expression is an integer type of Go.
func isInteger(e ast.Expr) bool {
	name, ok := e.(*ast.Ident)
	return ok && slices.Contains([]string{
		"int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64",
	}, name.Name)
}
