package sweep

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"errbench/internal/shard"
	"errbench/internal/store"
	"errbench/report"
	"errbench/rng"
	"errbench/scenario"
	"errbench/strategy"
)

// schema names the layout of a [Document] and of its rows. It changes with the layout.
const schema = "errbench/sweep/v3"

// Document describes the sweep in a folder; it is the file sweep.json. Another file of the
// folder holds the rows.
type Document struct {
	Schema      string               `json:"schema"`
	Notice      string               `json:"notice"`
	Engine      string               `json:"engine"`
	Complete    bool                 `json:"complete"`    // false until all points are computed
	Assumptions scenario.Assumptions `json:"assumptions"` // including the seed; the axes replace some
	Strategies  []string             `json:"strategies"`
	PlanDigest  string               `json:"plan_digest"` // of the strategies under the assumptions
	Design      Points               `json:"design"`
	Shard       *shard.Shard         `json:"shard"` // null for all points
	Format      RowFormat            `json:"format"`
	Columns     []string             `json:"columns"`
	Rows        *File                `json:"rows"`        // null until complete
	Comparisons []Comparison         `json:"comparisons"` // every pair of strategies; empty until complete
	Warnings    []report.Warning     `json:"warnings"`
}

// kind describes the documents of sweeps.
var kind = store.Kind{Schema: schema, Noun: "sweep", Command: "errbench sweep --out DIR"}

// Points is a design in a document.
type Points struct {
	Kind   DesignKind `json:"kind"`
	Axes   []Varied   `json:"axes"`
	Points int64      `json:"points"`
}

// Varied is an axis in a document.
type Varied struct {
	Key    string `json:"key"`
	Values string `json:"values"` // as in "0.1:0.6:0.05"
}

// File describes the file of rows.
type File struct {
	Name   string `json:"name"`
	Rows   int64  `json:"rows"` // without the header
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"` // hex
}

// document returns the document of the sweep before it is complete.
func (s *Sweep) document() (Document, error) {
	if s.Engine != report.ExactEngine && s.Engine != report.ReplayEngine {
		return Document{}, fmt.Errorf("engine: got %q, want %s or %s", s.Engine, report.ExactEngine, report.ReplayEngine)
	}
	if err := s.Rows.validate(); err != nil {
		return Document{}, err
	}
	if len(s.Strategies) == 0 {
		return Document{}, errors.New("a sweep has no strategy; give at least one")
	}
	plans, err := strategy.CompileAll(s.Strategies, s.Assumptions)
	if err != nil {
		return Document{}, err
	}
	digest, err := strategy.Digest(s.Assumptions.Thresholds(), plans)
	d := Document{
		Schema: schema, Notice: report.Notice, Engine: s.Engine,
		Assumptions: s.Assumptions.Relabel(), PlanDigest: digest,
		Design:  Points{Kind: s.Design.Kind, Points: s.Design.Points},
		Format:  s.Rows,
		Columns: s.rows().columns, Comparisons: []Comparison{}, Warnings: s.warnings(),
	}
	d.Strategies = s.names()
	for _, x := range s.Design.Axes {
		d.Design.Axes = append(d.Design.Axes, Varied{x.Key, x.Spec})
	}
	if s.Shard != shard.Whole() {
		d.Shard = &s.Shard
	}
	return d, err
}

// warnings lists what limits the rows.
func (s *Sweep) warnings() []report.Warning {
	list := []report.Warning{}
	if s.Engine == report.ReplayEngine && s.Assumptions.Stream == rng.LCG32V1 {
		list = append(list, report.Warning{Code: report.CorrelatedRunsCode, Text: fmt.Sprintf(
			"On %s the runs are correlated, so the intervals are too narrow; %s has independent runs.", rng.LCG32V1, rng.CounterV2)})
	}
	return list
}

// rows returns the encoder of the rows.
func (s *Sweep) rows() *rows { return newRows(s.Assumptions, s.Design.keys(), s.names(), s.Rows) }

func (s *Sweep) names() []string {
	var names []string
	for _, of := range s.Strategies {
		names = append(names, of.Name)
	}
	return names
}

// keys returns the keys of the axes.
func (d *Design) keys() []string {
	var keys []string
	for _, x := range d.Axes {
		keys = append(keys, x.Key)
	}
	return keys
}

// keys returns the keys of the axes.
func (d Document) keys() []string {
	var keys []string
	for _, x := range d.Design.Axes {
		keys = append(keys, x.Key)
	}
	return keys
}

// shard returns the shard of the document, which is the whole if it names none.
func (d Document) shard() shard.Shard {
	if d.Shard == nil {
		return shard.Whole()
	}
	return *d.Shard
}

// points returns the number of points in the rows.
func (d Document) points() int64 {
	first, end := d.shard().Range(d.Design.Points)
	return end - first
}

// sweep returns the sweep that the document describes, without its strategies.
func (d Document) sweep() (*Sweep, error) {
	var axes []Axis
	for _, v := range d.Design.Axes {
		x, err := ParseAxis(v.Key+"="+v.Values, d.Assumptions)
		if err != nil {
			return nil, err
		}
		axes = append(axes, x)
	}
	points := d.Design.Points
	if d.Design.Kind == Grid {
		points = 0
	}
	design, err := NewDesign(d.Design.Kind, axes, points, d.Assumptions)
	if err != nil {
		return nil, err
	}
	return &Sweep{Assumptions: d.Assumptions, Engine: d.Engine, Design: design, Shard: d.shard(), Rows: d.Format}, nil
}

// blank returns the document as it was before any point was computed.
func (d Document) blank() Document {
	d.Complete, d.Rows, d.Comparisons = false, nil, []Comparison{}
	d.Warnings = slices.DeleteFunc(slices.Clone(d.Warnings), func(w report.Warning) bool { return w.Code == report.NothingFailedCode })
	return d
}

// unsharded returns the blank document of the sweep that the shard is a part of.
func (d Document) unsharded() Document {
	d = d.blank()
	d.Shard = nil
	return d
}

// difference returns the first difference between two blank documents as text, "" if there
// is none. A difference that follows from others comes last.
func (d Document) difference(other Document) string {
	if here, there := d.shard(), other.shard(); here != there {
		return fmt.Sprintf("it is shard %v and not %v", here, there)
	}
	here, there := report.Flatten("", d), report.Flatten("", other)
	var last string
	for _, v := range append(here, there...) {
		of := func(values []report.Value) string {
			i := slices.IndexFunc(values, func(w report.Value) bool { return w.Key == v.Key })
			if i < 0 {
				return "absent"
			}
			return values[i].Text
		}
		if of(here) == of(there) {
			continue
		}
		text := fmt.Sprintf("%s is %s and not %s", v.Key, of(here), of(there))
		if v.Key != "assumptions.name" && v.Key != "plan_digest" && !strings.HasPrefix(v.Key, "columns") {
			return text
		}
		last = cmp.Or(last, text)
	}
	return last
}
