// SPDX-License-Identifier: Apache-2.0

// Package lia decides conjunctions of linear constraints over integers, or over integers and reals.
// It is incremental, and its certificates suffice to compute interpolants.
//
// It uses the simplex method of package lra, and shares its variables, terms, bounds and levels.
// For a purely real problem, it costs no more than lra. Integrality enters in five ways:
//
//   - Bounds are rounded: over integers, 2x + 4y < 7 is 2x + 4y ≤ 6. The rounded bound follows from
//     the given one alone.
//   - Divisibility: the coefficients of a row, or of a combination of the equations in force, have
//     a common divisor that does not divide the right side. The certificate is the weighted list of
//     equations, see [Equality].
//   - Repair: moving one nonbasic variable often makes a fractional value an integer.
//   - Rounding in the lattice of solutions of the equations in force, from the current point or
//     from the centre of a cube.
//   - Branching on x ≤ k ∨ x ≥ k+1 for a single integer variable x. The caller must make the
//     branching. If variables have no range and branching on them has not helped, x is a term that
//     has a range.
//
// The first two find conflicts and the next two find models. Branching handles the rest. All of
// them allow interpolation. A conflict is a divisibility certificate, or a Farkas combination of
// bounds. Each bound follows from one atom of the caller. A branching is about one variable or term
// of the caller. It belongs to every partition that has the variable, or all variables of the term.
//
// # Protocol
//
//	NewVar, NewTerm                at any time, at any level; they survive backtracking
//	Push, Backtrack                levels of bounds
//	AssertLower, AssertUpper       cheap; may find a conflict
//	Relaxation().Check             cheap check that ignores integrality, for partial assignments
//	Check                          the full check, see [Result]
//	Model, Relaxation().Value      after Check has returned Feasible, until the next change
//	Relaxation().Watch, .Implied   implied bounds
//
// Implied bounds are those of the relaxation, and are not rounded. An upper bound x ≤ u implies the
// literal x ≤ k exactly if u < k+1. In that case, the premises and x ≥ k+1 are a Farkas conflict; x
// ≥ k+1 is how the negation of the literal would be asserted.
//
// # Terminology
//
//	relaxation   the problem without integrality
//	step         the greatest number that always divides a variable or term over integers
//	fixed        having equal lower and upper bounds
//	equations    the equations of fixed variables and terms with their values
//	parameter    a variable, perhaps a new one, that solving the equations leaves free
//	form         a constant plus a sum of parameters
//	lattice      the solutions of the equations, given by a form for each variable
//
// Names in the code: s solver, lp its relaxation, v, w, j variables (j a nonbasic one), t a new
// variable, l a lattice, f, g forms (g also a greatest common divisor), eq an equation.
//
// # Files
//
//	solver.go     variables, terms, rounded bounds, options, counts
//	check.go      Check: the order of methods, and branching
//	divisible.go  divisibility certificates, their checker, and the test of single rows
//	equation.go   equations that remember where they come from
//	equations.go  the equations in force
//	eliminate.go  solving them
//	lattice.go    their solutions; rounding
//	cube.go       the unit cube test
//	patch.go      repair
//
// # References
//
//   - B. Dutertre, L. de Moura: Integrating Simplex with DPLL(T). SRI-CSL-06-01, 2006. Section 4
//     on branching.
//   - A. Griggio: A Practical Approach to Satisfiability Modulo Linear Integer Arithmetic. JSAT
//     8(1–2), 2012, https://doi.org/10.3233/SAT190086. Sections 3.1 and 5 on equations.
//   - H. Jain, E. Clarke, O. Grumberg: Efficient Craig Interpolation for Linear Diophantine
//     (Dis)Equations and Linear Modular Equations. CAV 2008,
//     https://doi.org/10.1007/978-3-540-70545-1_24.
//   - M. Bromberger, C. Weidenbach: Fast Cube Tests for LIA Constraint Solving. IJCAR 2016,
//     https://doi.org/10.1007/978-3-319-40229-1_9.
//   - M. Blicha, A. Hyvärinen, J. Kofroň, N. Sharygina: Decomposing Farkas Interpolants. TACAS
//     2019, https://doi.org/10.1007/978-3-030-17462-0_1.
//
// # Limits
//
// The procedure is incomplete if variables and terms are unbounded: branching may never end. Check
// gives up when more than Options.MaxDepth branchings are nested. A caller that turns refuted
// branchings into learned bounds never nests them. Such a caller must bound their number itself;
// Stats counts them.
//
// Gomory and other rounding cuts are omitted on purpose. They round a combination of bounds, which
// usually come from both sides of an interpolation problem. An interpolant for such a step needs
// integer division of terms (Griggio, Le and Sebastiani, TACAS 2011). The engines that use this
// package cannot use such interpolants. For the same reason, implied bounds are not rounded, and
// variables are not branched on together (as in cuts from proofs). The GCD test ignores bounds of
// variables that are not fixed.
package lia
