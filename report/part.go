package report

import (
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"

	"errbench/internal/shard"
	"errbench/internal/store"
	"errbench/internal/strict"
	"errbench/replay"
	"errbench/scenario"
	"errbench/strategy"
)

// tallySchema names the layout of a [Part]. It changes with the layout.
const tallySchema = "errbench/tally/v3"

// partNotice stands in every part.
const partNotice = "Synthetic benchmark: no language model was called. Every probability under assumptions is declared, not measured; the counts are simulated from it. They are of some of the runs only: errbench merge makes the summary of all."

// Part is the raw tally of a shard: what was counted in some of the runs of a benchmark.
// [Merge] joins the parts of all shards.
type Part struct {
	Schema      string               `json:"schema" jsonschema:"the layout of this document"`
	Errbench    string               `json:"errbench" jsonschema:"the release that wrote it"`
	Notice      string               `json:"notice" jsonschema:"what kind of numbers these are"`
	Complete    bool                 `json:"complete" jsonschema:"false where the shard was interrupted and holds its first runs only"`
	Assumptions scenario.Assumptions `json:"assumptions" jsonschema:"every input of the whole benchmark"`
	PlanDigest  string               `json:"plan_digest" jsonschema:"digest of every integer threshold and step that decided a count"`
	Shard       shard.Shard          `json:"shard" jsonschema:"which part of the runs this is"`
	Runs        ShardRuns            `json:"runs" jsonschema:"the runs of the shard"`
	Operations  int64                `json:"operations" jsonschema:"operations of the finished runs"`
	Kinds       []KindTally          `json:"kinds" jsonschema:"operations whose first call failed or is reported to have, by all that is drawn once for them"`
	Strategies  []StrategyTally      `json:"strategies" jsonschema:"what each strategy did, in the order of the summary"`
}

// ShardRuns are the runs of a shard, counted from 1.
type ShardRuns struct {
	First    int64 `json:"first" jsonschema:"the first run of the shard"`
	Last     int64 `json:"last" jsonschema:"the last run of the shard; first - 1 where it has none"`
	Finished int64 `json:"finished" jsonschema:"how many of them were finished"`
}

// KindTally is the number of operations of a kind.
type KindTally struct {
	Kind       string `json:"kind" jsonschema:"true class, if it failed, and how its report is distorted and what it risks, if they are"`
	Operations int64  `json:"operations" jsonschema:"operations of the kind"`
}

// StrategyTally is what was counted of one strategy, step by step of its plan. Products
// are decimal texts, since they have up to 128 bits.
type StrategyTally struct {
	Strategy         string   `json:"strategy" jsonschema:"the name of a built-in strategy"`
	Visits           []int64  `json:"visits" jsonschema:"how often each step of the plan was reached"`
	Successes        []int64  `json:"successes" jsonschema:"how often each step succeeded"`
	MinResolved      int64    `json:"min_resolved" jsonschema:"fewest resolved operations of a run; 0 without runs"`
	MaxResolved      int64    `json:"max_resolved" jsonschema:"most resolved operations of a run; 0 without runs"`
	ResolvedProducts []string `json:"resolved_products" jsonschema:"sums over the runs of the resolved operations of this strategy times those of each strategy up to this one"`
	FailedProducts   []string `json:"failed_products" jsonschema:"the same of recovery attempts without success"`

	WaitedMS int64       `json:"waited_ms" jsonschema:"milliseconds waited before all attempts, where chance decides how long; 0 where the steps tell"`
	Times    []TimeTally `json:"times" jsonschema:"how long operations took that an attempt resolved, where chance decides how long; empty where the steps tell"`
}

// TimeTally is the number of operations that took a time.
type TimeTally struct {
	Bucket     int64 `json:"bucket" jsonschema:"the milliseconds; from 4,096 on 2,048 buckets share each doubling"`
	Operations int64 `json:"operations" jsonschema:"operations that took so long, at least 1"`
}

