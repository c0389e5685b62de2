package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"errbench/internal/shard"
	"errbench/internal/strict"
)

// Whole is a flag that takes a whole number, Lo <= Value <= Hi.
type Whole struct{ Value, Lo, Hi int }

func (w *Whole) String() string { return strconv.Itoa(w.Value) }
func (w *Whole) Type() string   { return "N" }
func (w *Whole) Set(text string) error {
	n, ok := strict.Whole(text)
	if !ok || n < int64(w.Lo) || n > int64(w.Hi) {
		return fmt.Errorf("got %q, want a whole number from %d to %d", text, w.Lo, w.Hi)
	}
	w.Value = int(n)
	return nil
}

// maxWorkers is far above the processors of any machine: goroutines beyond them
// only cost memory.
const maxWorkers = 1024

// Workers returns the number of goroutines that share the work, 0 for one for each
// processor.
func Workers() Whole { return Whole{0, 1, maxWorkers} }

// RegisterWorkers adds the flag of that number to a command.
func RegisterWorkers(cmd *cobra.Command, w *Whole) {
	cmd.Flags().Var(w, "workers", "how many goroutines share the work, one for each processor by default; changes no number")
}

// Real is a flag that takes a number, Lo <= Value <= Hi, or Lo < Value < Hi if Open.
type Real struct {
	Value, Lo, Hi float64
	Open          bool
}

func (r *Real) String() string { return strconv.FormatFloat(r.Value, 'g', -1, 64) }
func (r *Real) Type() string   { return "X" }
func (r *Real) Set(text string) error {
	x, ok := strict.Decimal(text)
	inside, bounds := r.Lo <= x && x <= r.Hi, "from %v to %v"
	if r.Open {
		inside, bounds = r.Lo < x && x < r.Hi, "between %v and %v"
	}
	if !ok || !inside {
		return fmt.Errorf("got %q, want a number "+bounds, text, r.Lo, r.Hi)
	}
	r.Value = x
	return nil
}

// Choice is a flag that takes one of some words.
type Choice struct {
	Value   string
	Choices []string
}

// NewChoice returns the flag of the words. The first one is its default.
func NewChoice(words ...string) Choice { return Choice{words[0], words} }

func (c *Choice) String() string { return c.Value }
func (c *Choice) Type() string   { return "NAME" }
func (c *Choice) Set(text string) error {
	if !slices.Contains(c.Choices, text) {
		return fmt.Errorf("got %q%s", text, strict.Choices(text, c.Choices))
	}
	c.Value = text
	return nil
}

// Pair is a flag that takes the names of two strategies.
type Pair struct{ A, B string }

func (p *Pair) String() string { return "" }
func (p *Pair) Type() string   { return "A,B" }
func (p *Pair) Set(text string) error {
	names := strings.Split(text, ",")
	if len(names) != 2 || names[0] == names[1] {
		return fmt.Errorf("got %q, want the names of two strategies, as in actionable-envelope,code-only", text)
	}
	p.A, p.B = names[0], names[1]
	return nil
}

// Shard is a flag that takes a shard of the work.
type Shard struct{ shard.Shard }

func (s *Shard) Type() string { return "I/N" }
func (s *Shard) Set(text string) (err error) {
	s.Shard, err = shard.ParseShard(text)
	return err
}

// NoDefault removes the default value of a flag from its help text, for a flag whose
// zero value means that it was not given.
func NoDefault(cmd *cobra.Command, flag string) { cmd.Flags().Lookup(flag).DefValue = "" }
