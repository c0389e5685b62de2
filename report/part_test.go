package report

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"errbench/internal/shard"
	"errbench/internal/store/storetest"
	"errbench/replay"
	"errbench/scenario"
)

// partOf replays a shard of the named strategies, all of them where none is
// named.
func partOf(t rapid.TB, a scenario.Assumptions, s shard.Shard, names ...string) Part {
	t.Helper()
	plans := plansOf(t, a, names...)
	tally := replay.RunShard(context.Background(), a, plans, s, replay.Options{})
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
	tally := tallyOf(t, a, plans, runs) // the shard has the same plans
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
		read, err := ReadPart(bytes.NewReader(text), "p.json")
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
	if _, err := NewPart(a, nil, shard.Whole(), tally); err == nil || err.Error() != "no strategy was given; choose at least one" {
		t.Errorf("error %v", err)
	}
}

// No key and no value of a part can be changed alone.
func TestEveryEditOfAPartIsRefused(t *testing.T) {
	for _, e := range storetest.Edits(partText(t, partOf(t, scenario.Published(), shard.Shard{Index: 1, Count: 4}))) {
		_, err := ReadPart(bytes.NewReader(e.Text), "p.json")
		if err == nil || !strings.HasPrefix(err.Error(), "p.json was changed after it was written: ") || !strings.HasSuffix(err.Error(), "; make it anew with `errbench run --shard I/N --out part.json`") {
			t.Fatalf("%s: %v", e.Place, err)
		}
	}
}

func TestASummaryIsNotAPart(t *testing.T) {
	const want = "s.json: schema: got errbench/summary/v3, want errbench/tally/v3; make it anew with `errbench run --shard I/N --out part.json`"
	if _, err := ReadPart(bytes.NewReader(jsonOf(t, simulated(t, onCounter(2)))), "s.json"); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// Sums are read again as they were written, and nothing else is.
func TestSumsOfProductsAreWholeNumbersOf128Bits(t *testing.T) {
	for text, ok := range map[string]bool{
		"0": true, "340282366920938463463374607431768211455": true,
		"340282366920938463463374607431768211456": false, "-1": false, "1.0": false, "": false,
	} {
		if sums, err := products([]string{text}, 1); (err == nil) != ok || ok && sums[0].String() != text {
			t.Errorf("%q is read as %v, %v", text, sums, err)
		}
	}
	if _, err := products([]string{"1", "2"}, 1); err == nil {
		t.Error("two sums are taken for one")
	}
}

// A part of any valid run is read as it was written.
func TestEveryPartIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAssumptions(t)
		count := rapid.Int64Range(1, 8).Draw(t, "shards")
		s := shard.Shard{Index: rapid.Int64Range(1, count).Draw(t, "shard"), Count: count}
		text := partText(t, partOf(t, a, s, drawNames(t)...))
		read, err := ReadPart(bytes.NewReader(text), "p.json")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(text), string(partText(t, read))); diff != "" {
			t.Fatalf("(-written +read):\n%s", diff)
		}
	})
}
