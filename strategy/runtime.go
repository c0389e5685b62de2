package strategy

import (
	"cmp"
	"fmt"
	"slices"

	"errbench/contract"
)

// Runtime is what a framework does with a failed call before a router is asked:
// layers around the call, innermost first. To them a failure is an exception, which
// one layer after the other may answer by another call, or turn into a message.
// What layers do is invisible to the router: it counts the calls that it made and
// the messages that it got.
//
//   - A message ends the way outwards, since outer layers take it for a success, and
//     goes to the router, which sees it through the contract of the strategy.
//   - An exception that leaves the outermost layer ends the controller: it crashes,
//     whether or not there are recovery attempts left.
//   - The retries of a layer are recovery attempts like others, within the same
//     budgets, deadline and guards; where those forbid one the operation ends as
//     retryable. Each call that comes from further out, from the router or from an
//     outer layer, starts the layers inside anew.
//
// The zero value has no layers: every failure is told to the router.
type Runtime []Layer

// Layer is one row of a runtime. A handler of errors is one without retries.
type Layer struct {
	Name string
	// Codes are those of the exceptions that are its own. The code of an exception,
	// its type, is that of the report, which a distortion may have changed.
	Codes []string
	// Retries is how often it calls again for exceptions of its own, 0 to 255, after
	// waits as of a strategy.
	Retries int
	Backoff Backoff
	Waits   Waits
	Spent   Verdict // about an exception of its own, when its retries are spent
	Others  Verdict // about any other
}

// Verdict is what becomes of an exception.
type Verdict uint8

// The verdicts.
const (
	Raise Verdict = iota // it goes on to the layer outside
	Tell                 // it becomes a message
)

const (
	maxLayers  = 4
	maxRetries = 255
)

// retried is how often each layer has called again since it was called from further
// out; 0 for layers that there are not.
type retried [maxLayers]uint8

// exceptions is what layers see of failures: their types, and the waits they carry.
func exceptions() *contract.Contract {
	return &contract.Contract{Reveals: contract.Code | contract.RetryAfter}
}

// meet returns the number of the layer, from 1, that calls again for an exception,
// and counts its retry; or else 0 and what becomes of the exception.
func (r Runtime) meet(e *contract.Error, counts *retried) (int, Verdict) {
	code, _ := e.Code.Get()
	for i, l := range r {
		verdict := l.Others
		if slices.Contains(l.Codes, code) {
			if int(counts[i]) < l.Retries {
				clear(counts[:i])
				counts[i]++
				return i + 1, Raise
			}
			verdict = l.Spent
		}
		if verdict == Tell {
			return 0, Tell
		}
	}
	return 0, Raise
}

// tells tells whether a message is made of a failure that lasts.
func (r Runtime) tells(e contract.Error) bool {
	if len(r) == 0 {
		return true
	}
	var counts retried
	for {
		if layer, verdict := r.meet(&e, &counts); layer == 0 {
			return verdict == Tell
		}
	}
}

// validate refuses what is no runtime.
func (r Runtime) validate() error {
	if len(r) > maxLayers {
		return fmt.Errorf("found a runtime of %d layers; 0 to %d work", len(r), maxLayers)
	}
	for _, l := range r {
		err := cmp.Or(l.Backoff.validate(), l.Waits.validate())
		switch {
		case l.Retries < 0 || l.Retries > maxRetries:
			err = fmt.Errorf("found %d retries; 0 to %d work", l.Retries, maxRetries)
		case max(l.Spent, l.Others) > Tell:
			err = fmt.Errorf("found the verdict %d; %d and %d work", max(l.Spent, l.Others), Raise, Tell)
		}
		if err != nil {
			return fmt.Errorf("layer %q: %w", l.Name, err)
		}
	}
	return nil
}
