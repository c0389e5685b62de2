package strict

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// plain matches texts that need no quotes unless they are reserved.
var plain = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_.-]*$`) })

// QuoteYAML returns a text as [Read] reads it back, in quotes only if it needs them.
func QuoteYAML(text string) string {
	reserved := []string{"true", "false", "null", "yes", "no", "on", "off", "y", "n"} // of YAML 1.1 too
	if plain().MatchString(text) && !slices.Contains(reserved, strings.ToLower(text)) {
		return text
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(text); err != nil {
		panic("strict: " + err.Error()) // a text has a JSON form
	}
	return strings.TrimSpace(b.String())
}
