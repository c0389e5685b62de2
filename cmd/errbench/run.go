package main

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"errbench/internal/cli"
	"errbench/internal/shard"
	"errbench/internal/view"
	"errbench/report"
	"errbench/scenario"
	"errbench/strategy"
)

// run is the command line of the sub-command.
type run struct {
	assumptions cli.Assumptions
	strategies  cli.Strategies
	engine      cli.Choice
	precision   cli.Real
	between     cli.Pair
	workers     cli.Whole
	shard       cli.Shard
	format      cli.Format
	out         cli.Output
	plot        cli.Plot
}

func newRun() *cobra.Command {
	c := run{
		engine:    cli.NewChoice(report.ReplayEngine, report.ExactEngine),
		precision: cli.Real{Lo: 0, Hi: 1, Open: true},
		workers:   cli.Workers(),
		shard:     cli.Shard{Shard: shard.Whole()},
	}
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Replay the strategies over one tape and summarize what they did",
		Long: `run simulates the operations of a scenario, replays every strategy over the same
rolls, and summarizes what each resolved and wasted, beside the expectation in closed
form. The same assumptions give the same bytes on every machine and with any number of
workers. Exit code 3: no operation failed, so nothing was exercised.

A custom strategy is a router, NAME=exec:COMMAND, or a file, NAME=FILE.yaml: see
docs/router.md and docs/strategies.md. Everything after exec: is the command, commas
included.

With --engine exact nothing is simulated: the summary holds the closed form alone.
With --precision the exact variance decides how many runs to make, so that the 95 %
intervals of all resolution rates, or of the difference between two of them, become
about as narrow as asked. On lcg32/v1, whose variance has no closed form, 60, 120, 240,
... runs are tried.

With --shard I/N only the I-th of N parts of the runs is simulated, to spread a run over
machines. Its counts are written as JSON, to the --out file instead of standard output
if there is one; errbench merge makes the summary of all parts. An interrupted part
writes nothing.`,
		Example: `  errbench run
  errbench run --stream counter/v2 --runs 1000 --strategy code-only,actionable-envelope
  errbench run --scenario outage --strategy published,policies
  errbench run --set repair_success.hint=0.45 --format json
  errbench run --engine exact --set failure_rate=0.2
  errbench run --strategy 'code-only,mine=exec:python3 router.py'
  errbench run --stream counter/v2 --precision 0.001 --between actionable-envelope,code-only
  errbench run --out summary.json --plot chart.svg
  errbench run --shard 2/4 --out part-2.json`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return c.run(cmd) },
	}
	c.register(cmd)
	return cmd
}

func (c *run) register(cmd *cobra.Command) {
	c.assumptions.Register(cmd)
	c.strategies.Register(cmd)
	flags := cmd.Flags()
	flags.Var(&c.engine, "engine", "replay simulates, and adds the closed form; exact computes the closed form alone")
	cli.Complete(cmd, "engine", cobra.ShellCompDirectiveNoFileComp, c.engine.Choices...)
	flags.Var(&c.precision, "precision", "make as many runs as 95 % intervals of resolution rates of about this half-width take")
	cli.NoDefault(cmd, "precision")
	flags.Var(&c.between, "between", "with --precision: the interval is for the difference between two strategies, `A,B`")
	cli.Complete(cmd, "between", cobra.ShellCompDirectiveNoFileComp)
	cli.RegisterWorkers(cmd, &c.workers)
	flags.Var(&c.shard, "shard", "simulate one part of the runs, as in 2/4 for the second of four, for errbench merge")
	cli.NoDefault(cmd, "shard")
	cli.Complete(cmd, "shard", cobra.ShellCompDirectiveNoFileComp)
	c.format.Register(cmd, report.Summary{})
	flags.Var(&c.out, "out", "also write the summary to a file whose ending chooses the format: .json, .md, .csv, .txt or .html")
	flags.Var(&c.plot, "plot", "also draw resolution rates and wasted retries to a file whose ending chooses the format: .svg or .png")
}

func (c *run) run(cmd *cobra.Command) error {
	if err := c.refuse(cmd); err != nil {
		return err
	}
	a, err := c.assumptions.Resolve(cmd)
	if err != nil {
		return err
	}
	plans, err := c.strategies.Plans(cmd, a)
	if err != nil {
		return err
	}
	if cmd.Flags().Changed("shard") {
		return c.part(cmd, a, plans)
	}
	s, err := c.summarize(cmd, a, plans)
	if err != nil {
		return err
	}
	return cli.WriteSummary(cmd, s, cli.Shortfall(s), c.out, c.plot, c.format.Value)
}

