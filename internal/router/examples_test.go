package router

import (
	"context"
	"os/exec"
	"strings"
	"testing"
	"time"

	"errbench/contract"
	"errbench/internal/child"
	"errbench/scenario"
	"errbench/strategy"
	"errbench/strategy/catalog"
)

// The example routers answer as the built-in one does whose rules they write
// out, whatever its contract shows, and fit the protocol to the end.
func TestTheExamplesAnswerAsTheBuiltIn(t *testing.T) {
	for _, command := range []string{
		"python3 ../../examples/router/router.py",
		"node ../../examples/router/router.mjs",
		"go run ../../examples/router",
	} {
		t.Run(command, func(t *testing.T) {
			t.Parallel()
			program, _, _ := strings.Cut(command, " ")
			if _, err := exec.LookPath(program); err != nil {
				t.Skipf("needs %s: %v", program, err)
			}
			s, err := start(context.Background(), "mine", command, child.Limits{Answer: 2 * time.Minute, End: 20 * time.Second})
			if err != nil {
				t.Fatal(err)
			}
			compare(t, s)
			if err := s.close(); err != nil {
				t.Fatal(err)
			}
			if err := s.repeat(); err != nil {
				t.Fatal(err)
			}
		})
	}
}

func compare(t *testing.T, s *session) {
	t.Helper()
	builtin, err := catalog.Find([]string{"actionable-envelope"})
	if err != nil {
		t.Fatal(err)
	}
	actions := map[strategy.Action]int{}
	var before []contract.Error // the envelope of the round before
	for _, e := range envelopes(builtin[0].Contract) {
		for _, history := range [][]contract.Error{nil, before} {
			q := strategy.Question{Error: e, Attempt: len(history) + 1, History: history}
			want, _ := builtin[0].Router.Route(q)
			got, err := s.ask(q)
			if err != nil || got != want {
				t.Fatalf("%+v is answered with %v, %v; the built-in router answers %v", e, got, err, want)
			}
			actions[got.Action]++
		}
		before = []contract.Error{e}
	}
	if len(actions) != 4 {
		t.Errorf("the answers are %v; four actions were to be seen", actions)
	}
}

// envelopes returns every error that a contract shows under a preset, honest or
// not, and each without one of its fields.
func envelopes(c contract.Contract) (all []contract.Error) {
	seen := map[contract.Error]bool{}
	add := func(c contract.Contract, k scenario.Kind, a scenario.Assumptions) {
		if e, shown := c.Report(k, &a); shown && !seen[e] {
			seen[e] = true
			all = append(all, e)
		}
	}
	for _, p := range scenario.Presets() {
		for _, class := range scenario.AllClasses() {
			for d := scenario.Honest; d < scenario.SuccessAsFailure; d++ {
				k := scenario.HonestKind(class)
				k.Distortion = d
				add(c, k, p.Assumptions)
				for part := contract.Code; part <= contract.TraceID; part <<= 1 {
					less := c
					less.Reveals &^= part
					add(less, k, p.Assumptions)
				}
			}
		}
	}
	return all
}
