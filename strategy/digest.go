package strategy

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"errbench/scenario"
)

// Digest returns "sha256:" and the hex SHA-256 of all the integers that decide
// counts: the thresholds of the tape and the steps of the plans, one JSON line
// each. One unit of one threshold changes it.
func Digest(t scenario.Thresholds, plans []*Plan) (string, error) {
	h := sha256.New()
	e := json.NewEncoder(h)
	if err := e.Encode(t); err != nil {
		return "", err
	}
	for _, p := range plans {
		if err := e.Encode([]any{p.Strategy.Name, p.Entry}); err != nil {
			return "", err
		}
		for _, s := range p.Steps {
			if err := e.Encode([]any{s.Class, s.Action, s.Attempt, s.Roll, s.Threshold, s.DelayMS, s.Guard, s.Then, s.Else}); err != nil {
				return "", err
			}
		}
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil)), nil
}
