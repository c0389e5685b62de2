package catalog

import (
	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
	"errbench/strategy"
)

// frameworks returns what agent frameworks do with a failed call, as they are without
// settings unless it says otherwise. In Python unless they end in -js; a twin in
// JavaScript is there where it decides otherwise or tells something else.
//
// Bad arguments are a validation failure, which arises before the tool runs; the
// others arise in the tool. Not_found is a tool's complaint about a thing that is not
// there, but for openai-agents, whose settings are about unknown tools: there it is one.
func frameworks() []strategy.Strategy {
	return []strategy.Strategy{
		langgraph("langgraph-default", "langgraph 1.2.18: bad arguments are told, what a tool raises crashes", argumentsTold()),
		langgraph("langgraph-true", "langgraph 1.2.18, handle_tool_errors=True: all is told", allTold("tool node")),
		langgraph("langgraph-false", "langgraph 1.2.18, handle_tool_errors=False: all crashes", strategy.Layer{Name: "tool node"}),
		langgraph("langgraph-node-retry", "langgraph 1.2.18, RetryPolicy on the node: 3 attempts, then a crash", argumentsTold(), nodeRetry()),
		langgraphJS(),
		langgraph("langchain-no-middleware", "langchain 1.4: the tool node of langgraph-default alone", argumentsTold()),
		langchainRetryErrors(),
		langchainErrorsRetry(),
		langchainDefaults(),
		langgraph("langchain-no-middleware-js", "langchain 1.5.14 for JavaScript: all is told", allTold("tool node")),
		langchainErrorsRetryJS(),
		langchainDefaultsJS(),
		openaiAgents("openai-agents-default", "openai-agents 0.22.0: told to try again; an unknown tool crashes", agentsMessage(), unknownRaised()),
		openaiAgents("openai-agents-return", "openai-agents 0.22.0, unknown tools returned: told to try again", agentsMessage(), allTold("tool call")),
		openaiAgents("openai-agents-default-js", "@openai/agents 0.20.0: one text for all; an unknown tool crashes", agentsConstant(), unknownRaised()),
		openaiAgents("openai-agents-return-js", "@openai/agents 0.20.0, unknown tools returned: one text for the rest", agentsConstant(), allTold("tool call")),
		aiSDK(),
		needle(),
		typedToolFailure(),
	}
}

// everything returns the codes of all exceptions.
func everything() []string {
	return []string{contract.CodeTransient, contract.CodeValidation, contract.CodePermission, contract.CodeNotFound}
}

// allTold returns a layer that makes messages of all exceptions.
func allTold(name string) strategy.Layer {
	return strategy.Layer{Name: name, Codes: everything(), Spent: strategy.Tell}
}

// argumentsTold returns the default handler of a LangGraph ToolNode in Python (langgraph
// 1.2.18, templates of langgraph-prebuilt 1.1.0): an error of the invocation, so bad
// arguments, becomes a message; all others are raised again.
func argumentsTold() strategy.Layer {
	return strategy.Layer{Name: "tool node", Codes: []string{contract.CodeValidation}, Spent: strategy.Tell}
}

// nodeRetry returns the RetryPolicy of a LangGraph node by default (langgraph 1.2.18):
// three attempts in all, after 0.5 s, twice as long each time, at most 128 s, and up
// to 1 s more by chance. It retries connection errors and HTTP 5xx, never errors of
// value, type, lookup or runtime.
func nodeRetry() strategy.Layer {
	return strategy.Layer{
		Name: "node policy", Codes: []string{contract.CodeTransient}, Retries: 2,
		Backoff: strategy.Backoff{InitialMS: 500, FactorPercent: 200, CapMS: optional.Of[int64](128_000), Jitter: strategy.Jitter{Kind: strategy.Added, MS: 1000}},
	}
}

// langgraph returns a ToolNode of LangGraph within layers, innermost first. Its
// messages ask to "fix your mistakes".
func langgraph(name, about string, layers ...strategy.Layer) strategy.Strategy {
	return strategy.Strategy{Name: name, About: about, Contract: toolMessage(), Router: correctsOrGoesOn(), Layers: layers}
}

// langgraphJS returns a ToolNode of @langchain/langgraph 1.7.3 (@langchain/core 1.4.0)
// by default, where handleToolErrors is true. Its template has the message of the
// error, not its type. A RetryPolicy around it has nothing to retry, and true and
// false decide as in Python.
func langgraphJS() strategy.Strategy {
	s := langgraph("langgraph-default-js", "@langchain/langgraph 1.7.3: all is told, without the type", allTold("tool node"))
	s.Contract = untypedMessage()
	return s
}

// lessonRetry returns ToolRetryMiddleware (langchain 1.4, and 1.5.14 for JavaScript)
// with the settings of the lesson on middleware: max_retries 3, initial_delay 0 and
// on_failure "error". It retries every exception.
func lessonRetry() strategy.Layer {
	return strategy.Layer{Name: "retry middleware", Codes: everything(), Retries: 3}
}

// defaultRetry returns ToolRetryMiddleware by default: max_retries 2, on_failure
// "continue", after 1 s, twice as long each time, at most 60 s, and then 25 % more or
// less. It retries every exception, also of value and permission, and reads no
// Retry-After.
func defaultRetry() strategy.Layer {
	return strategy.Layer{
		Name: "retry middleware", Codes: everything(), Retries: 2, Spent: strategy.Tell,
		Backoff: strategy.Backoff{InitialMS: 1000, FactorPercent: 200, CapMS: optional.Of[int64](60_000), Jitter: strategy.Jitter{Kind: strategy.Spread, Percent: 25}},
	}
}

// heeding returns a retry layer of langchain 1.5.14 for JavaScript, where a wait that
// the error carries (error.retryAfterMs) is the least, whatever the cap.
func heeding(l strategy.Layer) strategy.Layer {
	l.Waits.Honoured = true
	return l
}

