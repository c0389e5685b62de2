package picture

// HeatMap shows how a difference depends on two numbers, in colours that
// diverge from zero, with a line where it is zero.
type HeatMap struct {
	Heading
	X, Y   Axis
	Z      Axis        // of the cells
	Xs, Ys []float64   // the places of the cells, ascending, not necessarily even
	Cells  [][]float64 // Cells[j][i] is the value at Xs[i], Ys[j]; NaN where it is undefined
	Zero   string      // what the line where the value is zero is called, as in "break-even"
}
