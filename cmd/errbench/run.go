package main

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"errbench/internal/shard"
	"errbench/internal/view"
	"errbench/report"
	"errbench/scenario"
	"errbench/strategy"
)

// run is the command line of the sub-command.
type run struct {
	assumptions assumptionFlags
	strategies  strategyFlag
	engine      choiceFlag
	precision   realFlag
	between     pairFlag
	workers     wholeFlag
	shard       shardFlag
	format      formatFlag
	out         output
	plot        plot
}

func newRun() *cobra.Command {
	r := run{
		engine:    choiceFlag{report.ReplayEngine, []string{report.ReplayEngine, report.ExactEngine}},
		precision: realFlag{lo: 0, hi: 1, open: true},
		workers:   wholeFlag{0, 1, maxWorkers},
		shard:     shardFlag{shard.Whole()},
	}
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Replay the strategies over one tape and summarize what they did",
		Long: `run simulates the operations of a scenario, replays every strategy over the same
rolls, and summarizes what each resolved and wasted beside what is expected in
closed form. The same assumptions give the same bytes on every machine and with
any number of workers. Exit code 3: no operation failed, so nothing was exercised.

A strategy of your own is a router, NAME=exec:COMMAND, or a file, NAME=FILE.yaml: see
docs/router.md and docs/strategies.md. From exec: on all is the command, commas too.

With --engine exact nothing is simulated: the summary holds the closed form alone.
With --precision the number of runs is worked out beforehand from the exact
variance, so that the 95 % intervals of all resolution rates, or of the difference
between two of them, become about as narrow as asked. On lcg32/v1, whose variance has no
closed form, 60, 120, 240, ... runs are tried.

With --shard I/N only the I-th of N parts of the runs is simulated, for a machine of
its own. What was counted is written as JSON, to the --out file alone where there is
one, and errbench merge makes the summary of all parts. An interrupt writes nothing.`,
		Example: `  errbench run
  errbench run --stream counter/v1 --runs 1000 --strategy code-only,actionable-envelope
  errbench run --scenario outage --strategy published,policies
  errbench run --set repair_success.hint=0.45 --format json
  errbench run --engine exact --set failure_rate=0.2
  errbench run --strategy 'code-only,mine=exec:python3 router.py'
  errbench run --stream counter/v1 --precision 0.001 --between actionable-envelope,code-only
  errbench run --out summary.json --plot chart.svg
  errbench run --shard 2/4 --out part-2.json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return r.run(cmd) },
	}
	r.register(cmd)
	return cmd
}

func (r *run) register(cmd *cobra.Command) {
	r.assumptions.register(cmd)
	r.strategies.register(cmd)
	flags := cmd.Flags()
	flags.Var(&r.engine, "engine", "replay simulates, beside the closed form; exact is the closed form alone")
	complete(cmd, "engine", cobra.ShellCompDirectiveNoFileComp, r.engine.choices...)
	flags.Var(&r.precision, "precision", "make as many runs as it takes for 95 % intervals of resolution rates of about this half-width")
	flags.Lookup("precision").DefValue = ""
	flags.Var(&r.between, "between", "with --precision: the interval is that of the difference between two strategies, `A,B`")
	complete(cmd, "between", cobra.ShellCompDirectiveNoFileComp)
	flags.Var(&r.workers, "workers", "how many goroutines share the work, one for each processor by default; changes no number")
	flags.Var(&r.shard, "shard", "simulate one part of the runs, as in 2/4 for the second of four, for errbench merge")
	flags.Lookup("shard").DefValue = ""
	complete(cmd, "shard", cobra.ShellCompDirectiveNoFileComp)
	r.format.register(cmd, report.Summary{})
	flags.Var(&r.out, "out", "also write the summary to a file whose ending tells the format: .json, .md, .csv, .txt or .html")
	flags.Var(&r.plot, "plot", "also draw resolution rates and wasted retries to a file whose ending tells the format: .svg or .png")
}

// maxWorkers is far above the processors of any machine: goroutines beyond them
// only cost memory.
const maxWorkers = 1024

func (r *run) run(cmd *cobra.Command) error {
	if err := r.refuse(cmd); err != nil {
		return err
	}
	a, err := r.assumptions.resolve(cmd)
	if err != nil {
		return err
	}
	plans, err := r.strategies.plans(cmd, a)
	if err != nil {
		return err
	}
	if cmd.Flags().Changed("shard") {
		return r.part(cmd, a, plans)
	}
	s, err := r.summarize(cmd, a, plans)
	if err != nil {
		return err
	}
	return writeSummary(cmd, s, short(s), r.out, r.plot, r.format.value)
}

// part simulates a shard and writes what was counted: all of it, or nothing, so
// that a file is never taken for more than it is.
func (r *run) part(cmd *cobra.Command, a scenario.Assumptions, plans []*strategy.Plan) error {
	tally := simulate(cmd, a, plans, r.shard.Shard, r.workers.value)
	if !tally.Complete {
		first, end := r.shard.Range(a.Runs)
		return &exitError{exitInterrupted, fmt.Errorf("interrupted after %d of the %d runs of shard %v: nothing was written; the same command begins anew", tally.Runs, end-first, r.shard.Shard)}
	}
	p, err := report.NewPart(a, plans, r.shard.Shard, tally)
	if err != nil {
		return err
	}
	if r.out.file == "" {
		return p.Write(cmd.OutOrStdout())
	}
	var b bytes.Buffer
	return errors.Join(p.Write(&b), replaceFile("out", r.out.file, b.Bytes()))
}

// refuse refuses flags that do not go together.
func (r *run) refuse(cmd *cobra.Command) error {
	given := cmd.Flags().Changed
	switch {
	case given("precision") && r.engine.value == report.ExactEngine:
		return errors.New("--precision: found --engine exact too, whose numbers have no interval; --engine replay works")
	case given("precision") && given("runs"):
		return errors.New("--precision: found --runs too; one of them chooses the number of runs")
	case given("between") && !given("precision"):
		return errors.New("--between: found no --precision, which is what it is about; `errbench run --precision 0.001 --between A,B` works")
	case given("shard"):
		return r.refuseWithShard(given)
	default:
		return nil
	}
}

// refuseWithShard refuses flags that ask for more than a part of a run is.
func (r *run) refuseWithShard(given func(flag string) bool) error {
	switch {
	case r.engine.value == report.ExactEngine:
		return errors.New("--shard: found --engine exact too, which simulates no runs; --engine replay works")
	case given("precision"):
		return errors.New("--shard: found --precision too, which chooses the number of runs; --runs works, the same for every part")
	case given("format") && r.format.value != view.JSONFormat:
		return fmt.Errorf("--shard: found --format %s too, but a part of a run is JSON; --format json works, and errbench merge has every format", r.format.value)
	case given("plot"):
		return errors.New("--shard: found --plot too, but a part of a run is not drawn; errbench merge --plot draws the whole")
	case r.out.file != "" && r.out.format != view.JSONFormat:
		return fmt.Errorf("--shard: found --out %s too, but a part of a run is JSON; a name that ends in .json works", r.out.file)
	default:
		return nil
	}
}

// summarize makes the summary with the engine and the precision asked for.
func (r *run) summarize(cmd *cobra.Command, a scenario.Assumptions, plans []*strategy.Plan) (report.Summary, error) {
	switch {
	case r.engine.value == report.ExactEngine:
		s, err := report.Expect(a, plans)
		if err != nil {
			err = fmt.Errorf("--engine: %w", err)
		}
		return s, err
	case cmd.Flags().Changed("precision"):
		return r.precise(cmd, a, plans)
	default:
		return summarize(cmd, a, plans, r.workers.value)
	}
}

// firstPrefix is the number of runs that is tried first where the variance has
// no closed form, the published one; it doubles until the intervals are narrow
// enough.
const firstPrefix = 60

// precise makes as many runs as the precision takes.
func (r *run) precise(cmd *cobra.Command, a scenario.Assumptions, plans []*strategy.Plan) (report.Summary, error) {
	target := report.Target{Precision: r.precision.value, Strategy: r.between.a, Against: r.between.b}
	runs, err := target.Runs(a, plans)
	if err == nil {
		a.Runs = runs
		return summarize(cmd, a, plans, r.workers.value)
	}
	if !errors.Is(err, report.ErrCorrelated) {
		return report.Summary{}, fmt.Errorf("--precision: %w", err)
	}
	for a.Runs = firstPrefix; ; a.Runs *= 2 {
		if err := a.Validate(); err != nil {
			return report.Summary{}, fmt.Errorf("--precision: %v is not met by %d runs: %w", r.precision.value, a.Runs/2, err)
		}
		s, err := summarize(cmd, a, plans, r.workers.value)
		if err != nil || !s.Complete || target.Met(s) {
			return s, err
		}
	}
}
