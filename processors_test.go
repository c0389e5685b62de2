package errbench_test

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var processors = flag.Bool("processors", false, "compare output under emulation of other processors; needs qemu-user-static")

// emulated are processors that differ from amd64 in what could change a byte.
var emulated = []struct{ goarch, qemu, because string }{
	{"arm64", "aarch64", "it fuses products and sums"},
	{"arm", "arm", "its words have 32 bits"},
	{"s390x", "s390x", "its bytes stand the other way round, and it fuses"},
	{"riscv64", "riscv64", "it fuses, and its NaNs differ"},
	{"ppc64le", "ppc64le", "it fuses"},
}

// outputs are command lines whose bytes must not depend on the processor.
var outputs = []string{
	"run --format json --scenario published",
	"run --format json --scenario published-counter",
	"run --format json --scenario varied.yaml",
	"run --format csv --scenario varied.yaml --runs 1003 --operations 17", // past the table of Student's t
	"run --scenario varied.yaml",
	"run --shard 2/3 --scenario varied.yaml",
	"run --format html --scenario varied.yaml",
	"explain --format json --scenario varied.yaml",
	"audit --format json --bases 50",
	"audit --format json --bases 2 --stream counter/v1 --runs 200000 --operations 10",
	"check --format json --baseline varied.json",
	"check --format json --baseline varied.json --across-streams --seed 5 --runs 9 --margin 0.01",
	"check --baseline varied.json --across-streams --seed 5 --runs 9",
	"sensitivity --format json --scenario varied.yaml --range failure_rate=0.2:0.6 --range recovery_attempts=0:4 --range failure_mix.validation=0.1:0.9",
	"sensitivity --format csv --scenario varied.yaml --range retry_success=0:1 --range repair_success.hint=0:1 --between actionable-envelope,code-only",
	"brief",
	"schema",
}

const variedScenario = `stream: counter/v1
runs: 7
operations: 2500
recovery_attempts: 3
failure_rate: 0.3333333333333333
failure_mix:
  transient: 0.3
  validation: 0.7
  permission: 1e-3
  not_found: 0.1
retry_success: 0.1
repair_success:
  code: 0.6666666666666666
  hint: 0.7
replace_success: 0.2
`

// TestProcessors holds the promise that the same inputs give the same bytes on
// every processor.
func TestProcessors(t *testing.T) {
	if !*processors {
		t.Skip("go test -run TestProcessors -processors . compares other processors, under qemu-user-static")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "varied.yaml"), []byte(variedScenario), 0o644); err != nil {
		t.Fatal(err)
	}
	native := program(t, "")
	baseline := exec.Command(native, "run", "--scenario", "varied.yaml", "--out", "varied.json")
	baseline.Dir = dir
	if out, err := baseline.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want := digests(t, dir, native)
	for _, p := range emulated {
		t.Run(p.goarch, func(t *testing.T) {
			t.Parallel()
			got := digests(t, dir, "qemu-"+p.qemu+"-static", program(t, p.goarch))
			for i, line := range outputs {
				if got[i] != want[i] {
					t.Errorf("errbench %s differs on %s (%s): %s, want %s", line, p.goarch, p.because, got[i], want[i])
				}
			}
		})
	}
}

// program builds the program for a processor, "" for this one.
func program(t *testing.T, goarch string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "errbench")
	cmd := exec.Command("go", "build", "-o", file, "./cmd/errbench")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if goarch != "" {
		cmd.Env = append(cmd.Env, "GOOS=linux", "GOARCH="+goarch)
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return file
}

// digests returns the SHA-256 of what each of the command lines prints.
func digests(t *testing.T, dir string, command ...string) []string {
	t.Helper()
	var found []string
	for _, line := range outputs {
		args := append(command[1:len(command):len(command)], strings.Fields(line)...)
		cmd := exec.Command(command[0], args...)
		cmd.Dir = dir
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s %s: %v", command[0], line, err)
		}
		found = append(found, fmt.Sprintf("%x", sha256.Sum256(out)))
	}
	return found
}
