package router

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	made "github.com/google/jsonschema-go/jsonschema"
	jsonschema "github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
	"errbench/strategy"
)

// compiled reads the schema of a question or an answer with a validator that
// knows nothing of the types it was made from.
func compiled(t testing.TB, of string) *jsonschema.Schema {
	t.Helper()
	text, err := Schema()
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("router.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("router.json#/$defs/" + of)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func fits(schema *jsonschema.Schema, text string) error {
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return err
	}
	return schema.Validate(document)
}

// scripts/regenerate writes the file.
func TestTheSchemaIsAsCommitted(t *testing.T) {
	text, err := Schema()
	if err != nil {
		t.Fatal(err)
	}
	committed, err := os.ReadFile("../../docs/router-v1.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(committed), string(text)); diff != "" {
		t.Errorf("`errbench schema router >docs/router-v1.schema.json` writes the file (-committed +made):\n%s", diff)
	}
}

func TestQuestionsFitTheSchema(t *testing.T) {
	schema := compiled(t, "question")
	envelope := rapid.Custom(func(t *rapid.T) contract.Error {
		text := maybe(rapid.String())
		return contract.Error{
			Code: text.Draw(t, "code"), Message: text.Draw(t, "message"), Field: text.Draw(t, "field"),
			Suggestion: text.Draw(t, "suggestion"), TraceID: text.Draw(t, "trace id"),
			Retryable:    maybe(rapid.Bool()).Draw(t, "retryable"),
			RetryAfterMS: maybe(rapid.Int64Min(0)).Draw(t, "wait"),
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		history := rapid.SliceOfN(envelope, 0, 3).Draw(t, "history")
		q := strategy.Question{
			Error: envelope.Draw(t, "error"), Attempt: len(history) + 1, History: history,
			Operation: strategy.Operation{Risk: rapid.SampledFrom([]scenario.Risk{0, 1, 2}).Draw(t, "risk")},
		}
		line := string(encode(q))
		if err := fits(schema, line); err != nil || strings.Count(line, "\n") != 1 {
			t.Fatalf("%s: %v", line, err)
		}
	})
}

// jsonBlock matches an example in a document.
var jsonBlock = regexp.MustCompile("(?s)```json\n(.*?)```")

func TestTheDocumentedLinesFitTheSchema(t *testing.T) {
	text, err := os.ReadFile("../../docs/router.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := jsonBlock.FindAllStringSubmatch(string(text), -1)
	if len(blocks) != 2 {
		t.Fatalf("found %d examples; a question and an answer were to be seen", len(blocks))
	}
	for i, of := range []string{"question", "answer"} {
		if err := fits(compiled(t, of), blocks[i][1]); err != nil {
			t.Errorf("%s: %v", blocks[i][1], err)
		}
	}
	if _, err := readAnswer([]byte(strings.TrimSpace(blocks[1][1]))); err != nil {
		t.Error(err)
	}
}

// maybe draws a value or none.
func maybe[T comparable](of *rapid.Generator[T]) *rapid.Generator[optional.Value[T]] {
	return rapid.OneOf(rapid.Just(optional.Value[T]{}), rapid.Map(of, optional.Of[T]))
}

func TestTheSchemaRefusesOtherQuestions(t *testing.T) {
	schema := compiled(t, "question")
	good := string(encode(question(2)))
	for _, test := range []struct{ old, new string }{
		{"router/v1", "router/v2"},
		{`"attempt":2`, `"attempt":0`},
		{`"attempt":2`, `"attempt":1.5`},
		{`"attempt":2,`, ``},
		{`[{}]`, `null`},
		{`[{}]`, `[null]`},
		{`[{}]`, `[{"retryAfterMs":-1}]`},
		{`idempotent_write`, `idempotent`},
		{`"code":"TRANSIENT"`, `"code":null`},
		{`"code":"TRANSIENT"`, `"kind":"TRANSIENT"`},
		{`"protocol"`, `"extra":1,"protocol"`},
	} {
		if changed := strings.Replace(good, test.old, test.new, 1); changed == good || fits(schema, changed) == nil {
			t.Errorf("%s instead of %s fits", test.new, test.old)
		}
	}
}

// A reader of the schema is told what everything means.
func TestTheSchemaDescribesEverything(t *testing.T) {
	question, err := questionSchema()
	if err != nil {
		t.Fatal(err)
	}
	answer, err := answerSchema()
	if err != nil {
		t.Fatal(err)
	}
	for _, properties := range []map[string]*made.Schema{
		question.Properties, question.Properties["error"].Properties, question.Properties["operation"].Properties, answer.Properties,
	} {
		for key, s := range properties {
			if len(s.Description) < 5 {
				t.Errorf("%s has no description", key)
			}
		}
	}
}