// part simulates a shard and writes its counts. If it is interrupted it writes nothing,
// because a part holds all runs of its shard.
func (c *run) part(cmd *cobra.Command, a scenario.Assumptions, plans []*strategy.Plan) error {
	tally := cli.Simulate(cmd, a, plans, c.shard.Shard, c.workers.Value)
	if !tally.Complete {
		first, end := c.shard.Range(a.Runs)
		return &cli.ExitError{Code: cli.ExitInterrupted, Err: fmt.Errorf("interrupted after %d of the %d runs of shard %v: nothing was written; the same command starts over", tally.Runs, end-first, c.shard.Shard)}
	}
	p, err := report.NewPart(a, plans, c.shard.Shard, tally)
	if err != nil {
		return err
	}
	if c.out.File == "" {
		return p.Write(cmd.OutOrStdout())
	}
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		return err
	}
	return cli.Replace("out", c.out.File, b.Bytes())
}

// refuse returns an error if flags exclude each other.
func (c *run) refuse(cmd *cobra.Command) error {
	given := cmd.Flags().Changed
	switch {
	case given("precision") && c.engine.Value == report.ExactEngine:
		return errors.New("--precision needs --engine replay: the numbers of the exact engine have no interval")
	case given("precision") && given("runs"):
		return errors.New("--precision and --runs both choose the number of runs; drop one of them")
	case given("between") && !given("precision"):
		return errors.New("--between needs --precision; `errbench run --precision 0.001 --between A,B` is an example")
	case given("shard"):
		return c.refuseWithShard(given)
	default:
		return nil
	}
}

// refuseWithShard returns an error if a flag excludes --shard.
func (c *run) refuseWithShard(given func(flag string) bool) error {
	switch {
	case c.engine.Value == report.ExactEngine:
		return errors.New("--shard needs --engine replay: the exact engine simulates no runs")
	case given("precision"):
		return errors.New("--shard and --precision exclude each other; choose the number of runs by --runs, the same for every part")
	case given("format") && c.format.Value != view.JSONFormat:
		return fmt.Errorf("--format: got %s with --shard, want json; `errbench merge` writes every format", c.format.Value)
	case given("plot"):
		return errors.New("--shard and --plot exclude each other; `errbench merge --plot FILE` draws all parts")
	case c.out.File != "" && c.out.Format != view.JSONFormat:
		return fmt.Errorf("--out: got %s with --shard, want a name that ends in .json", c.out.File)
	default:
		return nil
	}
}

// summarize makes the summary with the engine and the precision of the flags.
func (c *run) summarize(cmd *cobra.Command, a scenario.Assumptions, plans []*strategy.Plan) (report.Summary, error) {
	switch {
	case c.engine.Value == report.ExactEngine:
		s, err := report.Expect(a, plans)
		if err != nil {
			err = fmt.Errorf("--engine: %w", err)
		}
		return s, err
	case cmd.Flags().Changed("precision"):
		return c.precise(cmd, a, plans)
	default:
		return cli.Summarize(cmd, a, plans, c.workers.Value)
	}
}

// firstRuns is the number of runs to try first if the variance has no closed form, the
// published one.
const firstRuns = 60

// precise makes as many runs as the precision takes. If the variance has no closed form
// it doubles their number until the intervals are narrow enough.
func (c *run) precise(cmd *cobra.Command, a scenario.Assumptions, plans []*strategy.Plan) (report.Summary, error) {
	target := report.Target{Precision: c.precision.Value, Strategy: c.between.A, Against: c.between.B}
	runs, err := target.Runs(a, plans)
	if err == nil {
		a.Runs = runs
		return cli.Summarize(cmd, a, plans, c.workers.Value)
	}
	if !errors.Is(err, report.ErrCorrelated) {
		return report.Summary{}, fmt.Errorf("--precision: %w", err)
	}
	for a.Runs = firstRuns; ; a.Runs *= 2 {
		if err := a.Validate(); err != nil {
			return report.Summary{}, fmt.Errorf("--precision: %v needs more than %d runs: %w", c.precision.Value, a.Runs/2, err)
		}
		s, err := cli.Summarize(cmd, a, plans, c.workers.Value)
		if err != nil || !s.Complete || target.Met(s) {
			return s, err
		}
	}
}
