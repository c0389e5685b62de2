package router

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"

	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
	"errbench/strategy"
)

// Schema returns the JSON Schema (draft 2020-12) of a line of the protocol, made from the
// types of the questions and answers. The schema of each stands under $defs.
func Schema() ([]byte, error) {
	question, err := questionSchema()
	if err != nil {
		return nil, err
	}
	answer, err := answerSchema()
	if err != nil {
		return nil, err
	}
	data, err := json.MarshalIndent(&jsonschema.Schema{
		Schema:      "https://json-schema.org/draft/2020-12/schema",
		Title:       protocol,
		Description: "A line between errbench and a router.",
		AnyOf:       []*jsonschema.Schema{{Ref: "#/$defs/question"}, {Ref: "#/$defs/answer"}},
		Defs:        map[string]*jsonschema.Schema{"question": question, "answer": answer},
	}, "", "  ")
	return append(data, '\n'), err
}

// questionSchema returns the schema of a question.
func questionSchema() (*jsonschema.Schema, error) {
	envelope, err := envelopeSchema()
	if err != nil {
		return nil, err
	}
	risks := scenario.AllRisks()
	s, err := jsonschema.For[message](&jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[contract.Error](): envelope,
		reflect.TypeFor[scenario.Risk]():  {Type: "string", Enum: names(risks[:])},
	}})
	if err != nil {
		return nil, err
	}
	s.Description = "What a router is asked, by errbench."
	s.PropertyOrder = []string{"protocol", "error", "attempt", "history", "operation"}
	p := s.Properties
	p["protocol"].Const = jsonschema.Ptr[any](protocol)
	p["attempt"].Minimum = jsonschema.Ptr(1.0)
	p["history"].Types, p["history"].Type = nil, "array"
	describe(p, map[string]string{
		"protocol":  "the name and version of the protocol",
		"error":     "what the last call returned, as far as the contract reveals it; a key that the contract hides is absent",
		"attempt":   "the number of calls made so far, the first one included",
		"history":   "the errors of the calls before the last, oldest first: one fewer than attempt",
		"operation": "what a controller knows of the operation before it fails",
	})
	describe(p["operation"].Properties, map[string]string{"risk": "what the operation may do to the world"})
	return s, nil
}

// envelopeSchema returns the schema of the error in a question.
func envelopeSchema() (*jsonschema.Schema, error) {
	s, err := jsonschema.For[contract.Error](&jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[optional.Value[string]](): {Type: "string"},
		reflect.TypeFor[optional.Value[bool]]():   {Type: "boolean"},
		reflect.TypeFor[optional.Value[int64]]():  {Type: "integer", Minimum: jsonschema.Ptr(0.0)},
	}})
	if err != nil {
		return nil, err
	}
	describe(s.Properties, map[string]string{
		"code":         "the kind of failure, in a word",
		"message":      "the failure, in words",
		"retryable":    "whether the same call may succeed later",
		"field":        "the argument at fault",
		"suggestion":   "how to repair the call",
		"retryAfterMs": "milliseconds to wait before a retry",
		"traceId":      "where the failure is found in logs",
	})
	return s, nil
}

// answerSchema returns the schema of an answer. An action that makes no attempt has no
// delay.
func answerSchema() (*jsonschema.Schema, error) {
	actions := strategy.Actions()
	s, err := jsonschema.For[strategy.Answer](&jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[strategy.Action](): {Type: "string", Enum: names(actions[:])},
	}})
	if err != nil {
		return nil, err
	}
	s.Description = "What a router answers."
	describe(s.Properties, map[string]string{
		"action":   "what to do next: retry, repair and replace make another attempt",
		"delay_ms": "milliseconds to wait before the attempt",
	})
	s.Properties["delay_ms"].Minimum = jsonschema.Ptr(0.0)
	s.Properties["delay_ms"].Maximum = jsonschema.Ptr(float64(strategy.MaxWaitMS))
	ends := slices.DeleteFunc(actions[:], strategy.Action.Attempt)
	s.If = &jsonschema.Schema{Properties: map[string]*jsonschema.Schema{"action": {Enum: names(ends)}}}
	s.Then = &jsonschema.Schema{Properties: map[string]*jsonschema.Schema{"delay_ms": {Maximum: jsonschema.Ptr(0.0)}}}
	return s, nil
}

// names returns the names that JSON uses for the values.
func names[T fmt.Stringer](values []T) (all []any) {
	for _, v := range values {
		all = append(all, v.String())
	}
	return all
}

// describe sets the descriptions of properties.
func describe(properties map[string]*jsonschema.Schema, meanings map[string]string) {
	for key, meaning := range meanings {
		properties[key].Description = meaning
	}
}
