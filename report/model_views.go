package report

import (
	"slices"
	"strings"

	"errbench/internal/stat"
	"errbench/internal/view"
	"errbench/scenario"
	"errbench/strategy"
)

// strategyNumbers are the numbers that one strategy has, or is expected to have.
type strategyNumbers struct {
	strategy string
	numbers  map[string]stat.Number
	times    Quantiles
}

// strategyNumbers returns the simulated numbers, or the expected ones if nothing was
// simulated.
func (s Summary) numbersByStrategy() []strategyNumbers {
	var all []strategyNumbers
	for _, r := range s.Results {
		all = append(all, strategyNumbers{r.Strategy, byKey(r.Counts), r.ResolutionMS})
	}
	if s.Engine == ExactEngine {
		for _, e := range s.Expected {
			all = append(all, strategyNumbers{e.Strategy, byKey(e.Counts), e.ResolutionMS})
		}
	}
	return all
}

// column is a header and a number for each strategy.
type column struct {
	header string
	of     func(strategyNumbers) view.Cell
}

// countColumn returns a column of counts, or of expectations.
func (s Summary) countColumn(header, key string) column {
	decimals := 0
	if s.Engine == ExactEngine {
		decimals = 1
	}
	return fixedColumn(header, decimals, func(a strategyNumbers) stat.Number { return a.numbers[key] })
}

// fixedColumn returns a column of numbers with the decimals.
func fixedColumn(header string, decimals int, of func(strategyNumbers) stat.Number) column {
	return column{header, func(a strategyNumbers) view.Cell { return view.Cell{Text: stat.Fixed(of(a), decimals), Value: of(a)} }}
}

// nonzero returns the columns that are not zero for every strategy.
func (s Summary) nonzero(columns ...column) []column {
	var kept []column
	for _, c := range columns {
		for _, a := range s.numbersByStrategy() {
			if v := c.of(a).Value; v.Defined() && v != 0 {
				kept = append(kept, c)
				break
			}
		}
	}
	return kept
}

// modelSections returns sections about what the published benchmark does not model, if it
// is switched on.
func (s Summary) modelSections() []view.Section {
	var sections []view.Section
	add := func(title, text string, columns []column, table func([]column) view.Table) {
		if columns != nil {
			sections = append(sections, view.Section{Title: title, Text: []string{text}, Table: table(columns)})
		}
	}
	add("How operations ended", "As the controller believes. Operations whose truth is another stand apart: not done, though they seem resolved, or done, though they do not.", s.stateColumns(), s.byMetric("end"))
	add("Time", "Of the operations that failed at first, half were resolved within p50, 90 % within p90; -, or no such column: fewer ever are.", s.timeColumns(), s.byStrategy)
	add("Side effects", "Of writes: effects that happened once more, writes that ended unresolved as the controller believes, and destructive operations tried again without asking.", s.sideEffectColumns(), s.byStrategy)
	add("Reports", "What errors led to, distorted ones and others.", s.reportColumns(), s.byStrategy)
	add("Wasted, by report", "Recovery attempts without success, by how the report of the operation was distorted.", s.wastedColumns(), s.byMetric("report"))
	add("Cost", "At the prices of the assumptions.", s.costColumns(), s.byStrategy)
	return sections
}

// byStrategy returns a table with a row for each strategy.
func (s Summary) byStrategy(columns []column) view.Table {
	t := view.Table{Columns: view.Columns(1, "strategy"), Names: 1}
	for _, c := range columns {
		t.Columns = append(t.Columns, view.Column{Header: c.header, Holds: view.Numbers})
	}
	for _, a := range s.numbersByStrategy() {
		cells := []view.Cell{view.Word(a.strategy)}
		for _, c := range columns {
			cells = append(cells, c.of(a))
		}
		t.Add(cells...)
	}
	return t
}

// byMetric makes a table with a row for each of many metrics and a column for each
// strategy, or transposed if the strategies are many.
func (s Summary) byMetric(first string) func([]column) view.Table {
	if s.hasManyStrategies() {
		return s.byStrategy
	}
	return func(columns []column) view.Table {
		t := view.Table{Columns: view.Columns(1, first), Names: 1}
		for _, a := range s.numbersByStrategy() {
			t.Columns = append(t.Columns, view.Column{Header: a.strategy, Holds: view.Numbers})
		}
		for _, c := range columns {
			cells := []view.Cell{view.Word(c.header)}
			for _, a := range s.numbersByStrategy() {
				cells = append(cells, c.of(a))
			}
			t.Add(cells...)
		}
		return t
	}
}

