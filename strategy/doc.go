// Package strategy decides what a controller does about an error, and compiles the
// decisions.
//
// A [Router] picks an [Action] from what it observes. A [Strategy] joins a router with
// the contract under which it sees errors, with the [Layers] of a framework, and with
// its budgets, waits and guards. [Compile] asks the router each distinct question once
// and returns a [Plan], a graph of integer steps; a [Metric] says what each step counts
// for. The example of [Router] scores a custom router.
//
// The package neither rolls nor counts: replay counts what plans do, and exact computes
// it in closed form. Package catalog holds the built-in strategies.
package strategy
