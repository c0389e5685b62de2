package report

import (
	"fmt"
	"strings"

	"errbench/strategy"
)

// AssumedReader is what is assumed of the language model that a strategy leaves the
// next step to.
type AssumedReader struct {
	Strategy string `json:"strategy" jsonschema:"the controller"`
	Router   string `json:"router" jsonschema:"what stands for the model"`
	About    string `json:"about" jsonschema:"what it is assumed to do"`
}

// assumedReaders returns the readers of the plans that have one, in order.
func assumedReaders(plans []*strategy.Plan) []AssumedReader {
	readers := []AssumedReader{}
	for _, p := range plans {
		if r, ok := p.Strategy.AssumedModel(); ok {
			readers = append(readers, AssumedReader{p.Strategy.Name, r.Name(), r.About})
		}
	}
	return readers
}

// readersText says what is assumed of models, a sentence for each reader. Files of one name
// may hold different ones.
func (s Summary) readersText() []string {
	var readers []AssumedReader // each once, whatever the strategy
	of := map[AssumedReader][]string{}
	for _, r := range s.AssumedReaders {
		reader := AssumedReader{Router: r.Router, About: r.About}
		if of[reader] == nil {
			readers = append(readers, reader)
		}
		of[reader] = append(of[reader], r.Strategy)
	}
	var text []string
	for _, r := range readers {
		text = append(text, fmt.Sprintf("A model that reads the errors of %s is assumed to be %s: it %s.", inWords(of[r]), r.Router, r.About))
	}
	return text
}

// inWords joins names as a sentence does.
func inWords(names []string) string {
	if last := len(names) - 1; last > 0 {
		return strings.Join(names[:last], ", ") + " and " + names[last]
	}
	return strings.Join(names, "")
}
