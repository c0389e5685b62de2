package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"errbench/internal/cli"
	"errbench/internal/shard"
	"errbench/internal/view"
	"errbench/report"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/sweep"
)

// sweepCommand is the command line of the sub-command.
type sweepCommand struct {
	assumptions cli.Assumptions
	strategies  cli.Strategies
	vary        axes
	design      cli.Choice
	points      cli.Whole
	engine      cli.Choice
	workers     cli.Whole
	shard       cli.Shard
	out         string
	resume      bool
	dryRun      bool
	format      cli.Choice
}

func newSweep() *cobra.Command {
	c := sweepCommand{
		design:  cli.NewChoice(sweep.DesignKinds()...),
		points:  cli.Whole{Lo: 1, Hi: sweep.MaxSampled},
		engine:  cli.NewChoice(report.ExactEngine, report.ReplayEngine),
		workers: cli.Workers(),
		shard:   cli.Shard{Shard: shard.Whole()},
		format:  cli.NewChoice(sweepFormats()...),
	}
	cmd := &cobra.Command{
		Use:   "sweep --vary KEY=VALUES...",
		Short: "Compute many points of the assumptions, and show where a conclusion holds",
		Long: `sweep computes what the strategies do at many points of the assumptions, and counts at
how many of them one strategy resolves more than another. VALUES are a list
(0.1,0.2,0.5), start:stop:step, or log:start:stop:count, ends included (stop if a step
meets it). A grid takes every combination; the designs lhs and halton take --points
points of the ranges, and accept lo:hi too.

With --out the rows go to a folder, a row for each point and strategy, as points.csv, or
with --format jsonl as points.jsonl. sweep.json beside it holds the design and the
checksum of the file. Any number of workers writes the same bytes. --resume continues a
sweep that was interrupted or killed, and ends with the same bytes. With --shard I/N a
folder gets one part of the points, and errbench merge joins the parts.`,
		Example: `  errbench sweep --vary repair_success.hint=0.45:1:0.05
  errbench sweep --vary failure_rate=0.1:0.6:0.05 --vary repair_success.hint=0.5,0.7,0.9 --out d
  errbench sweep --vary failure_rate=0:1 --vary retry_success=0:1 --design halton --points 1000 --format csv
  errbench sweep --vary distortions.misleading_suggestion=0:0.5:0.1 --scenario adversarial
  errbench sweep --vary seed=1:100:1 --engine replay --stream counter/v2 --dry-run
  errbench sweep --vary failure_rate=0:1:0.001 --shard 2/4 --out part-2`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return c.run(cmd) },
	}
	c.assumptions.Register(cmd)
	c.strategies.Register(cmd)
	c.register(cmd)
	return cmd
}

// sweepFormats returns the formats of a table and of rows.
func sweepFormats() []string {
	formats := []string{string(view.TableFormat), string(view.JSONFormat), string(view.MarkdownFormat)}
	return append(formats, sweep.RowFormats()...)
}

func (c *sweepCommand) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.Var(&c.vary, "vary", "an assumption and its values, as in failure_rate=0.1:0.6:0.05; once for each that varies")
	cli.CompleteKeys(cmd, "vary", sweep.Keys)
	flags.Var(&c.design, "design", "grid takes every combination of values; lhs and halton spread --points over the ranges")
	cli.Complete(cmd, "design", cobra.ShellCompDirectiveNoFileComp, c.design.Choices...)
	flags.Var(&c.points, "points", "how many points the designs lhs and halton take")
	cli.NoDefault(cmd, "points")
	flags.Var(&c.engine, "engine", "exact computes the closed form; replay simulates every point on the same rolls")
	cli.Complete(cmd, "engine", cobra.ShellCompDirectiveNoFileComp, c.engine.Choices...)
	flags.StringVar(&c.out, "out", "", "write the rows to this `DIR`, which is made if it does not exist")
	flags.BoolVar(&c.resume, "resume", false, "continue the sweep that --out holds, or begin it if there is none")
	flags.BoolVar(&c.dryRun, "dry-run", false, "show the points and an estimate of their cost; compute only a few")
	flags.Var(&c.shard, "shard", "compute one part of the points, as in 2/4 for the second of four, for errbench merge")
	cli.NoDefault(cmd, "shard")
	cli.Complete(cmd, "shard", cobra.ShellCompDirectiveNoFileComp)
	cli.RegisterWorkers(cmd, &c.workers)
	flags.Var(&c.format, "format", "format of the result: table, json, markdown; csv and jsonl print the rows, or with --out choose their format in the folder")
	cli.Complete(cmd, "format", cobra.ShellCompDirectiveNoFileComp, c.format.Choices...)
}

func (c *sweepCommand) run(cmd *cobra.Command) error {
	if err := c.refuse(cmd); err != nil {
		return err
	}
	s, err := c.resolve(cmd)
	if err != nil {
		return err
	}
	if c.dryRun {
		return c.preview(cmd, s)
	}
	result, err := c.compute(cmd, s)
	if err != nil {
		return c.explain(err)
	}
	if !result.Complete {
		return c.unfinished(result)
	}
	if _, named := c.rows(); named && c.out == "" {
		return exercised(result) // the rows were the output
	}
	return writeSweep(cmd, result, c.shown())
}

// writeSweep writes the result of a sweep.
func writeSweep(cmd *cobra.Command, r *sweep.Result, format view.Format) error {
	if err := view.Write(cmd.OutOrStdout(), format, r); err != nil {
		return err
	}
	return exercised(r)
}

// exercised returns an ExitError if no operation of a whole sweep failed. A shard alone
// cannot say.
func exercised(r *sweep.Result) error {
	if r.Shard == nil && r.Vacuous() {
		return &cli.ExitError{Code: cli.ExitVacuous, Err: errors.New("nothing was exercised: no operation failed at any point")}
	}
	return nil
}

