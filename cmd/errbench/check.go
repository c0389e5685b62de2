package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"errbench/gate"
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
	strategies   strategyFlag
	assumptions  assumptionFlags
	allowChange  bool
	requirements requirementFlags
	across       bool
	alpha        realFlag
	margin       realFlag
	workers      wholeFlag
	format       formatFlag
	junit        string // "" for none
	github       bool
}

func newCheck() *cobra.Command {
	c := check{
		alpha:   realFlag{value: 0.05, lo: 1e-9, hi: 1, open: true}, // p is rounded to 9 decimals
		margin:  realFlag{lo: 0, hi: 1e9},
		workers: wholeFlag{0, 1, maxWorkers},
	}
	cmd := &cobra.Command{
		Use:   "check [--baseline SUMMARY.json] [--require EXPR...]",
		Short: "Hold a run against a baseline and requirements, to gate changes in CI",
		Long: `check replays the seed and the stream of a baseline, a summary that run --out wrote,
with the strategies and routers of this errbench. Every decision must be equal, every
count, and the digest of the plans. Requirements are judged on the new run:

  code-only.wasted_retries.permanent==0
  compare(actionable-envelope,generic-message).failed_reduction>0.8

A baseline says which strategies there are; --strategy defines those of your own
again. Without a baseline --strategy chooses them, as run does, and requirements
alone are judged.

With --across-streams the run has a seed of its own, and distributions are compared.

Exit codes: 0 good; 1 regression; 2 bad input, or assumptions other than those of the
baseline; 3 vacuous: what the baseline exercised was not exercised.`,
		Example: `  errbench run --out baseline.json >/dev/null && errbench check --baseline baseline.json
  errbench check --baseline baseline.json --require 'actionable-envelope.resolution_rate>=0.75'
  errbench check --strategy mine=exec:'python3 router.py' --require 'mine.wasted_retries.permanent==0'
  errbench check --baseline baseline.json --junit check.xml --github --format markdown
  errbench run --scenario published-counter --out sound.json >/dev/null && errbench check --baseline sound.json --across-streams --seed 7 --margin 0.05`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			err := c.run(cmd)
			var exit *exitError
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
	flags.StringVar(&c.baseline, "baseline", "", "the summary to hold the run against, a JSON `FILE` (- is standard input)")
	flags.StringVar(&c.assumptions.scenario, "scenario", "", "assumptions in place of the baseline's: a preset's `NAME`, or a YAML or JSON file; on the baseline's seed and stream, unless across streams")
	completeBy(cmd, "scenario", cobra.ShellCompDirectiveDefault, scenario.PresetNames)
	c.assumptions.registerChanges(cmd)
	c.strategies.register(cmd)
	flags.BoolVar(&c.allowChange, "allow-assumption-change", false, "compare although the assumptions are not those of the baseline")
	flags.Var(&requirementFlag{&c.requirements, false}, "require", "what must hold, as in code-only.resolution_rate>=0.7; may be repeated")
	flags.Var(&requirementFlag{&c.requirements, true}, "requirements", "a file of requirements, one a line, # for comments")
	flags.BoolVar(&c.across, "across-streams", false, "compare distributions, for a run with another seed or size")
	flags.Var(&c.alpha, "alpha", "chance of a false alarm across streams")
	flags.Var(&c.margin, "margin", "difference per operation that makes no difference, across streams; none by default")
	flags.Lookup("margin").DefValue = ""
	flags.Var(&c.workers, "workers", "how many goroutines share the work, one for each processor by default; changes no number")
	c.format.register(cmd, gate.Outcome{})
	flags.StringVar(&c.junit, "junit", "", "also write JUnit XML to a `FILE`")
	flags.BoolVar(&c.github, "github", false, "also write annotations of GitHub Actions to stderr, and a summary to the file that GITHUB_STEP_SUMMARY names")
}

// run gates: it reads everything that can be wrong before it simulates.
func (c *check) run(cmd *cobra.Command) error {
	if c.junit != "" {
		target, err := place(c.junit)
		if err != nil {
			return fmt.Errorf("--junit: %w", err)
		}
		if sameFile(target, c.baseline) || sameFile(target, c.assumptions.scenario) {
			return fmt.Errorf("--junit: found %s, which is read too; another file works", c.junit)
		}
		c.junit = target
	}
	for _, flag := range []string{"alpha", "margin"} {
		if cmd.Flags().Changed(flag) && !c.across {
			return fmt.Errorf("--%s has no meaning without --across-streams: on the baseline's own rolls every count must be equal", flag)
		}
	}
	if c.baseline == "" && len(c.requirements.list) > 0 {
		return c.require(cmd)
	}
	baseline, err := c.readBaseline(cmd)
	if err != nil {
		return err
	}
	if _, err := gate.JudgeAll(c.requirements.list, baseline); err != nil {
		return err
	}
	a, err := c.current(cmd, baseline.Assumptions)
	if err != nil {
		return err
	}
	plans, err := c.plans(cmd, baseline, a)
	if err != nil {
		return err
	}
	options := gate.Options{Requirements: c.requirements.list}
	if c.across {
		options.Across = &gate.Across{Thresholds: a.Thresholds(), Plans: plans, Alpha: c.alpha.value}
		if cmd.Flags().Changed("margin") {
			options.Across.Margin = &c.margin.value
		}
		if err := options.Across.Refuse(baseline.Assumptions, a); err != nil {
			return fmt.Errorf("--across-streams: %w", err)
		}
	}
	s, err := summarize(cmd, a, plans, c.workers.value)
	if err != nil {
		return err
	}
	if err := cutShort(s); err != nil {
		return err
	}
	outcome, err := gate.Judge(baseline, s, options)
	if err != nil {
		return err
	}
	return c.write(cmd, outcome)
}

// require judges requirements without a baseline.
func (c *check) require(cmd *cobra.Command) error {
	for _, flag := range []string{"across-streams", "allow-assumption-change"} {
		if cmd.Flags().Changed(flag) {
			return fmt.Errorf("--%s: found no --baseline, which it compares with; `errbench run --out SUMMARY.json` writes one", flag)
		}
	}
	if c.assumptions.scenario == "" {
		c.assumptions.scenario = scenario.Published().Name
	}
	a, err := c.assumptions.resolve(cmd)
	if err != nil {
		return err
	}
	plans, err := c.strategies.plans(cmd, a)
	if err != nil {
		return err
	}
	s, err := summarize(cmd, a, plans, c.workers.value)
	if err != nil {
		return err
	}
	if err := cutShort(s); err != nil {
		return err
	}
	outcome, err := gate.Require(s, c.requirements.list)
	if err != nil {
		return err
	}
	return c.write(cmd, outcome)
}

// sameFile tells whether two names are of one file that exists.
func sameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}

