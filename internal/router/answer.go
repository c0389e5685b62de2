package router

import (
	"bytes"
	"errors"
	"fmt"

	"errbench/internal/strict"
	"errbench/strategy"
)

// anAnswer is the answer that errors show as an example.
const anAnswer = `{"action":"stop"} on a line of its own`

// readAnswer reads an answer: one JSON object, whose numbers have no fraction and no
// exponent. Reading is strict: an unknown, doubled or missing key, a wrong type, and a
// delay without an attempt are errors. The text of an error is one line.
func readAnswer(line []byte) (strategy.Answer, error) {
	text := bytes.Trim(line, " \t\r\n")
	if len(text) == 0 {
		return strategy.Answer{}, errors.New("got an empty line for an answer, want " + anAnswer)
	}
	var a strategy.Answer
	want := ", want " + anAnswer
	err := strict.ReadLine(text, func(v strict.Value) {
		if v.Kind() == strict.Mapping {
			want = "" // the faults of the keys say what is wrong
		}
		readKeys(v, &a)
	})
	if err != nil {
		return strategy.Answer{}, fmt.Errorf("got the answer %s%s: %w", strict.Excerpt(string(text)), want, err)
	}
	return a, nil
}

// readKeys reads the keys of an answer.
func readKeys(v strict.Value, a *strategy.Answer) {
	sound := v.Fields(
		strict.Field{Key: "action", Required: true, Read: func(v strict.Value) {
			if at, ok := v.Word(actionNames()); ok {
				a.Action = strategy.Action(at)
			}
		}},
		strict.Field{Key: "delay_ms", Read: func(v strict.Value) { a.DelayMS, _ = v.Whole(0, strategy.MaxWaitMS) }})
	if err := a.Validate(); sound && err != nil {
		v.Report(err)
	}
}

// actionNames returns the names of the actions, in their order.
func actionNames() (names []string) {
	for _, a := range strategy.Actions() {
		names = append(names, a.String())
	}
	return names
}
