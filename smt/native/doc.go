// SPDX-License-Identifier: Apache-2.0

// Package native is the embedded solver: satisfiability, models, cores and
// interpolants for formulas over Bool, Int, Real, bit-vectors, arrays, datatypes and
// uninterpreted sorts, with nothing to install.
//
// It is CDCL(T) in the classical shape. An encoder turns formulas into clauses whose
// atoms are bounds on linear sums; package sat searches; packages lra and lia, behind one
// type that implements sat.Theory, decide conjunctions of bounds by simplex, divisibility
// and branching on single variables. What the theory reports are
// clauses with certificates: weights of a Farkas combination, weights of equations
// without integer solution, or derivations from equations. From a refutation with such leaves, interpolants are read off.
//
// # Main types
//
//	Backend       makes the others; implements smt.Backend
//	Solver        the incremental solver; implements smt.Solver
//	Interpolator  interpolants from proofs; implements smt.Interpolator
//
// # Supported
//
// Boolean structure, equations, linear arithmetic over Int and Real and both, div and
// mod by a numeral, to_real, to_int; all operations on bit-vectors, bv2nat, int2bv; arrays
// with select, store, constants and equations, nested as elements; uninterpreted sorts and
// functions; algebraic datatypes; if-then-else of any sort. Anything else is refused with an
// error that wraps errors.ErrUnsupported: division by a variable, quantifiers.
//
// Products of variables are for the solvers that Backend makes, which ask this one about
// linearizations: see package linearize. Interpolators and projectors refuse them.
//
// # Theories
//
// Bit-vectors become bits: see package bits. Everything that is known by equations
// alone has a node in a graph of package euf. Equations and testers of constructors take
// part in it as soon as the search assigns them. When the search has a
// complete assignment and arithmetic a model, nodes of equal value are merged, the axioms
// of arrays and datatypes instantiated where it matters, and what contradicts the values
// becomes a lemma. A node whose value another theory knows is a shared term of it.
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
// Clauses of a scope, and the gates they define, go with it; atoms, sums and the
// tableau rows of these stay, because engines ask about the same formulas over and over. At rest,
// that is while no formula in the solver mentions it, an atom is not decided and
// nothing implies it. When what stays has outgrown what the open scopes need, all is built anew
// from the assertions.
//
// # Interpolation
//
// A query is answered with one refutation of all partitions by a fresh solver, which
// serves all nodes. Every partition has its own gates, and its own aliases of alien terms.
// For each node the subtree is A, the rest is B, and each SAT variable is labelled
// a, b or, if both sides mention it, as the system says:
//
//	strength        shared  lemmas of arithmetic
//	Strong          b       decomposed Farkas sum of A's bounds     (McMillan)
//	Medium          ab      Farkas sum of A's bounds                (Pudlák)
//	Weak, Default   a       negated, decomposed sum of B's bounds   (inverse McMillan)
//
// Each implies the next for the same query. Inverse labels are not right for trees that
// are no paths; those get the system of Medium instead.
//
// Integers cost nothing extra: bounds are rounded one by one, which is a consequence of each alone;
// branching is on one variable or term, so its atoms belong to every partition that has the
// variables; and an equation that divides nothing gives a congruence (see lia.Equality).
// Interpolants have mod in them only then.
//
// A lemma about equations has a derivation: steps that say that two terms are equal, because of a literal, an
// axiom, or equal arguments. A step belongs to a partition that has all of its symbols, or could: a symbol that
// two partitions have has a meaning in all between them. So one derivation serves all cuts. Steps that would
// need symbols of two sides are split where equal terms in between allow it: applications by replacing one
// argument at a time, equal values of arithmetic by going through a symbol that both sides know. Where nothing
// is found the literal is mixed, and the answer Unknown: reads at an index that the array's partition does not know, above all.
//
// Bits of symbols are shared, so interpolants of bit-vector formulas are over single bits.
// InterpolatorOptions.Words makes them from rules about words instead: see wordlevel.go.
//
// The back end asks for proofs first where there is arithmetic only, and for models first otherwise
// (package itp), by measurement; smt.Query.Method chooses.
//
// # Terminology
//
//	gate      the literal of a formula, defined by clauses
//	atom      an upper bound on a variable of the tableau; its negation is a lower bound
//	symbol    a free variable or declared constant
//	alien     an arithmetic term that is no sum and no symbol: ite, div, mod, to_int
//	alias     the symbol that stands for an alien term, within one encoder; that of an application, in all
//	word      the literals of the bits of a bit-vector term
//	node      a term in the graph of equations
//	shared    a term whose value is known to another theory, and its node
//	witness   an index at which two arrays differ if they are not equal
//	meaning   what a partition can say: a term whose symbols it has, or that lie between two that have them
//	mixed     said by no single partition
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
// Interpolants are made of refutations by files of their own, from interpolator.go on; but for backend.go and
// refutation.go, no other file uses what they declare (package repository tests that).
//
//	backend.go        Backend
//	solver.go         Solver: scopes, checks, rebuilding
//	fragment.go       what is supported
//	encoder.go        formulas to clauses
//	deep.go           those that are nested deeply
//	alien.go          sums and alien terms to variables of the tableau
//	cases.go          if-then-else terms that need none, and chains of them
//	symbol_table.go   symbols; models
//	scope.go          what encoders forget
//	words.go          bit-vectors
//	nodes.go          terms and equations to nodes of the graph
//	equality.go       the graph, and what is known of its nodes
//	trail.go          the graph while the search assigns literals
//	combination.go    the final check that combines theories, and its lemmas
//	arrays.go         the axioms of arrays
//	agreements.go     reads that arrays need not tell each other
//	datatypes.go      those of datatypes
//	values.go         models from the graph
//	atoms.go          the table of bounds
//	arithmetic.go     the theory
//	imply.go          its propagation and explanations
//	certificates.go   evidence of its clauses
//	verify.go         refutations checked against it
//	wordlevel.go      bit-vectors as words
//	order.go          their orders
//	purify.go         what gets a name before equations are derived
//	derivation.go     evidence of lemmas about equations
//	colors.go         where terms have a meaning
//	usage.go          which partitions mention what
//	interpolator.go   Interpolator: queries, refutations
//	interpolants.go   partial interpolants of inputs and resolutions
//	lemma.go          those of clauses of the theory
//	ground.go         those of derivations
//	lift.go           interpolants over bits to words
//
// # Limits
//
// Integer problems with unbounded variables and terms may not terminate by branching; past 400 nested
// branchings, or the budget of smt.Options, the answer is Unknown. A sum with coefficients
// past 64 bits is exact, but slow. Deep terms are encoded from the inside out.
//
// Equations take part in the search only through their literals, and lemmas come when
// an assignment is complete: long chains of stores at indices whose order is open are
// slow. Constant arrays over a finite or uninterpreted index sort may be
// contradictory only by indices that no term has, which is not seen: there, for functions of arrays or with arrays as
// indices, and where datatypes that have arrays as parts must differ, a model is checked,
// and the answer is Unknown when it is none. So it is wherever equations take part if the model makes
// a formula false, which would be a defect of this package.
//
// # References
//
//   - B. Dutertre, L. de Moura: A Fast Linear-Arithmetic Solver for DPLL(T). CAV 2006,
//     https://doi.org/10.1007/11817963_11. The theory solver, bounds as atoms, unate propagation.
//   - R. Nieuwenhuis, A. Oliveras: Fast Congruence Closure and Extensions. Information and Computation
//     205(4), 2007, https://doi.org/10.1016/j.ic.2006.08.009.
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
//   - A. Fuchs, A. Goel, J. Grundy, S. Krstić, C. Tinelli: Ground Interpolation for the Theory of Equality.
//     TACAS 2009, https://doi.org/10.1007/978-3-642-00768-2_34; Logical Methods in Computer Science 8(1), 2012.
//   - G. Yorsh, M. Musuvathi: A Combination Method for Generating Interpolants. CADE 2005,
//     https://doi.org/10.1007/11532231_26. Equalities between theories.
//   - D. Kroening, G. Weissenbacher: An Interpolating Decision Procedure for Transitive Relations with
//     Uninterpreted Functions. HVC 2009, LNCS 6405, pages 150–168.
//   - H. Jain, E. Clarke, O. Grumberg: Efficient Craig Interpolation for Linear Diophantine
//     (Dis)Equations and Linear Modular Equations. CAV 2008, https://doi.org/10.1007/978-3-540-70545-1_24.
//
// # Differences from the papers
//
// Labels are per variable, not per occurrence. In lemmas, literals labelled ab count to B. The
// decomposition of Farkas sums is into connected components, not by a basis of a null space: it
// finds less, costs next to nothing, and keeps the interpolants of neighbours
// consistent with each other. Equations of which A has one bound and B the other, which the
// papers do not have, are counted to B, and A's interpolant gets its bound as a conjunct.
package native
