package sweep

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"errbench/contract"
	"errbench/internal/shard"
	"errbench/report"
	"errbench/scenario"
	"errbench/strategy"
)

// listener is a router that keeps what it is asked.
type listener struct{ asked *[]string }

func (l listener) Name() string { return "listener" }

func (l listener) Route(q strategy.Question) (strategy.Answer, error) {
	*l.asked = append(*l.asked, fmt.Sprint(q))
	return strategy.Answer{Action: strategy.Retry}, nil
}

// What is asked beforehand is all that rows need, and no more than once for each
// shape of the assumptions.
func TestAllIsAskedBeforehand(t *testing.T) {
	var asked []string
	a := scenario.Published()
	var axes []Axis
	for _, spec := range []string{"retry_after_ms=100,200,300", "recovery_attempts=1:3:1", "failure_rate=0.1,0.2"} {
		x, err := ParseAxis(spec, a)
		if err != nil {
			t.Fatal(err)
		}
		axes = append(axes, x)
	}
	design, err := NewDesign(Grid, axes, 0, a)
	if err != nil {
		t.Fatal(err)
	}
	s := &Sweep{a, []strategy.Strategy{{Name: "mine", Contract: contract.ActionableEnvelope(), Router: listener{&asked}}}, report.ExactEngine, design, shard.Whole(), CSV}
	if err := s.Ask(context.Background()); err != nil {
		t.Fatal(err)
	}
	before := asked
	asked = nil
	if _, err := s.Find(context.Background(), Options{Workers: 1}, func([]byte) error { return nil }); err != nil {
		t.Fatal(err)
	}
	for _, q := range asked {
		if !slices.Contains(before, q) {
			t.Errorf("asked only by a row: %s", q)
		}
	}
	if len(asked) > len(before) {
		t.Errorf("asked %d questions beforehand and %d for the rows, though half of the points differ in chances alone", len(before), len(asked))
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := s.Ask(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("after an interrupt: %v", err)
	}
}
