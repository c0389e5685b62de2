package scenario

// TransientModel tells what ends a transient failure.
type TransientModel string

// The models of transient failures.
const (
	Coin   TransientModel = "coin"   // each retry succeeds with a chance of its own
	Outage TransientModel = "outage" // a call succeeds that starts after the outage
)

// OutageMS bounds how long an outage lasts: any whole number of milliseconds
// from Min to Max, each with the same chance to within 2^-32, counted from the
// start of the first call.
type OutageMS struct {
	Min int64 `json:"min"`
	Max int64 `json:"max"` // at least Min
}

// Duration returns the milliseconds, from Min to Max, of the outage of a roll:
// Min + floor(roll * n / 2^32), where n is how many there are to choose from.
func (o OutageMS) Duration(roll uint32) int64 {
	return o.Min + int64(uint64(roll)*o.choices()>>32) // 32 + 27 bits
}

// Threshold returns how many rolls have an outage of at most the milliseconds,
// 0 to 2^32: a roll is below it exactly if its outage is over by then.
func (o OutageMS) Threshold(ms int64) uint64 {
	switch {
	case ms < o.Min:
		return 0
	case ms >= o.Max:
		return one
	}
	n, longer := o.choices(), uint64(ms-o.Min)+1
	return (longer<<32 + n - 1) / n // the first roll that lasts longer
}

func (o OutageMS) choices() uint64 { return uint64(o.Max-o.Min) + 1 }
