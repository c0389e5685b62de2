// Package errbench measures what a tool-error contract is worth to the
// controller of an agent, with no language model.
//
// An agent calls tools, and tools fail. What its controller can do next depends
// on what the error tells: a bare message invites a blind retry, a code lets it
// stop or repair, an actionable envelope names the next action. errbench makes
// synthetic failures by chance, replays the same chance through controllers
// that see more or less of each failure, and counts what they resolve and
// waste.
//
// The work flows one way, and each package imports only from its left:
//
//	rng -> scenario -> contract -> strategy -> replay | exact -> report -> gate, sweep -> cmd/errbench
//
// In words:
//
//   - rng makes 32-bit rolls: the recovered generator of the published figures,
//     and a stream in which every roll has an address.
//   - scenario holds what is assumed, and from it and the rolls the tape: which
//     operations fail, how, and what decides their recovery.
//   - contract turns a failure into the error that a controller observes.
//   - strategy routes an observed error to an action, and compiles a router's
//     decisions into a plan of integer steps, once; internal/child asks a router that
//     is a program in any language, and internal/custom makes strategies of the files
//     and commands that a user names.
//   - replay runs plans over the tape and counts; exact computes the same counts
//     in closed form.
//   - report turns counts into a summary with intervals and warnings, and sets
//     it beside the published figures.
//   - gate decides whether a summary may pass: against a baseline, and against
//     requirements.
//   - sweep varies the assumptions: it tells for which of them a conclusion
//     holds, which matter most, and where two strategies change places.
//
// Beside it stand packages that know nothing of benchmarks: optional is a value that
// may be absent, internal/strict reads files and makes errors helpful, internal/store
// replaces files, internal/shard divides work, internal/stat has intervals,
// internal/chart draws, and internal/polynomial isolates roots.
//
// Five ideas hold it up: the router sees only the observed error; rolls have
// addresses, not an order; compile, then replay; integers until the report;
// assumptions and results never mix. docs/design.md explains them.
package errbench
