package catalog

import (
	"errbench/contract"
	"errbench/optional"
	"errbench/strategy"
)

// policies returns the retry policies of known libraries and articles.
func policies() []strategy.Strategy {
	return []strategy.Strategy{
		jittered("full-jitter", "waits 0 to d, where d doubles each time (AWS blog 2015)", strategy.Full),
		jittered("equal-jitter", "waits d/2 to d, where d doubles each time (AWS blog 2015)", strategy.Equal),
		jittered("decorrelated-jitter", "waits up to three times the wait before (AWS blog 2015)", strategy.Decorrelated),
		cenkalti(),
		polly(),
		mcpScripts(),
		grpcThrottled(),
		finagleBudget(),
	}
}

// jittered returns actionable-envelope with a jitter of Marc Brooker, "Exponential
// backoff and jitter", AWS Architecture Blog, 2015. The article has no numbers: 100
// ms, twice as long each time, at most 20 s are ours. A wait that the envelope asks
// for is the least.
func jittered(name, about string, kind strategy.JitterKind) strategy.Strategy {
	s := envelope(name, about)
	s.Backoff = strategy.Backoff{InitialMS: 100, FactorPercent: 200, CapMS: optional.Of[int64](20_000), Jitter: strategy.Jitter{Kind: kind}}
	return s
}

// cenkalti returns the defaults of github.com/cenkalti/backoff: 500 ms, half as
// long again each time, at most 60 s, then 50 % more or less. It retries every
// error that is not marked permanent; none is here. It gives up after
// 15 minutes in all.
func cenkalti() strategy.Strategy {
	return strategy.Strategy{
		Name:       "cenkalti",
		About:      "retries any error for 15 minutes, after 0.5 s up to 60 s, plus or minus half",
		Contract:   contract.GenericMessage(),
		Router:     retryAlways(),
		Backoff:    strategy.Backoff{InitialMS: 500, FactorPercent: 150, CapMS: optional.Of[int64](60_000), Jitter: strategy.Jitter{Kind: strategy.Spread, Percent: 50}},
		DeadlineMS: optional.Of[int64](15 * 60_000),
	}
}

// polly returns the defaults of the retry strategy of Polly 8 (.NET): 3 retries, 2
// s before each, no jitter, and every exception is handled.
func polly() strategy.Strategy {
	return strategy.Strategy{
		Name:     "polly",
		About:    "retries any error 3 times, after 2 s each",
		Contract: contract.GenericMessage(),
		Router:   retryAlways(),
		Budget:   optional.Of(3),
		Backoff:  strategy.Backoff{InitialMS: 2000, FactorPercent: 100},
	}
}

// mcpScripts returns the retry rules of MCP Scripts (GitHub Agentic Workflows, gh-aw
// 5.7): 250 ms, twice as long each time, at most 5 s, at most 3 attempts in all. An
// error is retried only if its flag says that it can be recovered from: the code
// is always -32603. The flag is retryable here.
func mcpScripts() strategy.Strategy {
	return strategy.Strategy{
		Name:  "mcp-scripts",
		About: "retries at most twice, if the error says that it is retryable",
		Contract: contract.Contract{
			Name:    "recoverable-flag",
			About:   "a code, a message and whether a retry can help",
			Reveals: contract.Code | contract.Message | contract.Retryable,
		},
		Router:  strategy.Table{Title: "by-flag", Rows: []strategy.Row{{Retryable: optional.Of(true), Action: strategy.Retry}}},
		Budget:  optional.Of(2),
		Backoff: strategy.Backoff{InitialMS: 250, FactorPercent: 200, CapMS: optional.Of[int64](5000)},
	}
}

// grpcThrottled returns client retries of gRPC (gRFC A6): a status that is
// retryable is tried again, with at most 5 attempts in all, which is the most that
// A6 allows, and full jitter. 100 ms, twice as long each time, at most 1 s, and a
// bucket of 10 tokens to which a success gives 0.1 are the examples of A6. The wait
// that the server asks for (pushback) takes the place of the client's there; here
// it is the least.
func grpcThrottled() strategy.Strategy {
	return strategy.Strategy{
		Name:  "grpc-throttled",
		About: "retries transient failures at most 4 times, while a token bucket lasts",
		Contract: contract.Contract{
			Name:    "status-and-pushback",
			About:   "a code for each class of failure, and how long to wait",
			Reveals: contract.Code | contract.RetryAfter,
		},
		Router:   retryTransient(),
		Budget:   optional.Of(4),
		Backoff:  strategy.Backoff{InitialMS: 100, FactorPercent: 200, CapMS: optional.Of[int64](1000), Jitter: strategy.Jitter{Kind: strategy.Full}},
		Waits:    strategy.WaitPolicy{Honoured: true},
		Throttle: strategy.Throttle{MaxTokens: 10, RatioPercent: 10},
	}
}

// finagleBudget returns the defaults of the RetryBudget of Finagle: retries may be
// 20 % of the requests, and 10 a second more, over 10 s. What is put back into the
// queue is tried again at once.
func finagleBudget() strategy.Strategy {
	return strategy.Strategy{
		Name:     "finagle-budget",
		About:    "retries transient failures at once, up to a share of the operations of a run",
		Contract: contract.CodeOnly(),
		Router:   retryTransient(),
		Throttle: strategy.Throttle{SharePercent: 20, ReservePerS: 10},
	}
}

// retryTransient returns the router that retries errors with the code of a transient
// failure, and stops on all others.
func retryTransient() strategy.Router {
	return strategy.Table{Title: "retry-transient", Rows: []strategy.Row{{Code: optional.Of(contract.CodeTransient), Action: strategy.Retry}}}
}
