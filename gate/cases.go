package gate

import (
	"encoding/xml"
	"fmt"
	"slices"
	"strings"

	"errbench/internal/stat"
	"errbench/internal/view"
)

// Case is one thing that was checked, for CI systems that count tests.
type Case struct {
	Group   string // "exercise", "baseline" or "requirement"
	Name    string
	Failure string // one line, "" where it passed
	Detail  string // further lines
}

// Cases returns what was checked: that the run exercised what the baseline did,
// each strategy against the baseline, what belongs to no strategy, and each
// requirement.
func (o Outcome) Cases() []Case {
	guard := Case{Group: "exercise", Name: "what the baseline exercised was exercised"}
	if n := len(o.Unexercised); n > 0 {
		guard.Failure, guard.Detail = fmt.Sprintf("%d not exercised", n), strings.Join(o.Unexercised, "\n")
	}
	cases := []Case{guard}
	switch {
	case o.alone():
		cases[0].Name = "something was exercised"
	case o.Joint == nil:
		cases = append(cases, o.equalityCases()...)
	default:
		cases = append(cases, o.distributionCases()...)
	}
	for _, f := range o.Requirements {
		c := Case{Group: "requirement", Name: f.Requirement}
		if !f.Met {
			c.Failure = "not met: found " + f.found()
			c.Detail = fmt.Sprintf("required %s\nfound    %s", f.Requirement, f.found())
		}
		cases = append(cases, c)
	}
	return cases
}

func (o Outcome) equalityCases() []Case {
	var cases []Case
	rest := slices.Clone(o.Differences)
	for _, strategy := range o.Strategies {
		var own []Difference
		rest = slices.DeleteFunc(rest, func(d Difference) bool {
			mine := d.of(strategy)
			if mine {
				own = append(own, d)
			}
			return mine
		})
		cases = append(cases, equality(strategy, own))
	}
	return append(cases, equality("digest, comparisons and warnings", rest))
}

func equality(name string, differences []Difference) Case {
	c := Case{Group: "baseline", Name: name}
	var lines []string
	for _, d := range differences {
		lines = append(lines, d.line())
	}
	if len(lines) > 0 {
		c.Failure, c.Detail = fmt.Sprintf("%s %s from the baseline's", stat.Plural(int64(len(lines)), "value"), verb(len(lines), "differ")), strings.Join(lines, "\n")
	}
	return c
}

func (o Outcome) distributionCases() []Case {
	joint := Case{Group: "baseline", Name: "all metrics together"}
	if o.Joint.Rejected {
		joint.Failure = "the distribution differs from the baseline's"
		joint.Detail = o.Joint.line()
	}
	cases := []Case{joint}
	for _, a := range o.Metrics {
		c := Case{Group: "baseline", Name: a.Path}
		if a.Answer == Changed {
			c.Failure = a.change(o.Operations)
		}
		cases = append(cases, c)
	}
	return cases
}

// change tells in one line what a metric that has changed did.
func (a Answer) change(n Operations) string {
	chance := ""
	if a.P.Defined() {
		chance = ", " + equation(a.P)
	}
	return fmt.Sprintf("changed from %.9g to %.9g per operation, difference %s%s, %s against %s",
		float64(a.Baseline), float64(a.Current), a.difference("%.9g"), chance, stat.Plural(n.Current, "operation"), stat.Plural(n.Baseline, "operation"))
}

// junitSuite and what follows are the elements that readers of JUnit XML agree
// on.
type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Failure *junitFailure `xml:"failure"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

// JUnit returns the cases as JUnit XML, a suite for each group.
func (o Outcome) JUnit() ([]byte, error) {
	all := junitSuites{Name: "errbench check"}
	for _, c := range o.Cases() {
		if n := len(all.Suites); n == 0 || all.Suites[n-1].Name != c.Group {
			all.Suites = append(all.Suites, junitSuite{Name: c.Group})
		}
		suite := &all.Suites[len(all.Suites)-1]
		one := junitCase{Class: "errbench." + c.Group, Name: view.Line(c.Name)}
		if c.Failure != "" {
			one.Failure = &junitFailure{Message: view.Line(c.Failure), Type: string(o.Verdict), Text: view.Lines(c.Detail)}
			suite.Failures++
			all.Failures++
		}
		suite.Cases = append(suite.Cases, one)
		suite.Tests++
		all.Tests++
	}
	data, err := xml.MarshalIndent(all, "", "  ")
	return slices.Concat([]byte(xml.Header), data, []byte("\n")), err
}