// readBaseline reads a whole summary.
func (c *check) readBaseline(cmd *cobra.Command) (report.Summary, error) {
	if c.baseline == "" {
		return report.Summary{}, errors.New("errbench check takes --baseline SUMMARY.json, which `errbench run --out SUMMARY.json` writes, or --require EXPR alone")
	}
	if c.baseline == "-" && c.assumptions.scenario == "-" {
		return report.Summary{}, errors.New("--baseline and --scenario cannot both be standard input; a file for one of them works")
	}
	in, file, err := openArgument(cmd, []string{c.baseline})
	if errors.Is(err, fs.ErrNotExist) {
		return report.Summary{}, fmt.Errorf("--baseline: %w; `errbench run --out %s` writes one", err, c.baseline)
	}
	if err != nil {
		return report.Summary{}, fmt.Errorf("--baseline: %w", err)
	}
	defer in.Close()
	s, err := report.ReadSummary(in, file)
	if err == nil && s.Engine != report.ReplayEngine {
		return s, fmt.Errorf("%s: found engine %s, which counts nothing; a baseline of errbench run --engine %s works", file, s.Engine, report.ReplayEngine)
	}
	if err == nil && !s.Complete {
		return s, fmt.Errorf("%s: interrupted: it holds %d of %d runs; one of a run that finished works", file, s.Results[0].PerRun.Runs, s.Assumptions.Runs)
	}
	return s, err
}

