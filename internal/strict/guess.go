package strict

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
)

// Guess returns `did you mean "WORD"?` for the known word that is closest to what was found,
// or "" if none is close. At most a third of the letters found may differ, or two if that
// is more, and never all of them. The last part of a dotted word ("hint" of
// "repair_success.hint") counts as a word too. Of equally close words the first wins. If
// none is close Guess names the words that go on with a dash after what was found
// ("langgraph-true" for "langgraph").
func Guess(found string, known []string) string {
	found = strings.ToLower(found)
	letters := utf8.RuneCountInString(found)
	if letters > most {
		return "" // every known word is shorter
	}
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
		return family(found, known)
	}
	return fmt.Sprintf("did you mean %q?", best)
}

// family returns a question for the known words that go on with a dash after what was
// found, or "".
func family(found string, known []string) string {
	members := slices.DeleteFunc(slices.Clone(known), func(word string) bool { return !strings.HasPrefix(strings.ToLower(word), found+"-") })
	switch len(members) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("did you mean %q?", members[0])
	}
	return fmt.Sprintf("did you mean one of %s?", strings.Join(members, ", "))
}

// Hint returns the guess after a semicolon, or "".
func Hint(found string, known []string) string {
	if guess := Guess(found, known); guess != "" {
		return "; " + guess
	}
	return ""
}

// HintOr returns the hint, or the other text if there is none.
func HintOr(found string, known []string, otherwise string) string {
	if hint := Hint(found, known); hint != "" {
		return hint
	}
	return otherwise
}

// Choices returns the end of an error about an unknown word: the hint, which stands
// alone, or `; there are ` and the known words. It shortens the list as [Groups] does, or
// lists the words of the group that was found.
func Choices(found string, known []string) string {
	group, _, _ := strings.Cut(found, ".")
	inside := slices.DeleteFunc(slices.Clone(known), func(word string) bool { return !strings.HasPrefix(word, group+".") })
	if len(inside) == 0 {
		inside = Groups(known)
	}
	return HintOr(found, known, "; there are "+strings.Join(inside, ", "))
}

// Groups returns the words in order, and dotted words that begin alike as one:
// "repair_success.*" for "repair_success.hint" and "repair_success.code". It returns the
// word of a group of one.
func Groups(words []string) []string {
	var all []string
	for _, word := range words {
		group, _, dotted := strings.Cut(word, ".")
		sameGroup := func(other string) bool { return other != word && strings.HasPrefix(other, group+".") }
		if dotted && slices.ContainsFunc(words, sameGroup) {
			word = group + ".*"
		}
		if !slices.Contains(all, word) {
			all = append(all, word)
		}
	}
	return all
}
