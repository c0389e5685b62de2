package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"errbench/scenario"
)

func TestASummaryIsReadAsItWasWritten(t *testing.T) {
	for name, s := range kinds(t) {
		text := jsonOf(t, s)
		read, err := ReadSummary(bytes.NewReader(text), "s.json")
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(string(text), string(jsonOf(t, read))); diff != "" {
			t.Errorf("%s (-written +read):\n%s", name, diff)
		}
	}
}

// refusal is a document that ReadSummary must refuse: the published one with
// one thing changed.
type refusal struct {
	name, old, new string
	want           string // the error, whole
}

const renamed = `s.json: assumptions.name: found "published"; by the other numbers it is "published (changed)"` + "\n"

var refusals = []refusal{
	{"another schema", `summary/v2"`, `summary/v3"`,
		`s.json: line 2: schema: found "errbench/summary/v3"; "errbench/summary/v2" works`},
	{"an unknown key", `"complete": true`, `"completed": true`,
		`s.json: line 5: found the unknown key "completed", did you mean "complete"?; there are agreement, assumed_readers, assumptions, comparisons, complete, engine, expected, notice, plan_digest, results, schema, warnings`},
	{"an unknown key of another object", `"notice": `, `"router": "x", "notice": `,
		`s.json: line 3: found the unknown key "router"; there are agreement, assumed_readers, assumptions, comparisons, complete, engine, expected, notice, plan_digest, results, schema, warnings`},
	{"a key in capitals", `"complete": true`, `"Complete": true`,
		`s.json: line 5: found the unknown key "Complete", did you mean "complete"?; there are agreement, assumed_readers, assumptions, comparisons, complete, engine, expected, notice, plan_digest, results, schema, warnings`},
	{"an unknown key deep inside", `"min": 0.585`, `"minimum": 0.585`,
		`s.json: line 219: results[0].per_run: found the unknown key "minimum"; there are max, mean, min, runs, sd`},
	{"a doubled key", `"max": 0.73`, `"sd": 0.1`,
		`s.json: line 220: results[0].per_run.sd: found it a second time; once works`},
	{"a missing key", `"min": 0.585,`, ``,
		`s.json: line 221: results[0].per_run: found no key "min"; a number or null works`},
	{"a text for a count", `"attempts": 16823`, `"attempts": "16823"`,
		`s.json: line 116: results[0].attempts: found "16823"; a whole number works`},
	{"a fraction for a count", `"attempts": 16823`, `"attempts": 16823.0`,
		`s.json: line 116: results[0].attempts: found 16823.0; a whole number works`},
	{"a count beyond 64 bits", `"attempts": 16823`, `"attempts": 9223372036854775808`,
		`s.json: line 116: results[0].attempts: found 9223372036854775808; a whole number works`},
	{"a number beyond float64", `"sd": 0.031219448`, `"sd": 1e999`,
		`s.json: line 218: results[0].per_run.sd: found 1e999; a number or null works`},
	{"an object for a number", `"sd": 0.031219448`, `"sd": {"a": 1}`,
		`s.json: line 218: results[0].per_run.sd: found an object; a number or null works`},
	{"a number for a truth value", `"complete": true`, `"complete": 1`,
		`s.json: line 5: complete: found 1; true or false works`},
	{"null for a text", `"router": "retry-always"`, `"router": null`,
		`s.json: line 108: results[0].router: found null; a text works`},
	{"an invalid assumption", `"failure_rate": 0.4`, `"failure_rate": 1.4`,
		`s.json: assumptions.failure_rate: got 1.4, want a number from 0 to 1`},
	{"another number of runs", `"runs": 60`, `"runs": 61`,
		renamed + `s.json: complete: found true; by the other numbers it is false`},
	{"more runs than assumed", `"runs": 60`, `"runs": 59`,
		renamed + "s.json: complete: found true; by the other numbers it is false\n" +
			`s.json: results[0].per_run.runs: found 60; 0 to 59 works`},
	{"a count off by one", `"escalated": 1261`, `"escalated": 1262`,
		"s.json: results[2].escalated: found 1262; by the other numbers it is 1261\n" +
			"s.json: results[2].states.needs_review.failed: found 1261; by the other numbers it is 1262\n" +
			`s.json: expected[2].z.escalated: found 1.856170876; by the other numbers it is 1.886599907`},
	{"failures of another tape", "\"transient\": 1239,\n        \"validation\": 1135,", "\"transient\": 1238,\n        \"validation\": 1136,",
		`s.json: results[1].failures: found {"transient":1239,"validation":1135,"permission":1261,"not_found":1188}; by the other numbers it is {"transient":1238,"validation":1136,"permission":1261,"not_found":1188}` + "\n" +
			`s.json: results[2].failures: found {"transient":1239,"validation":1135,"permission":1261,"not_found":1188}; by the other numbers it is {"transient":1238,"validation":1136,"permission":1261,"not_found":1188}` + "\n" +
			"s.json: expected[0].z.failures.transient: found 1.186732195; by the other numbers it is 1.156303164\n" +
			`s.json: expected[0].z.failures.validation: found -1.977887026; by the other numbers it is -1.947457995`},
	{"a rate", `"resolution_rate": 0.712166667`, `"resolution_rate": 0.712166668`,
		"s.json: results[1].resolution_rate: found 0.712166668; by the other numbers it is 0.712166667\n" +
			`s.json: results[1].per_run.mean: found 0.712166667; by the other numbers it is 0.712166668`},
	{"an expectation of something else", `"expected": [
    {
      "strategy": "generic-message"`, `"expected": [
    {
      "strategy": "code-only"`,
		`s.json: expected[1].strategy: found "code-only"; a name that no other strategy has works` + "\n" +
			`s.json: expected[0].strategy: found "code-only"; by the other numbers it is "generic-message"`},
	{"a digest that is none", `"plan_digest": "sha256:`, `"plan_digest": "sha1:`,
		`s.json: plan_digest: found "sha1:037e95c55944b153266f165a42d7fe2f7ac47eeed21e73f36a0b436dd8069977"; sha256: and 64 hexadecimal digits work`},
	{"another notice", `no language model was called`, `a language model was called`,
		`s.json: notice: found "` + strings.Replace(Notice, "no language", "a language", 1) + `"; "` + Notice + `" works`},
	{"a count beyond what contains it", `"permanent": 2449`, `"permanent": 4824`,
		"s.json: results[0].wasted_retries.permanent: found 4824; 0 to 4823 works\n" +
			`s.json: expected[0].z.wasted_retries.permanent: found 1.118266869; by the other numbers it is 55.319978282`},
	{"futile attempts that did not fail", `"futile": 3584`, `"futile": 3954`,
		"s.json: results[0].wasted_retries.futile: found 3954; 0 to 3953 works\n" +
			`s.json: expected[0].z.wasted_retries.futile: found -0.318727654; by the other numbers it is 7.051848769`},
	{"more ends than failures", `"stop": 1188`, `"stop": 3563`,
		"s.json: results[2].actions.stop: found 3563; 0 to 3562 works\n" +
			"s.json: results[2].states.blocked.failed: found 1188; by the other numbers it is 3563\n" +
			`s.json: expected[2].z.actions.stop: found -0.365148384; by the other numbers it is 71.903800165`},
	{"a standard deviation below 0", `"retry": 53.665631463`, `"retry": -53.665631463`,
		"s.json: expected[0].sd.actions.retry: found -53.665631463; a number of at least 0 works\n" +
			`s.json: expected[0].z.actions.retry: found 0.428579664; by the other numbers it is -0.428579664`},
	{"an interval beside its number", `"lo": 0.038068159`, `"lo": 0.058068159`,
		`s.json: comparisons[0].difference_interval.lo: found 0.058068159; at most 0.041583333 works`},
	{"an interval that is not around its number", `"lo": 0.038068159`, `"lo": 0.038068163`,
		`s.json: comparisons[0].difference_interval.hi: found 0.045098508; by the other numbers it is 0.045098503`},
	{"one end of an interval", `"lo": 0.038068159`, `"lo": null`,
		"s.json: comparisons[0].difference_interval.hi: found 0.045098508; by the other numbers it is null\n" +
			`s.json: warnings: found ["correlated_runs"]; by the other numbers it is ["correlated_runs","few_runs"]`},
	{"an interval of another method", `"method": "paired t over runs"`, `"method": "bootstrap"`,
		`s.json: comparisons[0].difference_interval.method: found "bootstrap"; "paired t over runs" works`},
	{"an interval of another level", `"method": "delta ratio over runs",
        "level": 0.95`, `"method": "delta ratio over runs",
        "level": 0.99`,
		`s.json: comparisons[0].reduction_interval.level: found 0.99; by the other numbers it is 0.95`},
	{"a distance below 0", `"squared": 6.`, `"squared": -6.`,
		`s.json: agreement.squared: found -6.256660047; a number of at least 0 works`},
	{"an agreement of correlated runs", `"valid": false`, `"valid": true`,
		`s.json: agreement.valid: found true; by the other numbers it is false`},
	{"more degrees of freedom than counts", `"degrees_of_freedom": 5`, `"degrees_of_freedom": 11`,
		`s.json: agreement.degrees_of_freedom: found 11; 0 to 10 works`},
	{"no degree of freedom", `"degrees_of_freedom": 5`, `"degrees_of_freedom": 0`,
		`s.json: agreement.squared: found 6.256660047; by the other numbers it is null`},
	{"a comparison of something else", `"against": "code-only"`, `"against": "generic-message"`,
		`s.json: comparisons[2].against: found "generic-message"; by the other numbers it is "code-only"`},
}

