// SPDX-License-Identifier: Apache-2.0

// Package linearize gives products of variables to solvers of linear arithmetic.
//
// A [Solver] names each product by a variable and asks a linear solver. If the linear solver finds
// a model that gives products wrong values, the Solver asserts instances of laws of arithmetic
// about these products. The instances are linear over the names. Then it asks again. So an answer
// Unsat depends on the linear solver and on these laws. A model is checked against the assertions.
//
// The laws
//
//	multiples  p = 0 → m·p = 0, for an equation p = 0 of the formula that holds in the
//	           model and a monomial m; the product is multiplied out
//	residues   x = c modulo 2^n, for a sum x that the formula compares, if equations that hold in
//	           the model imply it
//	tangents   (x - a)·(y - b) has the sign that follows from those of x - a and y - b, for
//	           numerals a and b: those that the formula compares x and y with, or values of the model
//	orders     x > y and z > 0 → x·z > y·z, and similar laws
//
// Residues are for machine integers. Equations modulo 2^n are solved for variables, linear ones
// first. Multiples of the others span a module (package poly). An if-then-else whose cases are the
// same modulo 2^n, such as ite(t < 2^31, t, t - 2^32), is solved without a case distinction.
//
// Multiples decide whether a formula follows from polynomial equations by linear combinations with
// monomials as factors. The linear solver finds the combination. Equations modulo a number are such
// equations too, with a variable for the quotient. Tangents and orders are for inequalities. At
// bounds of x and y, tangents enclose the product over a box.
//
// # Terminology
//
//	product   of two or more variables, in the canonical form of the store
//	flat      of a term: its products are products of variables
//	name      the variable that stands for a product, or for a factor that is no variable
//	equation  a polynomial that is 0 under a condition of the formula
//
// Reference: A. Cimatti, A. Griggio, A. Irfan, M. Roveri, R. Sebastiani, "Incremental Linearization
// for Satisfiability and Verification Modulo Nonlinear Arithmetic and Transcendental Functions",
// ACM Transactions on Computational Logic 19(3), 2018. Differences: multiples of equations, and
// tangents at bounds before those at values of models.
//
// # Limits
//
// The search for models may fail: the linear solver may propose one wrong value after another.
// After maxRounds wrong values, the answer is Unknown. Products that have more than maxTerms terms
// after they are multiplied out are refused.
package linearize
