package picture

// Tornado shows how far a value swings when one input at a time goes from the
// low to the high end of its range. The widest swing stands on top, and those
// without an end stand last.
type Tornado struct {
	Heading
	Axis   Axis
	Base   float64 // the value where every input is as assumed
	Swings []Swing // in any order
}

// Swing is what one input does.
type Swing struct {
	Name      string
	Low, High End
}

// End is one end of the range of an input.
type End struct {
	Input string  // the input there, as it is to be written
	Value float64 // what comes of it; NaN where that is undefined
}
