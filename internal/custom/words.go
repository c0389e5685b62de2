package custom

import (
	"regexp"
	"strings"
	"sync"

	"errbench/internal/router"
)

// Words splits a comma-separated list of words. Everything from NAME=exec: on is one
// word, with its commas, since it is a command; so is everything from exec: on.
func Words(text string) (words []string) {
	for {
		word, rest, more := strings.Cut(text, ",")
		_, source, _ := strings.Cut(word, "=")
		if strings.HasPrefix(source, router.Prefix) || strings.HasPrefix(word, router.Prefix) {
			return append(words, text)
		}
		words = append(words, word)
		if !more {
			return words
		}
		text = rest
	}
}

// Defines reports whether a word is NAME=..., which defines a strategy. A command
// without a name, which may contain "=", does not.
func Defines(word string) bool {
	return strings.Contains(word, "=") && !strings.HasPrefix(word, router.Prefix)
}

// validName matches the names that custom strategies may have: summaries, tables and
// requirements contain them.
var validName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$`) })
