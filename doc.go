// Package errbench documents the module. errbench measures what a tool-error
// contract is worth to the controller of an agent. It calls no language model.
//
// An agent calls tools, and tools fail. What the controller can do next depends on
// what the error tells it: a bare message invites a blind retry, a code lets it
// stop or repair, an actionable envelope names the next action. errbench generates
// synthetic failures from a seed, replays the same rolls through controllers that
// see more or less of each failure, and counts what they resolve and waste.
//
// Data flows one way, and a package imports only packages to its left:
//
//	rng -> scenario -> contract -> strategy -> replay | exact -> report -> gate, sweep, sensitivity, breakeven -> cmd/errbench
//
// The pipeline:
//
//   - rng: 32-bit rolls, from the recovered generator of the published figures or
//     from a stream in which every roll has an address.
//   - scenario: the assumptions and, from them and the rolls, the tape: which
//     operations fail, how, and what decides their recovery.
//   - contract: what a failure looks like from outside, as the error that a
//     controller observes.
//   - strategy: routers, which map an observed error to an action, and the compiler
//     that turns a router's answers into a plan of integer steps; and the metrics,
//     which say what steps add up to.
//   - strategy/catalog: the built-in strategies, as data.
//   - replay: runs plans over the tape and counts.
//   - exact: computes the same counts in closed form.
//   - report: turns counts into a summary with intervals and warnings, and compares
//     it with the published figures.
//   - gate: compares a summary with a baseline and with requirements.
//   - sweep: computes many points of the assumptions, to find for which of them a
//     conclusion holds.
//   - sensitivity: finds which assumptions a result depends on most.
//   - breakeven: finds where two strategies change places.
//
// Packages that know nothing of benchmarks:
//
//   - optional: a value that may be absent.
//   - internal/strict: reads files, words and numbers. It decides how they may be
//     written, and says where they are wrong.
//   - internal/store: replaces files in one step, locks them, writes documents with the
//     digest of their content, and refuses a document that was edited.
//   - internal/store/storetest: edits documents, for tests.
//   - internal/shard: divides runs and points into parts, for several machines.
//   - internal/stat: numbers, intervals, and how they are printed.
//   - internal/view: sections and tables, and their writers.
//   - internal/view/viewtest: compares what they write with files, for tests.
//   - internal/chart: draws charts as SVG and PNG.
//   - internal/polynomial: isolates the roots of polynomials.
//   - internal/halton: generates scrambled Halton points.
//   - internal/child: asks a command line by line.
//
// Between the command line and the pipeline:
//
//   - internal/inspect: lists what is built in, explains what strategies decide, follows
//     one operation and asks a router about given errors.
//   - internal/vary: holds ranges of assumptions and the measures to compare.
//   - internal/vary/varytest: draws assumptions and strategies for tests.
//   - internal/router: asks a router that is a program in any language: it writes the
//     questions of strategy as lines and reads the answers.
//   - internal/custom: turns files and words of the command line into strategies.
//   - internal/cli: what sub-commands share: flags, files, progress, exit codes.
//   - cmd/errbench: the program, one file for each sub-command.
//
// The folder scripts holds short programs and shell scripts, among them the
// jobs of clusters, examples holds programs for users to copy, and results holds
// committed outputs.
//
// Five ideas hold it up:
//
//  1. The router sees only the observed error, so a lying contract misleads it.
//  2. Rolls have addresses, not an order, so all strategies share them.
//  3. A router is compiled to a plan and the plan is replayed, so the hot loop compares
//     integers.
//  4. The integer counts are the document, so parts add up to the bytes of the whole.
//  5. Assumed, measured, simulated and exact numbers never mix.
//
// docs/design.md explains them.
package errbench
