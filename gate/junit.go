package gate

import (
	"encoding/xml"
	"slices"

	"errbench/internal/view"
)

// The types below are the elements that all readers of JUnit XML know.

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

// JUnit returns the checks as JUnit XML, with one suite for each group.
func (o Outcome) JUnit() ([]byte, error) {
	all := junitSuites{Name: "errbench check"}
	for _, c := range o.cases() {
		if n := len(all.Suites); n == 0 || all.Suites[n-1].Name != c.group {
			all.Suites = append(all.Suites, junitSuite{Name: c.group})
		}
		suite := &all.Suites[len(all.Suites)-1]
		one := junitCase{Class: "errbench." + c.group, Name: view.Line(c.name)}
		if c.failure != "" {
			one.Failure = &junitFailure{Message: view.Line(c.failure), Type: string(o.Verdict), Text: view.Lines(c.detail)}
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
