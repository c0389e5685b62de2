package replay

import (
	"fmt"
	"slices"
	"testing"

	"errbench/scenario"
)

// What would catch a mistake, the strongest first: a figure that the article
// states, a count that follows from the recovered generator, or the digest of
// the plans alone.
const (
	byFigures = "published figures"
	byCounts  = "derived counts"
	byDigest  = "digest"
	byNothing = "nothing"
)

// caughtBy compares with the published figures and counts.
func (b *plainBenchmark) caughtBy(t *testing.T) string {
	t.Helper()
	failures, all := b.count()
	switch {
	case stated(all[:]) != stated(publishedFigures):
		return byFigures
	case failures != publishedFailures || !slices.Equal(all[:], publishedFigures):
		return byCounts
	case b.digest(t) != recovered().digest(t):
		return byDigest
	default:
		return byNothing
	}
}

// stated returns the figures that the article states, as it rounds them.
func stated(all []figures) string {
	var text string
	for _, f := range all {
		text += fmt.Sprintf("%.1f%% %d %d %d\n", 100*float64(f.Resolved)/12000, f.Attempts, f.Failed, f.Permanent)
	}
	return text
}

// mistakes are planted into the plain benchmark. A threshold one unit off
// moves no count: no roll of the published tape lies there, so it is the digest
// that notices.
var mistakes = []struct {
	mistake string
	plant   func(*plainBenchmark)
	want    string
}{
	{"none", func(*plainBenchmark) {}, byNothing},

	{"seeds start one later", func(b *plainBenchmark) { b.base++ }, byFigures},
	{"a run is missing", func(b *plainBenchmark) { b.runs-- }, byFigures},
	{"an operation is missing", func(b *plainBenchmark) { b.operations-- }, byFigures},

	{"the retry and the repair roll are swapped", func(b *plainBenchmark) {
		b.redraw(func(r rolls) rolls { r.retry, r.repair = r.repair, r.retry; return r })
	}, byFigures},
	{"a repair is decided by the retry roll", func(b *plainBenchmark) {
		b.redraw(func(r rolls) rolls { r.repair = r.retry; return r })
	}, byFigures},
	{"a retry is decided by the fail roll", func(b *plainBenchmark) {
		b.redraw(func(r rolls) rolls { r.retry = r.fail; return r })
	}, byFigures},
	{"the rolls after the first are shifted by one bit", func(b *plainBenchmark) {
		b.redraw(func(r rolls) rolls { return rolls{r.fail, r.class << 1, r.retry << 1, r.repair << 1} })
	}, byFigures},
	{"the class is drawn for successes too", func(b *plainBenchmark) {
		b.draw = func(next func() uint32, _ func(uint32) bool) rolls {
			return rolls{next(), next(), next(), next()}
		}
	}, byFigures},
	{"the class is drawn last", func(b *plainBenchmark) {
		b.draw = func(next func() uint32, fails func(uint32) bool) (r rolls) {
			r.fail, r.retry, r.repair = next(), next(), next()
			if fails(r.fail) {
				r.class = next()
			}
			return r
		}
	}, byFigures},
	{"recovery rolls are drawn for failures only", func(b *plainBenchmark) {
		b.draw = func(next func() uint32, fails func(uint32) bool) (r rolls) {
			if r.fail = next(); fails(r.fail) {
				r.class, r.retry, r.repair = next(), next(), next()
			}
			return r
		}
	}, byFigures},
	{"each run draws one roll too many at its start", func(b *plainBenchmark) {
		draw, left := b.draw, 0
		b.draw = func(next func() uint32, fails func(uint32) bool) rolls {
			if left == 0 {
				next()
				left = b.operations
			}
			left--
			return draw(next, fails)
		}
	}, byFigures},

	{"transient and validation trade places", swapped(scenario.Transient, scenario.Validation), byFigures},
	{"transient and permission trade places", swapped(scenario.Transient, scenario.Permission), byFigures},
	{"transient and not_found trade places", swapped(scenario.Transient, scenario.NotFound), byFigures},
	{"validation and permission trade places", swapped(scenario.Validation, scenario.Permission), byFigures},
	{"validation and not_found trade places", swapped(scenario.Validation, scenario.NotFound), byFigures},
	{"permission and not_found trade places", swapped(scenario.Permission, scenario.NotFound), byCounts},

	{"a failed repair is not counted", func(b *plainBenchmark) {
		b.failedOf = func(retries, _ int64) int64 { return retries }
	}, byFigures},
	{"a code is worth no more than a message", func(b *plainBenchmark) { b.repair[1] = b.repair[0] }, byFigures},
	{"a hint is worth no more than a code", func(b *plainBenchmark) { b.repair[2] = b.repair[1] }, byFigures},
	{"retries succeed one point more often", func(b *plainBenchmark) { b.retry += 1 << 32 / 100 }, byFigures},
	{"repairs with a code succeed one point more often", func(b *plainBenchmark) { b.repair[1] += 1 << 32 / 100 }, byFigures},
	{"repairs with a hint succeed one point more often", func(b *plainBenchmark) { b.repair[2] += 1 << 32 / 100 }, byFigures},
	{"operations fail one point more often", func(b *plainBenchmark) { b.thresholds.Fail += 1 << 32 / 100 }, byFigures},

	{"the failure threshold is one unit up", func(b *plainBenchmark) { b.thresholds.Fail++ }, byDigest},
	{"the failure threshold is one unit down", func(b *plainBenchmark) { b.thresholds.Fail-- }, byDigest},
	{"the first class takes one unit more", func(b *plainBenchmark) { b.thresholds.Class[0]++ }, byDigest},
	{"the second class takes one unit more", func(b *plainBenchmark) { b.thresholds.Class[1]++ }, byDigest},
	{"the third class takes one unit more", func(b *plainBenchmark) { b.thresholds.Class[2]++ }, byDigest},
	{"the retry threshold is one unit up", func(b *plainBenchmark) { b.retry++ }, byDigest},
	{"the retry threshold is one unit down", func(b *plainBenchmark) { b.retry-- }, byDigest},
	{"the code's repair threshold is one unit up", func(b *plainBenchmark) { b.repair[1]++ }, byDigest},
	{"the code's repair threshold is one unit down", func(b *plainBenchmark) { b.repair[1]-- }, byDigest},
	{"the hint's repair threshold is one unit up", func(b *plainBenchmark) { b.repair[2]++ }, byDigest},
	{"the hint's repair threshold is one unit down", func(b *plainBenchmark) { b.repair[2]-- }, byDigest},
}

// The published counts are worth what they would notice: each mistake in a
// second, plain form of the benchmark, which without one agrees with them.
func TestMistakesAreCaught(t *testing.T) {
	for _, m := range mistakes {
		b := recovered()
		m.plant(b)
		if got := b.caughtBy(t); got != m.want {
			t.Errorf("%s: caught by %s, want %s", m.mistake, got, m.want)
		}
	}
}

// redraw changes the rolls after they are drawn.
func (b *plainBenchmark) redraw(change func(rolls) rolls) {
	draw := b.draw
	b.draw = func(next func() uint32, fails func(uint32) bool) rolls { return change(draw(next, fails)) }
}

// swapped lets two classes trade their quarters.
func swapped(c, d scenario.Class) func(*plainBenchmark) {
	return func(b *plainBenchmark) { b.order[c], b.order[d] = b.order[d], b.order[c] }
}
