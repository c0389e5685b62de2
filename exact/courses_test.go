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

// course is what can become of one operation.
type course struct {
	chance *big.Int // above 0, in units of 1/certainty
	counts []counts // by plan
}

// certainty is 1 in units of the smallest chance there can be: of failing, of a
// class, and of the rolls of four attempts.
var certainty = new(big.Int).Lsh(big.NewInt(1), 6*32)

// courses returns all that can become of an operation under plans of at most
// four attempts, those that count the same as one.
//
// Each roll (a purpose at an attempt) is a uniform variable, which the
// thresholds of all plans cut into cells; the courses are the products of the
// cells of all rolls, those after a success included.
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
	bounds := slices.Concat([]uint64{0}, t.Class[:], []uint64{1 << 32})
	for _, class := range scenario.AllClasses() {
		chance := part(part(certainty, t.Fail), bounds[class+1]-bounds[class])
		eachCell(cutsOf(plans, class), chance, map[rollKey]uint64{}, func(chance *big.Int, rolls map[rollKey]uint64) {
			var all []counts
			for _, p := range plans {
				all = append(all, walk(p, class, func(s strategy.Step) bool {
					return s.Roll != scenario.NoRoll && rolls[keyOf(s)] < s.Threshold
				}).counts)
			}
			add(chance, all)
		})
	}
	var all []course
	for _, key := range slices.Sorted(maps.Keys(found)) {
		all = append(all, found[key])
	}
	return all
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

// covariance returns that of two whole numbers.
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
