package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"errbench/internal/shard"
	"errbench/internal/view"
	"errbench/report"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/sweep"
)

// sweeping is the command line of the sub-command.
type sweeping struct {
	assumptions assumptionFlags
	strategies  strategyFlag
	vary        varyFlag
	design      choiceFlag
	points      wholeFlag
	engine      choiceFlag
	workers     wholeFlag
	shard       shardFlag
	out         string
	resume      bool
	dryRun      bool
	format      choiceFlag
}

func newSweep() *cobra.Command {
	s := sweeping{
		design:  choiceFlag{string(sweep.Grid), sweep.DesignKinds()},
		points:  wholeFlag{0, 1, sweep.MaxSampled},
		engine:  choiceFlag{report.ExactEngine, []string{report.ExactEngine, report.ReplayEngine}},
		workers: wholeFlag{0, 1, maxWorkers},
		shard:   shardFlag{shard.Whole()},
		format: choiceFlag{string(view.TableFormat), []string{
			string(view.TableFormat), string(view.JSONFormat), string(view.MarkdownFormat), string(sweep.CSV), string(sweep.JSONL)}},
	}
	cmd := &cobra.Command{
		Use:   "sweep --vary KEY=VALUES...",
		Short: "Vary assumptions, and tell where a conclusion holds",
		Long: `sweep computes what the strategies do at many points of the assumptions, and tells
at how many of them one strategy resolves more than another. VALUES are a list
(0.1,0.2,0.5), start:stop:step, or log:start:stop:count, ends included (stop if a step
meets it). A grid takes
every combination; the designs lhs and halton take so many points of the whole
ranges, where lo:hi works too.

With --out the rows go to a folder, a row for each point and strategy, as points.csv, or
with --format jsonl as points.jsonl. sweep.json beside it holds the design and the sum of
the file. Any number of workers writes the same bytes. --resume continues a sweep that
was interrupted or killed, and ends with the bytes of one that was not. With --shard I/N
a folder gets one part of the points, and errbench merge joins the parts.`,
		Example: `  errbench sweep --vary repair_success.hint=0.45:1:0.05
  errbench sweep --vary failure_rate=0.1:0.6:0.05 --vary repair_success.hint=0.5,0.7,0.9 --out d
  errbench sweep --vary failure_rate=0:1 --vary retry_success=0:1 --design halton --points 1000 --format csv
  errbench sweep --vary distortions.misleading_suggestion=0:0.5:0.1 --scenario adversarial
  errbench sweep --vary seed=1:100:1 --engine replay --stream counter/v1 --dry-run
  errbench sweep --vary failure_rate=0:1:0.001 --shard 2/4 --out part-2`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return s.run(cmd) },
	}
	s.register(cmd)
	return cmd
}

func (s *sweeping) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.Var(&s.vary, "vary", "an assumption and its values, as in failure_rate=0.1:0.6:0.05; once for each that varies")
	completeBy(cmd, "vary", cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveNoSpace, followed(sweep.Keys, "="))
	s.assumptions.register(cmd)
	s.strategies.register(cmd)
	flags.Var(&s.design, "design", "grid takes every combination of values; lhs and halton spread --points over the ranges")
	complete(cmd, "design", cobra.ShellCompDirectiveNoFileComp, s.design.choices...)
	flags.Var(&s.points, "points", "how many points the designs lhs and halton take")
	flags.Lookup("points").DefValue = ""
	flags.Var(&s.engine, "engine", "exact is the closed form; replay simulates every point on the same rolls")
	complete(cmd, "engine", cobra.ShellCompDirectiveNoFileComp, s.engine.choices...)
	flags.StringVar(&s.out, "out", "", "write the rows to this `DIR`, which is made if need be")
	flags.BoolVar(&s.resume, "resume", false, "go on with the sweep that --out holds; begin it where there is none")
	flags.BoolVar(&s.dryRun, "dry-run", false, "show the points and about what they cost, and compute no more than a few")
	flags.Var(&s.shard, "shard", "compute one part of the points, as in 2/4 for the second of four, for errbench merge")
	flags.Lookup("shard").DefValue = ""
	complete(cmd, "shard", cobra.ShellCompDirectiveNoFileComp)
	flags.Var(&s.workers, "workers", "how many goroutines share the work, one for each processor by default; changes no byte")
	flags.Var(&s.format, "format", "form of what is shown: table, json, markdown; csv and jsonl are the rows themselves, and with --out their form in the folder")
	complete(cmd, "format", cobra.ShellCompDirectiveNoFileComp, s.format.choices...)
}

func (s *sweeping) run(cmd *cobra.Command) error {
	if err := s.refuse(cmd); err != nil {
		return err
	}
	of, err := s.resolve(cmd)
	if err != nil {
		return err
	}
	if s.dryRun {
		return s.preview(cmd, of)
	}
	result, err := s.compute(cmd, of)
	if err != nil {
		return s.explain(err)
	}
	if !result.Complete {
		return s.unfinished(result)
	}
	if _, named := s.rows(); named && s.out == "" {
		return exercised(result) // the rows are what is shown
	}
	return writeSweep(cmd, result, s.shown())
}

// writeSweep shows what a sweep found. All shards together decide whether anything
// was exercised.
func writeSweep(cmd *cobra.Command, r *sweep.Result, format view.Format) error {
	if err := view.Write(cmd.OutOrStdout(), format, r); err != nil {
		return err
	}
	return exercised(r)
}

// exercised returns an error with exit code 3 if no operation of a whole sweep failed.
func exercised(r *sweep.Result) error {
	if r.Shard == nil && r.Vacuous() {
		return &exitError{exitVacuous, errors.New("nothing was exercised: at no point an operation failed")}
	}
	return nil
}