// NewPart returns the part that holds the tally of a valid shard, or of its first runs,
// under the assumptions. There must be a plan.
func NewPart(a scenario.Assumptions, plans []*strategy.Plan, s shard.Shard, t *replay.Tally) (Part, error) {
	if len(plans) == 0 {
		return Part{}, errors.New("no strategy was given; choose at least one")
	}
	digest, err := strategy.Digest(a.Thresholds(), plans)
	first, end := s.Range(a.Runs)
	p := Part{
		Schema: tallySchema, Errbench: Release, Notice: partNotice, Complete: t.Complete && t.Runs == end-first,
		Assumptions: a.Relabel(), PlanDigest: digest,
		Shard: s, Runs: ShardRuns{first + 1, end, t.Runs}, Operations: t.Operations,
	}
	for k, kind := range plans[0].Kinds {
		p.Kinds = append(p.Kinds, KindTally{kind.String(), t.Kinds[k]})
	}
	for i, plan := range plans {
		if err := countable(a, plan, t.Plans[i].Visits); err != nil {
			return Part{}, err
		}
		counted := t.Plans[i]
		of := StrategyTally{
			Strategy: plan.Strategy.Name,
			Visits:   append([]int64{}, counted.Visits...), Successes: append([]int64{}, counted.Successes...),
			MinResolved: counted.MinResolved, MaxResolved: counted.MaxResolved,
			WaitedMS: counted.WaitedMS, Times: []TimeTally{},
		}
		for bucket, n := range counted.Times {
			if n > 0 {
				of.Times = append(of.Times, TimeTally{int64(bucket), n})
			}
		}
		for j := range i + 1 {
			of.ResolvedProducts = append(of.ResolvedProducts, t.Resolved.At(i, j).String())
			of.FailedProducts = append(of.FailedProducts, t.Failed.At(i, j).String())
		}
		p.Strategies = append(p.Strategies, of)
	}
	return p, err
}

// partKind says how parts are stored.
func partKind() store.Kind {
	return store.Kind{Schema: tallySchema, Noun: "part", Command: "errbench run --shard I/N --out part.json"}
}

// Write writes the part as JSON.
func (p Part) Write(w io.Writer) error { return partKind().Write(w, p) }

// ReadPart reads a part as [ReadSummary] reads a summary.
func ReadPart(r io.Reader, file string) (Part, error) {
	var p Part
	if err := partKind().Read(r, file, &p); err != nil {
		return Part{}, err
	}
	return p, nil
}

func (p Part) names() []string {
	var names []string
	for _, s := range p.Strategies {
		names = append(names, s.Strategy)
	}
	return names
}

// tally returns the tally that replay made.
func (p Part) tally() (*replay.Tally, error) {
	resolved, failed := make([][]*big.Int, len(p.Strategies)), make([][]*big.Int, len(p.Strategies))
	t := &replay.Tally{Complete: p.Complete, Runs: p.Runs.Finished, Operations: p.Operations}
	for _, k := range p.Kinds {
		t.Kinds = append(t.Kinds, k.Operations)
	}
	for i, s := range p.Strategies {
		var err error
		if resolved[i], err = products(s.ResolvedProducts, i+1); err == nil {
			failed[i], err = products(s.FailedProducts, i+1)
		}
		if err != nil {
			return nil, fmt.Errorf("strategy %s: %w", s.Strategy, err)
		}
		t.Plans = append(t.Plans, replay.PlanTally{
			Visits: slices.Clone(s.Visits), Successes: slices.Clone(s.Successes),
			MinResolved: s.MinResolved, MaxResolved: s.MaxResolved,
			WaitedMS: s.WaitedMS, Times: s.times(),
		})
	}
	t.Resolved = replay.ProductsOf(len(p.Strategies), func(i, j int) *big.Int { return resolved[j][i] })
	t.Failed = replay.ProductsOf(len(p.Strategies), func(i, j int) *big.Int { return failed[j][i] })
	return t, nil
}

// steps returns the number of kinds of operations, then the numbers of steps of each plan.
func (p Part) steps() []int {
	counts := []int{len(p.Kinds)}
	for _, s := range p.Strategies {
		counts = append(counts, len(s.Visits), len(s.Successes))
	}
	return counts
}

// times returns the times that replay counted.
func (s StrategyTally) times() replay.Times {
	if len(s.Times) == 0 {
		return nil
	}
	all := make(replay.Times, s.Times[len(s.Times)-1].Bucket+1)
	for _, t := range s.Times {
		all[t.Bucket] = t.Operations
	}
	return all
}

// products reads count sums of products: whole numbers of at most 128 bits.
func products(texts []string, count int) ([]*big.Int, error) {
	if len(texts) != count {
		return nil, fmt.Errorf("products: got %d, want %d", len(texts), count)
	}
	var all []*big.Int
	for _, text := range texts {
		v, ok := new(big.Int).SetString(text, 10)
		if !ok || v.Sign() < 0 || v.BitLen() > 128 {
			return nil, fmt.Errorf("products: got %s, want a whole number of at most 128 bits", strict.Quote(text))
		}
		all = append(all, v)
	}
	return all, nil
}
