package exact

import (
	"cmp"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"errbench/scenario"
	"errbench/strategy"
)

// course is one possible course of an operation.
type course struct {
	chance *big.Int // above 0, in units of 1/certainty
	counts []counts // by plan
}

// certainty is 1 in units of the smallest chance there can be: of failing, of a
// class, and of the rolls of four attempts.
var certainty = new(big.Int).Lsh(big.NewInt(1), 6*32)

// courses returns everything that can become of an operation under plans of at most four
// attempts; courses with the same counts are one.
//
// Each roll (a purpose at an attempt) is a uniform variable, which the thresholds of all
// plans cut into cells; the courses are the products of the cells of all rolls, those
// after a success included.
func courses(t scenario.Thresholds, plans []*strategy.Plan) []course {
	found := map[string]course{}
	add := func(chance *big.Int, all []counts) {
		if key := fmt.Sprint(all); chance.Sign() > 0 {
			if known, ok := found[key]; ok {
				chance = new(big.Int).Add(chance, known.chance)
			}
			found[key] = course{chance, all}
		}
	}
	add(part(certainty, 1<<32-t.Fail), slices.Repeat([]counts{untouched()}, len(plans)))
	journeys(t, plans, func(chance *big.Int, _ int, travelled []travelled) {
		var all []counts
		for _, w := range travelled {
			all = append(all, w.counts)
		}
		add(chance, all)
	})
	var all []course
	for _, key := range slices.Sorted(maps.Keys(found)) {
		all = append(all, found[key])
	}
	return all
}

// travelled is the course of one operation through a plan.
type travelled struct {
	counts
	visits, successes []int // of steps
}

// travel takes an operation of a kind through a plan, by hand.
func travel(p *strategy.Plan, kind int, succeeds func(strategy.Step) bool) travelled {
	var w travelled
	class, _ := p.Kinds[kind].Class.Get()
	w.counts[failureMetric[class]], w.counts[strategy.Attempts] = 1, 1
	next := p.Entry[kind]
	for next >= 0 {
		s := p.Steps[next]
		w.visits = append(w.visits, int(next))
		won := succeeds(s)
		attempt := s.Action == strategy.Retry || s.Action == strategy.Repair || s.Action == strategy.Replace
		for m, counts := range map[strategy.Metric]bool{
			takenMetric[s.Action]:        true,
			strategy.Escalated:           s.Action == strategy.Authorize,
			strategy.Attempts:            attempt,
			strategy.RecoveryAttempts:    attempt,
			strategy.PermanentRecoveries: attempt && !won && s.Action != strategy.Replace && (class == scenario.Permission || class == scenario.NotFound),
			strategy.FutileRecoveries:    attempt && s.Threshold <= s.Floor,
			strategy.FailedRecoveries:    attempt && !won,
			strategy.TerminalNotStopped:  s.New && attempt && !won && s.Action != strategy.Replace && (class == scenario.Permission || class == scenario.NotFound),

			strategy.WastedBy(scenario.Honest): attempt && !won,
		} {
			if counts {
				w.counts[m]++
			}
		}
		if won {
			w.successes = append(w.successes, int(next))
			next = s.Then
		} else {
			next = s.Else
		}
	}
	state, succeeded, _ := next.End()
	if state == strategy.StateResolved && succeeded {
		w.counts[strategy.Resolved] = 1
	}
	w.counts[strategy.InState(state, succeeded)]++
	for m, counts := range map[strategy.Metric]bool{
		strategy.FalseSuccesses:  state == strategy.StateResolved && !succeeded,
		strategy.MissedSuccesses: state != strategy.StateResolved && succeeded,
	} {
		if counts {
			w.counts[m] = 1
		}
	}
	return w
}

// journeys calls visit with everything that chance can make of an operation that
// fails, and its chance in units of 1/certainty.
func journeys(t scenario.Thresholds, plans []*strategy.Plan, visit func(chance *big.Int, kind int, all []travelled)) {
	bounds := slices.Concat([]uint64{0}, t.Class[:], []uint64{1 << 32})
	for kind, class := range scenario.AllClasses() {
		chance := part(part(certainty, t.Fail), bounds[class+1]-bounds[class])
		eachCell(cutsOf(plans, class), chance, map[rollKey]uint64{}, func(chance *big.Int, rolls map[rollKey]uint64) {
			if chance.Sign() == 0 {
				return
			}
			var all []travelled
			for _, p := range plans {
				all = append(all, travel(p, kind, func(s strategy.Step) bool {
					return s.Roll != scenario.NoRoll && rolls[keyOf(s)] < s.Threshold
				}))
			}
			visit(chance, kind, all)
		})
	}
}

type rollKey struct {
	attempt int
	roll    scenario.Roll
}

// keyOf returns the roll that a step looks at. All attempts meet the same outage.
func keyOf(s strategy.Step) rollKey {
	if s.Roll == scenario.OutageRoll {
		return rollKey{0, s.Roll}
	}
	return rollKey{s.Attempt, s.Roll}
}

// cuts is a roll, and 0, the thresholds that it is held against, and 2^32.
type cuts struct {
	key rollKey
	at  []uint64
}

func cutsOf(plans []*strategy.Plan, class scenario.Class) []cuts {
	at := map[rollKey][]uint64{}
	for _, p := range plans {
		for _, s := range p.Steps {
			if s.Class == class && s.Roll != scenario.NoRoll {
				at[keyOf(s)] = append(at[keyOf(s)], s.Threshold)
			}
		}
	}
	var all []cuts
	for key, thresholds := range at {
		thresholds = append(thresholds, 0, 1<<32)
		slices.Sort(thresholds)
		all = append(all, cuts{key, slices.Compact(thresholds)})
	}
	slices.SortFunc(all, func(x, y cuts) int {
		return cmp.Or(cmp.Compare(x.key.attempt, y.key.attempt), cmp.Compare(x.key.roll, y.key.roll))
	})
	return all
}

// eachCell visits each product of cells with its chance and the least rolls in
// it.
func eachCell(all []cuts, chance *big.Int, rolls map[rollKey]uint64, visit func(*big.Int, map[rollKey]uint64)) {
	if len(all) == 0 {
		visit(chance, rolls)
		return
	}
	first := all[0]
	for i, lo := range first.at[:len(first.at)-1] {
		rolls[first.key] = lo
		eachCell(all[1:], part(chance, first.at[i+1]-lo), rolls, visit)
	}
}

// part returns chance * threshold/2^32, which leaves no rest.
func part(chance *big.Int, threshold uint64) *big.Int {
	p := new(big.Int).Mul(chance, new(big.Int).SetUint64(threshold))
	return p.Rsh(p, 32)
}

// expected returns the expectation of a whole number, times certainty.
func expected(all []course, of func(course) int64) *big.Int {
	sum := new(big.Int)
	for _, c := range all {
		sum.Add(sum, new(big.Int).Mul(c.chance, big.NewInt(of(c))))
	}
	return sum
}

// covariance returns the covariance of two whole numbers.
func covariance(all []course, x, y func(course) int64) *big.Rat {
	xy := expected(all, func(c course) int64 { return x(c) * y(c) })
	c := new(big.Int).Mul(xy, certainty)
	c.Sub(c, new(big.Int).Mul(expected(all, x), expected(all, y)))
	return new(big.Rat).SetFrac(c, new(big.Int).Mul(certainty, certainty))
}

// chanceOf returns the chance of a course, in (0, 1].
func chanceOf(c course) float64 {
	share, _ := new(big.Rat).SetFrac(c.chance, certainty).Float64()
	return share
}
