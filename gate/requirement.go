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
// thresholds: what to look at, an operator, a number.
//
//	actionable-envelope.resolution_rate>=0.75
//	compare(actionable-envelope,generic-message).failed_reduction>0.8
type Requirement struct {
	Text     string
	strategy string
	against  string // "" where it is not a comparison
	key      string // of the number, dotted
	operator string
	bound    float64
}

// Patterns are compiled where they are first needed, not at the start of every
// command.
var grammar = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:compare\([ \t]*([^,()\n]+?)[ \t]*,[ \t]*([^,()\n]+?)[ \t]*\)|([^.,()<>=!\n]+?))\.([A-Za-z0-9_.]+)[ \t]*(>=|<=|==|!=|>|<)[ \t]*([^\s=]\S*)$`)
})

// ParseRequirement reads a requirement. Whether its strategy and number exist
// only a summary can tell.
func ParseRequirement(text string) (Requirement, error) {
	parts := grammar().FindStringSubmatch(strings.TrimSpace(text))
	if parts == nil {
		return Requirement{}, fmt.Errorf("requirement %q: found no STRATEGY.NUMBER, operator and bound; code-only.resolution_rate>=0.7 works, or compare(STRATEGY,AGAINST).failed_reduction>0.5, with one of >= <= > < == !=", text)
	}
	bound, ok := strict.Decimal(parts[6])
	if !ok {
		return Requirement{}, fmt.Errorf("requirement %q: got the bound %q, want a number, written as in JSON", text, parts[6])
	}
	return Requirement{
		Text: strings.TrimSpace(text), strategy: parts[1] + parts[3], against: parts[2],
		key: parts[4], operator: parts[5], bound: bound,
	}, nil
}

// ParseRequirements reads a requirement from each line. Empty lines and what
// follows a # are left out. Its error names each line that is none.
func ParseRequirements(text, file string) ([]Requirement, error) {
	var all []Requirement
	var errs []error
	for i, line := range strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n") {
		line, _, _ = strings.Cut(line, "#")
		if strings.TrimSpace(line) == "" {
			continue
		}
		r, err := ParseRequirement(line)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s:%d: %w", file, i+1, err))
		}
		all = append(all, r)
	}
	if len(all) == 0 {
		errs = append(errs, fmt.Errorf("%s: found no requirement; a line such as code-only.wasted_retries.permanent==0 works", file))
	}
	return all, errors.Join(errs...)
}

// Finding is what a summary says to a requirement.
type Finding struct {
	Requirement string      `json:"requirement"`
	Found       stat.Number `json:"found"` // null where undefined
	Met         bool        `json:"met"`   // never where undefined
}

// Judge looks the number up and compares it. A strategy or a number that the
// summary does not have is an error: it must not pass for met.
func (r Requirement) Judge(s report.Summary) (Finding, error) {
	values, err := r.values(s)
	if err != nil {
		return Finding{}, fmt.Errorf("requirement %q: %w", r.Text, err)
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
	return Finding{}, fmt.Errorf("requirement %q: found no number %q%s; there are %s", r.Text, r.key, strict.Hint(r.key, keys), strings.Join(keys, ", "))
}

// JudgeAll judges every requirement. Its error joins those of all of them.
func JudgeAll(requirements []Requirement, s report.Summary) ([]Finding, error) {
	findings := []Finding{}
	var errs []error
	for _, r := range requirements {
		f, err := r.Judge(s)
		findings, errs = append(findings, f), append(errs, err)
	}
	return findings, errors.Join(errs...)
}

// values returns what the summary holds of the strategy or the comparison.
func (r Requirement) values(s report.Summary) ([]report.Value, error) {
	var names []string
	for _, result := range s.Results {
		if r.against == "" && result.Strategy == r.strategy {
			return report.Flatten("", result), nil
		}
		names = append(names, result.Strategy)
	}
	for _, name := range []string{r.strategy, r.against} {
		if name != "" && !slices.Contains(names, name) {
			return nil, fmt.Errorf("found no strategy %q%s; there are %s", name, strict.Hint(name, names), strings.Join(names, ", "))
		}
	}
	for _, c := range s.Comparisons {
		if c.Strategy == r.strategy && c.Against == r.against {
			return report.Flatten("", c), nil
		}
		if c.Strategy == r.against && c.Against == r.strategy {
			return nil, fmt.Errorf("the summary compares the other way round; compare(%s,%s) works", r.against, r.strategy)
		}
	}
	return nil, fmt.Errorf("found %q compared with itself; two strategies work", r.strategy)
}

// holds is false for NaN, whatever the operator.
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
