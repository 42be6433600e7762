// SPDX-License-Identifier: Apache-2.0

// Package poly computes with polynomials whose coefficients are integers modulo a power of two, the
// ring in which machine integers compute.
//
// # Types
//
//	Ring      the modulus, and arithmetic over it
//	Poly      a polynomial
//	Mono      a product of variables
//	Module    all linear combinations of some polynomials: they are 0 if those polynomials are
//	Relations integer polynomials that vanish at points that are given
//
// # Names
//
//	r ring    p, q polynomials    m monomial    c coefficient    i variable
//
// # Limits
//
// Moduli are at most 2^64.
//
// References: J. A. Howell, "Spans in the Module (Z_m)^s", Linear and Multilinear Algebra 19, 1986,
// for membership; H. Seidl, A. Flexeder, M. Petter, "Analysing All Polynomial Equations in
// Z_{2^w}", SAS 2008. Differences: modules are spanned by constants, ideals are cut off at a degree
// by the caller that makes the module.
package poly
