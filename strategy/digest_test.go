package strategy

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"errbench/contract"
	"errbench/optional"
	"errbench/scenario"
)

// What the published digest is made from. It may change only with what decides
// a count, or with the layout of the digest: both are a new version of the
// summary.
const published = `{"Fail":1717986919,"Class":[1073741824,2147483648,3221225472]}
["generic-message",[0,1,2,3],null]
["transient",0,"retry",false,2,"retry",0,3006477108,{"Lo":0,"Hi":0,"Cap":0,"Decorrelated":false},0,0,0,-2,-5]
["validation",0,"retry",false,2,"none",0,0,{"Lo":0,"Hi":0,"Cap":0,"Decorrelated":false},0,0,0,-2,-5]
["permission",0,"retry",true,2,"none",0,0,{"Lo":0,"Hi":0,"Cap":0,"Decorrelated":false},0,0,0,-2,-5]
["not_found",0,"retry",true,2,"none",0,0,{"Lo":0,"Hi":0,"Cap":0,"Decorrelated":false},0,0,0,-2,-5]
["code-only",[0,1,2,3],null]
["transient",0,"retry",false,2,"retry",0,3006477108,{"Lo":0,"Hi":0,"Cap":0,"Decorrelated":false},0,0,0,-2,-5]
["validation",0,"repair",false,2,"repair",0,1932735284,{"Lo":0,"Hi":0,"Cap":0,"Decorrelated":false},0,0,0,-2,-5]
["permission",0,"stop",true,2,"none",0,0,{"Lo":0,"Hi":0,"Cap":0,"Decorrelated":false},null,0,0,-7,-7]
["not_found",0,"stop",true,2,"none",0,0,{"Lo":0,"Hi":0,"Cap":0,"Decorrelated":false},null,0,0,-7,-7]
["actionable-envelope",[0,1,2,3],null]
["transient",0,"retry",false,2,"retry",0,3006477108,{"Lo":0,"Hi":0,"Cap":0,"Decorrelated":false},0,0,0,-2,-5]
["validation",0,"repair",false,2,"repair",0,3865470567,{"Lo":0,"Hi":0,"Cap":0,"Decorrelated":false},0,0,0,-2,-5]
["permission",0,"authorize",true,2,"none",0,0,{"Lo":0,"Hi":0,"Cap":0,"Decorrelated":false},null,0,0,-9,-9]
["not_found",0,"stop",true,2,"none",0,0,{"Lo":0,"Hi":0,"Cap":0,"Decorrelated":false},null,0,0,-7,-7]
`

// publishedDigest is sha256sum of the text above.
const publishedDigest = "sha256:037e95c55944b153266f165a42d7fe2f7ac47eeed21e73f36a0b436dd8069977"

func TestThePublishedDigestIsFrozen(t *testing.T) {
	if sum := fmt.Sprintf("sha256:%x", sha256.Sum256([]byte(published))); sum != publishedDigest {
		t.Errorf("the digest of the text is %s, want %s", sum, publishedDigest)
	}
	a := scenario.Published()
	if got := digest(t, a.Thresholds(), compilePublished(t, a)); got != publishedDigest {
		t.Errorf("the digest of the plans is %s, want %s", got, publishedDigest)
	}
}

// Every number that decides a count is in the digest: the fields are walked
// by reflection, so a new one must be digested too.
func TestTheDigestChangesWithEveryNumber(t *testing.T) {
	a := scenario.Published()
	a.RecoveryAttempts = 2
	seen := map[string]string{digest(t, a.Thresholds(), compilePublished(t, a)): "nothing changed"}
	differs := func(name string, thresholds scenario.Thresholds, plans []*Plan) {
		t.Helper()
		d := digest(t, thresholds, plans)
		if before, known := seen[d]; known {
			t.Errorf("%s: the digest is that of %s", name, before)
		}
		seen[d] = name
	}
	for _, unit := range []int64{-1, 1} {
		thresholds := a.Thresholds()
		for path, v := range numbers("thresholds", reflect.ValueOf(&thresholds).Elem()) {
			undo := add(v, unit)
			differs(fmt.Sprintf("%s %+d", path, unit), thresholds, compilePublished(t, a))
			undo()
		}
		plans := compilePublished(t, a)
		for i, p := range plans {
			for path, v := range numbers(p.Strategy.Name, reflect.ValueOf(p).Elem()) {
				if v.Kind() == reflect.Bool && unit < 0 {
					continue
				}
				undo := add(v, unit)
				differs(fmt.Sprintf("%s (plan %d) %+d", path, i, unit), a.Thresholds(), plans)
				undo()
			}
		}
	}
}

// Two steps may trade places, or one action stand for another.
func TestTheDigestChangesWithEveryActionAndOrder(t *testing.T) {
	a := scenario.Published()
	want := digest(t, a.Thresholds(), compilePublished(t, a))
	differs := func(name string, plans []*Plan) {
		t.Helper()
		if digest(t, a.Thresholds(), plans) == want {
			t.Errorf("%s: the digest is the same", name)
		}
	}
	plans := compilePublished(t, a)
	for i, p := range plans {
		for j := range p.Steps {
			for _, action := range actions {
				was := p.Steps[j].Action
				if p.Steps[j].Action = action; action != was {
					differs(fmt.Sprintf("%s: %v for %v", p.Strategy.Name, action, was), plans)
				}
				p.Steps[j].Action = was
			}
			for k := range j {
				p.Steps[j], p.Steps[k] = p.Steps[k], p.Steps[j]
				differs(fmt.Sprintf("%s: steps %d and %d trade places", p.Strategy.Name, k, j), plans)
				p.Steps[j], p.Steps[k] = p.Steps[k], p.Steps[j]
			}
		}
		differs("without "+p.Strategy.Name, slices.Delete(slices.Clone(plans), i, i+1))
		differs(p.Strategy.Name+" twice", append(slices.Clone(plans), p))
	}
	slices.Reverse(plans)
	differs("in reverse", plans)
}