// current returns the assumptions of the current run: the baseline's, or a
// scenario's on the baseline's rolls, and changes. It refuses what differs from
// the baseline and was not allowed to.
func (c *check) current(cmd *cobra.Command, baseline scenario.Assumptions) (scenario.Assumptions, error) {
	a := baseline
	if c.assumptions.scenario != "" {
		var err error
		if a, err = loadScenario(cmd, c.assumptions.scenario); err != nil {
			return a, err
		}
		if !c.across {
			a.Seed, a.Stream = baseline.Seed, baseline.Stream
		}
	}
	a, err := c.assumptions.change(a)
	if err != nil {
		return a, err
	}
	changes := gate.AssumptionChanges(baseline, a, c.across)
	if len(changes) == 0 || c.allowChange {
		return a, nil
	}
	lines := []string{"the assumptions are not those of the baseline:"}
	for _, d := range changes {
		lines = append(lines, fmt.Sprintf("  %s: baseline %s, current %s", d.Key, d.Baseline, d.Current))
	}
	lines = append(lines, "a new baseline works, or --allow-assumption-change, which compares all the same")
	return a, errors.New(strings.Join(lines, "\n"))
}

// plans compiles the strategies of the baseline.
func (c *check) plans(cmd *cobra.Command, s report.Summary, a scenario.Assumptions) ([]*strategy.Plan, error) {
	var names []string
	for _, r := range s.Results {
		names = append(names, r.Strategy)
	}
	for _, word := range c.strategies.words {
		if !custom.Defines(word) {
			return nil, fmt.Errorf("--strategy: found %q beside a baseline, which says which strategies there are; NAME=exec:COMMAND works, and NAME=FILE.yaml", word)
		}
	}
	set, found, err := c.strategies.find(cmd, c.baseline, names...)
	if err != nil {
		return nil, err
	}
	return compile(cmd, set, found, a)
}

// write writes the outcome everywhere that it is wanted, and returns it as an
// error unless it is good.
func (c *check) write(cmd *cobra.Command, o gate.Outcome) error {
	err := view.Write(cmd.OutOrStdout(), c.format.value, o)
	if c.junit != "" {
		data, wrong := o.JUnit()
		err = errors.Join(err, wrong, replaceFile("junit", c.junit, data))
	}
	if c.github {
		_, wrong := fmt.Fprintln(cmd.ErrOrStderr(), strings.Join(o.Annotations(), "\n"))
		err = errors.Join(err, wrong, appendJobSummary(o))
	}
	if err != nil { // the verdict is told all the same
		return fmt.Errorf("%w\n%s: %s", err, o.Verdict, o.Reason())
	}
	if o.Verdict == gate.Good {
		return nil
	}
	return &exitError{o.ExitCode, fmt.Errorf("%s: %s", o.Verdict, o.Reason())}
}

// appendJobSummary adds the outcome to the page of a GitHub job, outside of
// which the variable is not set.
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

// requirementFlags collect requirements in the order of the command line.
type requirementFlags struct{ list []gate.Requirement }

// requirementFlag is a flag value that names one requirement, or a file of
// them.
type requirementFlag struct {
	all  *requirementFlags
	file bool
}

func (r *requirementFlag) String() string { return "" }
func (r *requirementFlag) Type() string {
	if r.file {
		return "FILE"
	}
	return "EXPR"
}

// maxRequirements bounds a file of requirements, in bytes.
const maxRequirements = 1 << 20

func (r *requirementFlag) Set(text string) error {
	if !r.file {
		requirement, err := gate.ParseRequirement(text)
		r.all.list = append(r.all.list, requirement)
		return err
	}
	file, err := os.Open(text)
	if err != nil {
		return err
	}
	defer file.Close()
	data, err := strict.ReadAll(file, maxRequirements)
	if err != nil {
		return fmt.Errorf("%s: %w", text, err)
	}
	requirements, err := gate.ParseRequirements(string(data), text)
	r.all.list = append(r.all.list, requirements...)
	return err
}
