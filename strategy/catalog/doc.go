// Package catalog holds the built-in strategies as data, in families: the published
// ones, the guarded ones, the retry policies of libraries, and the agent frameworks
// with what is assumed of the models behind them.
//
// [Families] lists all of them, [Named] and [Find] return strategies by name, and
// [Choose] takes the names of families too. The package decides nothing:
// strategy.Compile makes a plan of a strategy.
package catalog
