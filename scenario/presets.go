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
	// About is a paragraph: the real situation that the preset stands for, and which
	// numbers are guesses. Lists show its first sentence alone.
	About string
}

// Sentence returns the first sentence of About.
func (p Preset) Sentence() string {
	first, _, _ := strings.Cut(p.About, ". ")
	return strings.TrimSuffix(first, ".") + "."
}

// WriteYAML writes About as a comment, then the assumptions as [Assumptions.WriteYAML]
// does.
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

// Presets returns the presets, the published one first. All others have independent runs.
func Presets() []Preset {
	return []Preset{
		{Published(), "The published benchmark on its recovered generator. Its probabilities come from the article, which declares them and did not measure them. Its seed and generator come from a search for the article's counts. docs/published.md says how certain they are."},
		preset("published-counter", "The published assumptions on a stream whose runs are independent. Intervals and z-scores are valid here, so start from it for your own numbers.",
			func(*Assumptions) {}),
		preset("no-lift", "A model that gains nothing from a hint. A repair with the failing field and a suggestion succeeds no more often than a repair with the code alone. The abstract of arXiv 2606.05037 reports this of a small model, which gained nothing from structured suggestions. Everything else is as published; the article declares the 0.45 of the code alone and did not measure it.",
			func(a *Assumptions) {
				a.RepairSuccess.Field, a.RepairSuccess.Hint = a.RepairSuccess.Code, a.RepairSuccess.Code
			}),
		preset("measured-lift", "A hint with the gain that was measured on some models. The abstract of arXiv 2606.05037 reports that structured suggestions gained 36.7 to 40.0 points there. Here a hint adds 0.38 to the code, and the field alone half of that. Guesses: that the gain adds to the declared 0.45 of the code, that it is the same for every tool, and the half.",
			func(a *Assumptions) { a.RepairSuccess.Field, a.RepairSuccess.Hint = 0.64, 0.83 }),
		preset("outage", "An upstream service is down for seconds: no call succeeds until it is back. A controller that retries at once spends its attempts while the service is still down. A controller that waits succeeds. Half of the failures are transient. All milliseconds are guesses: outages of up to 10 s, calls of 200 ms, repairs of 1.5 s because a model writes them, and a deadline of 30 s.",
			func(a *Assumptions) {
				a.FailureMix.Transient, a.RecoveryAttempts = 3, 4
				a.TransientModel, a.OutageMS = Outage, OutageMS{0, 10_000}
				a.LatencyMS, a.DeadlineMS = LatencyMS{200, 200, 1_500, 200}, optional.Of[int64](30_000)
			}),
		preset("rate-limited", "A service that refuses callers for some seconds and says how long to wait. Eight failures in eleven come from its limits. An honest error asks for a wait as long as the longest limit, and one error in twenty asks for a tenth of that. Guesses: limits of 1 to 20 s, calls of 150 ms, the shares, and a deadline of one minute.",
			func(a *Assumptions) {
				a.FailureMix.Transient, a.RecoveryAttempts = 8, 3
				a.TransientModel, a.OutageMS = Outage, OutageMS{1_000, 20_000}
				a.RetryAfterMS, a.DeadlineMS = optional.Of[int64](20_000), optional.Of[int64](60_000)
				a.LatencyMS = LatencyMS{150, 150, 1_500, 150}
				a.Distortions.ShortWait, a.WaitFactor.Short = 0.05, 0.1
			}),
		preset("write-heavy", "An agent that mostly writes: tickets, messages, payments. A call that times out may have been carried out, so another attempt can write twice. The server honours idempotency keys, but a repaired call is a new call and takes a new key. Guesses: half of the operations are idempotent writes, a quarter are destructive, and one failed write in five was carried out.",
			func(a *Assumptions) {
				a.RecoveryAttempts = 2
				a.Risk, a.CommitOnFailure = RiskMix{1, 2, 1}, 0.2
				a.ServerHonoursKey, a.RepairTakesNewKey = true, true
			}),
		preset("adversarial", "Errors that cannot be trusted. Codes belong to other classes, flags and suggestions are wrong, fields are missing, failures are reported as successes and successes as failures. Nearly every mistake of a contract occurs at once. All rates are guesses, far above the rates of any one service: the preset shows how a controller breaks, not how often.",
			adversarial),
		preset("everything-retryable", "Tools that ask for a retry after every failure. Texts that end in \"please try again\" do the same. Half of the failures keep their code and are only reported as retryable. Of the failures that a retry cannot help, the other half look transient. Guesses: both halves, and three recovery attempts.",
			func(a *Assumptions) {
				a.RecoveryAttempts = 3
				a.Distortions.AllRetryable = 0.5
				w := &a.Distortions.WrongCode
				w.Validation.Transient, w.Permission.Transient, w.NotFound.Transient = 0.5, 0.5, 0.5
			}),
		preset("permission-heavy", "An agent with few permissions, whose most common failures are refusals. Five failures in eight are refusals, which only a person can lift. The result depends on whether they are retried, and on the cost of a person. Guesses: the share, three recovery attempts, 800 tokens for a call and 400 more for a repair, and 2 dollars for each operation that is handed to a person.",
			func(a *Assumptions) {
				a.FailureMix.Permission, a.RecoveryAttempts = 5, 3
				a.Cost.Tokens.Attempt, a.Cost.Tokens.Repair, a.Cost.USD.Escalation = 800, 400, 2
			}),
	}
}

// preset returns the published assumptions with a change and independent runs.
func preset(name, about string, change func(*Assumptions)) Preset {
	a := Published()
	a.Name, a.Stream = name, rng.CounterV2
	change(&a)
	return Preset{a, about}
}

// adversarial switches nearly every distortion on.
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
