package router

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"errbench/internal/strict"
	"errbench/strategy"
)

// anAnswer is what errors tell to write.
const anAnswer = `{"action":"stop"} on a line of its own`

// readAnswer reads an answer: one JSON object, whose numbers are written without
// fraction and exponent. Reading is strict: an unknown, doubled or missing key, a
// wrong type, and a delay without an attempt are errors. They are one line.
func readAnswer(line []byte) (strategy.Answer, error) {
	text := bytes.Trim(line, " \t\r\n")
	switch {
	case len(text) == 0:
		return strategy.Answer{}, errors.New("found an empty line for an answer; " + anAnswer + " works")
	case !json.Valid(text):
		return strategy.Answer{}, fmt.Errorf("found the answer %s, which is not JSON; %s works", strict.Excerpt(string(text)), anAnswer)
	case text[0] != '{':
		return strategy.Answer{}, fmt.Errorf("found the answer %s, which is no object; %s works", strict.Excerpt(string(text)), anAnswer)
	}
	a, faults := readKeys(text)
	if faults != nil {
		return strategy.Answer{}, fmt.Errorf("found the answer %s: %s", strict.Excerpt(string(text)), strings.Join(faults, "; "))
	}
	return a, nil
}

// readKeys reads the keys of a valid object and returns what is wrong with
// them. It ends at the first key that is no part of an answer.
func readKeys(object []byte) (a strategy.Answer, faults []string) {
	keys := []string{"action", "delay_ms"}
	var seen []string
	d := json.NewDecoder(bytes.NewReader(object))
	_, _ = d.Token() // the brace
	for d.More() {
		token, _ := d.Token()
		key := token.(string)
		var value json.RawMessage
		_ = d.Decode(&value)
		fault := ""
		switch {
		case !slices.Contains(keys, key):
			return a, append(faults, fmt.Sprintf("found the unknown key %s%s", strict.Quote(key), strict.Choices(key, keys)))
		case slices.Contains(seen, key):
			return a, append(faults, fmt.Sprintf("%s: found it a second time; once works", key))
		case key == "action":
			a.Action, fault = readAction(value)
		default:
			a.DelayMS, fault = readDelay(value)
		}
		if fault != "" {
			faults = append(faults, key+": "+fault)
		}
		seen = append(seen, key)
	}
	if !slices.Contains(seen, "action") {
		faults = append(faults, "action: found none; it works as "+strings.Join(actionNames(), ", "))
	}
	if err := a.Validate(); faults == nil && err != nil {
		faults = append(faults, err.Error())
	}
	return a, faults
}

func readAction(value json.RawMessage) (a strategy.Action, fault string) {
	var name string
	if err := json.Unmarshal(value, &name); err != nil || value[0] != '"' {
		return 0, fmt.Sprintf("found %s; a text works, one of %s", strict.Excerpt(string(value)), strings.Join(actionNames(), ", "))
	}
	at := slices.Index(actionNames(), name)
	if at < 0 {
		return 0, fmt.Sprintf("found %s%s", strict.Quote(name), strict.Choices(name, actionNames()))
	}
	return strategy.Action(at), ""
}

func readDelay(value json.RawMessage) (ms int64, fault string) {
	if err := json.Unmarshal(value, &ms); err != nil || string(value) == "null" || ms < 0 || ms > strategy.MaxWaitMS {
		return 0, fmt.Sprintf("found %s; a whole number of milliseconds from 0 to %d works, written in digits alone", strict.Excerpt(string(value)), int64(strategy.MaxWaitMS))
	}
	return ms, ""
}

// actionNames returns the names of the actions, in their order.
func actionNames() (names []string) {
	for _, a := range strategy.Actions() {
		names = append(names, a.String())
	}
	return names
}
