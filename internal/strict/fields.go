package strict

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Field is a key of a mapping, with the function that reads its value. A dotted key, such
// as "cost.usd", can also be written as a mapping inside a mapping.
type Field struct {
	Key      string
	Required bool
	Read     func(Value)
}

// fields reads the keys of a mapping.
type fields struct {
	all  []Field
	keys []string
	seen map[string]int // the line of each key, groups included
}

// Fields reads a mapping: each field once, in the order of the file. An unknown or
// doubled key is a fault, and so is a missing key that is required. It reports whether
// no fault was noted inside the mapping.
func (v Value) Fields(all ...Field) (sound bool) {
	before := v.document.faults.Len()
	f := fields{all: all, seen: map[string]int{}}
	for _, field := range all {
		f.keys = append(f.keys, field.Key)
	}
	if v.node.kind != Mapping {
		v.Wrong("a mapping of " + strings.Join(f.keys, ", "))
		return false
	}
	f.read(v, "")
	for _, field := range all {
		if _, found := f.seen[field.Key]; field.Required && !found {
			v.Fault("the key %s is missing", field.Key)
		}
	}
	return v.document.faults.Len() == before
}

// read reads the keys of a mapping whose own keys begin with a prefix.
func (f *fields) read(v Value, prefix string) {
	for _, n := range v.node.inside {
		key := prefix + n.key
		inside := Value{v.document, v.path(n.key), n.keyAt, n}
		group := f.group(key)
		at := slices.Index(f.keys, key)
		line, doubled := f.seen[key]
		switch {
		case at < 0 && group == nil:
			inside.Fault("%w", UnknownKey(key, f.keys, v.document.form.Keys))
			continue
		case doubled:
			first := ""
			if line != n.keyAt.line {
				first = fmt.Sprintf(", first in line %d", line)
			}
			inside.Fault("stands twice%s; keep one", first)
			continue
		}
		f.seen[key] = n.keyAt.line
		switch {
		case at >= 0:
			f.all[at].Read(inside)
		case n.kind == Mapping && len(n.inside) > 0:
			f.read(inside, key+".")
		default:
			inside.Wrong("a mapping of " + strings.Join(group, ", "))
		}
	}
}

// group returns the keys inside a group, up to their next dot.
func (f *fields) group(key string) (inside []string) {
	for _, k := range f.keys {
		if rest, ok := strings.CutPrefix(k, key+"."); ok {
			first, _, _ := strings.Cut(rest, ".")
			if !slices.Contains(inside, first) {
				inside = append(inside, first)
			}
		}
	}
	return inside
}

// UnknownKey returns the error of an unknown key. It guesses the key that was meant. If no
// key is close it ends in lists, a sentence that names the command which lists the keys,
// or, if that is empty, in the keys.
func UnknownKey(key string, known []string, lists string) error {
	if guess := Guess(key, withGroups(known)); guess != "" {
		lists = guess
	}
	if lists == "" {
		lists = "want one of " + strings.Join(known, ", ")
	}
	return errors.New("unknown key; " + lists)
}

// withGroups returns dotted keys and the groups that they stand in.
func withGroups(keys []string) []string {
	all := slices.Clone(keys)
	for _, key := range keys {
		for at := strings.LastIndexByte(key, '.'); at >= 0; at = strings.LastIndexByte(key[:at], '.') {
			if !slices.Contains(all, key[:at]) {
				all = append(all, key[:at])
			}
		}
	}
	return all
}

// At returns the first value of a key of a mapping. It is for a key on which the reading of
// the other keys depends.
func (v Value) At(key string) (Value, bool) {
	for _, n := range v.node.inside {
		if v.node.kind == Mapping && n.key == key {
			return Value{v.document, v.path(key), n.keyAt, n}, true
		}
	}
	return Value{}, false
}

// path returns the path of a key of the value.
func (v Value) path(key string) string {
	if v.key == "" {
		return PlainKey(key)
	}
	return v.key + "." + PlainKey(key)
}

// PlainKey returns a key for an error, in quotes if it is not a plain word.
func PlainKey(key string) string {
	if quoted := Quote(key); key == "" || quoted != `"`+key+`"` {
		return quoted
	}
	return key
}
