package catalog

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"errbench/contract"
	"errbench/scenario"
	"errbench/strategy"
)

// facts is what each framework does about an operation of which every call fails
// with the same class, five recovery attempts being allowed: one decision for each
// failed call, with a star where a layer retries before the router is asked, and how
// the operation ends. It is written from what the frameworks document and do.
var facts = map[string]string{
	"langgraph-default": `
		transient  -> crash: crashed
		validation -> repair repair repair repair repair: retryable
		permission -> crash: crashed
		not_found  -> crash: crashed`,
	"langgraph-true": `
		transient  -> proceed: partial
		validation -> repair repair repair repair repair: retryable
		permission -> proceed: partial
		not_found  -> proceed: partial`,
	"langgraph-false": `
		transient  -> crash: crashed
		validation -> crash: crashed
		permission -> crash: crashed
		not_found  -> crash: crashed`,
	"langgraph-node-retry": `
		transient  -> retry* retry* crash: crashed
		validation -> repair repair repair repair repair: retryable
		permission -> crash: crashed
		not_found  -> crash: crashed`,
	"langgraph-default-js": `
		transient  -> proceed: partial
		validation -> repair repair repair repair repair: retryable
		permission -> proceed: partial
		not_found  -> proceed: partial`,
	"langchain-no-middleware": `
		transient  -> crash: crashed
		validation -> repair repair repair repair repair: retryable
		permission -> crash: crashed
		not_found  -> crash: crashed`,
	"langchain-retry-errors": `
		transient  -> proceed: partial
		validation -> repair repair repair repair repair: retryable
		permission -> proceed: partial
		not_found  -> proceed: partial`,
	"langchain-errors-retry": `
		transient  -> retry* retry* retry* proceed: partial
		validation -> repair repair repair repair repair: retryable
		permission -> retry* retry* retry* proceed: partial
		not_found  -> retry* retry* retry* proceed: partial`,
	"langchain-defaults": `
		transient  -> retry* retry* retry retry* retry*: retryable
		validation -> repair repair repair repair repair: retryable
		permission -> retry* retry* retry retry* retry*: retryable
		not_found  -> retry* retry* replace retry* retry*: retryable`,
	"langchain-no-middleware-js": `
		transient  -> proceed: partial
		validation -> repair repair repair repair repair: retryable
		permission -> proceed: partial
		not_found  -> proceed: partial`,
	"langchain-errors-retry-js": `
		transient  -> retry* retry* retry* proceed: partial
		validation -> retry* retry* retry* repair retry*: retryable
		permission -> retry* retry* retry* proceed: partial
		not_found  -> retry* retry* retry* proceed: partial`,
	"langchain-defaults-js": `
		transient  -> retry* retry* proceed: partial
		validation -> retry* retry* repair retry* retry*: retryable
		permission -> retry* retry* proceed: partial
		not_found  -> retry* retry* proceed: partial`,
	"openai-agents-default": `
		transient  -> retry retry retry retry retry: retryable
		validation -> repair repair repair repair repair: retryable
		permission -> retry retry retry retry retry: retryable
		not_found  -> crash: crashed`,
	"openai-agents-return": `
		transient  -> retry retry retry retry retry: retryable
		validation -> repair repair repair repair repair: retryable
		permission -> retry retry retry retry retry: retryable
		not_found  -> replace replace replace replace replace: retryable`,
	"openai-agents-default-js": `
		transient  -> retry retry retry retry retry: retryable
		validation -> retry retry retry retry retry: retryable
		permission -> retry retry retry retry retry: retryable
		not_found  -> crash: crashed`,
	"openai-agents-return-js": `
		transient  -> retry retry retry retry retry: retryable
		validation -> retry retry retry retry retry: retryable
		permission -> retry retry retry retry retry: retryable
		not_found  -> replace replace replace replace replace: retryable`,
	"ai-sdk-default": `
		transient  -> stop: blocked
		validation -> stop: blocked
		permission -> stop: blocked
		not_found  -> stop: blocked`,
	"needle": `
		transient  -> retry retry retry retry retry: retryable
		validation -> repair repair repair repair repair: retryable
		permission -> retry retry retry retry retry: retryable
		not_found  -> replace replace replace replace replace: retryable`,
	"typed-tool-failure": `
		transient  -> proceed: partial
		validation -> proceed: partial
		permission -> proceed: partial
		not_found  -> proceed: partial`,
}

func TestFrameworksDoWhatTheFactsSay(t *testing.T) {
	a := scenario.Published()
	a.RecoveryAttempts = 5
	for _, s := range frameworks() {
		want, known := facts[s.Name]
		if !known {
			t.Errorf("nothing is known of %s", s.Name)
			continue
		}
		if diff := cmp.Diff(lines(want), decisions(t, s, a)); diff != "" {
			t.Errorf("%s (-facts +strategy):\n%s", s.Name, diff)
		}
	}
	if len(facts) != len(frameworks()) {
		t.Errorf("there are facts of %d frameworks, and %d strategies", len(facts), len(frameworks()))
	}
}

