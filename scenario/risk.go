package scenario

import "fmt"

// Risk is what an operation may do to the world, from harmless to grave.
type Risk uint8

// The risks.
const (
	ReadOnly        Risk = iota // it changes nothing
	IdempotentWrite             // a write that a key makes idempotent; without one, doing it twice counts
	Destructive                 // a write that no key protects: doing it twice does harm
)

// NumRisks is the number of risks; a Risk is less than it.
const NumRisks = 3

var riskNames = [NumRisks]string{"read_only", "idempotent_write", "destructive"}

// AllRisks returns the risks in order.
func AllRisks() [NumRisks]Risk { return [...]Risk{ReadOnly, IdempotentWrite, Destructive} }

// String returns the name that JSON uses.
func (r Risk) String() string {
	if int(r) < len(riskNames) {
		return riskNames[r]
	}
	return fmt.Sprintf("Risk(%d)", uint8(r))
}

// MarshalText implements [encoding.TextMarshaler].
func (r Risk) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// RiskMix weighs the risks against each other, as [FailureMix] does the classes.
type RiskMix struct {
	ReadOnly        float64 `json:"read_only"`
	IdempotentWrite float64 `json:"idempotent_write"`
	Destructive     float64 `json:"destructive"`
}

// Of returns the weight of a risk.
func (m RiskMix) Of(r Risk) float64 {
	return [...]float64{m.ReadOnly, m.IdempotentWrite, m.Destructive}[r]
}

// total adds in the order of the thresholds, so that the last sum is the total.
func (m RiskMix) total() float64 { return m.Destructive + m.IdempotentWrite + m.ReadOnly }
