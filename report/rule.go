package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"errbench/internal/stat"
)

// rule is a demand on one value of a summary.
type rule struct {
	key   string
	found any
	met   bool
	works string // may be "" where it is met
}

// follows demands a value that follows from others: the same in JSON.
func follows(key string, found, is any) rule {
	text := inJSON(is)
	if bytes.Equal(inJSON(found), text) {
		return rule{key, found, true, ""}
	}
	return rule{key, found, false, "by the other numbers it is " + string(text)}
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
func within(key string, found, lo, hi stat.Number) rule {
	switch {
	case !lo.Defined() || !hi.Defined():
		return rule{key, found, !found.Defined(), "null works"}
	case lo <= found && found <= hi:
		return rule{key, found, true, ""}
	default:
		return rule{key, found, false, fmt.Sprintf("%s to %s works", inJSON(lo), inJSON(hi))}
	}
}

// between demands a count from lo to hi, both inclusive.
func between(key string, found, lo, hi int64) rule {
	if lo <= found && found <= hi {
		return rule{key, found, true, ""}
	}
	return rule{key, found, false, fmt.Sprintf("%d to %d works", lo, hi)}
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
	switch v := v.(type) { // most of a summary
	case int64:
		return strconv.AppendInt(nil, v, 10)
	case int:
		return strconv.AppendInt(nil, int64(v), 10)
	case stat.Number:
		text, _ := v.MarshalJSON() // never an error
		return text
	}
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
