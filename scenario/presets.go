package scenario

import (
	"fmt"
	"io"
	"strings"

	"errbench/internal/strict"
	"errbench/optional"
	"errbench/rng"
)

// Preset is a named set of assumptions that the binary carries.
type Preset struct {
	Assumptions
	// About is a paragraph: what real situation it stands for, and which numbers
	// are guesses. Its first sentence stands alone in lists.
	About string
}

// Sentence returns the first sentence of what the preset is about.
func (p Preset) Sentence() string {
	first, _, _ := strings.Cut(p.About, ". ")
	return strings.TrimSuffix(first, ".") + "."
}

// WriteYAML writes the assumptions as [Assumptions.WriteYAML] does, below what
// they are about.
func (p Preset) WriteYAML(w io.Writer) error {
	const width = 100
	var b strings.Builder
	line := "#"
	for word := range strings.FieldsSeq(p.About) {
		if len(line)+1+len(word) > width {
			b.WriteString(line + "\n")
			line = "#"
		}
		line += " " + word
	}
	b.WriteString(line + "\n\n")
	if _, err := io.WriteString(w, b.String()); err != nil {
		return err
	}
	return p.Assumptions.WriteYAML(w)
}

// Presets returns the presets, the published one first. All others have a stream
// whose runs are independent.
func Presets() []Preset {
	return []Preset{
		{Published(), "The published benchmark on its recovered generator. Its probabilities are the article's, which declares them and has not measured them; its seed and generator were found by search to give the article's counts. docs/published.md tells how sure that is."},
		preset("published-counter", "The published assumptions on a stream whose runs are independent. Intervals and z-scores hold what they say here, so it is where numbers of your own start.",
			func(*Assumptions) {}),
		preset("no-lift", "A model that makes nothing of a hint. A repair with the failing field and a suggestion succeeds no more often than one with the code alone, as the abstract of arXiv 2606.05037 reports of a small model, on which structured suggestions were seen to gain nothing. All else is published; that the code alone is worth 0.45 is declared there, not measured.",
			func(a *Assumptions) {
				a.RepairSuccess.Field, a.RepairSuccess.Hint = a.RepairSuccess.Code, a.RepairSuccess.Code
			}),
		preset("measured-lift", "A hint worth what was measured on some models. The abstract of arXiv 2606.05037 reports that structured suggestions gained 36.7 to 40.0 points there: a hint is worth the code and 0.38 here, and the field alone half of that. What is guessed: that the gain adds to the declared 0.45 of the code, that it is the same for every tool, and the half.",
			func(a *Assumptions) { a.RepairSuccess.Field, a.RepairSuccess.Hint = 0.64, 0.83 }),
		preset("outage", "An upstream service is down for seconds: no call succeeds until it is back. A controller that tries again at once spends its attempts while the service is still down; one that waits gets through. Half of the failures are transient. All milliseconds are guesses: outages of up to 10 s, calls of 200 ms, repairs of 1.5 s since a model writes them, and 30 s until nobody waits any more.",
			func(a *Assumptions) {
				a.FailureMix.Transient, a.RecoveryAttempts = 3, 4
				a.TransientModel, a.OutageMS = Outage, OutageMS{0, 10_000}
				a.LatencyMS, a.DeadlineMS = LatencyMS{200, 200, 1_500, 200}, optional.Of[int64](30_000)
			}),
		preset("rate-limited", "A service that turns callers away and says when to come back. Eight failures in eleven are its limits; the wait that an honest error asks for is as long as the longest limit lasts, and one error in twenty asks for a tenth of it. Guesses: limits of 1 to 20 s, calls of 150 ms, the shares, and a minute until nobody waits any more.",
			func(a *Assumptions) {
				a.FailureMix.Transient, a.RecoveryAttempts = 8, 3
				a.TransientModel, a.OutageMS = Outage, OutageMS{1_000, 20_000}
				a.RetryAfterMS, a.DeadlineMS = optional.Of[int64](20_000), optional.Of[int64](60_000)
				a.LatencyMS = LatencyMS{150, 150, 1_500, 150}
				a.Distortions.ShortWait, a.WaitFactor.Short = 0.05, 0.1
			}),
		preset("write-heavy", "An agent that mostly writes: tickets, messages, payments. A call that times out may have been carried out all the same, so trying again can do it twice. The server honours idempotency keys, but a repaired call is another call to it and takes a new one. Guesses: half of the operations are idempotent writes, a quarter destructive ones, and one failed write in five was carried out.",
			func(a *Assumptions) {
				a.RecoveryAttempts = 2
				a.Risk, a.CommitOnFailure = RiskMix{1, 2, 1}, 0.2
				a.ServerHonoursKey, a.RepairTakesNewKey = true, true
			}),
		preset("adversarial", "Errors that cannot be trusted. Codes are those of other classes, verdicts and suggestions are wrong, fields are missing, failures pass as successes and successes as failures, as if every mistake that a contract can make were made at once. All rates are guesses, and far above those of any one service: it tells how a controller breaks, not how often.",
			adversarial),
		preset("everything-retryable", "Tools that ask for another try whatever has happened. So do texts that end in \"please try again\". Half of the failures keep their code and are merely said to be retryable; the other half of those that a retry cannot help look like transient ones. Guesses: both halves, and three recovery attempts.",
			func(a *Assumptions) {
				a.RecoveryAttempts = 3
				a.Distortions.AllRetryable = 0.5
				w := &a.Distortions.WrongCode
				w.Validation.Transient, w.Permission.Transient, w.NotFound.Transient = 0.5, 0.5, 0.5
			}),
		preset("permission-heavy", "An agent with a narrow grant, refused more often than anything else fails. Five failures in eight are refusals, which only a person can lift: what counts is that they are not tried again, and what a person costs. Guesses: the share, three recovery attempts, 800 tokens for a call and 400 more for a repair, and 2 dollars for each operation that a person looks at.",
			func(a *Assumptions) {
				a.FailureMix.Permission, a.RecoveryAttempts = 5, 3
				a.Cost.Tokens.Attempt, a.Cost.Tokens.Repair, a.Cost.USD.Escalation = 800, 400, 2
			}),
	}
}

