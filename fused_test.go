package errbench_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// No product is fused with a sum, which rounds once where others round twice:
// such a number would differ between processors.
func TestNoProductIsFusedWithASum(t *testing.T) {
	if !*processors {
		t.Skip("-processors compiles for another processor")
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, place := range fused(t, here) {
		t.Errorf("%s: write float64(x*y) + z", place)
	}
}

// The search is of no use if it cannot find.
func TestPlantedFusionsAreFound(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module planted\n\ngo 1.26.0\n",
		"planted.go": `package planted

func add(x, y, z float64) float64 { return x*y + z }
func sub(x, y, z float64) float64 { return z - x*y }
func neg(x, y, z float64) float64 { return x*y - z }
func low(x, y, z float32) float32 { return x*y + z }
func two(x, y, z float64) float64 { return float64(x*y) + z }

func all(x, y, z float64) float64 {
	product := x * y
	return product + z
}
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{
		"planted.go:3 has FMADDD", "planted.go:4 has FMSUBD", "planted.go:5 has FNMSUBD",
		"planted.go:6 has FMADDS", "planted.go:11 has FMADDD",
	}
	if diff := cmp.Diff(want, fused(t, dir)); diff != "" {
		t.Errorf("fused (-want +got):\n%s", diff)
	}
}

// fusedLine is a line of the listing of an arm64 program: file, line and
// instruction.
var fusedLine = regexp.MustCompile(`\((/[^()]+):(\d+)\)\t(FN?M(?:ADD|SUB)[SD])\t`)

// fused compiles the module of a folder for arm64, whose compiler fuses, and
// returns the lines of the module's own files where it did.
func fused(t *testing.T, dir string) (places []string) {
	t.Helper()
	cmd := exec.Command("go", "build", "-gcflags=-S", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH=arm64")
	listing, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, listing)
	}
	for _, found := range fusedLine.FindAllSubmatch(listing, -1) {
		file, err := filepath.Rel(dir, string(found[1]))
		if err != nil || !filepath.IsLocal(file) {
			continue // inlined from another module
		}
		place := file + ":" + string(found[2]) + " has " + string(found[3])
		if !slices.Contains(places, place) { // inlined in several functions
			places = append(places, place)
		}
	}
	return places
}