// What the risk of a tool decides, of the typed failures alone.
func TestTypedFailuresAreRoutedByRisk(t *testing.T) {
	a := scenario.Published()
	a.RecoveryAttempts = 2
	for risk, want := range map[scenario.RiskMix]string{
		{ReadOnly: 1}: `
			transient  -> proceed: partial
			validation -> proceed: partial
			permission -> proceed: partial
			not_found  -> proceed: partial`,
		{IdempotentWrite: 1}: `
			transient  -> retry retry: retryable
			validation -> stop: blocked
			permission -> authorize: needs_review
			not_found  -> stop: blocked`,
		{Destructive: 1}: `
			transient  -> authorize: needs_review
			validation -> authorize: needs_review
			permission -> authorize: needs_review
			not_found  -> authorize: needs_review`,
	} {
		a.Risk = risk
		if diff := cmp.Diff(lines(want), decisions(t, typedToolFailure(), a)); diff != "" {
			t.Errorf("%+v (-facts +strategy):\n%s", risk, diff)
		}
	}
}

// decisions follows the plan while every call fails, a line for a class.
func decisions(t *testing.T, s strategy.Strategy, a scenario.Assumptions) []string {
	t.Helper()
	p, err := strategy.Compile(s, a)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, c := range scenario.AllClasses() {
		var steps []string
		next := p.Entry[c]
		for i, more := next.Step(); more; i, more = next.Step() {
			step := p.Steps[i]
			next = step.Else
			if step.Event != strategy.NoEvent {
				continue
			}
			does := step.Action.String()
			if step.Layer > 0 {
				does += "*"
			}
			steps = append(steps, does)
		}
		state, _, _ := next.End()
		all = append(all, fmt.Sprintf("%-10v -> %s: %v", c, strings.Join(steps, " "), state))
	}
	return all
}

// What is seen at first: nothing, where no message is made of the failure.
func TestWhatCrashesIsSeenByNobody(t *testing.T) {
	a := scenario.Published()
	for name, want := range map[string][scenario.NumClasses]bool{
		"langgraph-false":        {false, false, false, false},
		"langgraph-node-retry":   {false, true, false, false},
		"langchain-errors-retry": {true, true, true, true},
		"openai-agents-default":  {true, true, true, false},
		"typed-tool-failure":     {true, true, true, true},
	} {
		found, err := Find([]string{name})
		if err != nil {
			t.Fatal(err)
		}
		p, err := strategy.Compile(found[0], a)
		if err != nil {
			t.Fatal(err)
		}
		e := strategy.Explain(p, a, scenario.Kinds(a))
		for class, seen := range want {
			if got := !e.Cases[class].Sees.IsZero(); got != seen {
				t.Errorf("%s: that a %v failure is seen is %v", name, scenario.Class(class), got)
			}
		}
	}
}

// The waits of each layer that retries, before its first retries, in milliseconds.
func TestLayersWaitAsDocumented(t *testing.T) {
	want := map[string][]strategy.Wait{
		"langgraph-node-retry":      {{Lo: 500, Hi: 1500, Cap: 1500, Decorrelated: false}, {Lo: 1000, Hi: 2000, Cap: 2000, Decorrelated: false}},
		"langchain-retry-errors":    {{}, {}, {}},
		"langchain-errors-retry":    {{}, {}, {}},
		"langchain-errors-retry-js": {{}, {}, {}},
		"langchain-defaults":        {{Lo: 750, Hi: 1250, Cap: 1250, Decorrelated: false}, {Lo: 1500, Hi: 2500, Cap: 2500, Decorrelated: false}},
		"langchain-defaults-js":     {{Lo: 750, Hi: 1250, Cap: 1250, Decorrelated: false}, {Lo: 1500, Hi: 2500, Cap: 2500, Decorrelated: false}},
	}
	for _, s := range frameworks() {
		var got []strategy.Wait
		for _, l := range s.Layers {
			for retry := range l.Retries {
				got = append(got, l.Backoff.Wait(retry+1))
			}
			if heeds := strings.HasSuffix(s.Name, "-js") && l.Retries > 0; l.Waits.Honoured != heeds {
				t.Errorf("%s: that layer %s honours waits is %v", s.Name, l.Name, l.Waits.Honoured)
			}
		}
		if !slices.Equal(got, want[s.Name]) {
			t.Errorf("%s waits %v, want %v", s.Name, got, want[s.Name])
		}
	}
}

