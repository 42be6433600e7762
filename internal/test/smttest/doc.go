// SPDX-License-Identifier: Apache-2.0

// Package smttest supports the tests of back ends: random terms and formulas over given sorts,
// interpolation queries made of them, and the mixtures of theories that are worth testing.
//
// # Main types
//
//	Terms     makes random terms over sorts
//	Theories  mixtures by name
//	Generator, ProjectionCase  random formulas for projectors, and the suite of projectors
//	Reader    a short notation for terms
//	LinearSystem  a small language for systems of linear constraints, with a generator
//	Program   which solvers are installed that run as child processes
//
// Every sort has three variables. Terms are small, with numerals near zero, so that some formulas
// are contradictory. The same seed gives the same terms.
//
// Package difftest has a generator of its own, which aims at arithmetic and at long runs.
//
// # Names
//
//	g  a generator   s  its store
//	x  a sort        t  a term
package smttest
