package strategy

import (
	"fmt"

	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
)

// Decided is what a controller does about an error: the answer of the router, or of a
// layer that handles the failure before the router is asked. It contains no probability
// and no true class.
type Decided struct {
	After   []contract.Error              // the last errors before, oldest first, as far as the answer depends on them
	Sees    contract.Error                // what the last call returned
	Attempt int                           // calls made by the router, from 1, or by the layer since it was called
	Risk    optional.Value[scenario.Risk] // of the operation; absent if the answer is the same for each risk that was asked about
	Layer   string                        // the layer that decides; "" if the router does
	Action  Action
	Wait    WaitMS // before the attempt; zero if there is none
	TooLong bool   // the error asks for a longer wait than the controller waits, so that it makes no attempt
}

// handled is a failure that a layer decides about, with its decision.
type handled struct {
	seen   contract.Error // what layers see
	layer  int            // from 1
	call   int            // how many calls the layer has made since it was called, from 1
	risk   scenario.Risk
	action Action // Retry, or Crash if the outermost layer does not handle the failure
}

// handle records what a layer decides about a failed call.
func (c *compiler) handle(layer, call int, action Action, seen *contract.Error, at *callState) {
	h := handled{*seen, layer, call, c.plan.Kinds[at.kind].Risk, action}
	if c.noted == nil {
		c.noted = map[handled]bool{}
	}
	if !c.noted[h] {
		c.noted[h] = true
		c.plan.handled = append(c.plan.handled, h)
	}
}

// Decisions returns the answers that the plan was compiled from, one for each
// distinct question: first of layers, then of the router, in the order in which the
// compiler asked.
func (p *Plan) Decisions() []Decided {
	var answers []Decided
	for i := range p.handled {
		h := &p.handled[i]
		d := p.decided(&h.seen, h.risk, h.layer, h.call, Answer{Action: h.action})
		d.Layer = p.Strategy.Layers[h.layer-1].Name
		answers = append(answers, d)
	}
	for i := range p.answers.asked {
		q := &p.answers.asked[i]
		d := p.decided(&q.seen, q.risk, 0, q.attempt, q.answer)
		d.After = p.answers.history(q.before)
		answers = append(answers, d)
	}
	type question struct {
		layer   string
		sees    contract.Error
		attempt int
	}
	all := []Decided{}
	for _, same := range grouped(answers, func(d Decided) question { return question{d.Layer, d.Sees, d.Attempt} }) {
		all = append(all, withLeastHistory(same)...)
	}
	return all
}

// decided returns the answer of a layer, from 1, or of the router, as the
// controller follows it.
func (p *Plan) decided(seen *contract.Error, risk scenario.Risk, layer, call int, answer Answer) Decided {
	d := Decided{Sees: *seen, Attempt: call, Risk: optional.Of(risk), Action: answer.Action}
	switch {
	case !answer.Action.Attempt():
	case risk == scenario.Destructive && p.Strategy.WriteGuard&Confirm != 0:
		d.Action = Authorize
	default:
		wait, ready := p.Strategy.wait(layer, call, answer.DelayMS, seen)
		d.Wait, d.TooLong = wait.inMS(), !ready
	}
	return d
}

// withLeastHistory returns the answers to one error at one attempt, with the shortest
// history that distinguishes different answers.
func withLeastHistory(answers []Decided) []Decided {
	for recalled := 0; ; recalled++ {
		var all []Decided
		distinguished := true
		for _, same := range grouped(answers, func(d Decided) string { return fmt.Sprintf("%#v", d.recalls(recalled).After) }) {
			rows := byRisk(same)
			distinguished = distinguished && rows != nil
			for _, d := range rows {
				all = append(all, d.recalls(recalled))
			}
		}
		if distinguished || recalled == answers[0].Attempt {
			return all
		}
	}
}

// recalls returns the answer with at most that many errors before.
func (d Decided) recalls(errors int) Decided {
	d.After = d.After[max(0, len(d.After)-errors):]
	return d
}

// byRisk returns one answer for each risk, or one answer if all are the same. It returns
// nil if two answers about one risk differ.
func byRisk(answers []Decided) []Decided {
	risks := grouped(answers, func(d Decided) optional.Value[scenario.Risk] { return d.Risk })
	var rows []Decided
	same := true
	for _, risk := range risks {
		for _, d := range risk {
			if !d.does(risk[0]) {
				return nil
			}
		}
		rows = append(rows, risk[0])
		same = same && risk[0].does(rows[0])
	}
	if same {
		rows[0].Risk.Clear()
		return rows[:1]
	}
	return rows
}

// does reports whether two answers are the same; the questions may differ.
func (d Decided) does(as Decided) bool {
	return d.Action == as.Action && d.Wait == as.Wait && d.TooLong == as.TooLong
}

// grouped returns the elements of a list by a key, in the order of the list.
func grouped[E any, K comparable](list []E, key func(E) K) [][]E {
	var groups [][]E
	at := map[K]int{}
	for _, e := range list {
		i, known := at[key(e)]
		if !known {
			i = len(groups)
			at[key(e)] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], e)
	}
	return groups
}
