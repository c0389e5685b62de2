package picture

// Intervals shows measures side by side, with a row for each name: points with
// their intervals, or bars.
type Intervals struct {
	Heading
	Names  []string // of the rows, from the top
	Panels []Panel  // from the left
}

// Panel is one measure of [Intervals].
type Panel struct {
	Axis   Axis
	Bars   bool       // bars from zero, for amounts; otherwise points, whose axis need not hold zero
	Values []Estimate // one for each name
}