// What an error looks like decides no count beyond the steps it led to.
func TestTheDigestIgnoresWords(t *testing.T) {
	a := scenario.Published()
	plans := compilePublished(t, a)
	for _, p := range plans {
		p.Strategy.About = "in other words"
		for i := range p.Steps {
			p.Steps[i].Seen, p.Steps[i].Layer = contract.Error{}, 1
		}
	}
	if digest(t, a.Thresholds(), plans) != digest(t, a.Thresholds(), compilePublished(t, a)) {
		t.Error("the digest changed")
	}
}

// The keys of what is hashed are frozen, whatever the Go fields are called.
func TestTheKeysOfTheDigestAreFrozen(t *testing.T) {
	for _, test := range []struct {
		hashed any
		want   string
	}{
		{Wait{1, 2, 3, true}, `{"Lo":1,"Hi":2,"Cap":3,"Decorrelated":true}`},
		{
			Live{1, scenario.OutageMS{Min: 2, Max: 3}, 4, Throttle{5, 6, 7, 8}, 0.5},
			`{"CallMS":1,"OutageMS":{"min":2,"max":3},"DeadlineMS":4,"Throttle":{"MaxTokens":5,"RatioPercent":6,"SharePercent":7,"ReservePerS":8},"ArrivalRate":0.5}`,
		},
		{
			scenario.Thresholds{Fail: 1, Class: [3]uint64{2, 3, 4}, Distortion: [4][12]uint64{{5}}, SuccessAsFailure: 6, Risk: [2]uint64{7, 8}},
			`{"Fail":1,"Class":[2,3,4],"Distortion":[[5,0,0,0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0,0,0,0,0]],"SuccessAsFailure":6,"Risk":[7,8]}`,
		},
	} {
		got, err := json.Marshal(test.hashed)
		if err != nil || string(got) != test.want {
			t.Errorf("%T: got %s (%v), want %s", test.hashed, got, err, test.want)
		}
		for _, f := range reflect.VisibleFields(reflect.TypeOf(test.hashed)) {
			if key, _, _ := strings.Cut(f.Tag.Get("json"), ","); key == "" {
				t.Errorf("%T.%s has no key of its own: a json tag with a name", test.hashed, f.Name)
			}
		}
	}
}

func digest(t *testing.T, thresholds scenario.Thresholds, plans []*Plan) string {
	t.Helper()
	d, err := Digest(thresholds, plans)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// numbers yields every number inside a value, by its path; truth values and
// integers that may be absent count. The strategy that a plan is made from and
// what it was shown are words, and so are kinds, which follow from the thresholds,
// and who makes an attempt.
func numbers(path string, v reflect.Value) iter.Seq2[string, reflect.Value] {
	return func(yield func(string, reflect.Value) bool) {
		var walk func(path string, v reflect.Value) bool
		walk = func(path string, v reflect.Value) bool {
			switch {
			case slices.Contains(words(), v.Type()) || strings.HasSuffix(path, ".Kind") || strings.HasSuffix(path, ".Layer"):
				return true
			case v.Type() == reflect.TypeFor[optional.Value[int64]]():
				return yield(path, v)
			case v.Kind() == reflect.Struct:
				for i := range v.NumField() {
					if !v.Type().Field(i).IsExported() {
						continue // it follows from the strategy
					}
					if !walk(path+"."+v.Type().Field(i).Name, v.Field(i)) {
						return false
					}
				}
				return true
			case v.Kind() == reflect.Slice || v.Kind() == reflect.Array:
				for i := range v.Len() {
					if !walk(fmt.Sprintf("%s[%d]", path, i), v.Index(i)) {
						return false
					}
				}
				return true
			default:
				return yield(path, v)
			}
		}
		walk(path, v)
	}
}

func words() []reflect.Type {
	return []reflect.Type{reflect.TypeFor[Strategy](), reflect.TypeFor[contract.Error](), reflect.TypeFor[[]scenario.Kind]()}
}

// add adds a unit to a number of any kind, turning round where it leaves the
// type, and returns what undoes it. A truth value has one other alone.
func add(v reflect.Value, unit int64) (undo func()) {
	was := reflect.ValueOf(v.Interface())
	switch {
	case v.Kind() == reflect.Bool:
		v.SetBool(!v.Bool())
	case v.CanFloat():
		v.SetFloat(v.Float() + float64(unit))
	case v.Kind() == reflect.Struct:
		n, _ := v.Interface().(optional.Value[int64]).Get()
		v.Set(reflect.ValueOf(optional.Of(n + unit)))
	case v.CanInt():
		v.SetInt(v.Int() + unit)
	case v.Uint() == 0 && unit < 0:
		v.SetUint(math.MaxUint8)
	default:
		v.SetUint(v.Uint() + uint64(unit))
	}
	return func() { v.Set(was) }
}
