package errbench_test

import (
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var processors = flag.Bool("processors", false, "compile for other processors, and compare output under their emulation; needs qemu-user-static")

// emulated are processors that differ from amd64 in what could change a byte.
var emulated = []struct{ goarch, qemu, because string }{
	{"arm64", "aarch64", "it fuses products and sums"},
	{"arm", "arm", "its words have 32 bits"},
	{"s390x", "s390x", "its bytes stand the other way round, and it fuses"},
	{"riscv64", "riscv64", "it fuses, and its NaNs differ"},
	{"ppc64le", "ppc64le", "it fuses"},
}

// outputs are command lines whose bytes must not depend on the processor. They
// write files below "made".
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
	"audit --format json --bases 2 --stream counter/v2 --runs 200000 --operations 10",
	"check --format json --baseline varied.json",
	"check --format json --baseline varied.json --across-streams --seed 5 --runs 9 --margin 0.01",
	"check --baseline varied.json --across-streams --seed 5 --runs 9",
	"sensitivity --format json --scenario varied.yaml --range failure_rate=0.2:0.6 --range recovery_attempts=0:4 --range failure_mix.validation=0.1:0.9",
	"sensitivity --format csv --scenario varied.yaml --range retry_success=0:1 --range repair_success.hint=0:1 --between actionable-envelope,code-only",
	"breakeven --format json --scenario varied.yaml --vary repair_success.hint --between actionable-envelope,code-only",
	"breakeven --format json --scenario varied.yaml --vary retry_success --between code-only,generic-message --metric cost.usd_per_resolved --set cost.usd.attempt=1 --set cost.usd.repair=0.3 --set cost.usd.escalation=0.1",
	"breakeven --format json --scenario varied.yaml --vary failure_mix.validation=0:4 --between code-only,generic-message --metric cost.usd_per_resolved --set cost.usd.attempt=1 --set cost.usd.repair=0.7",
	"sweep --out made --vary failure_rate=log:0.001:1:40 --vary repair_success.hint=0.3:1:0.1",
	"sweep --out made --scenario varied.yaml --vary failure_rate=0.3:0.9 --vary failure_mix.permission=0.01:3 --vary recovery_attempts=1:6 --design lhs --points 100",
	"sweep --out made --scenario varied.yaml --vary retry_success=0:1 --vary repair_success.code=0.2:0.9 --design halton --points 100",
	"sweep --out made --scenario varied.yaml --vary failure_rate=log:0.01:1:7 --engine replay",
	"run --plot made/run.svg --scenario varied.yaml",
	"sensitivity --samples 64 --range retry_success=0:1 --range repair_success.hint=0:1 --plot made/indices.svg --tornado made/tornado.svg",
	"brief",
	"schema",
}

const variedScenario = `stream: counter/v2
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
	native := program(t, "")
	want := digests(t, native, native)
	for _, p := range emulated {
		t.Run(p.goarch, func(t *testing.T) {
			t.Parallel()
			got := digests(t, native, "qemu-"+p.qemu+"-static", program(t, p.goarch))
			for i, line := range outputs {
				if diff := cmp.Diff(want[i], got[i]); diff != "" {
					t.Errorf("errbench %s differs on %s (%s):\n%s", line, p.goarch, p.because, diff)
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

// digests returns the SHA-256 of what each of the command lines prints, and of
// the files that it makes, by name, except PNG: the rasterizer fuses where the
// processor does. The native program makes what they read.
func digests(t *testing.T, native string, command ...string) (found []map[string]string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "varied.yaml"), []byte(variedScenario), 0o644); err != nil {
		t.Fatal(err)
	}
	output(t, dir, native, "run", "--scenario", "varied.yaml", "--out", "varied.json")
	made := filepath.Join(dir, "made")
	for _, line := range outputs {
		if err := errors.Join(os.RemoveAll(made), os.Mkdir(made, 0o755)); err != nil {
			t.Fatal(err)
		}
		args := append(command[1:len(command):len(command)], strings.Fields(line)...)
		digests := map[string]string{"stdout": digest(output(t, dir, command[0], args...))}
		files, err := filepath.Glob(filepath.Join(made, "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if filepath.Ext(file) == ".png" {
				continue
			}
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			digests[filepath.Base(file)] = digest(data)
		}
		found = append(found, digests)
	}
	return found
}

// output returns what a command prints to stdout.
func output(t *testing.T, dir, command string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(command, args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v", cmd, err)
	}
	return out
}

func digest(data []byte) string { return fmt.Sprintf("%x", sha256.Sum256(data)) }
