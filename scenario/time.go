package scenario

// LatencyMS is how long a call takes, in milliseconds, whether it succeeds or
// not.
type LatencyMS struct {
	Call    int64 `json:"call"` // the first
	Retry   int64 `json:"retry"`
	Repair  int64 `json:"repair"`
	Replace int64 `json:"replace"`
}

// WaitFactor is what a wrong wait is of the right one.
type WaitFactor struct {
	Short float64 `json:"short"` // 0 to 1
	Long  float64 `json:"long"`  // at least 1
}
