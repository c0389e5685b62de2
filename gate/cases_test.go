package gate

import (
	"encoding/xml"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func matches(t *testing.T, pattern, text string) {
	t.Helper()
	if !regexp.MustCompile(pattern).MatchString(text) {
		t.Errorf("%q does not match %s", text, pattern)
	}
}

// document is JUnit XML, declared independently of the writer.
type document struct {
	XMLName  xml.Name `xml:"testsuites"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Suites   []struct {
		Name     string `xml:"name,attr"`
		Tests    int    `xml:"tests,attr"`
		Failures int    `xml:"failures,attr"`
		Cases    []struct {
			Class   string `xml:"classname,attr"`
			Name    string `xml:"name,attr"`
			Failure *struct {
				Message string `xml:"message,attr"`
				Type    string `xml:"type,attr"`
				Text    string `xml:",chardata"`
			} `xml:"failure"`
		} `xml:"testcase"`
	} `xml:"testsuite"`
}

func TestJUnitIsReadBack(t *testing.T) {
	all := outcomes(t)
	strange := all["unmet"]
	strange.Requirements = []Finding{{Requirement: "a<b&\"c\"'d'\n]]>\x00ü>=1"}}
	all["strange characters"] = strange
	for name, out := range all {
		data, err := out.JUnit()
		if err != nil {
			t.Fatal(err)
		}
		var d document
		if err := xml.Unmarshal(data, &d); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, data)
		}
		var got []testCase
		failures := 0
		for _, suite := range d.Suites {
			failed := 0
			for _, c := range suite.Cases {
				read := testCase{group: suite.Name, name: c.Name}
				if c.Class != "errbench."+suite.Name {
					t.Errorf("%s: class %s in %s", name, c.Class, suite.Name)
				}
				if c.Failure != nil {
					failed++
					read.failure, read.detail = c.Failure.Message, c.Failure.Text
					if c.Failure.Type != string(out.Verdict) {
						t.Errorf("%s: type %s", name, c.Failure.Type)
					}
				}
				got = append(got, read)
			}
			if suite.Tests != len(suite.Cases) || suite.Failures != failed {
				t.Errorf("%s, %s: says %d tests and %d failures", name, suite.Name, suite.Tests, suite.Failures)
			}
			failures += failed
		}
		want := out.cases()
		for i := range want { // a name is one printable line
			want[i].name = strings.NewReplacer("\x00", `\u0000`, "\n", `\u000a`).Replace(want[i].name)
			want[i].detail = strings.ReplaceAll(want[i].detail, "\x00", `\u0000`)
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(testCase{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if d.Tests != len(want) || d.Failures != failures || (failures > 0) != (out.Verdict != Good) {
			t.Errorf("%s: %s with %d tests and %d failures", name, out.Verdict, d.Tests, d.Failures)
		}
	}
}

// Python is a second, independent reader.
func TestJUnitIsReadByPython(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not here")
	}
	data, err := outcomes(t)["regression"].JUnit()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "check.xml")
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
	const read = `
import sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
for case in root.iter("testcase"):
    failure = case.find("failure")
    print(case.get("name"), "passed" if failure is None else failure.get("message"), sep=": ")
`
	out, err := exec.Command(python, "-c", read, file).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, line := range []string{
		"what the baseline exercised was exercised: passed",
		"code-only.attempts>0: passed",
		"code-only.resolved<1: not met: found 8536",
	} {
		if !strings.Contains(string(out), line+"\n") {
			t.Errorf("no line %q in\n%s", line, out)
		}
	}
	matches(t, `(?m)^actionable-envelope: \d+ counts differ from the baseline's$`, string(out))
	matches(t, `(?m)^plan digest: the plan digest differs from the baseline's$`, string(out))
}

func TestEveryCountChangeStandsInOneCase(t *testing.T) {
	out := outcomes(t)["regression"]
	lines := 0
	for _, c := range out.cases() {
		if c.group == "baseline" && c.name != "plan digest" {
			lines += strings.Count(c.detail, "\n") + 1
		}
	}
	if lines != len(out.CountChanges) {
		t.Errorf("%d lines for %d counts", lines, len(out.CountChanges))
	}
}

// The text of a failure holds the interval and the numbers of operations.
func TestAChangeAcrossStreamsIsTold(t *testing.T) {
	failures := 0
	for _, c := range outcomes(t)["across, worse"].cases() {
		if c.group == "baseline" && c.failure != "" && c.name != "all metrics together" {
			failures++
			matches(t, `^changed from [0-9.]+ to [0-9.]+ per operation, difference [+-][0-9.]+ \[-?[0-9.]+, -?[0-9.]+\], p [=<] [0-9.e-]+, 12,000 operations against 12,000 operations$`, c.failure)
		}
	}
	if failures == 0 {
		t.Error("no metric has changed")
	}
}

// GitHub shows at most ten errors of a step.
func TestAnnotationsAreFew(t *testing.T) {
	all := outcomes(t)
	for name, out := range all {
		n := len(out.Annotations())
		if n == 0 || n > maxAnnotations {
			t.Errorf("%s: %d annotations", name, n)
		}
	}
	if got := all["good"].Annotations(); len(got) != 1 || !strings.HasPrefix(got[0], "::notice title=errbench check::good: all ") {
		t.Errorf("%q", got)
	}
	doomed := all["good"]
	for range 30 {
		doomed.Requirements = append(doomed.Requirements, Finding{Requirement: "a.b>1"})
	}
	if got := doomed.Annotations(); len(got) != maxAnnotations || !strings.HasSuffix(got[9], "::21 more checks failed; the log has them all") {
		t.Errorf("%q", got)
	}
}
