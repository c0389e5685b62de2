// Package polynomial isolates the real roots of polynomials with rational coefficients in exact
// arithmetic. It finds every root, however close two of them are, and no others.
//
// [New] makes a [Polynomial] from coefficients, and [Polynomial.Roots] returns each [Root] in a
// range. A root knows the signs of the polynomial on both sides, and [Root.Ceil] locates it as
// precisely as necessary.
//
// The package does not factor, and it does not find complex roots.
package polynomial
