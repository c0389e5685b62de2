package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// rule is a demand on one value of a summary.
type rule struct {
	key   string
	found any
	met   bool
	works string
}

// follows demands a value that follows from others: the same in JSON.
func follows(key string, found, is any) rule {
	return rule{key, found, bytes.Equal(inJSON(found), inJSON(is)), "by the other numbers it is " + string(inJSON(is))}
}

// fixedText demands a text that is the same in every summary.
func fixedText(key, found, is string) rule {
	return rule{key, found, found == is, string(inJSON(is)) + " works"}
}

// oneOf demands one of some texts.
func oneOf(key, found string, texts []string) rule {
	return rule{key, found, slices.Contains(texts, found), fmt.Sprintf("one of %s works", inJSON(texts))}
}

// within demands a number between two others, both inclusive, or null where
// either is.
func within(key string, found, lo, hi Number) rule {
	met := lo <= found && found <= hi
	works := fmt.Sprintf("%s to %s works", inJSON(lo), inJSON(hi))
	if !lo.Defined() || !hi.Defined() {
		met, works = !found.Defined(), "null works"
	}
	return rule{key, found, met, works}
}

// between demands a count from lo to hi, both inclusive.
func between(key string, found, lo, hi int64) rule {
	return rule{key, found, lo <= found && found <= hi, fmt.Sprintf("%d to %d works", lo, hi)}
}

// atMost demands a count from 0 to most.
func atMost(key string, found, most int64) rule {
	return between(key, found, 0, most)
}

// entries demands a list of so many entries.
func entries[E any](key string, list []E, n int) rule {
	return rule{key, list, len(list) == n, "a list of " + fmt.Sprint(n) + " works"}
}

func (r rule) broken() error {
	if r.met {
		return nil
	}
	return fmt.Errorf("%s: found %s; %s", r.key, inJSON(r.found), r.works)
}

func inJSON(v any) []byte {
	var b bytes.Buffer
	w := json.NewEncoder(&b)
	w.SetEscapeHTML(false)
	if err := w.Encode(v); err != nil {
		panic("report: " + err.Error()) // all of a summary has a JSON form
	}
	return bytes.TrimSpace(b.Bytes())
}

// under places rules below a key.
func under(key string, rules ...rule) []rule {
	for i := range rules {
		rules[i].key = key + "." + rules[i].key
	}
	return rules
}

func broken(rules []rule) error {
	var errs []error
	for _, r := range rules {
		errs = append(errs, r.broken())
	}
	return errors.Join(errs...)
}
