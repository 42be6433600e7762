// SPDX-License-Identifier: Apache-2.0

// Package native is the embedded solver: satisfiability, models, cores and interpolants for
// formulas over Bool, Int, Real, bit-vectors, arrays, datatypes and uninterpreted sorts, with
// nothing to install.
//
// It is CDCL(T) in the classical form. An encoder turns formulas into clauses whose atoms are
// bounds on linear sums. Package sat searches. Packages lra and lia decide conjunctions of bounds
// by simplex, divisibility and branching on single variables; one type implements sat.Theory for
// both. The theory reports clauses with certificates: weights of a Farkas combination, weights of
// equations without integer solution, or derivations from equations. The interpolants come from a
// refutation with such leaves.
//
// # Main types
//
//	Backend       makes the others; implements smt.Backend
//	Solver        the incremental solver; implements smt.Solver
//	Interpolator  interpolants from proofs; implements smt.Interpolator
//
// # Supported
//
// The solver supports Boolean structure, equations, and linear arithmetic over Int, Real and both.
// It supports div and mod by a numeral, to_real and to_int; all operations on bit-vectors, bv2nat
// and int2bv. Arrays have select, store, constants and equations, and may be nested as elements.
// Uninterpreted sorts and functions, algebraic datatypes, and if-then-else of any sort are
// supported too. Anything else is refused with an error that wraps errors.ErrUnsupported: division
// by a variable, quantifiers.
//
// Solvers that Backend makes support products of variables. They ask this solver about
// linearizations: see package linearize. Interpolators and projectors refuse products of variables.
//
// # Theories
//
// Bit-vectors become bits: see package bits. Every term that only equations determine has a node in
// a graph of package euf. Equations and testers of constructors enter the graph as soon as the
// search assigns them.
//
// When the search has a complete assignment and arithmetic has a model, nodes of equal value are
// merged. Axioms of arrays and datatypes are instantiated where they are needed. A contradiction
// with the values becomes a lemma. A node whose value another theory determines is a shared term of
// that theory.
//
//	sort               value                          equation
//	Bool               a literal                      gate
//	Int, Real          a sum over the tableau         two bounds
//	bit-vector         bits                           circuit
//	array              its reads                      merge; false: a witness index
//	uninterpreted      its class                      merge
//	datatype           constructor and arguments      merge
//
// # Scopes
//
// Clauses of a scope, and the gates that they define, are removed with it. Atoms, sums and the
// tableau rows of sums remain, because engines ask about the same formulas again and again. An atom
// is inactive while no formula in the solver mentions it. Then it is not decided and nothing
// implies it. When these remains become larger than the data of the open scopes, everything is
// rebuilt from the assertions.
//
// # Interpolation
//
// A fresh solver answers a query with one refutation of all partitions, which serves all nodes.
// Every partition has its own gates, and its own aliases of alien terms. For each node, the subtree
// is A and the rest is B. Each SAT variable is labelled a or b. If both sides mention it, the
// system decides:
//
//	strength        shared  lemmas of arithmetic
//	Strong          b       decomposed Farkas sum of A's bounds     (McMillan)
//	Medium          ab      Farkas sum of A's bounds                (Pudlák)
//	Weak, Default   a       negated, decomposed sum of B's bounds   (inverse McMillan)
//
// For the same query, each implies the next. Inverse labels are not right for trees that are not
// paths; those use the system of Medium instead.
//
// Integers need no further rules. Bounds are rounded one by one, so each rounded bound follows from
// one bound. Branching is on one variable or term, so its atoms belong to every partition that has
// the variables. An equation without integer solution gives a congruence (see lia.Equality).
// Interpolants contain mod in this case only.
//
// A lemma about equations has a derivation. Its steps state that two terms are equal: because of a
// literal, an axiom, or equal arguments. A step belongs to a partition that has, or could have, all
// its symbols: a symbol of two partitions has a meaning in all partitions between them. So one
// derivation serves all cuts.
//
// Some steps would need symbols of two sides. They are split if equal terms in between allow it.
// Applications replace one argument at a time. Equal values of arithmetic go through a symbol that
// both sides have. If no split is found, the literal is mixed and the answer is Unknown. The usual
// case is a read at an index that the array's partition does not have.
//
// Bits of symbols are shared, so interpolants of bit-vector formulas are over single bits.
// InterpolatorOptions.Words makes them from rules about words instead: see wordlevel.go.
//
// By measurement, the back end asks for proofs first if there is only arithmetic. Otherwise it asks
// for models first (package itp). smt.Query.Method overrides the choice.
//
// # Terminology
//
//	gate      the literal of a formula, defined by clauses
//	atom      an upper bound on a variable of the tableau; its negation is a lower bound
//	symbol    a free variable or declared constant
//	alien     an arithmetic term other than a sum or a symbol: ite, div, mod, to_int
//	alias     the symbol that stands for an alien term, within one encoder; that of an application, in all
//	word      the literals of the bits of a bit-vector term
//	node      a term in the graph of equations
//	shared    a term whose value another theory determines, and its node
//	witness   an index at which two arrays differ if they are not equal
//	meaning   a term has it in a partition that has its symbols, or lies between two that have them
//	mixed     without a meaning in any single partition
//	step      an inference of a derivation; it belongs to a partition
//	chain     consecutive steps: a = b, b = c
//	run       steps of a chain that are on one side of a cut
//	interface a term through which equality of values gets from one partition to another
//	numeral   a constant bit-vector
//	variable  in comments on the tableau: that of a symbol or alien term
//	cut       a set of partitions, A; the rest is B
//	partial   the interpolant of a clause of the proof
//
// Names in the code: s solver or store, e encoder, a arithmetic, t term, l, m literals, v, x
// variables (SAT or tableau), b bound, g gate, r request, reason or refuter, q query, f formula.
//
// # Files
//
// Files of their own make interpolants from refutations, from interpolator.go on. Only backend.go
// and refutation.go use what they declare (package repository tests that).
//
//	backend.go        Backend
//	solver.go         Solver: scopes, checks, rebuilding
//	fragment.go       what is supported
//	encoder.go        formulas to clauses
//	deep.go           formulas that are nested deeply
//	alien.go          sums and alien terms to variables of the tableau
//	cases.go          if-then-else terms that need none, and chains of them
//	symbol_table.go   symbols; models
//	scope.go          changes of encoders that a scope undoes
//	words.go          bit-vectors
//	nodes.go          terms and equations to nodes of the graph
//	equality.go       the graph, and what is known of its nodes
//	trail.go          the graph while the search assigns literals
//	combination.go    the final check that combines theories, and its lemmas
//	arrays.go         the axioms of arrays
//	agreements.go     reads that arrays need not exchange
//	datatypes.go      the axioms of datatypes
//	values.go         models from the graph
//	atoms.go          the table of bounds
//	arithmetic.go     the theory
//	imply.go          its propagation and explanations
//	certificates.go   evidence of its clauses
//	verify.go         refutations checked against this evidence
//	wordlevel.go      bit-vectors as words
//	order.go          the orders of words
//	purify.go         terms that get a name before equations are derived
//	derivation.go     evidence of lemmas about equations
//	colors.go         where terms have a meaning
//	usage.go          which partitions mention which variables
//	interpolator.go   Interpolator: queries, refutations
//	interpolants.go   partial interpolants of inputs and resolutions
//	lemma.go          partial interpolants of clauses of the theory
//	ground.go         partial interpolants of derivations
//	lift.go           interpolants over bits to words
//
// # Limits
//
// Integer problems with unbounded variables and terms may not terminate by branching. After 400
// nested branchings, or when the budget of smt.Options is spent, the answer is Unknown. A sum with
// coefficients of more than 64 bits is exact, but slow. Deep terms are encoded from the inside out.
//
// Equations take part in the search only through their literals, and lemmas come when an assignment
// is complete. So long chains of stores at indices whose order is undecided are slow.
//
// Constant arrays over a finite or uninterpreted index sort may be contradictory only at indices
// that no term has. The solver does not see this. It therefore checks the model in these cases, and
// answers Unknown if the check fails. It does the same for functions of arrays or with arrays as
// indices, and for datatypes that contain arrays and must differ. Whenever equations take part, it
// also answers Unknown if the model makes a formula false. That would be a defect of this package.
//
// # References
//
//   - B. Dutertre, L. de Moura: A Fast Linear-Arithmetic Solver for DPLL(T). CAV 2006,
//     https://doi.org/10.1007/11817963_11. The theory solver, bounds as atoms, unate propagation.
//   - R. Nieuwenhuis, A. Oliveras: Fast Congruence Closure and Extensions. Information and
//     Computation 205(4), 2007, https://doi.org/10.1016/j.ic.2006.08.009.
//   - L. de Moura, N. Bjørner: Model-based Theory Combination. SMT 2007,
//     https://doi.org/10.1016/j.entcs.2008.04.079.
//   - R. Brummayer, A. Biere: Lemmas on Demand for the Extensional Theory of Arrays. JSAT 6, 2009,
//     https://doi.org/10.3233/SAT190067.
//   - C. Barrett, I. Shikanian, C. Tinelli: An Abstract Decision Procedure for a Theory of
//     Inductive Data Types. JSAT 3, 2007, https://doi.org/10.3233/SAT190028.
//   - D. Plaisted, S. Greenbaum: A Structure-preserving Clause Form Translation. Journal of
//     Symbolic Computation 2(3), 1986, https://doi.org/10.1016/S0747-7171(86)80028-1.
//   - K. McMillan: An Interpolating Theorem Prover. Theoretical Computer Science 345(1), 2005,
//     https://doi.org/10.1016/j.tcs.2005.07.003.
//   - P. Pudlák: Lower Bounds for Resolution and Cutting Plane Proofs and Monotone
//     Computations. Journal of Symbolic Logic 62(3), 1997, https://doi.org/10.2307/2275583.
//   - V. D'Silva, D. Kroening, M. Purandare, G. Weissenbacher: Interpolant Strength. VMCAI
//     2010, https://doi.org/10.1007/978-3-642-11319-2_12. Labelled interpolation systems.
//   - M. Blicha, A. Hyvärinen, J. Kofroň, N. Sharygina: Decomposing Farkas Interpolants.
//     TACAS 2019, https://doi.org/10.1007/978-3-030-17462-0_1.
//   - A. Fuchs, A. Goel, J. Grundy, S. Krstić, C. Tinelli: Ground Interpolation for the Theory of
//     Equality. TACAS 2009, https://doi.org/10.1007/978-3-642-00768-2_34; Logical Methods in
//     Computer Science 8(1), 2012.
//   - G. Yorsh, M. Musuvathi: A Combination Method for Generating Interpolants. CADE 2005,
//     https://doi.org/10.1007/11532231_26. Equalities between theories.
//   - D. Kroening, G. Weissenbacher: An Interpolating Decision Procedure for Transitive Relations
//     with Uninterpreted Functions. HVC 2009, LNCS 6405, pages 150–168.
//   - H. Jain, E. Clarke, O. Grumberg: Efficient Craig Interpolation for Linear Diophantine
//     (Dis)Equations and Linear Modular Equations. CAV 2008,
//     https://doi.org/10.1007/978-3-540-70545-1_24.
//
// # Differences from the papers
//
// Labels are per variable, not per occurrence. In lemmas, literals labelled ab count to B. Farkas
// sums are decomposed into connected components, not by a basis of a null space. This finds less,
// is very cheap, and keeps the interpolants of neighbours consistent with each other. If A has one
// bound of an equation and B the other, which does not occur in the papers, the equation counts to
// B. A's interpolant gets A's bound as a conjunct.
package native
