package scenario

// FailureMix weighs the failure classes against each other. Multiplying all
// weights by a power of two changes nothing. By another number it changes the
// rounding of their sums, which can move a class threshold by one of 2^32; whole
// numbers do not round.
type FailureMix struct {
	Transient  float64 `json:"transient"`
	Validation float64 `json:"validation"`
	Permission float64 `json:"permission"`
	NotFound   float64 `json:"not_found"`
}

// Of returns the weight of a class.
func (m FailureMix) Of(c Class) float64 { return m.weights()[c] }

// weights returns the mix in class order.
func (m FailureMix) weights() [NumClasses]float64 {
	return [...]float64{m.Transient, m.Validation, m.Permission, m.NotFound}
}

func (m FailureMix) total() float64 {
	var sum float64
	for _, w := range m.weights() {
		sum += w
	}
	return sum
}