// What a model gets to read of each class: the parts of the message.
func TestMessagesOfFrameworksRevealWhatTheFactsSay(t *testing.T) {
	const id = contract.TraceID
	const typed = contract.Code | contract.Message
	const validator = typed | contract.Field | contract.Suggestion | id
	for _, test := range []struct {
		contract contract.Contract
		want     [scenario.NumClasses]contract.FieldSet // transient, validation, permission, not_found
	}{
		{toolMessage(), [...]contract.FieldSet{typed | id, validator, typed | id, typed | id}},
		{untypedMessage(), [...]contract.FieldSet{contract.Message | id, validator, contract.Message | id, contract.Message | id}},
		{exhaustedMessage(), [...]contract.FieldSet{contract.Code | id, contract.Code | id, contract.Code | id, contract.Code | id}},
		{agentsMessage(), [...]contract.FieldSet{contract.Message, typed | contract.Field, contract.Message, typed}},
		{agentsConstant(), [...]contract.FieldSet{contract.Message, contract.Message, contract.Message, contract.Code}},
		{needleError(), [...]contract.FieldSet{typed, typed, typed, typed}},
		{typedFailure(), [...]contract.FieldSet{typed | contract.Retryable, typed | contract.Retryable, typed | contract.Retryable, typed | contract.Retryable}},
	} {
		for class, want := range test.want {
			seen := test.contract.Observe(scenario.Class(class))
			for part := contract.Code; part <= contract.TraceID; part <<= 1 {
				if seen.Says(part) != (want&part != 0) {
					t.Errorf("%s, %v: that part %07b is there is %v", test.contract.Name, scenario.Class(class), part, seen.Says(part))
				}
			}
		}
	}
}

// Whether the text about what a tool raises names the type of the error is as the
// frameworks write it, also where nobody reads it.
func TestMessagesNameTheTypeWhereTheFrameworkDoes(t *testing.T) {
	untyped := []string{
		"langgraph-default-js", "langchain-retry-errors", "langchain-errors-retry", "langchain-errors-retry-js",
		"openai-agents-default", "openai-agents-return", "openai-agents-default-js", "openai-agents-return-js",
	}
	for _, s := range frameworks() {
		for _, class := range []scenario.Class{scenario.Transient, scenario.Permission} {
			seen := s.Contract.Observe(class)
			if want := !slices.Contains(untyped, s.Name); seen.Says(contract.Code) != want {
				t.Errorf("%s, %v: that the text names the type is %v, want %v", s.Name, class, !want, want)
			}
		}
	}
}

// A model is assumed exactly where a framework leaves the next step to one.
func TestReadersAreAssumedWhereAModelDecides(t *testing.T) {
	var without []string
	for _, s := range Builtin() {
		r, assumed := s.AssumedModel()
		switch {
		case assumed && (r.About == "" || r.Name() != s.Router.Name()):
			t.Errorf("%s: the reader %q is about %q", s.Name, r.Name(), r.About)
		case !assumed:
			without = append(without, s.Name)
		case len(s.Layers) == 0:
			t.Errorf("%s leaves the next step to a model, and has no runtime", s.Name)
		}
	}
	for _, s := range frameworks() {
		if _, assumed := s.AssumedModel(); assumed == slices.Contains([]string{"ai-sdk-default", "typed-tool-failure"}, s.Name) {
			t.Errorf("%s: that a reader is assumed is %v", s.Name, assumed)
		}
	}
	if !slices.Contains(without, "actionable-envelope") {
		t.Errorf("no reader is assumed of %q alone", without)
	}
}

// The replies of the lesson on tool errors: a server that is not there, which the
// tool raises, and an argument of another name, which is corrected once. What is
// answered is resolved, or gone on with.
func TestTheGoldenQuestionsEndAsInTheLesson(t *testing.T) {
	a := scenario.Published()
	a.RepairSuccess = scenario.RepairSuccess{Message: 1, Code: 1, Field: 1, Hint: 1, Misled: 1}
	const answered = 2                           // questions of which no call fails
	for name, want := range map[string][3]int64{ // answered, crashed, wrong arguments corrected
		"langgraph-default": {3, 1, 1}, "langgraph-true": {4, 0, 1}, "langgraph-false": {2, 2, 0},
		"langgraph-default-js": {4, 0, 1}, "langchain-no-middleware": {3, 1, 1}, "langchain-no-middleware-js": {4, 0, 1},
	} {
		found, err := Find([]string{name})
		if err != nil {
			t.Fatal(err)
		}
		p, err := strategy.Compile(found[0], a)
		if err != nil {
			t.Fatal(err)
		}
		got := [3]int64{answered, 0, 0}
		for _, class := range []scenario.Class{scenario.NotFound, scenario.Validation} {
			next := p.Entry[class]
			for i, more := next.Step(); more; i, more = next.Step() {
				s := p.Steps[i]
				got[2] += one(s.Action == strategy.Repair)
				if next = s.Else; s.Threshold == 1<<32 {
					next = s.Then
				}
			}
			state, _, _ := next.End()
			got[0] += one(state == strategy.StateResolved || state == strategy.StatePartial)
			got[1] += one(state == strategy.StateCrashed)
		}
		if got != want {
			t.Errorf("%s: answered, crashed and corrected %v, want %v", name, got, want)
		}
	}
}
