package strategy

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
)

// findContract knows the published contracts; the default is the whole envelope.
func findContract(name string) (contract.Contract, error) {
	for _, c := range []contract.Contract{contract.ActionableEnvelope(), contract.CodeOnly(), contract.GenericMessage()} {
		if c.Name == name || name == "" {
			return c, nil
		}
	}
	return contract.Contract{}, errors.New("found another contract")
}

func readText(text string) (Strategy, error) {
	return Read(strings.NewReader(text), "mine", "some/mine.yaml", findContract, findBuiltin)
}

func TestAStrategyIsReadFromAFile(t *testing.T) {
	got, err := readText(`# All keys.
about: "waits, and asks"
contract: code-only
recovery_attempts: 3
deadline_ms: 60000
backoff: {initial_ms: 100, factor_percent: 200, cap_ms: 5000, jitter: spread, jitter_percent: 50}
waits:
  honoured: true
  longest_ms: 10000
write_guard: [confirm, key]
throttle: {max_tokens: 10, ratio_percent: 20, share_percent: 30, reserve_per_s: 40}
rows:
- {code: TRANSIENT, retryable: true, field: false, suggestion: true, attempt: 1, risk: destructive, action: retry, delay_ms: 50}
- code: "NOT FOUND"
  action: replace
- action: crash
`)
	want := Strategy{
		Name: "mine", About: "waits, and asks", Contract: contract.CodeOnly(),
		Router: Table{"mine.yaml", []Row{
			{
				Code: optional.Of("TRANSIENT"), Retryable: optional.Of(true), HasField: optional.Of(false), HasSuggestion: optional.Of(true),
				Attempt: optional.Of(1), Risk: optional.Of(scenario.Destructive), Action: Retry, DelayMS: 50,
			},
			{Code: optional.Of("NOT FOUND"), Action: Replace},
			{Action: Crash},
		}},
		Budget: optional.Of(3), DeadlineMS: optional.Of[int64](60000),
		Backoff:    Backoff{100, 200, optional.Of[int64](5000), Jitter{Kind: Spread, Percent: 50}},
		Waits:      WaitPolicy{true, optional.Of[int64](10000)},
		WriteGuard: UseKey | Confirm,
		Throttle:   Throttle{10, 20, 30, 40},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v; (-want +got):\n%s", err, diff)
	}
	least, err := readText("rows: []")
	if diff := cmp.Diff(Strategy{Name: "mine", Contract: contract.ActionableEnvelope(), Router: Table{Title: "mine.yaml"}}, least); diff != "" || err != nil {
		t.Errorf("%v; (-want +got):\n%s", err, diff)
	}
}

// With like, a file has the values of a built-in strategy for every key that it leaves
// out, wherever like stands, and is written with like. Behind layers its rows are an
// assumed model.
func TestAStrategyIsLikeABuiltInOne(t *testing.T) {
	rows := []Row{{Action: Retry}}
	for _, like := range builtin {
		got, err := readText("rows: [{action: retry}]\nlike: " + like.Name + "\nabout: Tries again.")
		want := like
		want.Name, want.About, want.Router = "mine", "Tries again.", Table{"mine.yaml", rows}
		if len(like.Layers) > 0 {
			want.Router = AssumedModel{Table{"mine.yaml", rows}, "Tries again"}
		}
		if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(Strategy{}, "Like")); err != nil || diff != "" || got.Like.Name != like.Name {
			t.Errorf("%s: %v, like %v; (-want +got):\n%s", like.Name, err, got.Like, diff)
		}
		text, ok := got.YAML()
		if want := "like: " + like.Name + "\nabout: \"Tries again.\"\nrows:\n  - {action: retry}\n"; !ok || text != want {
			t.Errorf("%s is written as\n%s\nwant\n%s", like.Name, text, want)
		}
	}
}

