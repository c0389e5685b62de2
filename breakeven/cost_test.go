package breakeven

import "testing"

func TestPricesAreRead(t *testing.T) {
	for text, want := range map[string]Cost{
		"attempt=1":                             {"1", "0", "0"},
		"escalation=20, attempt=0.50,repair=0 ": {"0.5", "0", "20"},
		"repair=007.25":                         {"0", "7.25", "0"},
		"repair=0.0000000000000000000001":       {"0", "0.0000000000000000000001", "0"},
		"attempt=0,escalation=100":              {"0", "0", "100"},
	} {
		if got, err := ParseCost(text); err != nil || got != want {
			t.Errorf("%s: %+v, %v, want %+v", text, got, err, want)
		}
	}
}

func TestWrongPricesAreRefused(t *testing.T) {
	const decimal = `; a decimal of at least 0 works, as in 0.25`
	for text, want := range map[string]string{
		"":                       `found ""; NAME=PRICE works, as in attempt=1,repair=0.25,escalation=20`,
		"attempt":                `found "attempt"; NAME=PRICE works, as in attempt=1,repair=0.25,escalation=20`,
		"attempt=1,":             `found ""; NAME=PRICE works, as in attempt=1,repair=0.25,escalation=20`,
		"atempt=1":               `no price is named "atempt", did you mean "attempt"?; there are attempt, repair, escalation`,
		"=1":                     `no price is named ""; there are attempt, repair, escalation`,
		"repair=1,repair=1":      `repair: found it twice; once works`,
		"attempt=-1":             `attempt: found "-1"` + decimal,
		"attempt=":               `attempt: found ""` + decimal,
		"attempt=.5":             `attempt: found ".5"` + decimal,
		"attempt=1/3":            `attempt: found "1/3"` + decimal,
		"attempt=1e9":            `attempt: found "1e9"` + decimal,
		"attempt=NaN":            `attempt: found "NaN"` + decimal,
		"attempt=0,repair=0.000": `found no price above 0; one at least works`,
	} {
		if _, err := ParseCost(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
