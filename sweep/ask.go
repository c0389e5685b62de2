package sweep

import (
	"context"

	"errbench/scenario"
	"errbench/strategy"
)

// mostShapes bounds the shapes of assumptions that Ask keeps.
const mostShapes = 1024

// Ask compiles the strategies under the assumptions, and once for each shape of the points in
// the shard, in order. So a router gets all questions before anything is computed, and in the
// same order each time.
func (s *Sweep) Ask(ctx context.Context) error {
	if _, err := strategy.CompileAll(s.Strategies, s.Assumptions); err != nil {
		return err
	}
	known := map[scenario.Assumptions]bool{}
	first, end := s.Shard.Range(s.Design.Points)
	for point := first; point < end; point++ {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		a, _ := s.Design.at(point, s.Assumptions)
		shape := strategy.Shape(a)
		if known[shape] {
			continue
		}
		if len(known) == mostShapes {
			clear(known)
		}
		known[shape] = true
		for _, of := range s.Strategies {
			if _, err := strategy.Compile(of, a); err != nil {
				return err
			}
		}
	}
	return nil
}
