package report

import (
	"bytes"
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"errbench/internal/shard"
	"errbench/replay"
	"errbench/scenario"
	"errbench/strategy/catalog"
)

// partOf replays a shard of the named strategies, all of them where none is
// named.
func partOf(t rapid.TB, a scenario.Assumptions, s shard.Shard, names ...string) Part {
	t.Helper()
	plans := plansOf(t, a, names...)
	tally, err := replay.RunShard(context.Background(), a, plans, s, replay.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPart(a, plans, s, tally)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// interruptedPart is one of which the first runs are there.
func interruptedPart(t rapid.TB, a scenario.Assumptions, s shard.Shard, runs int64) Part {
	t.Helper()
	plans := plansOf(t, a)
	tally := tallyOf(t, a, plans, runs) // as good as those of the shard
	p, err := NewPart(a, plans, s, tally)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func partText(t rapid.TB, p Part) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// parts are parts of every kind.
func parts(t rapid.TB) map[string]Part {
	t.Helper()
	noFailure, certain, noRecovery := onCounter(7), onCounter(7), onCounter(7)
	noFailure.FailureRate = 0
	certain.FailureRate, certain.RetrySuccess, certain.RecoveryAttempts = 1, 1, 3
	noRecovery.RecoveryAttempts = 0
	long := onCounter(40)
	long.RecoveryAttempts = 4
	quarter := shard.Shard{Index: 2, Count: 4}
	return map[string]Part{
		"published":           partOf(t, scenario.Published(), quarter),
		"whole":               partOf(t, onCounter(60), shard.Whole()),
		"one run":             partOf(t, onCounter(4), quarter),
		"no run":              partOf(t, onCounter(3), shard.Shard{Index: 4, Count: 4}),
		"interrupted":         interruptedPart(t, onCounter(60), quarter, 7),
		"interrupted at once": interruptedPart(t, onCounter(60), quarter, 0),
		"no failure":          partOf(t, noFailure, quarter),
		"certain":             partOf(t, certain, quarter),
		"no recovery":         partOf(t, noRecovery, quarter),
		"long chains":         partOf(t, long, quarter),
		"one strategy":        partOf(t, scenario.Published(), quarter, "code-only"),
	}
}

func TestAPartIsReadAsItWasWritten(t *testing.T) {
	for name, p := range parts(t) {
		text := partText(t, p)
		read, err := ReadPart(bytes.NewReader(text), "p.json", catalog.Find)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(string(text), string(partText(t, read))); diff != "" {
			t.Errorf("%s (-written +read):\n%s", name, diff)
		}
	}
}

func TestAPartWithoutStrategiesIsRefused(t *testing.T) {
	a := scenario.Published()
	tally := tallyOf(t, a, nil, 60)
	if _, err := NewPart(a, nil, shard.Whole(), tally); err == nil || err.Error() != "no strategy was given; one is enough for a part" {
		t.Errorf("error %v", err)
	}
}

// partRefusals are changes of the first of four published parts.
var partRefusals = []refusal{
	{"a summary", `errbench/tally/v2`, `errbench/summary/v2`,
		`p.json: line 2: schema: found "errbench/summary/v2"; "errbench/tally/v2" works`},
	{"an unknown key deep inside", `"min_resolved"`, `"least_resolved"`,
		`p.json: line 145: strategies[0]: found the unknown key "least_resolved", did you mean "max_resolved"?; there are failed_products, max_resolved, min_resolved, resolved_products, strategy, successes, times, visits, waited_ms`},
	{"null for a list deep inside", "[\n        \"266120\"\n      ]", "null",
		`p.json: line 147: strategies[0].resolved_products: found null; a list works`},
	{"a fraction in a list", "305,\n        287", "305.5,\n        287",
		`p.json: line 134: strategies[0].visits[0]: found 305.5; a whole number works`},
	{"a number for a sum", `"266120"`, `266120`,
		`p.json: line 148: strategies[0].resolved_products[0]: found 266120; a text works`},
	{"an invalid assumption", `"failure_rate": 0.4`, `"failure_rate": 1.4`,
		`p.json: assumptions.failure_rate: got 1.4, want a number from 0 to 1`},
	{"other assumptions", `"failure_rate": 0.4`, `"failure_rate": 0.5`,
		`p.json: plan_digest: found "sha256:037e95c55944b153266f165a42d7fe2f7ac47eeed21e73f36a0b436dd8069977"; this program makes "sha256:aeb92916a28d7e93723a5c8413c6fc1d0c20a694e132eb9af0981e08b9a5c89f" of the same assumptions, so the program or its strategies differ from what wrote the part: the version and the routers that wrote it work`},
	{"an unknown strategy", `"code-only"`, `"code-onl"`,
		`p.json: strategies: no strategy is named "code-onl", did you mean "code-only"?; there are ` + strings.Join(catalog.Names(), ", ")},
	{"a strategy twice", `"code-only"`, `"generic-message"`,
		`p.json: strategies: strategy "generic-message" is named twice; once works`},
	{"another notice", `no language model`, `a language model`,
		`p.json: notice: found "` + strings.Replace(PartNotice, "no language", "a language", 1) + `"; "` + PartNotice + `" works`},
	{"a shard counted from 0", `"index": 1`, `"index": 0`,
		`p.json: shard: found 0/4; what works: shards are counted from 1, so 1/4 to 4/4`},
	{"another shard", `"index": 1`, `"index": 2`,
		"p.json: runs.first: found 1; by the other numbers it is 16\n" +
			`p.json: runs.last: found 15; by the other numbers it is 30`},
	{"fewer runs", `"finished": 15`, `"finished": 14`,
		"p.json: complete: found true; by the other numbers it is false\n" +
			`p.json: operations: found 3000; by the other numbers it is 2800`},
	{"more runs", `"finished": 15`, `"finished": 16`,
		"p.json: runs.finished: found 16; 0 to 15 works\n" +
			"p.json: complete: found true; by the other numbers it is false\n" +
			`p.json: operations: found 3000; by the other numbers it is 3200`},
	{"more failures than operations", `"operations": 274`, `"operations": 2068`,
		`p.json: kinds[3].operations: found 2068; 0 to 2067 works`},
	{"a step too few", "305,\n        287,\n        341,\n        274\n", "305,\n        287,\n        341\n",
		`p.json: strategies[0].visits: found [305,287,341]; a list of 4 works`},
	{"a sum too many", `"266120"`, `"266120", "1"`,
		`p.json: strategies[0].resolved_products: found ["266120","1"]; a list of 1 works`},
	{"a sum below 0", `"266120"`, `"-1"`,
		`p.json: strategies[0].resolved_products[0]: found "-1"; a whole number from 0 to 2^128 - 1, in plain digits, works`},
	{"a sum with a leading zero", `"266120"`, `"0266120"`,
		`p.json: strategies[0].resolved_products[0]: found "0266120"; a whole number from 0 to 2^128 - 1, in plain digits, works`},
	{"a sum of 129 bits", `"266120"`, `"340282366920938463463374607431768211456"`,
		`p.json: strategies[0].resolved_products[0]: found "340282366920938463463374607431768211456"; a whole number from 0 to 2^128 - 1, in plain digits, works`},
	{"visits of other failures", "305,\n        287,", "306,\n        287,",
		`p.json: strategies[0].visits[0]: found 306; by the other numbers it is 305`},
	{"success without a chance", "203,\n        0,", "203,\n        1,",
		`p.json: strategies[0].successes[1]: found 1; 0 to 0 works`},
	{"another success", "203,\n        0,", "204,\n        0,",
		"p.json: strategies[0].resolved_products[0]: found \"266120\"; an odd number from 265868 to 267137 works\n" +
			`p.json: strategies[0].failed_products[0]: found "67720"; an odd number from 67068 to 200600 works`},
	{"more successes than visits", "203,\n        108", "203,\n        288",
		`p.json: strategies[1].successes[1]: found 288; 0 to 287 works`},
	{"an even change of a square", `"266120"`, `"276120"`,
		`p.json: strategies[0].resolved_products[0]: found "276120"; an even number from 265602 to 266866 works`},
	{"a change of a product", `"280389"`, `"290389"`,
		`p.json: strategies[1].resolved_products[0]: found "290389"; 279467 to 280478 works`},
	{"a least count above the mean", `"min_resolved": 126`, `"min_resolved": 134`,
		"p.json: strategies[0].min_resolved: found 134; 0 to 133 works"},
	{"a most count below the mean", `"max_resolved": 145`, `"max_resolved": 132`,
		"p.json: strategies[0].max_resolved: found 132; 134 to 200 works"},
}

// Each error says the file, where in it, what was found and what would work.
func TestAWrongPartIsRefused(t *testing.T) {
	whole := string(partText(t, partOf(t, scenario.Published(), shard.Shard{Index: 1, Count: 4})))
	truncated := refusal{"a truncated one", whole[len(whole)-3:], "",
		"p.json: line 212: not a whole JSON document: unexpected end of JSON input; `errbench run --shard I/N --out part.json` writes one"}
	for _, test := range append(partRefusals, truncated) {
		if !strings.Contains(whole, test.old) {
			t.Fatalf("%s: nothing to replace", test.name)
		}
		_, err := ReadPart(strings.NewReader(strings.Replace(whole, test.old, test.new, 1)), "p.json", catalog.Find)
		if err == nil {
			t.Errorf("%s was read", test.name)
		} else if diff := cmp.Diff(test.want, err.Error()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// unnoticed are the keys whose digits can be others without a contradiction:
// inputs that no step of these plans depends on, the successes of steps that end
// a chain, and what only the single runs determine.
var unnoticed = []string{
	"seed", "field", "message", "misled", "replace_success",
	"max", "short", "long", "replace", "arrival_rate_per_s", // time
	"read_only", "commit_on_failure", // writes
	"after_repair",                    // no attempt is left then
	"attempt", "repair", "escalation", // prices
	"successes", "min_resolved", "max_resolved", "resolved_products", "failed_products",
}

var lastKey = regexp.MustCompile(`(?s).*"([a-z_]+)":`)

// Every digit is made every other one. What is missed is counted: the
// comment of ReadPart speaks of it.
func TestMostChangesOfADigitAreNoticed(t *testing.T) {
	text := partText(t, partOf(t, onCounter(60), shard.Shard{Index: 2, Count: 4}))
	changed, missed := 0, map[string]int{}
	for i, c := range text {
		if c < '0' || c > '9' {
			continue
		}
		key := string(lastKey.FindSubmatch(text[:i])[1])
		for by := range byte(9) {
			other := bytes.Clone(text)
			other[i] = '0' + (c-'0'+1+by)%10
			changed++
			if _, err := ReadPart(bytes.NewReader(other), "p.json", catalog.Find); err == nil {
				missed[key]++
			}
		}
	}
	total := 0
	for key, n := range missed {
		total += n
		if !slices.Contains(unnoticed, key) {
			t.Errorf("%s is read in spite of %d changes", key, n)
		}
	}
	for _, key := range unnoticed {
		if missed[key] == 0 {
			t.Errorf("every change of %s is noticed", key)
		}
	}
	if changed < 2000 || total*5 > changed {
		t.Errorf("%d of %d changes are not noticed, want at most a fifth: %v", total, changed, missed)
	}
}

// A part of any valid run contradicts nothing.
func TestEveryPartIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAssumptions(t)
		count := rapid.Int64Range(1, 8).Draw(t, "shards")
		s := shard.Shard{Index: rapid.Int64Range(1, count).Draw(t, "shard"), Count: count}
		text := partText(t, partOf(t, a, s, drawNames(t)...))
		read, err := ReadPart(bytes.NewReader(text), "p.json", catalog.Find)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(text), string(partText(t, read))); diff != "" {
			t.Fatalf("(-written +read):\n%s", diff)
		}
	})
}
