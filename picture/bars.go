package picture

// Bars shows several measures of each name as bars below each other, with
// their intervals.
type Bars struct {
	Heading
	Axis     Axis
	Measures []string // as in "first-order", "total"
	Groups   []Group  // from the top
}

// Group is what [Bars] shows of one name.
type Group struct {
	Name   string
	Values []Estimate // one for each measure
}
