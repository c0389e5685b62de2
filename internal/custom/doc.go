// Package custom turns words of the command line into strategies: built-in strategies
// and families by name, and custom ones, NAME=FILE.yaml for a table in a file and
// NAME=exec:COMMAND for a program.
//
// [Read] reads the words and returns a [Set]. [Set.Strategies] returns the strategies
// that the words name, and [Set.Find] looks up names from elsewhere among the custom
// and the built-in ones. A Set may have started programs: [Set.Compile] or [Set.Settle]
// checks them, and [Set.End] ends them. The package does nothing else with strategies.
package custom
