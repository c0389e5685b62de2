package strategy

import (
	"encoding/json"
	"fmt"
)

// Answer is what a router does about a question.
type Answer struct {
	Action Action `json:"action"`
	// DelayMS is the least wait before the attempt, in milliseconds, 0 to
	// MaxWaitMS; 0 where the action makes no attempt.
	DelayMS int64 `json:"delay_ms,omitzero"`
}

// MaxWaitMS bounds every wait before an attempt, in milliseconds: some 35 years.
const MaxWaitMS = 1 << 40

// Validate refuses what is no answer.
func (a Answer) Validate() error {
	switch {
	case int(a.Action) >= len(actionNames):
		return fmt.Errorf("found the answer %v; the actions are %v", a.Action, actionNames)
	case a.DelayMS < 0 || a.DelayMS > MaxWaitMS:
		return fmt.Errorf("delay_ms: found %d; 0 to %d work", a.DelayMS, int64(MaxWaitMS))
	case a.DelayMS > 0 && !a.Action.Attempt():
		return fmt.Errorf("delay_ms: found %d with %v, which makes no attempt to wait for; 0 works, and so does none", a.DelayMS, a.Action)
	default:
		return nil
	}
}

// String returns the answer as JSON.
func (a Answer) String() string {
	text, err := json.Marshal(a)
	if err != nil {
		panic("strategy: " + err.Error()) // a name and a number
	}
	return string(text)
}
