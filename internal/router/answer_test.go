package router

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"unicode"

	jsonschema "github.com/santhosh-tekuri/jsonschema/v6"

	"errbench/strategy"
)

var taken = []struct {
	line string
	want strategy.Answer
}{
	{`{"action":"stop"}`, strategy.Answer{Action: strategy.Stop}},
	{`{"action":"retry","delay_ms":0}`, strategy.Answer{Action: strategy.Retry}},
	{` { "delay_ms" : 250 , "action" : "repair" } ` + "\r", strategy.Answer{Action: strategy.Repair, DelayMS: 250}},
	{`{"action":"authorize","delay_ms":0}`, strategy.Answer{Action: strategy.Authorize}},
	{`{"action":"replace","delay_ms":1099511627776}`, strategy.Answer{Action: strategy.Replace, DelayMS: strategy.MaxWaitMS}},
	{`{"\u0061ction":"pro\u0063eed"}`, strategy.Answer{Action: strategy.Proceed}},
	{`{"action":"crash","delay_ms":-0}`, strategy.Answer{Action: strategy.Crash}},
}

var refused = []struct{ line, want string }{
	{``, "an empty line"},
	{" \r", "an empty line"},
	{`stop`, `got the answer stop, want {"action":"stop"} on a line of its own: 1:1: not JSON: got 's', want a value`},
	{`{"action":"stop"}{"action":"stop"}`, "not JSON"},
	{`{"action":"stop",}`, "not JSON"},
	{"\ufeff" + `{"action":"stop"}`, "not JSON"},
	{`"stop"`, `got the answer "stop", want {"action":"stop"} on a line of its own: got "stop", want a mapping of action, delay_ms`},
	{`[{"action":"stop"}]`, "want a mapping of action, delay_ms"},
	{`null`, "want a mapping of action, delay_ms"},
	{`{}`, "got the answer {}: the key action is missing"},
	{`{"delay_ms":1}`, "the key action is missing"},
	{`{"action":null}`, "action: got null, want one of stop, retry,"},
	{`{"action":1}`, "action: got 1, want"},
	{`{"action":["stop"]}`, `action: got a list of 1, want`},
	{`{"action":""}`, `action: got "", want one of stop`},
	{`{"action":"Retry"}`, `action: got "Retry"; did you mean "retry"?`},
	{`{"action":"stop","action":"stop"}`, "action: stands twice; keep one"},
	{`{"action":"stop","\u0061ction":"stop"}`, "action: stands twice; keep one"},
	{`{"action":"retry","delayms":5}`, `delayms: unknown key; did you mean "delay_ms"?`},
	{`{"Action":"retry"}`, `Action: unknown key; did you mean "action"?; the key action is missing`},
	{`{"action":"retry","delay_ms":null}`, "delay_ms: got null, want a whole number from 0 to 1099511627776"},
	{`{"action":"retry","delay_ms":"5"}`, `delay_ms: got "5", want`},
	{`{"action":"retry","delay_ms":5.0}`, "delay_ms: got 5.0, want"},
	{`{"action":"retry","delay_ms":1e3}`, "delay_ms: got 1e3, want"},
	{`{"action":"retry","delay_ms":-1}`, "delay_ms: got -1, want"},
	{`{"action":"retry","delay_ms":1099511627777}`, "delay_ms: got 1099511627777, want"},
	{`{"action":"retry","delay_ms":99999999999999999999}`, "delay_ms: got 99999999999999999999, want"},
	{`{"action":"stop","delay_ms":5}`, "delay_ms: got 5, want 0, since stop makes no attempt"},
	{`{"action":"x","delay_ms":-1}`, `; delay_ms: got -1`},
	{strings.Repeat("[", 20_000), "too deep"},
	{`{"action":"stop","` + "\x1b\xff" + `":1}`, "not JSON"},
	{`{"action":"st` + "\u009b\xff" + `op"}`, "the byte 0xff is not UTF-8"},
}

func TestAnswersAreTaken(t *testing.T) {
	for _, test := range taken {
		if got, err := readAnswer([]byte(test.line)); err != nil || got != test.want {
			t.Errorf("%s is read as %v, %v", test.line, got, err)
		}
	}
}

func TestAnswersAreRefused(t *testing.T) {
	for _, test := range refused {
		if got, err := readAnswer([]byte(test.line)); err == nil || got != (strategy.Answer{}) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.80q is read as %v, %v; want %s", test.line, got, err, test.want)
		}
	}
}

func TestEveryActionIsAnAnswer(t *testing.T) {
	for _, a := range strategy.Actions() {
		if got, err := readAnswer([]byte(strategy.Answer{Action: a}.String())); err != nil || got.Action != a {
			t.Errorf("%v is read as %v, %v", a, got, err)
		}
	}
}

// FuzzReadAnswer: any line is taken as the schema reads it, or refused with one
// printable line. The schema cannot see doubled keys, nor how a number is
// written: those two are looked for naively.
func FuzzReadAnswer(f *testing.F) {
	for _, test := range taken {
		f.Add([]byte(test.line))
	}
	for _, test := range refused {
		if len(test.line) < 1000 { // long seeds make the fuzzer slow
			f.Add([]byte(test.line))
		}
	}
	schema := compiled(f, "answer")
	f.Fuzz(func(t *testing.T, text []byte) {
		a, err := readAnswer(text)
		if want, ok := naiveAnswer(schema, text); ok != (err == nil) || a != want {
			t.Errorf("%q is read as %v, %v; want %v, %v", text, a, err, want, ok)
		}
		if err != nil && (strings.ContainsFunc(err.Error(), func(r rune) bool { return !unicode.IsPrint(r) }) || len(err.Error()) > 2000) {
			t.Errorf("error %q", err)
		}
	})
}

// odd matches numbers that a delay is not written as.
var odd = regexp.MustCompile(`[.eE]`)

func naiveAnswer(schema *jsonschema.Schema, text []byte) (strategy.Answer, bool) {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return strategy.Answer{}, false
	}
	keys, _ := document.(map[string]any)
	delay, _ := keys["delay_ms"].(json.Number)
	if bytes.Count(text, []byte(":")) != len(keys) || odd.MatchString(delay.String()) || schema.Validate(document) != nil {
		return strategy.Answer{}, false
	}
	var a strategy.Answer
	for a.Action.String() != keys["action"] {
		a.Action++
	}
	a.DelayMS, _ = delay.Int64()
	return a, true
}