// rows returns the format of rows, CSV unless --format names another.
func (c *sweepCommand) rows() (format sweep.RowFormat, named bool) {
	if slices.Contains(sweep.RowFormats(), c.format.Value) {
		return sweep.RowFormat(c.format.Value), true
	}
	return sweep.CSV, false
}

// shown returns the format of the result on standard output.
func (c *sweepCommand) shown() view.Format {
	if _, named := c.rows(); named {
		return view.TableFormat
	}
	return view.Format(c.format.Value)
}

// refuse returns an error if flags are missing or exclude each other.
func (c *sweepCommand) refuse(cmd *cobra.Command) error {
	sampled := c.design.Value != string(sweep.Grid)
	switch {
	case len(c.vary) == 0:
		return errors.New("errbench sweep needs --vary KEY=VALUES, once for each assumption that varies; `errbench sweep --help` shows examples")
	case sampled && c.points.Value == 0:
		return fmt.Errorf("--design %s needs --points; --points 1000 is a good start", c.design.Value)
	case !sampled && c.points.Value > 0:
		return errors.New("--points needs --design lhs or halton: the values of a grid make its points")
	case c.out == "" && cmd.Flags().Changed("out"):
		return errors.New("--out: got an empty name, want the name of a folder")
	case c.resume && c.out == "":
		return errors.New("--resume needs --out, the folder to continue")
	case c.resume && c.dryRun:
		return errors.New("--resume and --dry-run exclude each other; drop one of them")
	default:
		return nil
	}
}

// resolve returns the sweep that the flags stand for.
func (c *sweepCommand) resolve(cmd *cobra.Command) (*sweep.Sweep, error) {
	a, err := c.assumptions.Resolve(cmd)
	if err != nil {
		return nil, err
	}
	set, err := c.strategies.Read(cmd)
	if err != nil {
		return nil, err
	}
	defer set.End()
	chosen := set.Strategies()
	if _, err := strategy.CompileAll(chosen, a); err != nil {
		return nil, cli.Interrupted(cmd, set.Settle(err))
	}
	axes, err := c.vary.parse(a, &c.assumptions)
	if err != nil {
		return nil, fmt.Errorf("--vary: %w", err)
	}
	design, err := sweep.NewDesign(sweep.DesignKind(c.design.Value), axes, int64(c.points.Value), a)
	if err != nil {
		return nil, fmt.Errorf("--vary: %w", err)
	}
	s := &sweep.Sweep{Assumptions: a, Strategies: chosen, Engine: c.engine.Value, Design: design, Shard: c.shard.Shard}
	s.Rows, _ = c.rows()
	cli.Note(cmd, set)
	if set.Asks() {
		err = set.Settle(s.Ask(cmd.Context()))
	}
	return s, cli.Interrupted(cmd, err)
}

func (c *sweepCommand) preview(cmd *cobra.Command, s *sweep.Sweep) error {
	workers := c.workers.Value
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	p, err := s.Preview(cmd.Context(), workers, time.Now)
	if err != nil {
		return c.explain(err)
	}
	return view.Write(cmd.OutOrStdout(), c.shown(), p)
}

// compute computes the sweep, with progress.
func (c *sweepCommand) compute(cmd *cobra.Command, s *sweep.Sweep) (*sweep.Result, error) {
	p := cli.NewProgress(cmd.ErrOrStderr(), "points")
	defer p.End()
	o := sweep.Options{Workers: c.workers.Value, Progress: p.Add}
	if c.out != "" {
		return s.Write(cmd.Context(), c.out, c.resume, o)
	}
	_, named := c.rows()
	return s.Find(cmd.Context(), o, func(rows []byte) error {
		if !named {
			return nil
		}
		_, err := cmd.OutOrStdout().Write(rows)
		return err
	})
}

// unfinished returns the error for a sweep that ended early. It says how to continue.
func (c *sweepCommand) unfinished(r *sweep.Result) error {
	first, end := c.shard.Range(r.Design.Points)
	kept := fmt.Sprintf("%d of %d points are kept; the same command with --resume continues", r.Done, end-first)
	if errors.Is(r.Cause, context.Canceled) {
		return &cli.ExitError{Code: cli.ExitInterrupted, Err: errors.New("interrupted: " + kept)}
	}
	return fmt.Errorf("--out: %w; %s", r.Cause, kept)
}

// explain adds to an error what to do about it.
func (c *sweepCommand) explain(err error) error {
	switch {
	case errors.Is(err, context.Canceled):
		return cli.ErrInterrupted
	case errors.Is(err, sweep.ErrOccupied):
		return fmt.Errorf("--out: %w; continue it with --resume, or choose another folder", err)
	case c.out != "":
		return fmt.Errorf("--out: %w", err)
	default:
		return err
	}
}

// axes is a flag that collects assumptions and their values as text.
type axes []string

func (x *axes) String() string { return "" }
func (x *axes) Type() string   { return "KEY=VALUES" }
func (x *axes) Set(text string) error {
	*x = append(*x, text)
	return nil
}

// parse returns the axes, varied from the assumptions. It returns an error for an
// assumption that another flag sets.
func (x axes) parse(a scenario.Assumptions, flags *cli.Assumptions) ([]sweep.Axis, error) {
	var parsed []sweep.Axis
	for _, text := range x {
		axis, err := sweep.ParseAxis(text, a)
		if err != nil {
			return nil, err
		}
		if value, set := flags.Changed(axis.Key); set {
			return nil, fmt.Errorf("%s is set to %s by another flag; drop that flag or this one", axis.Key, value)
		}
		parsed = append(parsed, axis)
	}
	return parsed, nil
}
