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

// files are those that tests read.
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

func TestStrategiesAreChosenInTheOrderOfTheWords(t *testing.T) {
	words := []string{"b=exec:x", "code-only", "a=d/mine.yaml", "published"}
	s, err := read("", words...)
	if err != nil {
		t.Fatal(err)
	}
	chosen, err := s.Choose(words)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(namesOf(chosen), " "); got != "b code-only a generic-message actionable-envelope" {
		t.Errorf("chosen: %s", got)
	}
	found, err := s.Find([]string{"polly", "a", "code-only", "b"})
	if got := strings.Join(namesOf(found), " "); err != nil || got != "polly a code-only b" {
		t.Errorf("found: %s, %v", got, err)
	}
}

func namesOf(strategies []strategy.Strategy) (names []string) {
	for _, s := range strategies {
		names = append(names, s.Name)
	}
	return names
}

// The contract of a file goes before that of the flag, and is looked for beside it.
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
		if err != nil || s.strategies[0].Contract.Name != test.want {
			t.Errorf("--contract %s --strategy %s: %v, want %s", test.contract, test.word, err, test.want)
		}
	}
	s, err := read("", "a=d/beside.yml")
	if err != nil {
		t.Fatal(err)
	}
	if code, _ := s.strategies[0].Contract.Observe(scenario.Transient).Code.Get(); code != "BUSY" {
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
		{"", []string{"=exec:x"}, `--strategy: found the name ""; one of 1 to 64 letters, digits, - and _ works, as in mine=exec:COMMAND`},
		{"", []string{"polly=exec:x"}, `--strategy: found the name "polly", which is that of a built-in strategy or family; another works`},
		{"", []string{"policies=exec:x"}, `--strategy: found the name "policies", which is that of a built-in strategy or family; another works`},
		{"", []string{"a=exec:x", "a=exec:y"}, `--strategy: found two strategies named "a"; a name of its own for each works`},
		{"", []string{"a=exec: "}, "--strategy: a: found an empty command; one such as exec:python3 router.py works"},
		{"", []string{"a=router.py"}, `--strategy: a: found "router.py"; exec:COMMAND works, and FILE.yaml`},
		{"", []string{"a=mine.yaml"}, "--strategy: a: open mine.yaml: file does not exist"},
		{"", []string{"a=d/faulty.yaml"}, "--strategy: d/faulty.yaml:1:1: rows: got 1, want a list of at most 100"},
		{"", []string{"a=d/unlucky.yaml"}, "--strategy: d/unlucky.yaml:1:1: contract: open d/nowhere.yaml: file does not exist"},
		{"code-only", []string{"polly"}, "--contract: found no strategy of your own, which it is for; --strategy NAME=FILE.yaml or NAME=exec:COMMAND works"},
		{"nowhere.yaml", []string{"a=exec:x"}, "--contract: open nowhere.yaml: file does not exist"},
	} {
		if _, err := read(test.contract, test.words...); fmt.Sprint(err) != test.want {
			t.Errorf("%q: %v\nwant %s", test.words, err, test.want)
		}
	}
	if _, err := read("", "a=d/misspelt.yaml"); !strings.HasPrefix(fmt.Sprint(err), `--strategy: d/misspelt.yaml:1:1: contract: found "code-onyl", did you mean "code-only"?; there are generic-message, `) {
		t.Error(err)
	}
	s, _ := read("", "a=exec:x")
	for want, names := range map[string][]string{
		"found --strategy a=..., which is not among polly; one of these names works": {"polly"},
		`no strategy is named "b"`: {"a", "b"},
	} {
		if _, err := s.Find(names); !strings.HasPrefix(fmt.Sprint(err), want) {
			t.Errorf("%q: %v, want %s", names, err, want)
		}
	}
	if _, err := s.Choose([]string{"a=exec:x", "poly"}); !strings.Contains(fmt.Sprint(err), `did you mean "polly"?`) {
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
		plans, err := s.Compile(s.strategies, scenario.Published())
		if got := fmt.Sprint(err); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", command, got, want)
		}
		if err == nil && len(plans[0].Steps) != scenario.NumClasses {
			t.Errorf("%d steps", len(plans[0].Steps))
		}
		s.End()
	}
}
