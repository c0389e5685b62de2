package report

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"errbench/internal/shard"
	"errbench/rng"
	"errbench/scenario"
	"errbench/strategy/catalog"
)

// drawAssumptions draws assumptions of few runs, with chances of 0 and 1 among them.
func drawAssumptions(t *rapid.T) scenario.Assumptions {
	a := scenario.Published()
	a.Stream = rapid.SampledFrom(rng.Streams()).Draw(t, "stream")
	a.Seed = rapid.Uint64Range(0, 1<<30).Draw(t, "seed")
	a.Runs = rapid.Int64Range(1, 9).Draw(t, "runs")
	a.Operations = rapid.Int64Range(1, 60).Draw(t, "operations")
	a.RecoveryAttempts = rapid.Int64Range(0, 3).Draw(t, "recovery attempts")
	chance := rapid.OneOf(rapid.SampledFrom([]float64{0, 1}), rapid.Float64Range(0, 1), rapid.Float64Range(0.3, 0.7))
	a.FailureRate = chance.Draw(t, "failure rate")
	a.RetrySuccess = chance.Draw(t, "retry success")
	a.RepairSuccess.Code = chance.Draw(t, "repair success")
	a.FailureMix.Permission = rapid.SampledFrom([]float64{0, 1, 0.1}).Draw(t, "permission")
	return a.Relabel()
}

// drawNames draws published strategies in any order.
func drawNames(t *rapid.T) []string {
	names := rapid.Permutation([]string{"generic-message", "code-only", "actionable-envelope"}).Draw(t, "order of strategies")
	return names[:rapid.IntRange(1, len(names)).Draw(t, "strategies")]
}

// However a run is cut into parts, and in whatever order these are read, their
// summary equals the summary of the whole, byte by byte.
func TestThePartsOfARunMergeToItsSummary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, names := drawAssumptions(t), drawNames(t)
		count := rapid.Int64Range(1, 12).Draw(t, "shards")
		var shards []shard.Shard
		for i := range count {
			shards = append(shards, shard.Shard{Index: i + 1, Count: count})
		}
		var m Merge
		for _, s := range rapid.Permutation(shards).Draw(t, "order of parts") {
			p, err := ReadPart(bytes.NewReader(partText(t, partOf(t, a, s, names...))), "p.json")
			if err != nil {
				t.Fatal(err)
			}
			if err := m.Add(p, s.String()); err != nil {
				t.Fatal(err)
			}
		}
		merged, err := m.Summary(catalog.Find)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(encoded(simulated(t, a, names...))), string(encoded(merged))); diff != "" {
			t.Fatalf("(-whole +merged):\n%s", diff)
		}
	})
}

// given is a part with the name of its file.
type given struct {
	file string
	part Part
}

func TestPartsThatDoNotFitAreRefused(t *testing.T) {
	a := onCounter(12)
	shard := func(i, n int64) shard.Shard { return shard.Shard{Index: i, Count: n} }
	part := func(i int64) given { return given{fmt.Sprintf("part-%d.json", i), partOf(t, a, shard(i, 4))} }
	others := a
	others.FailureRate, others.Runs = 0.5, 13
	for _, test := range []struct {
		name  string
		parts []given
		want  string
	}{
		{"no part", nil, "no part was given; name the files of all parts"},
		{"one is missing", []given{part(4), part(1), part(2)},
			"shard 3/4 is missing; found 1/4 to 2/4, 4/4; `errbench run --shard 3/4 --out FILE` with the same flags makes it"},
		{"several are missing", []given{part(3)},
			"shards 1/4 to 2/4, 4/4 are missing; found 3/4; `errbench run --shard 1/4 --out FILE` with the same flags makes it"},
		{"a stretch is missing", []given{part(2), part(1)},
			"shards 3/4 to 4/4 are missing; found 1/4 to 2/4; `errbench run --shard 3/4 --out FILE` with the same flags makes it"},
		{"one is there twice", []given{part(2), part(1), {"copy.json", part(2).part}},
			"part-2.json and copy.json are both shard 2/4; leave out one of them"},
		{"the first is there twice", []given{part(2), {"copy.json", part(2).part}},
			"part-2.json and copy.json are both shard 2/4; leave out one of them"},
		{"other assumptions", []given{part(1), {"part-3.json", partOf(t, others, shard(3, 4))}},
			"part-3.json belongs to other assumptions than part-1.json: runs 13, there 12; failure_rate 0.5, there 0.4; merge the parts of one run"},
		{"other strategies", []given{part(1), {"part-3.json", partOf(t, a, shard(3, 4), "code-only", "generic-message")}},
			"part-3.json belongs to other strategies than part-1.json: code-only,generic-message, there generic-message,code-only,actionable-envelope; merge the parts of one run"},
		{"another count", []given{part(1), {"part-3.json", partOf(t, a, shard(3, 5))}},
			"part-3.json is shard 3/5, but part-1.json is shard 1/4; use parts of the same count"},
		{"an interrupted one", []given{part(1), {"part-3.json", interruptedPart(t, a, shard(3, 4), 2)}},
			"part-3.json is incomplete: it was interrupted after 2 of the 3 runs of shard 3/4; `errbench run --shard 3/4 --out FILE` with the same flags makes it"},
		{"an interrupted first one", []given{{"part-3.json", interruptedPart(t, a, shard(3, 4), 0)}},
			"part-3.json is incomplete: it was interrupted after 0 of the 3 runs of shard 3/4; `errbench run --shard 3/4 --out FILE` with the same flags makes it"},
	} {
		var m Merge
		var err error
		for _, g := range test.parts {
			if err != nil {
				t.Errorf("%s: refused before the last part: %v", test.name, err)
			}
			err = m.Add(g.part, g.file)
		}
		if err == nil {
			_, err = m.Summary(catalog.Find)
		}
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: error\n%v\nwant\n%s", test.name, err, test.want)
		}
	}
}

// A part that was refused leaves the others as they were.
func TestARefusedPartChangesNothing(t *testing.T) {
	a := onCounter(5)
	var m Merge
	for i := range int64(2) {
		s := shard.Shard{Index: i + 1, Count: 2}
		p := partOf(t, a, s)
		if err := m.Add(p, "p.json"); err != nil {
			t.Fatal(err)
		}
		if m.Add(p, "again.json") == nil {
			t.Errorf("shard %v is taken twice", s)
		}
	}
	merged, err := m.Summary(catalog.Find)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(encoded(simulated(t, a))), string(encoded(merged))); diff != "" {
		t.Errorf("(-whole +merged):\n%s", diff)
	}
}
