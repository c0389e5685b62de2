package scenario

// LatencyMS is the duration of a call in milliseconds. Success and failure take equally
// long.
type LatencyMS struct {
	Call    int64 `json:"call"` // the first call
	Retry   int64 `json:"retry"`
	Repair  int64 `json:"repair"`
	Replace int64 `json:"replace"`
}

// WaitFactor is the ratio of a wrong wait to the right one.
type WaitFactor struct {
	Short float64 `json:"short"` // 0 to 1
	Long  float64 `json:"long"`  // at least 1
}

// TransientModel names what ends a transient failure.
type TransientModel string

// The models of transient failures.
const (
	Coin   TransientModel = "coin"   // each retry succeeds with the same probability, independently
	Outage TransientModel = "outage" // a call succeeds if it starts after the outage
)

// OutageMS bounds the length of an outage in milliseconds, from the start of the first
// call. Every whole number from Min to Max is equally likely, to within 2^-32.
type OutageMS struct {
	Min int64 `json:"min"`
	Max int64 `json:"max"` // at least Min
}

// Duration returns the length of the outage that a roll chooses:
// Min + floor(roll * n / 2^32) with n = Max - Min + 1.
func (o OutageMS) Duration(roll uint32) int64 {
	return o.Min + int64(uint64(roll)*o.choices()>>32) // 32 + 27 bits
}

// Threshold returns the number of rolls whose outage lasts at most ms, 0 to 2^32: a roll
// is below the threshold exactly if its outage is over at ms.
func (o OutageMS) Threshold(ms int64) uint64 {
	switch {
	case ms < o.Min:
		return 0
	case ms >= o.Max:
		return one
	}
	n, longer := o.choices(), uint64(ms-o.Min)+1
	return (longer<<32 + n - 1) / n // the first call roll that lasts longer
}

func (o OutageMS) choices() uint64 { return uint64(o.Max-o.Min) + 1 }