// distorted reports whether a report can be distorted.
func (s Summary) distorted() bool { return s.Assumptions.Distortions != scenario.Distortions{} }

// stateColumns returns columns of all states. It returns none if the states equal the states of
// the published strategies only: every belief is true, and no operation is partial or
// crashed.
func (s Summary) stateColumns() []column {
	var all, other []column
	for state := range strategy.State(strategy.NumStates) {
		name := strings.ReplaceAll(state.String(), "_", " ")
		believed := state == strategy.StateResolved
		right := s.countColumn(name, strategy.InState(state, believed).String())
		wrong := s.countColumn(name+map[bool]string{true: ", not done", false: ", done"}[believed], strategy.InState(state, !believed).String())
		all = append(all, right, wrong)
		if other = append(other, wrong); state == strategy.StatePartial || state == strategy.StateCrashed {
			other = append(other, right)
		}
	}
	if s.nonzero(other...) == nil {
		return nil
	}
	return s.nonzero(all...)
}

func (s Summary) timeColumns() []column {
	waited := fixedColumn("waited per operation, ms", 1, func(a strategyNumbers) stat.Number {
		return stat.Ratio(float64(a.numbers[strategy.WaitedMS.String()]), float64(a.numbers["operations"]))
	})
	events := s.nonzero(waited,
		s.countColumn("early retries", strategy.EarlyRetries.String()), s.countColumn("deadline misses", strategy.DeadlineMisses.String()),
		s.countColumn("waits too long", strategy.WaitsTooLong.String()), s.countColumn("refused", strategy.RefusedAttempts.String()))
	l := s.Assumptions.LatencyMS
	if events == nil && l == (scenario.LatencyMS{}) {
		return nil
	}
	for i, r := range new(Quantiles).ranks() {
		of := func(a strategyNumbers) stat.Number { return *a.times.ranks()[i].value }
		if slices.ContainsFunc(s.numbersByStrategy(), func(a strategyNumbers) bool { return of(a).Defined() }) {
			events = append(events, fixedColumn(r.key+", ms", 0, of))
		}
	}
	return events
}

func (s Summary) sideEffectColumns() []column {
	return s.nonzero(
		s.countColumn("duplicates", strategy.DuplicateEffects.String()),
		s.countColumn("unknown outcomes", strategy.UnknownOutcomes.String()),
		s.countColumn("unconfirmed retries", strategy.UnconfirmedRetries.String()))
}

func (s Summary) reportColumns() []column {
	if !s.distorted() {
		return nil
	}
	return s.nonzero(
		s.countColumn("misrouted", strategy.Misrouted.String()),
		s.countColumn("false successes", strategy.FalseSuccesses.String()),
		s.countColumn("missed successes", strategy.MissedSuccesses.String()),
		s.countColumn("phantom failures", strategy.PhantomFailures.String()),
		s.countColumn("terminal not stopped", strategy.TerminalNotStopped.String()))
}

func (s Summary) wastedColumns() []column {
	if !s.distorted() {
		return nil
	}
	var columns []column
	for d := range scenario.Distortion(scenario.NumDistortions) {
		columns = append(columns, s.countColumn(strings.ReplaceAll(d.String(), "_", " "), strategy.WastedBy(d).String()))
	}
	return s.nonzero(columns...)
}

func (s Summary) costColumns() []column {
	of := func(key string) func(strategyNumbers) stat.Number {
		return func(a strategyNumbers) stat.Number { return a.numbers["cost."+key] }
	}
	var columns []column
	if s.Assumptions.Cost.Tokens != (scenario.Prices{}) {
		columns = append(columns, fixedColumn("tokens", 0, of("tokens")), fixedColumn("tokens per resolved", 1, of("tokens_per_resolved")))
	}
	if s.Assumptions.Cost.USD != (scenario.Prices{}) {
		columns = append(columns, fixedColumn("US dollars", 2, of("usd")), fixedColumn("US dollars per resolved", 4, of("usd_per_resolved")))
	}
	return columns
}
