// SPDX-License-Identifier: Apache-2.0

// Package pdr is property-directed reachability for linear and nonlinear constrained Horn clauses,
// in the manner of GPDR and Spacer.
//
// # Method
//
// The height of a derivation is the number of steps on its longest branch, minus one: a fact has
// height 0. For each predicate and each level n the engine keeps a frame, a conjunction of lemmas
// that holds for everything derivable with height at most n; frames get weaker as n grows. It also
// keeps facts, sets of derivable states. A frame over-approximates the derivable states of a
// predicate, and its facts under-approximate them.
//
// For a growing bound N, the engine shows that no query applies to the frames of level N-1. If one
// does, model-based projection turns a model into a proof obligation for a body atom: a cube of
// states that lead to the error. To expand an obligation at level n, the engine asks for each rule
// of its predicate whether the frames of level n-1 admit a state of the cube:
//
//   - If no rule admits one, the cube is blocked at level n. The reason becomes a lemma,
//     made stronger as long as it stays inductive relative to the frames.
//   - If facts suffice for the body, the states that follow become a fact.
//   - Otherwise there is a first body atom with which facts do not suffice, given
//     facts for the atoms before it and frames for those after it. It gets an
//     obligation of level n-1, and the expansion is repeated later.
//
// Once the bound is done, lemmas are pushed to the next level where the rules allow it. When all
// lemmas of a level move on, the lemmas above it are an inductive model. When the goal gets a fact,
// a derivation is read off the facts.
//
// # Lemmas
//
// An obligation blocked by a core of its literals is generalised in five steps:
//
//	interpolation   bounds that matter only together are replaced by their Farkas
//	                combination, by an interpolant of the rule and the core
//	dropping        of literals, by induction relative to the frames
//	sums            of two bounds take their place, or the place of one of them
//	levels          the lemma goes up as far as it is inductive
//	conjectures     of several lemmas that differ in numerals only, the union of
//	                their cubes over a line of numerals becomes an obligation
//	                that may fail
//
// Every lemma is checked against the rules, regardless of its source.
//
// # Main types
//
//	Engine      solves systems; a value may be used again
//	search      one run: the bound, the queue, all locations
//	location    a predicate, or the goal, with its lemmas, facts and obligations
//	rule        a clause as a way to derive its head; one solver each
//	view        a body atom of a rule, or a head: where lemmas and facts are used
//	ruleSolver  the incremental solver of a rule, brought up to date by queries
//	lemma       a clause with the level up to which it holds
//	fact        derivable states, with the rule and the facts that derive them
//	pob         a proof obligation
//	cluster     lemmas of one shape; conjecture is what comes of them
//
// # Files
//
//	engine.go    runs                   frame.go     lemmas, levels, pushing
//	expand.go    obligations            block.go     from an obligation to a lemma
//	pob.go       their queue            bound.go     bounds among the literals, sums
//	fact.go      facts, refutations     guide.go     clusters, conjectures
//	location.go  predicates, rules      relation.go  comparisons of bit-vectors
//	rule_solver.go       solvers                share.go     lemmas of other engines
//	model.go     the model              guard.go     fields of datatypes
//	check_test.go  invariants
//
// # Names in this package
//
//	s   search        l   location      r   rule       v   view
//	o   obligation    x   lemma         f   fact       b   ruleSolver, or bound
//	m   model         c   cluster, conjecture, clause
//
// # Fragment and limits
//
// The engine handles all theories of the back end. Variables that cannot be projected away are
// replaced by their values. So over bit-vectors and some arrays, obligations are single states, and
// the search may list them one by one. The engine does not look for quantified invariants over
// arrays. A query that the back end cannot decide ends the run with Unknown.
//
// # References
//
//   - A. Komuravelli, A. Gurfinkel, S. Chaki, "SMT-Based Model Checking for Recursive
//     Programs", Formal Methods in System Design 48(3), 2016,
//     https://doi.org/10.1007/s10703-016-0249-4: may and must summaries, the choice of
//     the body atom to refine, model-based projection.
//   - K. Hoder, N. Bjørner, "Generalized Property Directed Reachability", SAT 2012,
//     https://doi.org/10.1007/978-3-642-31612-8_13: PDR over Horn clauses with
//     theories, lemmas by Farkas combinations.
//   - A. Bradley, "SAT-Based Model Checking without Unrolling", VMCAI 2011; N. Eén, A.
//     Mishchenko, R. Brayton, "Efficient Implementation of Property Directed
//     Reachability", FMCAD 2011: relative induction, delta-encoded frames, the queue.
//   - Hari Govind V K, Y. Chen, S. Shoham, A. Gurfinkel, "Global Guidance for Local
//     Generalization in Model Checking", CAV 2020,
//     https://doi.org/10.1007/978-3-030-53291-8_7: clusters, subsume and conjecture.
//
// # Differences from the papers
//
// When an obligation has been met, its parent is expanded again from the beginning and finds the
// new fact. If a predicate derives itself directly, a lemma about it is assumed in its own proof;
// larger cycles do not use this. Blocked obligations stay and rise, up to a limit (see slack),
// which finds deep counterexamples early. Lemma clusters are lines of numerals, not convex hulls.
// Three points make a conjecture: first about the whole line, and then about its two rays. For a
// single varying literal, the conjecture about the line drops the literal. Generalisation keeps the
// testers of constructors whose fields a literal mentions (see guard.go). Lemmas have no
// quantifiers.
package pdr
