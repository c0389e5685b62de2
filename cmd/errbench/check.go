package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"errbench/gate"
	"errbench/internal/cli"
	"errbench/internal/custom"
	"errbench/internal/strict"
	"errbench/internal/view"
	"errbench/report"
	"errbench/scenario"
	"errbench/strategy"
)

// check is the command line of the sub-command.
type check struct {
	baseline     string
	strategies   cli.Strategies
	assumptions  cli.Assumptions
	allowChange  bool
	requirements []gate.Requirement
	across       bool
	alpha        cli.Real
	margin       cli.Real
	workers      cli.Whole
	format       cli.Format
	junit        string // "" for none
	github       bool
}

func newCheck() *cobra.Command {
	c := check{
		alpha:   cli.Real{Value: 0.05, Lo: 1e-9, Hi: 1, Open: true}, // p-values are rounded to 9 decimals
		margin:  cli.Real{Lo: 0, Hi: 1e9},
		workers: cli.Workers(),
	}
	cmd := &cobra.Command{
		Use:   "check [--baseline SUMMARY.json] [--require EXPR...]",
		Short: "Compare a run with a baseline and with requirements, to gate changes in CI",
		Long: `check replays the seed and the stream of a baseline, a summary that run --out wrote,
with the strategies and routers of this errbench. Every decision must be equal, every
count, and the digest of the plans. Requirements are judged on the new run:

  code-only.wasted_retries.permanent==0
  compare(actionable-envelope,generic-message).failed_reduction>0.8

The strategies are those of the baseline; --strategy defines its custom strategies
again. Without a baseline --strategy chooses the strategies, as for run, and only the
requirements are judged.

With --across-streams the run has its own seed, and distributions are compared.

Exit codes: 0 good; 1 regression; 2 bad input, or assumptions that differ from the
baseline; 3 vacuous: the run did not exercise what the baseline exercised.`,
		Example: `  errbench run --out baseline.json >/dev/null && errbench check --baseline baseline.json
  errbench check --baseline baseline.json --require 'actionable-envelope.resolution_rate>=0.75'
  errbench check --strategy mine=exec:'python3 router.py' --require 'mine.wasted_retries.permanent==0'
  errbench check --baseline baseline.json --junit check.xml --github --format markdown
  errbench run --scenario published-counter --out sound.json >/dev/null && errbench check --baseline sound.json --across-streams --seed 7 --margin 0.05`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			err := c.run(cmd)
			var exit *cli.ExitError
			if c.github && err != nil && !errors.As(err, &exit) {
				fmt.Fprintln(cmd.ErrOrStderr(), view.Annotation("error", "errbench check", err.Error()))
			}
			return err
		},
	}
	c.register(cmd)
	return cmd
}

func (c *check) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&c.baseline, "baseline", "", "the summary to compare with, a JSON `FILE` (- is standard input)")
	flags.StringVar(&c.assumptions.Scenario, "scenario", "", "assumptions instead of the baseline's: a preset's `NAME`, or a YAML or JSON file; the seed and the stream stay the baseline's, except with --across-streams")
	cli.CompleteBy(cmd, "scenario", cobra.ShellCompDirectiveDefault, scenario.PresetNames)
	c.assumptions.RegisterChanges(cmd)
	c.strategies.Register(cmd)
	flags.BoolVar(&c.allowChange, "allow-assumption-change", false, "compare although the assumptions differ from the baseline's")
	flags.Var(&requirement{&c.requirements}, "require", "a condition on the run, as in code-only.resolution_rate>=0.7; may be repeated")
	flags.Var(&requirementFile{cmd, &c.requirements}, "requirements", "a file of conditions, one a line, # for comments (- is standard input)")
	flags.BoolVar(&c.across, "across-streams", false, "compare distributions, for a run with another seed or size")
	flags.Var(&c.alpha, "alpha", "probability of a false alarm across streams")
	flags.Var(&c.margin, "margin", "difference per operation to tolerate across streams; none by default")
	cli.NoDefault(cmd, "margin")
	cli.RegisterWorkers(cmd, &c.workers)
	c.format.Register(cmd, gate.Outcome{})
	flags.StringVar(&c.junit, "junit", "", "also write JUnit XML to a `FILE`")
	flags.BoolVar(&c.github, "github", false, "also write annotations of GitHub Actions to stderr, and a summary to the file that GITHUB_STEP_SUMMARY names")
}

// run reads everything that can be wrong before it simulates.
func (c *check) run(cmd *cobra.Command) error {
	if err := c.refuse(cmd); err != nil {
		return err
	}
	judge := c.compare
	if c.baseline == "" {
		judge = c.require
	}
	outcome, err := judge(cmd)
	if err != nil {
		return err
	}
	return c.write(cmd, outcome)
}

