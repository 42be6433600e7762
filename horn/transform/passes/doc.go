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
// group run again on fields. Later passes see records only as elements and indices of arrays and as
// fields of other datatypes. The queries of Solidity's compiler pass the whole transaction from
// block to block. Free removes the fields that no code reads, and [lift.ClauseBuilder] removes what
// clauses state about them.
//
// # Control
//
// Program counters are encoded in Booleans and in constraints of any form. The pass control asks a
// solver which valuations they have and which follow each other, and makes predicates of them. On
// the systems with Boolean program counters of LIA-Lin (vmt, ctigar) this turns one predicate and a
// transition relation of some hundred disjuncts into the loops of the program: predabs solves 6
// more of the 26 vmt tasks of LIA-Lin.quick in 4 s of CPU, and loses none.
//
// The pass phases turns conditions of a loop into Boolean arguments first, and then likewise into
// control flow. In a phase an affine invariant is often enough, which the pass affine finds.
//
// # Bounds
//
// Package absint has abstract interpretation. Passes use its facts by strengthening: they may add
// them to clauses, they simplify clauses by them, and they add them to models as conjuncts. The
// pass simplify is early and adds nothing. If bounds show that a remainder or a conditional term is
// one of its cases, as usual for the wraps of machine integers, later passes read linear
// arithmetic. The pass intervals is late, when there are few predicates, and adds the bounds.
//
// # Constructors
//
// A loop over the values of an enumeration, or over the constructors of a datatype, mostly never
// has some of them. Engines ask a solver about each; the pass constructors derives which there are.
// It runs before simplify: if a query asks for a constructor or for a number, the number is left.
//
// # Equations
//
// The pass affine finds linear equations and congruences from models of a solver. In systems with
// products of variables, the pass polynomials guesses equations of higher degree from runs of the
// clauses, and proves them by induction, modulo powers of two if the system computes so. They
// decide conditions that engines cannot express, and are conjuncts of models. The validator
// confirms them with package linearize.
//
// # Limits
//
// Of the passes that read arithmetic, only Polynomials handles nonlinear arithmetic. The removal of
// unread arguments does not look into constraints, so an argument that a trivial constraint reads
// stays. Passes need clauses in normal form only to find something, not to be correct.
package passes
