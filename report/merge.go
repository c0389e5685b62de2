package report

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"errbench/internal/shard"
	"errbench/internal/strict"
	"errbench/replay"
	"errbench/scenario"
	"errbench/strategy"
)

// Merge joins the parts of one run, in whatever order they come. The zero value
// has none yet. It keeps one tally, however many parts and runs there are.
type Merge struct {
	first Part
	file  string // of the first part, which the others must fit
	total *replay.Tally
	split shard.Split
}

// Add joins a part that [ReadPart] or [NewPart] made. It refuses one that is
// incomplete, of another release or run, or there already; the file's name stands in
// errors only.
func (m *Merge) Add(p Part, file string) error {
	if !p.Complete {
		return fmt.Errorf("%s is incomplete: it was interrupted after %d of the %d runs of shard %v; %s", file, p.Runs.Finished, p.Runs.Last-p.Runs.First+1, p.Shard, remedy(p.Shard))
	}
	if p.Errbench != Release {
		return fmt.Errorf("%s was written by errbench %s, and this is errbench %s, which merges its own parts only; %s", file, strict.Excerpt(p.Errbench), Release, remedy(p.Shard))
	}
	if m.total != nil {
		if err := m.foreign(p, file); err != nil {
			return err
		}
	}
	tally, err := p.tally()
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if err := m.split.Add(p.Shard, file); err != nil {
		return err
	}
	if m.total == nil {
		m.first, m.file, m.total = p, file, tally
	} else {
		m.total.Merge(tally)
	}
	return nil
}

// foreign refuses a part of another run than the first part.
func (m *Merge) foreign(p Part, file string) error {
	if p.Assumptions != m.first.Assumptions {
		var differ []string
		for _, f := range scenario.Fields() {
			if here, there := f.Get(&p.Assumptions), f.Get(&m.first.Assumptions); here != there {
				differ = append(differ, fmt.Sprintf("%s %s, there %s", f.Key, here, there))
			}
		}
		return fmt.Errorf("%s belongs to other assumptions than %s: %s", file, m.file, strings.Join(differ, "; "))
	}
	if here, there := p.names(), m.first.names(); !slices.Equal(here, there) {
		return fmt.Errorf("%s belongs to other strategies than %s: %s, there %s", file, m.file, strings.Join(here, ","), strings.Join(there, ","))
	}
	if p.PlanDigest != m.first.PlanDigest || !slices.Equal(p.steps(), m.first.steps()) {
		return fmt.Errorf("%s has other plans than %s: %s, there %s; its routers answer otherwise", file, m.file, p.PlanDigest, m.first.PlanDigest)
	}
	return nil
}

// Summary returns the summary of the whole run, the same as without shards. It
// refuses to where a part is missing. Find returns the strategies of the names, as
// [catalog.Find] does the built-in ones; they are compiled again.
func (m *Merge) Summary(find func(names []string) ([]strategy.Strategy, error)) (Summary, error) {
	if m.total == nil {
		return Summary{}, errors.New("no part was given; all parts of a run work")
	}
	if first, text := m.split.Missing(); text != "" {
		return Summary{}, fmt.Errorf("%s; %s", text, remedy(first))
	}
	plans, err := m.plans(find)
	if err != nil {
		return Summary{}, fmt.Errorf("%s: %w", m.file, err)
	}
	return Summarize(m.first.Assumptions, plans, m.total)
}

// plans compiles the strategies of the parts. It refuses plans other than the parts
// have counted.
func (m *Merge) plans(find func(names []string) ([]strategy.Strategy, error)) ([]*strategy.Plan, error) {
	strategies, err := find(m.first.names())
	if err != nil {
		return nil, fmt.Errorf("strategies: %w", err)
	}
	plans, err := strategy.CompileAll(strategies, m.first.Assumptions)
	if err != nil {
		return nil, err
	}
	digest, err := strategy.Digest(m.first.Assumptions.Thresholds(), plans)
	if err == nil && digest != m.first.PlanDigest {
		err = fmt.Errorf("plan_digest: got %s, want %s, which this program makes of the same assumptions; merge with the strategies and routers that wrote the part", strict.Excerpt(m.first.PlanDigest), digest)
	}
	return plans, err
}

// remedy says how a part is made.
func remedy(s shard.Shard) string {
	return fmt.Sprintf("`errbench run --shard %v --out FILE` with the same flags makes it", s)
}
