package report

import (
	"fmt"
	"strings"

	"errbench/contract"
	"errbench/strategy"
)

// Decision is what a strategy does about an error. The errors before, the risk
// and the layer are set only where the answer depends on them.
type Decision struct {
	Strategy string           `json:"strategy" jsonschema:"the controller"`
	After    []contract.Error `json:"after,omitzero" jsonschema:"the errors before, oldest first: as many of the last ones as the answer depends on"`
	Sees     contract.Error   `json:"sees" jsonschema:"the error that it sees"`
	Attempt  int              `json:"attempt" jsonschema:"how many calls the router or the layer that decides has made, from 1; a layer counts from when it was called"`
	Risk     string           `json:"risk,omitzero" jsonschema:"of the operation; absent where the answer is the same for each risk"`
	Layer    string           `json:"layer,omitzero" jsonschema:"of the framework, that decides; absent where the router does"`
	Action   string           `json:"action" jsonschema:"what is done"`
	WaitMS   Wait             `json:"wait_ms,omitzero" jsonschema:"milliseconds before the attempt; absent where there are none"`
	TooLong  bool             `json:"too_long,omitzero" jsonschema:"the error asks for a longer wait than the controller waits, so that it makes no attempt"`
}

// Wait is the milliseconds before an attempt.
type Wait struct {
	Least        int64 `json:"least" jsonschema:"inclusive"`
	Most         int64 `json:"most" jsonschema:"inclusive"`
	Decorrelated bool  `json:"decorrelated,omitzero" jsonschema:"at most three times the wait before"`
}

// decisions returns the decisions of the plans, in order.
func decisions(plans []*strategy.Plan) []Decision {
	all := []Decision{}
	for _, p := range plans {
		for _, d := range p.Decisions() {
			row := Decision{
				Strategy: p.Strategy.Name, Sees: d.Sees, Attempt: d.Attempt, Layer: d.Layer,
				Action: d.Action.String(), WaitMS: Wait(d.Wait), TooLong: d.TooLong,
			}
			if len(d.After) > 0 {
				row.After = d.After
			}
			if risk, ok := d.Risk.Get(); ok {
				row.Risk = risk.String()
			}
			all = append(all, row)
		}
	}
	return all
}

// AssumedModel is what is assumed of the language model that decides for a strategy.
type AssumedModel struct {
	Strategy string `json:"strategy" jsonschema:"the controller"`
	Router   string `json:"router" jsonschema:"what stands for the model"`
	About    string `json:"about" jsonschema:"what it is assumed to do"`
}

// assumedModels returns the assumed models of the plans that have one, in order.
func assumedModels(plans []*strategy.Plan) []AssumedModel {
	models := []AssumedModel{}
	for _, p := range plans {
		if r, ok := p.Strategy.AssumedModel(); ok {
			models = append(models, AssumedModel{p.Strategy.Name, r.Name(), r.About})
		}
	}
	return models
}

// modelsText returns a sentence for each assumed model. Models of one name may differ,
// since files may have the same name.
func (s Summary) modelsText() []string {
	var models []AssumedModel // each once, whatever the strategy
	of := map[AssumedModel][]string{}
	for _, r := range s.AssumedModels {
		model := AssumedModel{Router: r.Router, About: r.About}
		if of[model] == nil {
			models = append(models, model)
		}
		of[model] = append(of[model], r.Strategy)
	}
	var text []string
	for _, r := range models {
		text = append(text, fmt.Sprintf("A model that reads the errors of %s is assumed to be %s: it %s.", andList(of[r]), r.Router, r.About))
	}
	return text
}

// andList joins names with commas and a last "and".
func andList(names []string) string {
	if last := len(names) - 1; last > 0 {
		return strings.Join(names[:last], ", ") + " and " + names[last]
	}
	return strings.Join(names, "")
}
