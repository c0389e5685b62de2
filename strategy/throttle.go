package strategy

// Throttle is a budget of attempts that the operations of one run share. It
// starts anew with each run. The zero value has none.
type Throttle struct {
	// MaxTokens of the bucket of gRPC (A6, client retries): it is full at first,
	// each call that fails takes 1, each that succeeds gives RatioPercent / 100,
	// and no attempt is made at half or less. 0 for none.
	MaxTokens    int64
	RatioPercent int64
	// SharePercent of the budget of Finagle (RetryBudget): each operation gives so
	// much of an attempt, and ReservePerS are given each second, for 10 seconds;
	// each recovery attempt takes 1. 0 for none.
	SharePercent int64
	ReservePerS  int64
}
