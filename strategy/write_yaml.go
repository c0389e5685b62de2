package strategy

import (
	"fmt"
	"strings"

	"errbench/internal/strict"
	"errbench/optional"
)

// YAML returns the strategy in the form that [Read] reads, which does not contain its
// name. It returns false if the router is not a table, or if the strategy has layers that
// no built-in strategy gives it.
func (s *Strategy) YAML() (string, bool) {
	t, ok := s.table()
	if !ok || s.Layers != nil && s.Like == nil {
		return "", false
	}
	var like Strategy // its values need not be written
	if s.Like != nil {
		like = *s.Like
	}
	var lines []string
	add := func(key, value string) {
		if value != "" {
			lines = append(lines, key+": "+value+"\n")
		}
	}
	add("like", like.Name)
	if s.About != "" {
		add("about", strict.QuoteYAML(s.About))
	}
	if s.Contract != like.Contract {
		add("contract", strict.QuoteYAML(s.Contract.Name))
	}
	if s.Budget != like.Budget {
		add("recovery_attempts", written(s.Budget))
	}
	if s.DeadlineMS != like.DeadlineMS {
		add("deadline_ms", written(s.DeadlineMS))
	}
	if s.Backoff != like.Backoff {
		add("backoff", s.Backoff.yaml())
	}
	if s.Waits != like.Waits {
		add("waits", pairs{}.add("honoured", s.Waits.Honoured).some("longest_ms", written(s.Waits.LongestMS)).yaml())
	}
	var guards []string
	for i, name := range guardNames {
		if s.WriteGuard&(1<<i) != 0 {
			guards = append(guards, name)
		}
	}
	if s.WriteGuard != like.WriteGuard {
		add("write_guard", "["+strings.Join(guards, ", ")+"]")
	}
	if h := s.Throttle; h != like.Throttle {
		add("throttle", pairs{}.add("max_tokens", h.MaxTokens).add("ratio_percent", h.RatioPercent).add("share_percent", h.SharePercent).add("reserve_per_s", h.ReservePerS).yaml())
	}
	rows := "rows: []\n"
	if len(t.Rows) > 0 {
		rows = "rows:\n"
	}
	for _, r := range t.Rows {
		rows += "  - " + r.yaml() + "\n"
	}
	return strings.Join(lines, "") + rows, true
}

// yaml returns the backoff as a mapping on one line.
func (b Backoff) yaml() string {
	p := pairs{}.add("initial_ms", b.InitialMS)
	if b.InitialMS > 0 {
		p = p.add("factor_percent", b.FactorPercent)
	}
	p = p.some("cap_ms", written(b.CapMS))
	if kind := b.Jitter.Kind; kind != NoJitter {
		p = p.add("jitter", jitterNames[kind])
	}
	switch b.Jitter.Kind {
	case Spread:
		p = p.add("jitter_percent", b.Jitter.Percent)
	case Added:
		p = p.add("jitter_ms", b.Jitter.MS)
	}
	return p.yaml()
}

// yaml returns the row as a mapping on one line.
func (r Row) yaml() string {
	p := pairs{}
	if code, ok := r.Code.Get(); ok {
		p = p.add("code", strict.QuoteYAML(code))
	}
	p = p.some("retryable", written(r.Retryable)).some("field", written(r.HasField)).some("suggestion", written(r.HasSuggestion))
	p = p.some("attempt", written(r.Attempt)).some("risk", written(r.Risk)).add("action", r.Action)
	if r.DelayMS > 0 {
		p = p.add("delay_ms", r.DelayMS)
	}
	return p.yaml()
}

// pairs are the entries of a mapping on one line.
type pairs []string

func (p pairs) add(key string, value any) pairs { return append(p, fmt.Sprintf("%s: %v", key, value)) }

// some adds a value unless it is "".
func (p pairs) some(key, value string) pairs {
	if value == "" {
		return p
	}
	return p.add(key, value)
}

func (p pairs) yaml() string { return "{" + strings.Join(p, ", ") + "}" }

// written returns the text of a value, or "" if it is absent.
func written[T comparable](v optional.Value[T]) string {
	value, ok := v.Get()
	if !ok {
		return ""
	}
	return fmt.Sprint(value)
}
