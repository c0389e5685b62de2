package strategy

import (
	"cmp"
	"fmt"
	"slices"

	"errbench/contract"
)

// Layers is what a framework does with a failed call before the router is asked, from
// the innermost layer outwards. To a layer a failure is an exception, which it answers
// by another call, turns into a message, or passes on.
//
//   - A message goes to the router, which sees it through the contract of the
//     strategy. Outer layers take it for a success.
//   - An exception that leaves the outermost layer ends the controller: it crashes,
//     whether or not recovery attempts are left.
//   - The retries of a layer are recovery attempts: they count against the same
//     budgets, deadline and guards, and where those forbid one the operation ends as
//     retryable. A call from further out, by the router or by an outer layer, resets
//     the retries of the layers inside.
//
// The router does not see what layers do: it counts the calls that it made and the
// messages that it got. Without layers it is asked about every failure.
type Layers []Layer

// Layer is one row of Layers. An error handler is a layer without retries.
type Layer struct {
	Name string
	// Codes are the codes of the exceptions that the layer handles. The code of an
	// exception, its type, is the code of the report, which a distortion may change.
	Codes []string
	// Retries is how often the layer calls again for an exception that it handles, 0 to
	// 255. Backoff and Waits decide how long it waits before.
	Retries int
	Backoff Backoff
	Waits   WaitPolicy
	Spent   Verdict // about an exception that it handles, once its retries are spent
	Others  Verdict // about any other exception
}

// Verdict is what becomes of an exception.
type Verdict uint8

// The verdicts.
const (
	Raise   Verdict = iota // it goes on to the next layer outwards
	Message                // it becomes a message
)

const (
	maxLayers  = 4
	maxRetries = 255
)

// retried counts the retries of each layer since the layer was last called from
// outside. Layers that do not exist have 0.
type retried [maxLayers]uint8

// exceptions returns what layers see of a failure: its type, and the wait it asks for.
func exceptions() *contract.Contract {
	return &contract.Contract{Reveals: contract.Code | contract.RetryAfter}
}

// catch returns the number of the layer that calls again for an exception, from 1, and
// counts its retry. If no layer does, it returns 0 and the verdict about the exception.
func (l Layers) catch(e *contract.Error, counts *retried) (int, Verdict) {
	code, _ := e.Code.Get()
	for i, layer := range l {
		verdict := layer.Others
		if slices.Contains(layer.Codes, code) {
			if int(counts[i]) < layer.Retries {
				clear(counts[:i])
				counts[i]++
				return i + 1, Raise
			}
			verdict = layer.Spent
		}
		if verdict == Message {
			return 0, Message
		}
	}
	return 0, Raise
}

// reachRouter reports whether a failure that lasts becomes a message for the router.
func (l Layers) reachRouter(e contract.Error) bool {
	if len(l) == 0 {
		return true
	}
	var counts retried
	for {
		if layer, verdict := l.catch(&e, &counts); layer == 0 {
			return verdict == Message
		}
	}
}

func (l Layers) validate() error {
	if len(l) > maxLayers {
		return fmt.Errorf("layers: got %d, want at most %d", len(l), maxLayers)
	}
	for _, layer := range l {
		err := cmp.Or(layer.Backoff.validate(), layer.Waits.validate())
		switch {
		case layer.Retries < 0 || layer.Retries > maxRetries:
			err = fmt.Errorf("retries: got %d, want 0 to %d", layer.Retries, maxRetries)
		case max(layer.Spent, layer.Others) > Message:
			err = fmt.Errorf("verdict: got %d, want %d or %d", max(layer.Spent, layer.Others), Raise, Message)
		}
		if err != nil {
			return fmt.Errorf("layer %q: %w", layer.Name, err)
		}
	}
	return nil
}
