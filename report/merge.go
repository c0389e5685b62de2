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

// Merge joins the parts of one benchmark, in any order. The zero value has no parts. It
// keeps one tally, whatever the number of parts and runs.
type Merge struct {
	first Part
	file  string // of the first part, which the others must agree with
	total *replay.Tally
	split shard.Split
}

// Add joins a part that [ReadPart] or [NewPart] made. It returns an error for a part that
// is incomplete, of another release or benchmark, or joined before. The name of the file
// is for errors only.
func (m *Merge) Add(p Part, file string) error {
	if !p.Complete {
		return fmt.Errorf("%s is incomplete: it was interrupted after %d of the %d runs of shard %v; %s", file, p.Runs.Finished, p.Runs.Last-p.Runs.First+1, p.Shard, remedy(p.Shard))
	}
	if p.Errbench != Release {
		return fmt.Errorf("%s was written by errbench %s, and this is errbench %s, which merges its own parts only; %s", file, strict.Excerpt(p.Errbench), Release, remedy(p.Shard))
	}
	if m.total != nil {
		if err := m.sameRun(p, file); err != nil {
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

// sameRun returns an error if the part is of another benchmark than the first part.
func (m *Merge) sameRun(p Part, file string) error {
	if p.Assumptions != m.first.Assumptions {
		var differ []string
		for _, f := range scenario.Fields() {
			if here, there := f.Get(&p.Assumptions), f.Get(&m.first.Assumptions); here != there {
				differ = append(differ, fmt.Sprintf("%s %s, there %s", f.Key, here, there))
			}
		}
		return fmt.Errorf("%s belongs to other assumptions than %s: %s; merge the parts of one run", file, m.file, strings.Join(differ, "; "))
	}
	if here, there := p.names(), m.first.names(); !slices.Equal(here, there) {
		return fmt.Errorf("%s belongs to other strategies than %s: %s, there %s; merge the parts of one run", file, m.file, strings.Join(here, ","), strings.Join(there, ","))
	}
	if p.PlanDigest != m.first.PlanDigest || !slices.Equal(p.steps(), m.first.steps()) {
		return fmt.Errorf("%s has other plans than %s: a router answered differently; make the part again with routers that give the same answers", file, m.file)
	}
	return nil
}

// Summary returns the summary of all runs, the same as without shards. It returns an error
// if a part is missing. find returns the strategies with the names, as [catalog.Find] does
// for built-in ones; they are compiled again.
func (m *Merge) Summary(find func(names []string) ([]strategy.Strategy, error)) (Summary, error) {
	if m.total == nil {
		return Summary{}, errors.New("no part was given; name the files of all parts")
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

// plans compiles the strategies of the parts. It returns an error if the parts counted
// other plans.
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

// remedy names the command that makes the part.
func remedy(s shard.Shard) string {
	return fmt.Sprintf("`errbench run --shard %v --out FILE` with the same flags makes it", s)
}