// refuse returns an error if flags are missing or exclude each other, or if the JUnit
// file cannot be written.
func (c *check) refuse(cmd *cobra.Command) error {
	if c.baseline == "" && len(c.requirements) == 0 {
		return errors.New("errbench check needs --baseline SUMMARY.json, which `errbench run --out SUMMARY.json` writes, or --require EXPR alone")
	}
	if c.baseline == "-" && c.assumptions.Scenario == "-" {
		return errors.New("--baseline and --scenario are both standard input; name a file for one of them")
	}
	for _, flag := range []string{"alpha", "margin"} {
		if cmd.Flags().Changed(flag) && !c.across {
			return fmt.Errorf("--%s needs --across-streams: on the baseline's own rolls every count must be equal", flag)
		}
	}
	for _, flag := range []string{"across-streams", "allow-assumption-change"} {
		if cmd.Flags().Changed(flag) && c.baseline == "" {
			return fmt.Errorf("--%s needs --baseline, a summary to compare with; `errbench run --out SUMMARY.json` writes one", flag)
		}
	}
	if c.junit == "" {
		return nil
	}
	target, err := cli.Writable(c.junit)
	if err != nil {
		return fmt.Errorf("--junit: %w", err)
	}
	if cli.SameFile(target, c.baseline) || cli.SameFile(target, c.assumptions.Scenario) {
		return fmt.Errorf("--junit: %s is an input too; name another file", c.junit)
	}
	c.junit = target
	return nil
}

// compare judges a run against the baseline and the requirements.
func (c *check) compare(cmd *cobra.Command) (gate.Outcome, error) {
	baseline, err := c.readBaseline(cmd)
	if err != nil {
		return gate.Outcome{}, err
	}
	if _, err := gate.JudgeAll(c.requirements, baseline); err != nil {
		return gate.Outcome{}, err
	}
	a, err := c.current(cmd, baseline.Assumptions)
	if err != nil {
		return gate.Outcome{}, err
	}
	plans, err := c.plans(cmd, baseline, a)
	if err != nil {
		return gate.Outcome{}, err
	}
	options := gate.Options{Requirements: c.requirements}
	if c.across {
		options.Across = c.acrossStreams(cmd, a, plans)
		if err := options.Across.Refuse(baseline.Assumptions, a); err != nil {
			return gate.Outcome{}, fmt.Errorf("--across-streams: %w", err)
		}
	}
	s, err := c.summarize(cmd, a, plans)
	if err != nil {
		return gate.Outcome{}, err
	}
	return gate.Judge(baseline, s, options)
}

func (c *check) acrossStreams(cmd *cobra.Command, a scenario.Assumptions, plans []*strategy.Plan) *gate.Across {
	across := &gate.Across{Thresholds: a.Thresholds(), Plans: plans, Alpha: c.alpha.Value}
	if cmd.Flags().Changed("margin") {
		across.Margin = &c.margin.Value
	}
	return across
}

// require judges a run by the requirements alone.
func (c *check) require(cmd *cobra.Command) (gate.Outcome, error) {
	if c.assumptions.Scenario == "" {
		c.assumptions.Scenario = scenario.Published().Name
	}
	a, err := c.assumptions.Resolve(cmd)
	if err != nil {
		return gate.Outcome{}, err
	}
	plans, err := c.strategies.Plans(cmd, a)
	if err != nil {
		return gate.Outcome{}, err
	}
	s, err := c.summarize(cmd, a, plans)
	if err != nil {
		return gate.Outcome{}, err
	}
	return gate.Require(s, c.requirements)
}

// summarize replays the plans to the last run.
func (c *check) summarize(cmd *cobra.Command, a scenario.Assumptions, plans []*strategy.Plan) (report.Summary, error) {
	s, err := cli.Summarize(cmd, a, plans, c.workers.Value)
	if err != nil {
		return s, err
	}
	return s, cli.Incomplete(s)
}

// readBaseline reads a summary that is complete.
func (c *check) readBaseline(cmd *cobra.Command) (report.Summary, error) {
	in, file, err := cli.OpenInput(cmd, c.baseline)
	if errors.Is(err, fs.ErrNotExist) {
		return report.Summary{}, fmt.Errorf("--baseline: %w; `errbench run --out %s` writes one", err, c.baseline)
	}
	if err != nil {
		return report.Summary{}, fmt.Errorf("--baseline: %w", err)
	}
	defer in.Close()
	s, err := report.ReadSummary(in, file)
	if err == nil && s.Engine != report.ReplayEngine {
		err = fmt.Errorf("%s was written by the engine %s, which counts nothing; `errbench run --engine %s --out SUMMARY.json` writes a baseline", file, s.Engine, report.ReplayEngine)
	}
	if err == nil && !s.Complete {
		err = fmt.Errorf("%s was interrupted: it holds %d of %d runs; `errbench run --out SUMMARY.json` writes a complete one", file, s.Results[0].PerRun.Runs, s.Assumptions.Runs)
	}
	return s, err
}