// The table of a built-in strategy, written as a file, compiles to the same plan.
func TestTheBuiltInTablesAsFiles(t *testing.T) {
	a := scenario.Published()
	a.RecoveryAttempts = 5
	for _, like := range builtin {
		table, ok := like.table()
		if !ok {
			continue
		}
		text := "like: " + like.Name + "\nrows:\n"
		for _, row := range table.Rows {
			text += "  - " + row.yaml() + "\n"
		}
		mine, err := readText(text)
		if err != nil {
			t.Fatal(err)
		}
		plans, err := CompileAll([]Strategy{like, mine}, a)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(plans[0].Steps, plans[1].Steps); diff != "" {
			t.Errorf("%s (-built in +file):\n%s", like.Name, diff)
		}
	}
}

// A key of a file replaces the whole value of the built-in strategy.
func TestKeysReplaceTheValuesOfTheBuiltInStrategy(t *testing.T) {
	for _, test := range []struct {
		text string
		want func(like, got *Strategy) bool
	}{
		{"like: cenkalti\nbackoff: {initial_ms: 7}", func(_, s *Strategy) bool { return s.Backoff == Backoff{InitialMS: 7, FactorPercent: 100} }},
		{"backoff: {initial_ms: 7}\nlike: cenkalti", func(_, s *Strategy) bool { return s.Backoff == Backoff{InitialMS: 7, FactorPercent: 100} }},
		{"like: grpc-throttled\nthrottle: {share_percent: 5}", func(_, s *Strategy) bool { return s.Throttle == Throttle{SharePercent: 5} }},
		{"like: typed-tool-failure\nwrite_guard: []", func(_, s *Strategy) bool { return s.WriteGuard == NoWriteGuard }},
		{"like: full-jitter\nwaits: {honoured: false}", func(_, s *Strategy) bool { return s.Waits == WaitPolicy{} }},
		{"like: needle\nrecovery_attempts: 9", func(_, s *Strategy) bool { return s.Budget == optional.Of(9) }},
		{"like: needle\ncontract: code-only", func(like, s *Strategy) bool {
			return s.Contract.Name == "code-only" && cmp.Equal(s.Layers, like.Layers)
		}},
	} {
		s, err := readText(test.text + "\nrows: []")
		if err != nil {
			t.Fatal(err)
		}
		if like := s.Like; !test.want(like, &s) {
			t.Errorf("%s: %+v", test.text, s)
		}
		text, _ := s.YAML()
		if back, err := readText(text); err != nil || !cmp.Equal(s, back) {
			t.Errorf("%v: read back from\n%s(-want +got):\n%s", err, text, cmp.Diff(s, back))
		}
	}
}