// langchainRetryErrors returns the middleware [retry, errors] of langchain 1.4, the
// first of which is the outermost: ToolErrorMiddleware makes a message of what the
// tool raises, "lookup failed: {exc}", and retry never sees an exception. In
// JavaScript the same comes of it.
func langchainRetryErrors() strategy.Strategy {
	s := langgraph("langchain-retry-errors", "langchain 1.4, [retry, errors]: told before it can be retried", argumentsTold(), allTold("error middleware"), lessonRetry())
	s.Contract = untypedMessage()
	return s
}

// langchainErrorsRetry returns the middleware [errors, retry] of langchain 1.4: what
// is left after three retries becomes a message. Bad arguments are one already inside.
func langchainErrorsRetry() strategy.Strategy {
	s := langgraph("langchain-errors-retry", "langchain 1.4, [errors, retry]: 3 retries, then told", argumentsTold(), lessonRetry(), allTold("error middleware"))
	s.Contract = untypedMessage()
	return s
}

// langchainErrorsRetryJS returns the same of langchain 1.5.14 for JavaScript, where
// with any middleware also bad arguments are raised, and retried.
func langchainErrorsRetryJS() strategy.Strategy {
	s := langgraph("langchain-errors-retry-js", "langchain 1.5.14, [errors, retry]: 3 retries, also of bad arguments", heeding(lessonRetry()), allTold("error middleware"))
	s.Contract = untypedMessage()
	return s
}

// langchainDefaults returns ToolRetryMiddleware of langchain 1.4 alone, by default.
// Its last message is "Tool '{name}' failed after {n} attempts with {Type}: {msg}.
// Please try again."
func langchainDefaults() strategy.Strategy {
	s := langgraph("langchain-defaults", "langchain 1.4, retry alone: 2 retries, then told to try again", argumentsTold(), defaultRetry())
	s.Router = triesAgain()
	return s
}

// langchainDefaultsJS returns the same of langchain 1.5.14 for JavaScript, where bad
// arguments are retried too, and the last message has the class of the error but
// neither its text nor advice.
func langchainDefaultsJS() strategy.Strategy {
	s := langgraph("langchain-defaults-js", "langchain 1.5.14, retry alone: 2 retries, also of bad arguments", heeding(defaultRetry()))
	s.Contract = exhaustedMessage()
	return s
}

// openaiAgents returns the OpenAI Agents SDK, 0.22.0 for Python or 0.20.0 for
// JavaScript, with failure_error_function as it is by default: "An error occurred
// while running the tool. Please try again. Error: {e}", whatever the error; of bad
// JSON it says that arguments could not be parsed. In JavaScript the error is left out,
// and a schema that refuses arguments gets the same text.
func openaiAgents(name, about string, c contract.Contract, tool strategy.Layer) strategy.Strategy {
	return strategy.Strategy{Name: name, About: about, Contract: c, Router: triesAgain(), Layers: strategy.Layers{tool}}
}

// unknownRaised returns the layer of the OpenAI Agents SDK that raises what is said of
// an unknown tool, which is the default, and makes messages of all others.
func unknownRaised() strategy.Layer {
	return strategy.Layer{Name: "tool call", Codes: []string{contract.CodeNotFound}, Others: strategy.Tell}
}

// aiSDK returns the AI SDK, ai 7.0.173 (6.0.326 alike, but that its texts do not begin
// with the type of the error; JavaScript alone): a failure becomes a message, but by
// default (stopWhen) the loop ends after one step, so that no model reads it, and the
// answer is an empty text.
func aiSDK() strategy.Strategy {
	return strategy.Strategy{
		Name:     "ai-sdk-default",
		About:    "ai 7.0.173: the loop ends after one step, and a failure with it",
		Contract: toolMessage(),
		Router:   strategy.Table{Title: "one-step", Rows: []strategy.Row{{Action: strategy.Stop}}},
		Layers:   strategy.Layers{allTold("tool call")},
	}
}

// needle returns the loop of cactus-compute/needle (agent.run): every exception
// becomes a tool_error in the history, with the class name and the text, and the loop
// goes on until the model says that it is done or max_steps, 8, are spent. With a call
// in each step that is 7 recovery attempts. Nothing tells what a retry can help.
func needle() strategy.Strategy {
	return strategy.Strategy{
		Name:     "needle",
		About:    "needle, max_steps 8: all is told with its type, and the loop goes on",
		Contract: needleError(),
		Router:   triesAgain(),
		Budget:   optional.Of(7),
		Layers:   strategy.Layers{allTold("loop")},
	}
}

// typedToolFailure returns the typed failures of the support-assistant article: a
// value with code and retryable, never an exception, and what follows by the risk of
// the tool. A lookup fails softly: what is known is worked with. An idempotent write
// is retried with a key, as long as the failure is retryable; a refusal goes to a
// person. A destructive write stops until a person confirms.
func typedToolFailure() strategy.Strategy {
	risk := optional.Of[scenario.Risk]
	return strategy.Strategy{
		Name:     "typed-tool-failure",
		About:    "typed failures by risk: reads go on, writes retry or ask a person",
		Contract: typedFailure(),
		Router: strategy.Table{Title: "by-risk", Rows: []strategy.Row{
			{Risk: risk(scenario.Destructive), Action: strategy.Authorize},
			{Risk: risk(scenario.ReadOnly), Action: strategy.Proceed},
			{Code: optional.Of(contract.CodePermission), Action: strategy.Authorize},
			{Retryable: optional.Of(true), Action: strategy.Retry},
			{Action: strategy.Stop},
		}},
		WriteGuard: strategy.UseKey | strategy.Confirm,
	}
}