// current returns the assumptions of the run: the baseline's, or a scenario's with the
// seed and stream of the baseline, with changes. It returns an error if they differ from
// the baseline's and --allow-assumption-change is not given.
func (c *check) current(cmd *cobra.Command, baseline scenario.Assumptions) (scenario.Assumptions, error) {
	a := baseline
	if c.assumptions.Scenario != "" {
		var err error
		if a, err = c.assumptions.Load(cmd); err != nil {
			return a, err
		}
		if !c.across {
			a.Seed, a.Stream = baseline.Seed, baseline.Stream
		}
	}
	a, err := c.assumptions.Change(a)
	if err != nil {
		return a, err
	}
	changes := gate.AssumptionChanges(baseline, a, c.across)
	if len(changes) == 0 || c.allowChange {
		return a, nil
	}
	faults := strict.Faults{}
	for _, d := range changes {
		faults.Add(fmt.Errorf("  %s: baseline %s, current %s", d.Key, d.Baseline, d.Current))
	}
	return a, fmt.Errorf("the assumptions differ from the baseline's:\n%w\nmake a new baseline, or compare with --allow-assumption-change", faults.Err())
}

// plans compiles the strategies of the baseline.
func (c *check) plans(cmd *cobra.Command, s report.Summary, a scenario.Assumptions) ([]*strategy.Plan, error) {
	var names []string
	for _, r := range s.Results {
		names = append(names, r.Strategy)
	}
	for _, word := range c.strategies.Words {
		if !custom.Defines(word) {
			return nil, fmt.Errorf("--strategy: got %q, want NAME=exec:COMMAND or NAME=FILE.yaml: the baseline chooses the strategies", word)
		}
	}
	set, found, err := c.strategies.Find(cmd, c.baseline, names...)
	if err != nil {
		return nil, err
	}
	return cli.Compile(cmd, set, found, a)
}

// write writes the outcome to standard output and to the files of the flags, and returns
// it as an error unless it is good.
func (c *check) write(cmd *cobra.Command, o gate.Outcome) error {
	err := view.Write(cmd.OutOrStdout(), c.format.Value, o)
	if c.junit != "" {
		data, wrong := o.JUnit()
		err = errors.Join(err, wrong, cli.Replace("junit", c.junit, data))
	}
	if c.github {
		_, wrong := fmt.Fprintln(cmd.ErrOrStderr(), strings.Join(o.Annotations(), "\n"))
		err = errors.Join(err, wrong, appendJobSummary(o))
	}
	if err != nil {
		return fmt.Errorf("%w\n%s: %s", err, o.Verdict, o.Reason())
	}
	if o.Verdict == gate.Good {
		return nil
	}
	return &cli.ExitError{Code: o.ExitCode, Err: fmt.Errorf("%s: %s", o.Verdict, o.Reason())}
}

// appendJobSummary adds the outcome to the page of a GitHub job. The variable is set in
// such jobs only.
func appendJobSummary(o gate.Outcome) (err error) {
	file := os.Getenv("GITHUB_STEP_SUMMARY")
	if file == "" {
		return nil
	}
	page, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("GITHUB_STEP_SUMMARY: %w", err)
	}
	defer func() { err = errors.Join(err, page.Close()) }()
	return view.Write(page, view.MarkdownFormat, o)
}

// requirement is a flag that appends a requirement.
type requirement struct{ all *[]gate.Requirement }

func (r *requirement) String() string { return "" }
func (r *requirement) Type() string   { return "EXPR" }
func (r *requirement) Set(text string) error {
	parsed, err := gate.ParseRequirement(text)
	*r.all = append(*r.all, parsed)
	return err
}

// requirementFile is a flag that appends the requirements of a file.
type requirementFile struct {
	cmd *cobra.Command
	all *[]gate.Requirement
}

// maxRequirements bounds a file of requirements, in bytes.
const maxRequirements = 1 << 20

func (r *requirementFile) String() string { return "" }
func (r *requirementFile) Type() string   { return "FILE" }
func (r *requirementFile) Set(name string) error {
	in, name, err := cli.OpenInput(r.cmd, name)
	if err != nil {
		return err
	}
	defer in.Close()
	data, err := strict.ReadAll(in, maxRequirements)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	parsed, err := gate.ParseRequirements(string(data), name)
	*r.all = append(*r.all, parsed...)
	return err
}
