package custom

import (
	"regexp"
	"strings"
	"sync"

	"errbench/internal/router"
)

// Words splits a value that names strategies, separated by commas. From NAME=exec:
// on all is the command, commas too; also where the name is missing.
func Words(text string) (words []string) {
	for {
		word, rest, more := strings.Cut(text, ",")
		if _, isCommand := command(word); isCommand || strings.HasPrefix(word, router.Prefix) {
			return append(words, text)
		}
		words = append(words, word)
		if !more {
			return words
		}
		text = rest
	}
}

// command returns what stands after NAME=exec:.
func command(word string) (string, bool) {
	_, what, _ := strings.Cut(word, "=")
	return strings.CutPrefix(what, router.Prefix)
}

// Defines tells whether a word is NAME=..., which defines a strategy.
func Defines(word string) bool { return strings.Contains(word, "=") }

// named are the names that strategies of one's own may have: summaries, tables and
// requirements hold them.
var named = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$`) })
