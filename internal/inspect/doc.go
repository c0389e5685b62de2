// Package inspect shows what a benchmark is made of before it counts anything: the
// built-in names ([List]), what strategies decide and why ([Explain]), what one operation
// goes through ([Tell]), and how a router answers given errors ([Route]). Every finding
// implements [view.View]:
//
//	err := view.Write(os.Stdout, view.TableFormat, inspect.Explain(plans, assumptions, kinds))
//
// The package neither simulates a benchmark nor summarizes one; package report does.
package inspect
