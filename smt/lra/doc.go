// SPDX-License-Identifier: Apache-2.0

// Package lra decides conjunctions of linear constraints over the rationals. It is incremental and
// returns certificates. It is the arithmetic core of the native solver.
//
// The method is the general simplex method of Dutertre and de Moura. Each linear term gets a name
// once ([Solver.NewTerm]). The caller asserts and retracts only bounds on variables and names, so
// backtracking is very cheap. A conflict is a set of bounds with the weights of a Farkas
// combination: the weighted sum of the bounds is a contradiction such as 0 ≤ −1. Other packages
// compute interpolants from these weights (see Blicha et al.), so every conflict has them.
//
// The package does not depend on terms, literals, or a SAT solver. Variables are dense integers.
// The [Reason] of a bound is an integer that the package returns to the caller.
//
// # Protocol
//
//	NewVar, NewTerm, Watch     at any time, at any level; they survive backtracking
//	Push, Backtrack            levels of bounds
//	AssertLower, AssertUpper   cheap; may find a conflict
//	Check                      may find a conflict; else the values satisfy all bounds
//	Conflict                   after a conflict, until the next change
//	Value, Model               after Check has returned Feasible, until the next change
//	Implied, Explain           at any time; best after Check
//
// After a conflict, the caller backtracks over at least one of its premises, or stops. A caller may
// also continue without this. Then the answer remains Infeasible or, if an assertion was refused,
// its bound is missing.
//
// # Terminology
//
//	structural variable  made by NewVar
//	term                 made by NewTerm: a variable with a definition over structural ones
//	row                  Σ aᵢ·xᵢ = 0 with coprime integers aᵢ; the tableau is the list of rows
//	basic, nonbasic      each row has one basic variable, whose value the nonbasic ones determine
//	column               the occurrences of a variable in attached rows
//	attached, detached   of a row: whether pivots keep it up to date
//	suspect              a basic variable that may be out of bounds
//	δ                    a positive infinitesimal: x > 3 is x ≥ 3 + δ
//	tick                 a unit of effort: one table entry visited
//
// Names in the code: s solver, v, w, j variables (j an entering one), b a basic variable or a
// bound, x, y the state of a variable, r, q rows, e an entry, o an occurrence, a, c coefficients.
//
// # Files
//
//	solver.go    variables, terms, options, counts
//	delta.go     δ-rationals
//	bounds.go    the stack of bounds: assertions and backtracking
//	tableau.go   sparse integer rows and columns, elimination
//	detach.go    rows that pivots leave alone
//	simplex.go   Check: the dual simplex method
//	explain.go   conflicts
//	implied.go   bounds implied by single rows, for theory propagation
//	model.go     rational models, equal values
//	view.go      the interface for package lia
//	farkas.go    checking of certificates, independent of the rest
//	invariant.go the invariants of the tableau, executable
//
// # References
//
//   - B. Dutertre, L. de Moura: A Fast Linear-Arithmetic Solver for DPLL(T). CAV 2006,
//     https://doi.org/10.1007/11817963_11, and the longer technical report SRI-CSL-06-01,
//     Integrating Simplex with DPLL(T).
//   - M. Blicha, A. Hyvärinen, J. Kofroň, N. Sharygina: Decomposing Farkas Interpolants. TACAS
//     2019, https://doi.org/10.1007/978-3-030-17462-0_1. The use of the weights.
//   - R. Bland: New Finite Pivoting Rules for the Simplex Method. Mathematics of Operations
//     Research 2(2), 1977, https://doi.org/10.1287/moor.2.2.103.
//
// # Differences from the paper
//
// Rows have coprime integer coefficients instead of a basic variable with coefficient 1 (see
// tableau.go). Bland's rule is switched on only after Options.BlandAfter pivots. Before that, the
// leaving variable is one far out of bounds, and the entering variable disturbs few others.
// Backtracking does not change the values (see [Solver.Backtrack]).
//
// Pivots do not update rows whose basic variable has no bounds, as in OpenSMT, which calls such
// variables quasi-basic. Short rows that may imply bounds are an exception: they are kept up to
// date. Rows can be added and removed at any time. Conflicts have weights. Disequalities are not
// supported: the caller splits them.
//
// # Limits
//
// Numbers are exact and unbounded. On dense systems of more than about 15 variables they outgrow 64
// bits, and pivots become about 100 times slower.
package lra
