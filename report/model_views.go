package report

import (
	"slices"
	"strings"

	"errbench/internal/stat"
	"errbench/internal/view"
	"errbench/scenario"
	"errbench/strategy"
)

// acted is what one strategy did, or is expected to do.
type acted struct {
	strategy string
	numbers  map[string]stat.Number
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
	of     func(acted) view.Cell
}

// count is a column of counts, or of expectations.
func (s Summary) count(header, key string) column {
	decimals := 0
	if s.Engine == ExactEngine {
		decimals = 1
	}
	return fixed(header, decimals, func(a acted) stat.Number { return a.numbers[key] })
}

// fixed is a column of numbers with so many decimals.
func fixed(header string, decimals int, of func(acted) stat.Number) column {
	return column{header, func(a acted) view.Cell { return view.Cell{Text: stat.Fixed(of(a), decimals), Value: of(a)} }}
}

// some returns the columns that are other than zero for a strategy.
func (s Summary) some(columns ...column) []column {
	var kept []column
	for _, c := range columns {
		for _, a := range s.acted() {
			if v := c.of(a).Value; v.Defined() && v != 0 {
				kept = append(kept, c)
				break
			}
		}
	}
	return kept
}

// modelSections tell of what the published benchmark does not know, as far as
// anything of it is switched on.
func (s Summary) modelSections() []view.Section {
	var sections []view.Section
	add := func(title, text string, columns []column, table func([]column) view.Table) {
		if columns != nil {
			sections = append(sections, view.Section{Title: title, Text: []string{text}, Table: table(columns)})
		}
	}
	add("How operations ended", "As the controller believes. Operations whose truth is another stand apart: not done, though they seem resolved, or done, though they do not.", s.stateColumns(), s.upright("end"))
	add("Time", "Of the operations that failed at first, half were resolved within p50, 90 % within p90; -, or no such column: fewer ever are.", s.timeColumns(), s.byStrategy)
	add("Side effects", "Of writes: effects that happened once more, writes that ended unresolved as the controller believes, and destructive operations tried again without asking.", s.sideEffectColumns(), s.byStrategy)
	add("Reports", "What errors led to, distorted ones and others.", s.reportColumns(), s.byStrategy)
	add("Wasted, by report", "Recovery attempts without success, by how the report of the operation was distorted.", s.wastedColumns(), s.upright("report"))
	add("Cost", "At the prices of the assumptions.", s.costColumns(), s.byStrategy)
	return sections
}

// byStrategy has a row for each strategy.
func (s Summary) byStrategy(columns []column) view.Table {
	t := view.Table{Columns: view.Columns(1, "strategy"), Names: 1}
	for _, c := range columns {
		t.Columns = append(t.Columns, view.Column{Header: c.header, Holds: view.Numbers})
	}
	for _, a := range s.acted() {
		cells := []view.Cell{view.Word(a.strategy)}
		for _, c := range columns {
			cells = append(cells, c.of(a))
		}
		t.Add(cells...)
	}
	return t
}

// upright has a column for each strategy, and a row for each column of many; the
// other way round where the strategies are many.
func (s Summary) upright(first string) func([]column) view.Table {
	if s.long() {
		return s.byStrategy
	}
	return func(columns []column) view.Table {
		t := view.Table{Columns: view.Columns(1, first), Names: 1}
		for _, a := range s.acted() {
			t.Columns = append(t.Columns, view.Column{Header: a.strategy, Holds: view.Numbers})
		}
		for _, c := range columns {
			cells := []view.Cell{view.Word(c.header)}
			for _, a := range s.acted() {
				cells = append(cells, c.of(a))
			}
			t.Add(cells...)
		}
		return t
	}
}

// distorted tells whether a report can be.
func (s Summary) distorted() bool { return s.Assumptions.Distortions != scenario.Distortions{} }

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
	waited := fixed("waited per operation, ms", 1, func(a acted) stat.Number {
		return stat.Ratio(float64(a.numbers[strategy.WaitedMS.String()]), float64(a.numbers["operations"]))
	})
	events := s.some(waited,
		s.count("early retries", strategy.EarlyRetries.String()), s.count("deadline misses", strategy.DeadlineMisses.String()),
		s.count("waits too long", strategy.WaitsTooLong.String()), s.count("refused", strategy.RefusedAttempts.String()))
	l := s.Assumptions.LatencyMS
	if events == nil && l == (scenario.LatencyMS{}) {
		return nil
	}
	for i, r := range new(Quantiles).ranks() {
		of := func(a acted) stat.Number { return *a.times.ranks()[i].value }
		if slices.ContainsFunc(s.acted(), func(a acted) bool { return of(a).Defined() }) {
			events = append(events, fixed(r.key+", ms", 0, of))
		}
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

func (s Summary) wastedColumns() []column {
	if !s.distorted() {
		return nil
	}
	var columns []column
	for d := range scenario.Distortion(scenario.NumDistortions) {
		columns = append(columns, s.count(strings.ReplaceAll(d.String(), "_", " "), strategy.WastedBy(d).String()))
	}
	return s.some(columns...)
}

func (s Summary) costColumns() []column {
	of := func(key string) func(acted) stat.Number {
		return func(a acted) stat.Number { return a.numbers["cost."+key] }
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
