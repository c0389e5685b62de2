package catalog

import (
	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
	"errbench/strategy"
)

// frameworks returns what agent frameworks do with a failed call, with default settings
// unless the name or the sentence says otherwise. They are for Python unless the name ends
// in -js; a JavaScript version is listed only if its decisions or its messages differ.
//
// Bad arguments are a validation failure, which arises before the tool runs; the other
// failures arise in the tool. Not_found means that a tool did not find a thing. For
// openai-agents, whose settings are about unknown tools, it means an unknown tool.
func frameworks() []strategy.Strategy {
	return []strategy.Strategy{
		langgraph("langgraph-default", "langgraph 1.2.18: bad arguments become a message, exceptions crash", argumentsToMessages()),
		langgraph("langgraph-true", "langgraph 1.2.18, handle_tool_errors=True: failures become messages", allToMessages("tool node")),
		langgraph("langgraph-false", "langgraph 1.2.18, handle_tool_errors=False: every failure crashes", strategy.Layer{Name: "tool node"}),
		langgraph("langgraph-node-retry", "langgraph 1.2.18, RetryPolicy on the node: 3 attempts, then a crash", argumentsToMessages(), nodeRetry()),
		langgraphJS(),
		langgraph("langchain-no-middleware", "langchain 1.4: only the tool node of langgraph-default", argumentsToMessages()),
		langchainRetryErrors(),
		langchainErrorsRetry(),
		langchainDefaults(),
		langgraph("langchain-no-middleware-js", "langchain 1.5.14 for JavaScript: every failure becomes a message", allToMessages("tool node")),
		langchainErrorsRetryJS(),
		langchainDefaultsJS(),
		openaiAgents("openai-agents-default", "openai-agents 0.22.0: a message asks to retry; an unknown tool crashes", agentsMessage(), unknownRaised()),
		openaiAgents("openai-agents-return", "openai-agents 0.22.0, unknown tools returned: a message asks to retry", agentsMessage(), allToMessages("tool call")),
		openaiAgents("openai-agents-default-js", "@openai/agents 0.20.0: one message for all; an unknown tool crashes", agentsConstant(), unknownRaised()),
		openaiAgents("openai-agents-return-js", "@openai/agents 0.20.0, unknown tools returned: one message otherwise", agentsConstant(), allToMessages("tool call")),
		aiSDK(),
		needle(),
		typedToolFailure(),
	}
}

// everything returns the codes of all exceptions.
func everything() []string {
	return []string{contract.CodeTransient, contract.CodeValidation, contract.CodePermission, contract.CodeNotFound}
}

// allToMessages returns a layer that makes messages of all exceptions.
func allToMessages(name string) strategy.Layer {
	return strategy.Layer{Name: name, Codes: everything(), Spent: strategy.Message}
}

// argumentsToMessages returns the default handler of a LangGraph ToolNode in Python (langgraph
// 1.2.18, templates of langgraph-prebuilt 1.1.0): an error of the invocation,
// which is a validation failure, becomes a message; all others are raised again.
func argumentsToMessages() strategy.Layer {
	return strategy.Layer{Name: "tool node", Codes: []string{contract.CodeValidation}, Spent: strategy.Message}
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
	s := langgraph("langgraph-default-js", "@langchain/langgraph 1.7.3: failures become messages, without a type", allToMessages("tool node"))
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
		Name: "retry middleware", Codes: everything(), Retries: 2, Spent: strategy.Message,
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
// JavaScript the result is the same.
func langchainRetryErrors() strategy.Strategy {
	s := langgraph("langchain-retry-errors", "langchain 1.4, [retry, errors]: a message before it can be retried", argumentsToMessages(), allToMessages("error middleware"), lessonRetry())
	s.Contract = untypedMessage()
	return s
}

// langchainErrorsRetry returns the middleware [errors, retry] of langchain 1.4: a failure
// that lasts for three retries becomes a message. Bad arguments become a message before.
func langchainErrorsRetry() strategy.Strategy {
	s := langgraph("langchain-errors-retry", "langchain 1.4, [errors, retry]: 3 retries, then a message", argumentsToMessages(), lessonRetry(), allToMessages("error middleware"))
	s.Contract = untypedMessage()
	return s
}

// langchainErrorsRetryJS returns [errors, retry] of langchain 1.5.14 for JavaScript, where
// bad arguments are also raised, and retried, if there is any middleware.
func langchainErrorsRetryJS() strategy.Strategy {
	s := langgraph("langchain-errors-retry-js", "langchain 1.5.14, [errors, retry]: 3 retries, also of bad arguments", heeding(lessonRetry()), allToMessages("error middleware"))
	s.Contract = untypedMessage()
	return s
}

// langchainDefaults returns only ToolRetryMiddleware of langchain 1.4, by default.
// Its last message is "Tool '{name}' failed after {n} attempts with {Type}: {msg}.
// Please try again."
func langchainDefaults() strategy.Strategy {
	s := langgraph("langchain-defaults", "langchain 1.4, only retry: 2 retries, then a message asks to try again", argumentsToMessages(), defaultRetry())
	s.Router = triesAgain()
	return s
}

// langchainDefaultsJS returns only ToolRetryMiddleware of langchain 1.5.14 for JavaScript,
// where bad arguments are also retried, and the last message has the class of the error
// without its text and without advice.
func langchainDefaultsJS() strategy.Strategy {
	s := langgraph("langchain-defaults-js", "langchain 1.5.14, only retry: 2 retries, also of bad arguments", heeding(defaultRetry()))
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

// unknownRaised returns the layer of the OpenAI Agents SDK that raises the exception of an
// unknown tool, which is the default, and makes messages of all others.
func unknownRaised() strategy.Layer {
	return strategy.Layer{Name: "tool call", Codes: []string{contract.CodeNotFound}, Others: strategy.Message}
}

// aiSDK returns the AI SDK for JavaScript, ai 7.0.173. Version 6.0.326 differs only in its
// texts, which do not begin with the type of the error. A failure becomes a message, but by
// default (stopWhen) the loop ends after one step, so no model reads it, and the answer is
// an empty text.
func aiSDK() strategy.Strategy {
	return strategy.Strategy{
		Name:     "ai-sdk-default",
		About:    "ai 7.0.173: the loop ends after one step, and a failure with it",
		Contract: toolMessage(),
		Router:   strategy.Table{Title: "one-step", Rows: []strategy.Row{{Action: strategy.Stop}}},
		Layers:   strategy.Layers{allToMessages("tool call")},
	}
}

// needle returns the loop of cactus-compute/needle (agent.run): every exception
// becomes a tool_error in the history, with the class name and the text, and the loop
// goes on until the model says that it is done or max_steps, 8, are spent. With a call
// in each step that is 7 recovery attempts. No field says whether a retry can help.
func needle() strategy.Strategy {
	return strategy.Strategy{
		Name:     "needle",
		About:    "needle, max_steps 8: failures become messages, the loop goes on",
		Contract: needleError(),
		Router:   triesAgain(),
		Budget:   optional.Of(7),
		Layers:   strategy.Layers{allToMessages("loop")},
	}
}

// typedToolFailure returns the typed failures of the support-assistant article: a failure
// is a value with code and retryable, never an exception, and the risk of the tool decides
// the next step. After a failed lookup the assistant goes on. An idempotent write is
// retried with a key while the failure is retryable; a permission failure goes to a person.
// A destructive write stops until a person confirms.
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
