package report

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"errbench/internal/shard"
	"errbench/replay"
	"errbench/scenario"
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
// incomplete, of another run, or there already; the file's name stands in errors
// only.
func (m *Merge) Add(p Part, file string) error {
	if !p.Complete {
		return fmt.Errorf("%s is incomplete: it was interrupted after %d of the %d runs of shard %v; %s", file, p.Runs.Finished, p.Runs.Last-p.Runs.First+1, p.Shard, remedy(p.Shard))
	}
	if m.total == nil {
		m.first, m.file, m.total = p, file, p.tally()
		return m.split.Add(p.Shard, file)
	}
	if err := m.foreign(p, file); err != nil {
		return err
	}
	if err := m.split.Add(p.Shard, file); err != nil {
		return err
	}
	m.total.Merge(p.tally())
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
	return nil
}

// Summary returns the summary of the whole run, the same as without shards. It
// refuses to where a part is missing.
func (m *Merge) Summary() (Summary, error) {
	if m.total == nil {
		return Summary{}, errors.New("no part was given; all parts of a run work")
	}
	if first, text := m.split.Missing(); text != "" {
		return Summary{}, fmt.Errorf("%s; %s", text, remedy(first))
	}
	return Summarize(m.first.Assumptions, m.first.plans, m.total)
}

// remedy says how a part is made.
func remedy(s shard.Shard) string {
	return fmt.Sprintf("`errbench run --shard %v --out FILE` with the same flags makes it", s)
}
