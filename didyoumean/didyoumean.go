// Package didyoumean finds the word that a misspelt one most likely stands for.
package didyoumean

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
)

// Hint returns `, did you mean "WORD"?` for the known word closest to what was
// found, or "" where none is close: at most a third of the found letters may
// differ, or two, and never all. The last part of a dotted word ("hint" of
// "repair_success.hint") counts as the word too. Of equally close words the
// first wins.
func Hint(found string, known []string) string {
	found = strings.ToLower(found)
	letters := utf8.RuneCountInString(found)
	best, at := "", min(max(2, letters/3)+1, letters)
	for _, word := range known {
		lower := strings.ToLower(word)
		lastPart := lower[strings.LastIndexByte(lower, '.')+1:]
		distance := min(levenshtein.ComputeDistance(found, lower), levenshtein.ComputeDistance(found, lastPart))
		if distance < at {
			best, at = word, distance
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(", did you mean %q?", best)
}

// Choices returns the hint, then `; there are ` and every known word: what
// follows an unknown word in an error.
func Choices(found string, known []string) string {
	return Hint(found, known) + "; there are " + strings.Join(known, ", ")
}