// Each fault has its place, the value that was found, and what to write instead.
func TestFaultsOfAStrategyFile(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"nothing", "", "mine.yaml: the file holds nothing; a strategy file holds rows such as `rows: [{code: TRANSIENT, action: retry}]`"},
		{"a list", "- a", "mine.yaml:1:1: got a list of 1; a strategy file holds rows such as `rows: [{code: TRANSIENT, action: retry}]`"},
		{"no YAML", "rows: [", "mine.yaml:1:7: not YAML: the bracket that opens here is not closed"},
		{"no rows", "about: it", "mine.yaml:1:1: the key rows is missing"},
		{"an unknown key", "rows: []\nabuot: it", `mine.yaml:2:1: abuot: unknown key; did you mean "about"?`},
		{"a doubled key", "rows: []\nrows: []", "mine.yaml:2:1: rows: stands twice, first in line 1; keep one"},
		{"a misspelt action", "rows:\n  - {action: retyr}", `mine.yaml:2:6: rows[0].action: got "retyr"; did you mean "retry"?`},
		{"no action", "rows:\n  - {code: A}", "mine.yaml:2:6: rows[0]: the key action is missing"},
		{"a verdict as text", "rows:\n  - {retryable: 'true', action: stop}", `mine.yaml:2:6: rows[0].retryable: got "true", want true or false`},
		{"a code as number", "rows:\n  - code: 503\n    action: stop", "mine.yaml:2:5: rows[0].code: got 503, want a text"},
		{"attempt 0", "rows: [{attempt: 0, action: stop}]", "mine.yaml:1:9: rows[0].attempt: got 0, want a whole number from 1 to 2147483647"},
		{"a delay without an attempt", "rows: [{action: stop, delay_ms: 5}]", "mine.yaml:1:9: rows[0]: got delay_ms 5 with the action stop, which makes no attempt; leave delay_ms out"},
		{"a risk", "rows: [{risk: readonly, action: stop}]", `mine.yaml:1:9: rows[0].risk: got "readonly"; did you mean "read_only"?`},
		{"a row after one for all", "rows:\n- action: stop\n- {code: A, action: retry}", "mine.yaml:3:4: rows[1]: this row is never reached, since rows[0] matches every error that it matches; move it up or delete it"},
		{"a row that two cover", "rows:\n- {field: true, action: stop}\n- {field: false, action: stop}\n- action: retry", "mine.yaml:4:3: rows[2]: this row is never reached, since the rows before it together match every error that it matches; move it up or delete it"},
		{"another contract", "contract: mine\nrows: []", "mine.yaml:1:1: contract: found another contract"},
		{"like nothing", "rows: []\nlike: 3", "mine.yaml:2:1: like: got 3, want the name of a built-in strategy"},
		{"like two", "like: polly\nlike: needle\nrows: []", "mine.yaml:2:1: like: stands twice, first in line 1; keep one"},
		{"a factor below 100", "backoff: {initial_ms: 1, factor_percent: 50}\nrows: []", "mine.yaml:1:26: backoff.factor_percent: got 50, want a whole number from 100 to 100000"},
		{"a spread without percent", "backoff: {initial_ms: 1, jitter: spread}\nrows: []", "mine.yaml:1:1: backoff: got the jitter spread without jitter_percent, want jitter_percent with the jitter spread only"},
		{"a guard", "write_guard: [keys]\nrows: []", `mine.yaml:1:15: write_guard[0]: got "keys"; did you mean "key"?`},
		{"a guard twice", "write_guard: [key, key]\nrows: []", `mine.yaml:1:20: write_guard[1]: key stands twice`},
		{"a directive", "%YAML 1.2\n---\nrows: []", "mine.yaml:1:1: a directive (%) stands here; remove it"},
		{"an octal number", "recovery_attempts: 010\nrows: []", "mine.yaml:1:1: recovery_attempts: got 010, want a whole number from 0 to 2147483647, in plain digits"},
		{"an anchor", "rows: &a []", "mine.yaml:1:1: rows: got &a [], want a list of at most 100"},
		{"101 rows", "rows:\n" + strings.Repeat("- {code: A, action: stop}\n", 101), "mine.yaml:1:1: rows: got a list of 101, want a list of at most 100"},
		{"two faults", "about: 1\nrows: 2", "mine.yaml:1:1: about: got 1, want a sentence\nmine.yaml:2:1: rows: got 2, want a list of at most 100"},
		{"a misspelt jitter with its percent", "backoff: {initial_ms: 1, jitter: spraed, jitter_percent: 5}\nrows: []", `mine.yaml:1:26: backoff.jitter: got "spraed"; did you mean "spread"?`},
		{"a misspelt action with a delay", "rows: [{action: retyr, delay_ms: 5}]", `mine.yaml:1:9: rows[0].action: got "retyr"; did you mean "retry"?`},
		{"a delay without an attempt after another fault", "about: 1\nrows: [{action: stop, delay_ms: 5}]", "mine.yaml:1:1: about: got 1, want a sentence\nmine.yaml:2:9: rows[0]: got delay_ms 5 with the action stop, which makes no attempt; leave delay_ms out"},
		{"a row that is never reached after another fault", "about: 1\nrows: [{action: stop}, {action: retry}]", "mine.yaml:1:1: about: got 1, want a sentence\nmine.yaml:2:25: rows[1]: this row is never reached, since rows[0] matches every error that it matches; move it up or delete it"},
		{"a row after one that is not understood", "rows: [{retryable: yep, action: stop}, {action: retry}]", `mine.yaml:1:9: rows[0].retryable: got "yep", want true or false`},
		{"no text", "rows: \xff", "mine.yaml:1:7: the byte 0xff is not UTF-8"},
		{"two documents", "rows: []\n---\nrows: []", "mine.yaml:3:1: a second document begins; keep one"},
	} {
		_, err := readText(test.text)
		if got := strings.ReplaceAll(fmt.Sprint(err), "some/", ""); got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}

