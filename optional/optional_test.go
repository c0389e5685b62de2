package optional_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"errbench/optional"
)

func TestTheZeroValueIsAbsent(t *testing.T) {
	var v optional.Value[string]
	if _, ok := v.Get(); ok || !v.IsZero() {
		t.Error("the zero value is present")
	}
	empty := optional.Of("")
	if value, ok := empty.Get(); !ok || value != "" || empty.IsZero() || empty == v {
		t.Error("an empty text is absent")
	}
}

// Of one type all comparisons agree, go-cmp's too.
func TestEqualIsTheOperator(t *testing.T) {
	all := []optional.Value[int]{{}, optional.Of(0), optional.Of(1)}
	for i, v := range all {
		for k, w := range all {
			if v.Equal(w) != (i == k) || cmp.Equal(v, w) != (i == k) {
				t.Errorf("%+v and %+v: equal is %v", v, w, v.Equal(w))
			}
		}
	}
}

// An absent value is null, and left out where its field says omitzero.
func TestAbsenceInJSON(t *testing.T) {
	type both struct {
		Kept    optional.Value[int] `json:"kept"`
		Dropped optional.Value[int] `json:"dropped,omitzero"`
	}
	for _, test := range []struct {
		value both
		want  string
	}{
		{both{}, `{"kept":null}`},
		{both{optional.Of(0), optional.Of(0)}, `{"kept":0,"dropped":0}`},
	} {
		text, err := json.Marshal(test.value)
		if err != nil || string(text) != test.want {
			t.Errorf("encoded %s, %v; want %s", text, err, test.want)
		}
		read := both{optional.Of(7), optional.Of(7)} // whatever stood there before
		if err := json.Unmarshal([]byte(`{"kept":null,"dropped":null}`), &read); err != nil || read != (both{}) {
			t.Errorf("decoded %+v, %v; want both absent", read, err)
		}
		if err := json.Unmarshal(text, &read); err != nil || read != test.value {
			t.Errorf("%s is decoded as %+v, %v", text, read, err)
		}
	}
}

func TestAWrongTypeLeavesAValueAbsent(t *testing.T) {
	for _, text := range []string{`"1"`, `1.5`, `[1]`, `true`, `1e99`} {
		v := optional.Of(7)
		if err := json.Unmarshal([]byte(text), &v); err == nil || !v.IsZero() {
			t.Errorf("%s is decoded as %+v, %v", text, v, err)
		}
	}
}
