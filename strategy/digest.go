package strategy

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"errbench/scenario"
)

// Digest returns "sha256:" and the hex SHA-256 of all integers that decide counts: the
// thresholds of the tape, and for each plan what its steps look at while operations
// run, and the steps, one JSON line each. One unit of one threshold changes it.
//
// The lines are a frozen format. A step is a list, in the order below. The objects in
// it ([scenario.Thresholds], [Live], [Throttle] and [Wait]) take their keys from the
// json tags of their fields, which never change, so a Go field can be renamed. A field
// that is added later is `omitzero`, and a value that is added to a list stands in it
// only if it is not zero: what could be described before keeps its digest.
func Digest(t scenario.Thresholds, plans []*Plan) (string, error) {
	h := sha256.New()
	e := json.NewEncoder(h)
	if err := e.Encode(t); err != nil {
		return "", err
	}
	for _, p := range plans {
		head := []any{p.Strategy.Name, p.Entry, p.Misrouted}
		if p.Live != (Live{}) {
			head = append(head, p.Live)
		}
		if err := e.Encode(head); err != nil {
			return "", err
		}
		for _, s := range p.Steps {
			if err := e.Encode([]any{s.Class, s.Event, s.Action, s.New, s.Attempt, s.Roll, s.Floor, s.Threshold, s.Wait, s.StartMS, s.LatencyMS, s.Guard, s.Then, s.Else}); err != nil {
				return "", err
			}
		}
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil)), nil
}