// A strategy with a table is read back from its YAML.
func TestStrategiesAreReadBack(t *testing.T) {
	check := func(t interface{ Fatalf(string, ...any) }, s Strategy) {
		text, ok := s.YAML()
		if !ok {
			return
		}
		got, err := Read(strings.NewReader(text), s.Name, s.Router.Name(), func(string) (contract.Contract, error) { return s.Contract, nil }, findBuiltin)
		if diff := cmp.Diff(s, got); err != nil || diff != "" {
			t.Fatalf("%v\n%s(-want +got):\n%s", err, text, diff)
		}
	}
	for _, s := range builtin {
		check(t, s)
	}
	rapid.Check(t, func(t *rapid.T) {
		check(t, Strategy{
			Name: "mine", Contract: contract.CodeOnly(), Router: Table{"mine.yaml", drawReachable(t)},
			About:      rapid.String().Draw(t, "about"),
			Budget:     drawMaybe(rapid.IntRange(0, math.MaxInt32)).Draw(t, "recovery_attempts"),
			DeadlineMS: drawMaybe(rapid.Int64Range(0, MaxWaitMS)).Draw(t, "deadline_ms"),
			Backoff:    rapid.Custom(drawWritten).Draw(t, "backoff"),
			Waits:      WaitPolicy{rapid.Bool().Draw(t, "honoured"), drawMaybe(rapid.Int64Range(0, MaxWaitMS)).Draw(t, "longest_ms")},
			WriteGuard: rapid.SampledFrom([]WriteGuard{0, UseKey, Confirm, UseKey | Confirm}).Draw(t, "write_guard"),
			Throttle: rapid.Custom(func(t *rapid.T) Throttle {
				n := rapid.Int64Range(0, mostThrottle)
				return Throttle{n.Draw(t, "max_tokens"), n.Draw(t, "ratio_percent"), n.Draw(t, "share_percent"), n.Draw(t, "reserve_per_s")}
			}).Draw(t, "throttle"),
		})
	})
}

// drawMaybe draws a value or none.
func drawMaybe[T comparable](values *rapid.Generator[T]) *rapid.Generator[optional.Value[T]] {
	return rapid.OneOf(rapid.Just(optional.Value[T]{}), rapid.Map(values, optional.Of[T]))
}

// drawWritten draws a backoff of which every number has an effect.
func drawWritten(t *rapid.T) (b Backoff) {
	if b.InitialMS = rapid.Int64Range(0, MaxWaitMS).Draw(t, "initial_ms"); b.InitialMS == 0 {
		return Backoff{}
	}
	b.FactorPercent = rapid.Int64Range(100, mostFactor).Draw(t, "factor_percent")
	b.CapMS = drawMaybe(rapid.Int64Range(0, MaxWaitMS)).Draw(t, "cap_ms")
	switch b.Jitter.Kind = JitterKind(rapid.IntRange(0, len(jitterNames)-1).Draw(t, "jitter")); b.Jitter.Kind {
	case Spread:
		b.Jitter.Percent = rapid.Int64Range(0, 100).Draw(t, "jitter_percent")
	case Added:
		b.Jitter.MS = rapid.Int64Range(0, MaxWaitMS).Draw(t, "jitter_ms")
	}
	return b
}

// drawReachable draws rows that are all reached.
func drawReachable(t *rapid.T) (rows []Row) {
	var before coverage
	for _, row := range drawRows(t) {
		if !before.add(row) {
			rows = append(rows, row)
		}
	}
	return rows
}
