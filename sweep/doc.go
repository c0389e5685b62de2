// Package sweep asks for which assumptions a conclusion holds: over many points
// of them ([Run]), by how much of its variation each explains ([Sensitivity]),
// and where two strategies change places ([BreakEven]).
package sweep
