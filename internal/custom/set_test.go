package custom

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"errbench/contract"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// files are the files that tests read.
var files = map[string]string{
	"d/mine.yaml":     "rows: [{code: TRANSIENT, action: retry}, {action: stop}]",
	"d/beside.yml":    "contract: api.yaml\nrows: [{action: stop}]",
	"d/builtin.yaml":  "contract: recoverable-flag\nrows: [{action: stop}]",
	"d/api.yaml":      "transient: {code: BUSY}\nvalidation: {}\npermission: {}\nnot_found: {}\n",
	"api.yaml":        "transient: {}\nvalidation: {}\npermission: {}\nnot_found: {}\n",
	"d/faulty.yaml":   "rows: 1",
	"d/unlucky.yaml":  "contract: nowhere.yaml\nrows: []",
	"d/misspelt.yaml": "contract: code-onyl\nrows: []",
}

func read(contract string, words ...string) (*Set, error) {
	return Read(context.Background(), words, contract, func(file string) (io.ReadCloser, error) {
		text, ok := files[file]
		if !ok {
			return nil, &fs.PathError{Op: "open", Path: file, Err: fs.ErrNotExist}
		}
		return io.NopCloser(strings.NewReader(text)), nil
	})
}

func TestWordsEndAtACommand(t *testing.T) {
	for text, want := range map[string][]string{
		"":                         {""},
		"a":                        {"a"},
		"a,b=c.yaml,d":             {"a", "b=c.yaml", "d"},
		"a,b=exec:sh -c 'x,y',z":   {"a", "b=exec:sh -c 'x,y',z"},
		"b=exec:x,c=exec:y":        {"b=exec:x,c=exec:y"},
		"exec:a,b":                 {"exec:a,b"},
		"b=c.yaml,d=exec:,,e=f, g": {"b=c.yaml", "d=exec:,,e=f, g"},
	} {
		if diff := cmp.Diff(want, Words(text)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

func TestStrategiesAreInTheOrderOfTheWords(t *testing.T) {
	names := func(strategies []strategy.Strategy) string { return strings.Join(namesOf(strategies), " ") }
	published := names(catalog.Published())
	for _, test := range []struct{ words, want string }{
		{"", published},
		{"code-only", "code-only"},
		{"published", published},
		{"published code-only", published},
		{"code-only published", "code-only generic-message actionable-envelope"},
		{"b=exec:x code-only a=d/mine.yaml published", "b code-only a generic-message actionable-envelope"},
	} {
		s, err := read("", strings.Fields(test.words)...)
		if err != nil {
			t.Errorf("%s: %v", test.words, err)
			continue
		}
		if got := names(s.Strategies()); got != test.want {
			t.Errorf("%s: chosen %s, want %s", test.words, got, test.want)
		}
	}
	s, err := read("", "b=exec:x", "a=d/mine.yaml")
	if err != nil {
		t.Fatal(err)
	}
	found, err := s.Find([]string{"polly", "a", "code-only", "b"})
	if got := names(found); err != nil || got != "polly a code-only b" {
		t.Errorf("found: %s, %v", got, err)
	}
}

func namesOf(strategies []strategy.Strategy) (names []string) {
	for _, s := range strategies {
		names = append(names, s.Name)
	}
	return names
}

// The contract of a file goes before the contract of the flag, and is looked for beside it.
func TestContracts(t *testing.T) {
	for _, test := range []struct{ contract, word, want string }{
		{"", "a=exec:x", "actionable-envelope"},
		{"", "a=d/mine.yaml", "actionable-envelope"},
		{"code-only", "a=exec:x", "code-only"},
		{"code-only", "a=d/mine.yaml", "code-only"},
		{"recoverable-flag", "a=exec:x", "recoverable-flag"},
		{"api.yaml", "a=exec:x", "api.yaml"},
		{"code-only", "a=d/beside.yml", "api.yaml"},
		{"code-only", "a=d/builtin.yaml", "recoverable-flag"},
	} {
		s, err := read(test.contract, test.word)
		if err != nil || s.custom[0].Contract.Name != test.want {
			t.Errorf("--contract %s --strategy %s: %v, want %s", test.contract, test.word, err, test.want)
		}
	}
	s, err := read("", "a=d/beside.yml")
	if err != nil {
		t.Fatal(err)
	}
	if code, _ := s.custom[0].Contract.Observe(scenario.Transient).Code.Get(); code != "BUSY" {
		t.Errorf("the contract beside the file has the code %q", code)
	}
	all := Contracts()
	for _, b := range catalog.Builtin() {
		if !slices.Contains(all, b.Contract) {
			t.Errorf("another contract of a built-in strategy is named %s too", b.Contract.Name)
		}
	}
	if all[0] != contract.GenericMessage() {
		t.Errorf("the first contract is %s", all[0].Name)
	}
}

func TestWhatDefinesNothing(t *testing.T) {
	for _, test := range []struct {
		contract string
		words    []string
		want     string
	}{
		{"", []string{"=exec:x"}, `--strategy: name: got "", want 1 to 64 letters, digits, - and _`},
		{"", []string{"polly=exec:x"}, `--strategy: name: "polly" belongs to a built-in strategy or family; choose another`},
		{"", []string{"policies=exec:x"}, `--strategy: name: "policies" belongs to a built-in strategy or family; choose another`},
		{"", []string{"a=exec:x", "a=exec:y"}, `--strategy: two strategies are named "a"; give each its own name`},
		{"", []string{"policies", "policies"}, `--strategy: strategy or family "policies" is named twice; name it once`},
		{"", []string{"polly", "policies", "polly"}, `--strategy: strategy or family "polly" is named twice; name it once`},
		{"", []string{"a=exec: "}, "--strategy: a: the command is empty; write a=exec:COMMAND, such as a=exec:python3 router.py"},
		{"", []string{"a=router.py"}, `--strategy: a: got "router.py", want FILE.yaml or exec:COMMAND`},
		{"", []string{"mine.yaml"}, `--strategy: "mine.yaml" has no name; write NAME=mine.yaml`},
		{"", []string{"exec:x --k=v"}, `--strategy: "exec:x --k=v" has no name; write NAME=exec:x --k=v`},
		{"", []string{"a=mine.yaml"}, "--strategy: a: open mine.yaml: file does not exist"},
		{"", []string{"a=d/faulty.yaml"}, "--strategy: d/faulty.yaml:1:1: rows: got 1, want a list of at most 100"},
		{"", []string{"a=d/unlucky.yaml"}, "--strategy: d/unlucky.yaml:1:1: contract: open d/nowhere.yaml: file does not exist"},
		{"code-only", []string{"polly"}, "--contract: no custom strategy sees it; define one by --strategy NAME=FILE.yaml or --strategy NAME=exec:COMMAND"},
		{"nowhere.yaml", []string{"a=exec:x"}, "--contract: open nowhere.yaml: file does not exist"},
	} {
		if _, err := read(test.contract, test.words...); fmt.Sprint(err) != test.want {
			t.Errorf("%q: %v\nwant %s", test.words, err, test.want)
		}
	}
	if _, err := read("", "a=d/misspelt.yaml"); !strings.HasPrefix(fmt.Sprint(err), `--strategy: d/misspelt.yaml:1:1: contract: no contract is named "code-onyl"; did you mean "code-only"?`) {
		t.Error(err)
	}
	s, _ := read("", "a=exec:x")
	for want, names := range map[string][]string{
		`strategy "a" is named twice; name it once`:                {"a", "polly", "a"},
		"--strategy a=... is not among polly; define one of these": {"polly"},
		`no strategy is named "b"`:                                 {"a", "b"},
	} {
		if _, err := s.Find(names); !strings.HasPrefix(fmt.Sprint(err), want) {
			t.Errorf("%q: %v, want %s", names, err, want)
		}
	}
	if _, err := read("", "a=exec:x", "poly"); !strings.Contains(fmt.Sprint(err), `did you mean "polly"?`) {
		t.Error(err)
	}
}

// What a router does wrong is told without what lies around it, and nothing runs
// afterwards.
func TestARouterIsSettledAndItsFaultTold(t *testing.T) {
	for command, want := range map[string]string{
		`while read -r q; do echo '{"action":"retry"}'; done`: "<nil>",
		"read -r q; echo no": `router "a" (read -r q; echo no): got the answer no, want {"action":"stop"} on a line of its own: 1:2: not JSON: got 'o', want 'u'`,
		`while read -r q; do echo '{"action":"retry"}'; done; exit 4`: `router "a" (while read -r q; do echo '{"action":"retry"}'; done; exit 4): ended with exit status 4 after its last answer; `,
	} {
		s, err := read("", "a=exec:"+command)
		if err != nil {
			t.Fatal(err)
		}
		plans, err := s.Compile(s.Strategies(), scenario.Published())
		if got := fmt.Sprint(err); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", command, got, want)
		}
		if err == nil && len(plans[0].Steps) != scenario.NumClasses {
			t.Errorf("%d steps", len(plans[0].Steps))
		}
		s.End()
	}
}
