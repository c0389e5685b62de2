package scenario

// Cost is what things cost, in the currencies that people count in.
type Cost struct {
	Tokens Prices `json:"tokens" jsonschema:"prices in tokens"`
	USD    Prices `json:"usd" jsonschema:"prices in US dollars"`
}

// Prices are the prices in one currency, each at least 0.
type Prices struct {
	Attempt    float64 `json:"attempt"`    // of any call, the first included
	Repair     float64 `json:"repair"`     // of a repair, besides its attempt
	Escalation float64 `json:"escalation"` // of handing an operation to a person
}
