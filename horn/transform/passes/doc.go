// SPDX-License-Identifier: Apache-2.0

// Package passes has the passes that simplify Horn systems, a file for each. They use the framework
// (package pass), the construction of systems with back-translation of witnesses (lift), and
// abstract domains (absint), but not the pipeline that runs them.
//
//	all kinds          Normal, NameTerms: forms of clauses
//	removal            Cone, Unsat, Args, Free, Constants (cutter: removal of arguments)
//	splitting          Records
//	resolution         Chains, Inline, Merge, Unfold
//	enumeration        Explicit: consequences of facts
//	case distinction   Control, Phases (controlargs, controlgraph: the cases)
//	facts              Simplify, Intervals, Affine, Polynomials, Constructors (strengthening: adds facts to clauses and models; simulator: runs of clauses)
//
// # Records
//
// Records are split into their fields after the first removal of arguments, and the passes of the
// group run again on fields. Later passes see records only as elements and indices of arrays and as
// fields of other datatypes. The queries of Solidity's compiler pass the whole transaction from
// block to block. Free removes the fields that no code reads, and [lift.ClauseBuilder] removes
// constraints on them.
//
// # Control
//
// Program counters are encoded in Booleans and in constraints of any form. The pass control asks a
// solver for the valuations of these and the steps between them, and makes a predicate for each
// valuation. On the systems with Boolean program counters of LIA-Lin (vmt, ctigar) this turns one
// predicate and a transition relation of several hundred disjuncts into the loops of the program:
// predabs solves 6 more of the 26 vmt tasks of LIA-Lin.quick in 4 s of CPU, and loses no task.
//
// The pass phases turns conditions of a loop into Boolean arguments first, and then into control
// flow in the same way. Within a phase, an affine invariant often suffices, which the pass affine
// finds.
//
// # Bounds
//
// Package absint has abstract interpretation. Passes use its facts for strengthening: they may add
// them to clauses, they simplify clauses by them, and they add them to models as conjuncts. The
// pass simplify runs early and adds nothing. If bounds show that a remainder or a conditional term
// equals one of its cases, as usual for the wraps of machine integers, later passes get linear
// arithmetic. The pass intervals runs late, when there are few predicates, and adds the bounds.
//
// # Constructors
//
// In a loop over the values of an enumeration, or over the constructors of a datatype, some of them
// usually never occur. Engines would ask a solver about each; the pass constructors derives the
// possible ones. It runs before simplify: if a query tests a constructor or a number, only the
// number remains.
//
// # Equations
//
// The pass affine finds linear equations and congruences from models of a solver. In systems with
// products of variables, the pass polynomials guesses equations of higher degree from runs of the
// clauses, and proves them by induction, modulo powers of two if the system computes in this way.
// These equations decide conditions that engines cannot express, and are conjuncts of models. The
// validator confirms them with package linearize.
//
// # Limits
//
// Of the passes that read arithmetic, only Polynomials handles nonlinear arithmetic. The removal of
// unread arguments does not analyse constraints, so an argument in a trivial constraint remains.
// Passes need clauses in normal form only to find something, not to be correct.
package passes
