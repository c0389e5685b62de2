package gate

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"errbench/internal/stat"
	"errbench/internal/strict"
	"errbench/report"
)

// Requirement is a condition on one number of a summary, in the grammar of k6
// thresholds: a number, an operator and a bound.
//
//	actionable-envelope.resolution_rate>=0.75
//	compare(actionable-envelope,generic-message).failed_reduction>0.8
type Requirement struct {
	Text     string
	strategy string
	against  string // "" unless it is a comparison
	key      string // of the number, dotted
	operator string
	bound    float64
}

// grammar compiles its pattern when it is first needed, not at the start of every
// command.
var grammar = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:compare\([ \t]*([^,()\n]+?)[ \t]*,[ \t]*([^,()\n]+?)[ \t]*\)|([^.,()<>=!\n]+?))\.([A-Za-z0-9_.]+)[ \t]*(>=|<=|==|!=|>|<)[ \t]*([^\s=]\S*)$`)
})

// ParseRequirement reads a requirement. It does not know which strategies and numbers
// exist: [JudgeAll] does.
func ParseRequirement(text string) (Requirement, error) {
	parts := grammar().FindStringSubmatch(strings.TrimSpace(text))
	if parts == nil {
		return Requirement{}, fmt.Errorf("requirement: got %s, want STRATEGY.KEY or compare(STRATEGY,AGAINST).KEY, an operator (>= <= > < == !=) and a number, as in code-only.resolution_rate>=0.7", strict.Quote(text))
	}
	bound, ok := strict.Decimal(parts[6])
	if !ok {
		return Requirement{}, fmt.Errorf("bound of requirement %s: got %s, want a number, written as in JSON", strict.Quote(text), strict.Quote(parts[6]))
	}
	return Requirement{
		Text: strings.TrimSpace(text), strategy: parts[1] + parts[3], against: parts[2],
		key: parts[4], operator: parts[5], bound: bound,
	}, nil
}

// ParseRequirements reads one requirement from each line. It skips empty lines and
// comments, which begin with #. Its error names each wrong line, with the file.
func ParseRequirements(text, file string) ([]Requirement, error) {
	var all []Requirement
	var faults strict.Faults
	for i, line := range strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n") {
		line, _, _ = strings.Cut(line, "#")
		if strings.TrimSpace(line) == "" {
			continue
		}
		r, err := ParseRequirement(line)
		if err != nil {
			faults.Add(fmt.Errorf("%s:%d: %w", file, i+1, err))
		}
		all = append(all, r)
	}
	if len(all) == 0 {
		faults.Add(fmt.Errorf("%s holds no requirement; write one on each line, as in code-only.wasted_retries.permanent==0", file))
	}
	return all, faults.Err()
}

// Finding is a requirement and the number that it was judged on.
type Finding struct {
	Requirement string      `json:"requirement"`
	Found       stat.Number `json:"found"` // null if it is undefined
	Met         bool        `json:"met"`   // false if the number is undefined
}

// found returns the number as text.
func (f Finding) found() string {
	if !f.Found.Defined() {
		return "undefined"
	}
	return strconv.FormatFloat(float64(f.Found), 'f', -1, 64)
}

// JudgeAll judges every requirement on a summary. It returns an error if a strategy or
// a number does not exist: a misspelt requirement must not pass.
func JudgeAll(requirements []Requirement, s report.Summary) ([]Finding, error) {
	findings := []Finding{}
	var faults strict.Faults
	for _, r := range requirements {
		f, err := r.judge(s)
		if err != nil {
			faults.Add(fmt.Errorf("requirement %q: %w", r.Text, err))
		}
		findings = append(findings, f)
	}
	return findings, faults.Err()
}

// judge finds the number and compares it with the bound.
func (r Requirement) judge(s report.Summary) (Finding, error) {
	values, err := r.values(s)
	if err != nil {
		return Finding{}, err
	}
	var keys []string
	for _, v := range values {
		number, err := strconv.ParseFloat(v.Text, 64)
		if v.Text == "" {
			number = math.NaN() // null
		} else if err != nil {
			continue // a text
		}
		if v.Key == r.key {
			return Finding{r.Text, stat.Number(number), r.holds(number)}, nil
		}
		keys = append(keys, v.Key)
	}
	guess := strict.Guess(r.key, keys)
	if guess == "" {
		guess = "`errbench schema` lists the keys of results and comparisons"
	}
	return Finding{}, fmt.Errorf("no number has the key %q; %s", r.key, guess)
}

// values returns everything that the summary holds of the strategy or the comparison.
func (r Requirement) values(s report.Summary) ([]report.Value, error) {
	names := strategies(s)
	for _, name := range []string{r.strategy, r.against} {
		if name != "" && !slices.Contains(names, name) {
			return nil, noStrategy(name, names)
		}
	}
	if r.against == "" {
		return report.Flatten("", s.Results[slices.Index(names, r.strategy)]), nil
	}
	for _, c := range s.Comparisons {
		if c.Strategy == r.strategy && c.Against == r.against {
			return report.Flatten("", c), nil
		}
		if c.Strategy == r.against && c.Against == r.strategy {
			return nil, fmt.Errorf("the summary compares in the other direction; write compare(%s,%s)", r.against, r.strategy)
		}
	}
	return nil, errors.New("it compares a strategy with itself; name two strategies")
}

// noStrategy returns the error about an unknown strategy.
func noStrategy(name string, known []string) error {
	guess := strict.Guess(name, known)
	if guess == "" {
		guess = "the summary holds " + strings.Join(known[:min(len(known), maxNames)], ", ")
		if more := len(known) - maxNames; more > 0 {
			guess += fmt.Sprintf(" and %d more", more)
		}
	}
	return fmt.Errorf("no strategy is named %q; %s", name, guess)
}

// maxNames is how many strategies an error lists.
const maxNames = 12

// holds compares a number with the bound. It returns false for NaN and every operator.
func (r Requirement) holds(found float64) bool {
	switch r.operator {
	case ">=":
		return found >= r.bound
	case "<=":
		return found <= r.bound
	case ">":
		return found > r.bound
	case "<":
		return found < r.bound
	case "==":
		return found == r.bound
	default:
		return found < r.bound || found > r.bound
	}
}
