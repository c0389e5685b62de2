package picture

// Lines shows how measures depend on a number: panels above each other that
// share the axis of that number.
type Lines struct {
	Heading
	X      Axis
	Panels []LinePanel // from the top
	Marks  []Mark
}

// LinePanel is one measure of [Lines].
type LinePanel struct {
	Y      Axis
	Series []Series // those of one name look the same in every panel
}

// Series is a line through its points, with a band where they have intervals.
type Series struct {
	Name   string
	Points []Point // X ascending
}

// Point is an estimate at a place.
type Point struct {
	X float64
	Estimate
}

// Mark is a labelled vertical line through all panels.
type Mark struct {
	X     float64
	Label string // as in "break-even 0.45"
}
