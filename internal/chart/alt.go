package chart

import (
	"strconv"
	"strings"

	"errbench/internal/stat"
)

// opening returns the sentences that the text of every chart begins with.
func (h Heading) opening() (sentences []string) {
	for _, t := range []string{h.Title, h.Subtitle} {
		if t != "" {
			sentences = append(sentences, strings.TrimSuffix(t, ".")+".")
		}
	}
	return sentences
}

// of counts some among others, as in "3 of 41 points".
func of(n, all int, noun string) string {
	if all != 1 {
		noun += "s"
	}
	return count(n) + " of " + count(all) + " " + noun
}

func count(n int) string { return stat.Grouped(strconv.Itoa(n)) }
