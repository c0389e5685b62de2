package report

import (
	"strings"

	"errbench/scenario"
	"errbench/strategy"
)

// acted is what one strategy did, or is expected to do.
type acted struct {
	strategy string
	numbers  map[string]Number
	times    Quantiles
}

// acted returns what was simulated, or what is expected where nothing was.
func (s Summary) acted() []acted {
	var all []acted
	for _, r := range s.Results {
		all = append(all, acted{r.Strategy, byKey(r.Counts), r.ResolutionMS})
	}
	if s.Engine == ExactEngine {
		for _, e := range s.Expected {
			all = append(all, acted{e.Strategy, byKey(e.Counts), e.ResolutionMS})
		}
	}
	return all
}

// column is a number of each strategy under a header.
type column struct {
	header string
	of     func(acted) cell
}

// count is a column of counts, or of expectations.
func (s Summary) count(header, key string) column {
	decimals := 0
	if s.Engine == ExactEngine {
		decimals = 1
	}
	return fixed(header, decimals, func(a acted) Number { return a.numbers[key] })
}

// fixed is a column of numbers with so many decimals.
func fixed(header string, decimals int, of func(acted) Number) column {
	return column{header, func(a acted) cell { return cell{Fixed(of(a), decimals), of(a)} }}
}

// some returns the columns that are other than zero for a strategy.
func (s Summary) some(columns ...column) []column {
	var kept []column
	for _, c := range columns {
		for _, a := range s.acted() {
			if v := c.of(a).value; v != 0 {
				kept = append(kept, c)
				break
			}
		}
	}
	return kept
}

// modelSections tell of what the published benchmark does not know, as far as
// anything of it is switched on.
func (s Summary) modelSections() []Section {
	var sections []Section
	for _, of := range []struct {
		title, text string
		columns     []column
	}{
		{"How operations ended", "As the controller believes. Operations whose truth is another stand apart: not done, though they seem resolved, or done, though they do not.", s.stateColumns()},
		{"Time", "Half of all operations were resolved within p50, 90 % within p90; never: fewer ever are.", s.timeColumns()},
		{"Side effects", "Of writes: effects that happened once more, writes that ended unresolved as the controller believes, and destructive operations tried again without asking.", s.sideEffectColumns()},
		{"Reports", "What errors led to, distorted ones and others.", s.reportColumns()},
		{"Cost", "At the prices of the assumptions.", s.costColumns()},
	} {
		if of.columns != nil {
			sections = append(sections, Section{Title: of.title, Text: []string{of.text}, Table: s.byStrategy(of.columns)})
		}
	}
	if wasted := s.wastedTable(); s.distorted() && wasted.Rows != nil {
		sections = append(sections, Section{Title: "Wasted, by report", Text: []string{"Recovery attempts without success, by how the report of the operation was distorted."}, Table: wasted})
	}
	return sections
}

// distorted tells whether a report can be.
func (s Summary) distorted() bool { return s.Assumptions.Distortions != scenario.Distortions{} }

// byStrategy has a row for each strategy.
func (s Summary) byStrategy(columns []column) Table {
	t := Table{Left: 1, Header: []string{"strategy"}}
	for _, c := range columns {
		t.Header = append(t.Header, c.header)
	}
	for _, a := range s.acted() {
		var cells []cell
		for _, c := range columns {
			cells = append(cells, c.of(a))
		}
		t.add([]string{a.strategy}, cells...)
	}
	return t
}

// stateColumns are those of all states, where there is one that the published
// strategies do not know: a belief that is wrong, or another end.
func (s Summary) stateColumns() []column {
	var all, other []column
	for state := range strategy.State(strategy.NumStates) {
		name := strings.ReplaceAll(state.String(), "_", " ")
		believed := state == strategy.StateResolved
		right := s.count(name, strategy.InState(state, believed).String())
		wrong := s.count(name+map[bool]string{true: ", not done", false: ", done"}[believed], strategy.InState(state, !believed).String())
		all = append(all, right, wrong)
		if other = append(other, wrong); state == strategy.StatePartial || state == strategy.StateCrashed {
			other = append(other, right)
		}
	}
	if s.some(other...) == nil {
		return nil
	}
	return s.some(all...)
}

func (s Summary) timeColumns() []column {
	waited := fixed("waited per operation, ms", 1, func(a acted) Number {
		return ratio(float64(a.numbers[strategy.WaitedMS.String()]), float64(a.numbers["operations"]))
	})
	events := s.some(waited,
		s.count("early retries", strategy.EarlyRetries.String()), s.count("deadline misses", strategy.DeadlineMisses.String()),
		s.count("waits too long", strategy.WaitsTooLong.String()), s.count("refused", strategy.RefusedAttempts.String()))
	l := s.Assumptions.LatencyMS
	if events == nil && l == (scenario.LatencyMS{}) {
		return nil
	}
	for i, r := range new(Quantiles).ranks() {
		events = append(events, column{r.key + ", ms", func(a acted) cell {
			v := *a.times.ranks()[i].value
			if !v.Defined() && a.times.Rule == rankRule {
				return cell{"never", v}
			}
			return cell{Fixed(v, 0), v}
		}})
	}
	return events
}

func (s Summary) sideEffectColumns() []column {
	return s.some(
		s.count("duplicates", strategy.DuplicateEffects.String()),
		s.count("unknown outcomes", strategy.UnknownOutcomes.String()),
		s.count("unconfirmed retries", strategy.UnconfirmedRetries.String()))
}

func (s Summary) reportColumns() []column {
	if !s.distorted() {
		return nil
	}
	return s.some(
		s.count("misrouted", strategy.Misrouted.String()),
		s.count("false successes", strategy.FalseSuccesses.String()),
		s.count("missed successes", strategy.MissedSuccesses.String()),
		s.count("phantom failures", strategy.PhantomFailures.String()),
		s.count("terminal not stopped", strategy.TerminalNotStopped.String()))
}

// wastedTable has a row for each distortion, since there are many.
func (s Summary) wastedTable() Table {
	t := Table{Left: 1, Header: []string{"report"}}
	for _, a := range s.acted() {
		t.Header = append(t.Header, a.strategy)
	}
	for d := range scenario.Distortion(scenario.NumDistortions) {
		for _, c := range s.some(s.count(strings.ReplaceAll(d.String(), "_", " "), strategy.WastedBy(d).String())) {
			var cells []cell
			for _, a := range s.acted() {
				cells = append(cells, c.of(a))
			}
			t.add([]string{c.header}, cells...)
		}
	}
	return t
}

func (s Summary) costColumns() []column {
	of := func(key string) func(acted) Number {
		return func(a acted) Number { return a.numbers["cost."+key] }
	}
	var columns []column
	if s.Assumptions.Cost.Tokens != (scenario.Prices{}) {
		columns = append(columns, fixed("tokens", 0, of("tokens")), fixed("tokens per resolved", 1, of("tokens_per_resolved")))
	}
	if s.Assumptions.Cost.USD != (scenario.Prices{}) {
		columns = append(columns, fixed("US dollars", 2, of("usd")), fixed("US dollars per resolved", 4, of("usd_per_resolved")))
	}
	return columns
}
