// SPDX-License-Identifier: Apache-2.0

// Package passes has the passes that simplify Horn systems, a file for each. They know the
// framework (package pass), how systems are made such that witnesses return (lift), and abstract
// domains (absint), but not the pipeline that runs them.
//
//	all kinds          Normal, NameTerms: forms of clauses
//	what is dropped    Cone, Unsat, Args, Free, Constants (cutter: removal of arguments)
//	what is split      Records
//	resolution         Chains, Inline, Merge, Unfold
//	enumeration        Explicit: what follows from facts
//	case distinction   Control, Phases (controlargs, controlgraph: which cases there are)
//	facts              Simplify, Intervals, Affine, Polynomials, Constructors (strengthening: how clauses and models get them; simulator: runs of clauses)
//
// # Records
//
// Records are split into their fields after the first removal of arguments, and the passes of the
// group run again on fields. Nothing behind them sees records, but for elements and indices of
// arrays and fields of other datatypes. The queries of Solidity's compiler hand the whole
// transaction from block to block; Free removes the fields that no code reads, and what clauses say
// of them goes with [lift.ClauseBuilder].
//
// # Control
//
// Program counters come in Booleans and in constraints without form. The pass
// control asks a solver which valuations they have and which follow on which, and
// makes predicates of them. On the systems with Boolean program counters of LIA-Lin
// (vmt, ctigar) this turns one predicate and a transition relation of some hundred
// disjuncts into the loops of the program: 6 more of the 26 vmt tasks of LIA-Lin.quick
// are solved in 4 s of CPU by predabs, and none less.
//
// Conditions of a loop become Boolean arguments first, and then control flow likewise: the
// pass phases. In a phase an affine invariant often suffices, which the pass affine finds.
//
// # Bounds
//
// Abstract interpretation is that of package absint; passes use what it finds, by
// strengthening: facts are added to clauses or not, clauses are simplified by them, and
// models get them as conjuncts. The pass simplify is early and adds nothing: where bounds
// show that a remainder or a conditional term is one of its cases, as the wraps of machine
// integers are as a rule, the passes after it read linear arithmetic. The pass intervals
// is late, when there are few predicates, and adds the bounds.
//
// # Equations
//
// Linear equations and congruences are found from models of a solver, by the pass affine. In
// systems with products of variables, the pass polynomials guesses equations of higher degree from
// runs of the clauses, and proves them by induction: modulo powers of two where the system computes
// so. They decide conditions that engines have no words for, and are conjuncts of models; the
// validator confirms them with package linearize.
//
// # Limits
//
// Nonlinear arithmetic is left alone by the passes that read arithmetic, but for Polynomials.
// Removal of arguments that are not read does not look into constraints: an argument that a trivial
// constraint reads stays. Passes need clauses in normal form to find something, not to be right.
package passes