// Each error says the file, where in it, what was found and what would work.
func TestAWrongSummaryIsRefused(t *testing.T) {
	whole := string(jsonOf(t, simulated(t, scenario.Published())))
	noWarning := refusal{"no warning", whole[strings.Index(whole, `"warnings": [`):], `"warnings": []` + "}",
		`s.json: warnings: found []; by the other numbers it is ["correlated_runs"]`}
	for _, test := range append(refusals, noWarning) {
		if !strings.Contains(whole, test.old) {
			t.Fatalf("%s: nothing to replace", test.name)
		}
		_, err := ReadSummary(strings.NewReader(strings.Replace(whole, test.old, test.new, 1)), "s.json")
		if err == nil {
			t.Errorf("%s was read", test.name)
		} else if diff := cmp.Diff(test.want, err.Error()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// A comparison of a name with itself says nothing of either strategy.
func TestADoubledStrategyIsRefused(t *testing.T) {
	for name, text := range map[string][]byte{
		"replay": jsonOf(t, simulated(t, scenario.Published())),
		"exact":  jsonOf(t, expected(t, scenario.Published())),
	} {
		doubled := bytes.ReplaceAll(text, []byte(`"code-only"`), []byte(`"generic-message"`))
		const want = `expected[1].strategy: found "generic-message"; a name that no other strategy has works`
		if _, err := ReadSummary(bytes.NewReader(doubled), "s.json"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", name, err, want)
		}
	}
}

func TestAByteOrderMarkIsNoPartOfASummary(t *testing.T) {
	for name, s := range kinds(t) {
		text := jsonOf(t, s)
		read, err := ReadSummary(bytes.NewReader(append([]byte("\ufeff"), text...)), "s.json")
		if err != nil || !bytes.Equal(text, jsonOf(t, read)) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	for _, text := range []string{"\ufeff", "\ufeff\ufeff{}", "{}\ufeff"} {
		if _, err := ReadSummary(strings.NewReader(text), "s.json"); err == nil || !strings.Contains(err.Error(), "not a whole JSON document") {
			t.Errorf("%q: error %v", text, err)
		}
	}
}

func TestASummaryOfNothingIsRefused(t *testing.T) {
	s := simulated(t, scenario.Published())
	s.Results, s.Expected, s.Comparisons = []Result{}, []Expected{}, []Comparison{}
	_, err := ReadSummary(bytes.NewReader(jsonOf(t, s)), "s.json")
	if err == nil || err.Error() != "s.json: line 105: expected: found an empty list; at least 1 works" {
		t.Errorf("%v", err)
	}
}

func TestWhatIsNoSummaryIsRefused(t *testing.T) {
	const whole = "; `errbench run --out summary.json` writes one"
	for text, want := range map[string]string{
		"":             "s.json: line 1: not a whole JSON document: unexpected end of JSON input" + whole,
		"\n\n":         "s.json: line 3: not a whole JSON document: unexpected end of JSON input" + whole,
		"schema: 1\n":  "s.json: line 1: not a whole JSON document: invalid character 's' looking for beginning of value" + whole,
		"{\n\n\"a\":,": "s.json: line 3: not a whole JSON document: invalid character ',' looking for beginning of value" + whole,
		"[]":           "s.json: line 1: found a list; an object works",
		"null":         "s.json: line 1: found null; an object works",
		`"text"`:       `s.json: line 1: found "text"; an object works`,
		"{\n}":         `s.json: line 2: found no key "schema"; "errbench/summary/v2" works`,
		"{\n\"a\":1}":  `s.json: line 2: found the unknown key "a"; there are agreement, assumed_readers, assumptions, comparisons, complete, engine, expected, notice, plan_digest, results, schema, warnings`,
	} {
		if _, err := ReadSummary(strings.NewReader(text), "s.json"); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// A copy that broke off is refused wherever it did. Only the newline at the
// end may be missing.
func TestATruncatedSummaryIsRefused(t *testing.T) {
	whole := jsonOf(t, simulated(t, scenario.Published(), "code-only", "actionable-envelope"))
	// In the middle of a word or number, encoding/json complains of a blank there.
	form := regexp.MustCompile("^s\\.json: line [0-9]+: not a whole JSON document: (unexpected end of JSON input|invalid character ' ' .*); `errbench run --out summary.json` writes one$")
	for n := range len(whole) - 1 {
		_, err := ReadSummary(bytes.NewReader(whole[:n]), "s.json")
		if err == nil || !form.MatchString(err.Error()) {
			t.Fatalf("the first %d of %d bytes: %v", n, len(whole), err)
		}
	}
	if _, err := ReadSummary(bytes.NewReader(whole[:len(whole)-1]), "s.json"); err != nil {
		t.Errorf("without its newline: %v", err)
	}
	if _, err := ReadSummary(bytes.NewReader(append(whole, '{')), "s.json"); err == nil || !strings.Contains(err.Error(), "after top-level value") {
		t.Errorf("with something after it: %v", err)
	}
}

// undetermined matches the whole numbers that nothing else in a summary
// determines: a change of theirs by one contradicts nothing.
var undetermined = regexp.MustCompile(`^(` + strings.Join([]string{
	`agreement\.degrees_of_freedom`,                    // of the plans; on a stream of independent runs the chance determines it
	`results\[.\]\.wasted_retries\.(permanent|futile)`, // parts of what was tried
	`results\[.\]\.reports\.terminal_not_stopped`,      // likewise
	`expected\[.\]\..*`,                                // of the plans, which a summary does not hold
	`results\[.\]\.per_run\.(sd|min|max)`,              // of single runs, which a summary does not hold
	`comparisons\[.\]\.(difference|reduction)_interval\.level`,
}, "|") + `)$`)

// Every whole number that the others determine is refused if it is off by one, and
// so is every input, since the name says whose values they are.
func TestACountOffByOneIsRefused(t *testing.T) {
	all := kinds(t)
	for _, name := range []string{"published", "one strategy"} {
		var document any
		d := json.NewDecoder(bytes.NewReader(jsonOf(t, all[name])))
		d.UseNumber()
		if err := d.Decode(&document); err != nil {
			t.Fatal(err)
		}
		changed := 0
		eachWhole(document, "", func(path string, set func(by int64)) {
			if undetermined.MatchString(path) {
				return
			}
			for _, by := range []int64{-1, 1} {
				set(by)
				text, err := json.Marshal(document)
				if err != nil {
					t.Fatal(err)
				}
				_, err = ReadSummary(bytes.NewReader(text), "s.json")
				if err == nil {
					t.Errorf("%s: %s is read with %+d", name, path, by)
				}
				if err != nil && !strings.HasPrefix(err.Error(), "s.json: ") {
					t.Errorf("%s: %s with %+d: %v", name, path, by, err)
				}
				set(-by)
				changed++
			}
		})
		if changed < 50 {
			t.Errorf("%s: only %d changes", name, changed)
		}
	}
}

// eachWhole calls f for each whole number in a document, with what changes it.
func eachWhole(node any, path string, f func(path string, set func(by int64))) {
	visit := func(child any, path string, assign func(any)) {
		if number, ok := child.(json.Number); ok {
			if n, err := number.Int64(); err == nil {
				f(path, func(by int64) {
					n += by
					assign(json.Number(fmt.Sprint(n)))
				})
			}
			return
		}
		eachWhole(child, path, f)
	}
	switch node := node.(type) {
	case map[string]any:
		for key, child := range node {
			visit(child, strings.TrimPrefix(path+"."+key, "."), func(v any) { node[key] = v })
		}
	case []any:
		for i, child := range node {
			visit(child, fmt.Sprintf("%s[%d]", path, i), func(v any) { node[i] = v })
		}
	}
}

func TestAReadErrorNamesTheFile(t *testing.T) {
	broken := errors.New("the disk is gone")
	if _, err := ReadSummary(iotest.ErrReader(broken), "s.json"); !errors.Is(err, broken) || err.Error() != "s.json: the disk is gone" {
		t.Errorf("%v", err)
	}
}

func TestAHugeFileIsRefused(t *testing.T) {
	_, err := ReadSummary(endless{}, "s.json")
	if err == nil || err.Error() != "s.json: found more than 64 MiB; a summary is smaller" {
		t.Errorf("%v", err)
	}
}

// endless is blanks without end.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}