// preset returns the published assumptions with changes, on independent runs.
func preset(name, about string, change func(*Assumptions)) Preset {
	a := Published()
	a.Name, a.Stream = name, rng.CounterV1
	change(&a)
	return Preset{a, about}
}

// adversarial makes every mistake that a report can make.
func adversarial(a *Assumptions) {
	const seldom, often = 0.02, 0.05
	a.RecoveryAttempts = 2
	a.Distortions = Distortions{
		WrongCode: WrongCode{
			WrongTransient{seldom, seldom, seldom}, WrongValidation{often, seldom, seldom},
			WrongPermission{often, seldom, seldom}, WrongNotFound{often, seldom, seldom}},
		AllRetryable: often, NoneRetryable: often, MisleadingSuggestion: often, MissingField: often, MissingTraceID: seldom,
		FailureAsSuccess: often, SuccessAsFailure: seldom,
	}
	a.Risk, a.CommitOnFailure = RiskMix{2, 1, 1}, 0.1
}

// PresetNames returns the names of the presets in order.
func PresetNames() []string {
	var names []string
	for _, p := range Presets() {
		names = append(names, p.Name)
	}
	return names
}

// FindPreset returns the preset of a name. Its error lists the names.
func FindPreset(name string) (Preset, error) {
	if p, ok := findPreset(name); ok {
		return p, nil
	}
	return Preset{}, fmt.Errorf("no preset is named %q%s", name, strict.Choices(name, PresetNames()))
}

func findPreset(name string) (Preset, bool) {
	for _, p := range Presets() {
		if p.Name == name {
			return p, true
		}
	}
	return Preset{}, false
}