// rows returns the format of rows, which is CSV unless --format names another.
func (s *sweeping) rows() (format sweep.RowFormat, named bool) {
	if slices.Contains(sweep.RowFormats(), s.format.value) {
		return sweep.RowFormat(s.format.value), true
	}
	return sweep.CSV, false
}

// shown returns the format of what is shown beside the rows.
func (s *sweeping) shown() view.Format {
	if _, named := s.rows(); named {
		return view.TableFormat
	}
	return view.Format(s.format.value)
}

// refuse refuses flags that do not go together.
func (s *sweeping) refuse(cmd *cobra.Command) error {
	sampled := s.design.value != string(sweep.Grid)
	switch {
	case len(s.vary.specs) == 0:
		return errors.New("errbench sweep takes --vary KEY=VALUES, once for each assumption that varies; `errbench sweep --help` has examples")
	case sampled && s.points.value == 0:
		return fmt.Errorf("--design: found %s without --points; --points 1000 works", s.design.value)
	case !sampled && s.points.value > 0:
		return errors.New("--points: found --design grid, which has the points that its axes make; --design lhs or halton works")
	case s.out == "" && cmd.Flags().Changed("out"):
		return errors.New("--out: found an empty name; that of a folder works")
	case s.resume && s.out == "":
		return errors.New("--resume: found no --out, the folder to go on with")
	case s.resume && s.dryRun:
		return errors.New("--resume: found --dry-run too, which computes nothing; one of them works")
	default:
		return nil
	}
}

// resolve returns the sweep that the flags stand for.
func (s *sweeping) resolve(cmd *cobra.Command) (*sweep.Sweep, error) {
	a, err := s.assumptions.resolve(cmd)
	if err != nil {
		return nil, err
	}
	set, err := s.strategies.read(cmd)
	if err != nil {
		return nil, err
	}
	defer set.End()
	chosen := set.Strategies()
	if _, err := strategy.CompileAll(chosen, a); err != nil {
		return nil, interrupted(cmd, set.Settle(err))
	}
	axes, err := s.vary.axes(a, &s.assumptions)
	if err != nil {
		return nil, err
	}
	design, err := sweep.NewDesign(sweep.DesignKind(s.design.value), axes, int64(s.points.value), a)
	if err != nil {
		return nil, fmt.Errorf("--vary: %w", err)
	}
	of := &sweep.Sweep{Assumptions: a, Strategies: chosen, Engine: s.engine.value, Design: design, Shard: s.shard.Shard}
	of.Rows, _ = s.rows()
	note(cmd, set)
	if set.Asks() {
		err = set.Settle(of.Ask(cmd.Context()))
	}
	return of, interrupted(cmd, err)
}

func (s *sweeping) preview(cmd *cobra.Command, of *sweep.Sweep) error {
	workers := s.workers.value
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	p, err := of.Preview(cmd.Context(), workers, time.Now)
	if err != nil {
		return s.explain(err)
	}
	return view.Write(cmd.OutOrStdout(), s.shown(), p)
}

// compute computes the sweep, with progress.
func (s *sweeping) compute(cmd *cobra.Command, of *sweep.Sweep) (*sweep.Result, error) {
	p := newProgress(cmd.ErrOrStderr(), "points")
	defer p.end()
	o := sweep.Options{Workers: s.workers.value, Progress: p.add}
	if s.out != "" {
		return of.Write(cmd.Context(), s.out, s.resume, o)
	}
	_, named := s.rows()
	return of.Find(cmd.Context(), o, func(rows []byte) error {
		if !named {
			return nil
		}
		_, err := cmd.OutOrStdout().Write(rows)
		return err
	})
}

// unfinished says how to continue a sweep that ended early.
func (s *sweeping) unfinished(r *sweep.Result) error {
	first, end := s.shard.Range(r.Design.Points)
	kept := fmt.Sprintf("%d of %d points are kept; the same command with --resume continues", r.Done, end-first)
	if errors.Is(r.Cause, context.Canceled) {
		return &exitError{exitInterrupted, errors.New("interrupted: " + kept)}
	}
	return fmt.Errorf("--out: %w; %s", r.Cause, kept)
}

// explain says how to continue after an error.
func (s *sweeping) explain(err error) error {
	switch {
	case errors.Is(err, context.Canceled):
		return errInterrupted()
	case errors.Is(err, sweep.ErrOccupied):
		return fmt.Errorf("--out: %w; continue it with --resume, or choose another folder", err)
	case s.out != "":
		return fmt.Errorf("--out: %w", err)
	default:
		return err
	}
}

// varyFlag collects assumptions and their values.
type varyFlag struct{ specs []string }

func (v *varyFlag) String() string { return "" }
func (v *varyFlag) Type() string   { return "KEY=VALUES" }
func (v *varyFlag) Set(text string) error {
	v.specs = append(v.specs, text)
	return nil
}

// axes returns the axes, varied from the assumptions. It refuses one whose key
// another flag sets.
func (v *varyFlag) axes(a scenario.Assumptions, flags *assumptionFlags) ([]sweep.Axis, error) {
	var axes []sweep.Axis
	for _, spec := range v.specs {
		x, err := sweep.ParseAxis(spec, a)
		if err != nil {
			return nil, fmt.Errorf("--vary: %w", err)
		}
		for _, c := range flags.changes {
			if c.key == x.Key {
				return nil, fmt.Errorf("--vary: %s: found it set to %s too; one of both works", x.Key, c.text)
			}
		}
		axes = append(axes, x)
	}
	return axes, nil
}
