// SPDX-License-Identifier: Apache-2.0

// Package catamorphism abstracts algebraic datatypes by numbers: from a system over lists it makes
// a system over their lengths, and from a model of the latter a model of the former.
//
// # Method
//
// A [Template] chooses measures for each datatype. A direct measure looks at the outermost
// constructor: which one it is, or the value of a field. A recursive measure is a fold: it is
// computed from the fields and from the measures of the parts,
//
//	len(nil) = 0        len(cons(h, t)) = 1 + len(t)
//
// [Template.Abstract] replaces each datatype argument of a predicate by its measures, and each
// constructor by its effect on them. Datatypes that are not recursive, and natural numbers made of
// zero and successor, are described completely. For other datatypes, the new system is an
// over-approximation, so it may be unsafe although the old one is safe: the effect is pass.Over.
//
// # Refinement
//
// [Templates] has two templates to begin with: numbers of constructors, and outermost constructors.
// Further measures are learned from counterexamples (CEGAR). A refutation over measures is a tree
// of clauses. Its [Derivation] is what these clauses state about the datatypes. The equations of
// premises and body atoms are solved without decomposing constructor terms. If the derivation has a
// model, the model is a refutation of the system. Otherwise no values have this derivation. Then a
// [Learner] finds measures under which this derivation and all earlier ones are unsatisfiable.
//
// Measures come from sketches, steps with unknown numbers:
//
//	defined           the folds that clauses define: each predicate of a datatype, a number or truth value, and perhaps a parameter, whose clauses
//	                  have one constructor each and call for its fields
//	linear            k + Σ a·n ± Σ r over elements n and results r for the parts, also with 2·r; a pair of these that alternate
//	some, number of   elements that are above, below or equal to a number or the parameter, or even
//	order             smallest and largest element, height, last element; whether a list is sorted, a tree is a search tree or a heap
//	states            automata with two or three states and unknown transitions
//
// The numbers k, a are found from examples (CEGIS). The learner guesses numbers that exclude the
// examples so far. If a guess allows a derivation, this becomes the next example, with different
// values for all variables if possible. Guesses near zero come first; numbers that the clauses
// mention count as near zero. First single sketches are tried, then all sketches with few numbers
// at once, and then measures are added one by one. Measures that are not needed to exclude the
// derivations are dropped.
//
// If an abstract system over numbers of constructors is not solved, [Learner.Another] returns one
// with further measures.
//
// # Models
//
// Recursive measures are not terms of SMT-LIB, and a model must not define auxiliary functions. But
// the values of a fold form an array, and exactly one array satisfies its equations, because values
// of datatypes are finite. So "p holds for lists of even length" is
//
//	(forall ((f (Array List Int)))
//	  (=> (and (= (select f nil) 0)
//	           (forall ((h Int) (t List)) (= (select f (cons h t)) (+ 1 (select f t)))))
//	      (= (mod (select f x) 2) 0)))
//
// A measure may have a parameter, such as the element whose occurrences it counts. Then predicates
// hold for all values of the parameter, and models quantify over it.
//
// Package horn/check validates such models. z3 and cvc5 can prove consequences by instantiation,
// but not that such an array exists. For them, horn.WithFunctions writes recursive functions.
//
// # Types and roles
//
//	Template       a choice of kinds of measures; Templates lists the first ones
//	Derivation     the clauses of a refutation, without the values
//	Learner        spurious derivations; finds templates that exclude them
//	catamorphisms  the measures of all datatypes of a system
//	measure        one of them: a step for each constructor
//	sketch         makes measures with unknown numbers, its holes
//	definition     a predicate that is read as a fold
//	translation    of one clause
//	back           of models
//
// # Names
//
//	s  store    d  datatype sort    c  constructor    m  measure    t, x  terms
//
// # Limits
//
// The conditions of steps compare an element with a number, the parameter, or bounds of the parts;
// there is one parameter, a number. A predicate is not a fold if one of its calls is not about a
// field, or changes the parameter. Derivations that a measure with a parameter allows are examined
// for one value of the parameter only. Datatypes that contain themselves below arrays do not
// change, and systems with quantifiers in constraints are refused.
//
// # References
//
//   - H. Katsura, N. Kobayashi, K. Sakayori, R. Sato, "Automated Catamorphism Synthesis for Solving
//     Constrained Horn Clauses over Algebraic Data Types", 2025, https://arxiv.org/abs/2507.20726:
//     the solver Catalia, which abstracts, refutes, and learns catamorphisms from templates and
//     counterexamples in this way. Added here: folds that the clauses define and folds about order
//     are among the templates; measures may have a parameter; natural numbers are kept as they are;
//     numbers of constructors are always among the measures; several abstract systems take turns.
//   - A. Solar-Lezama, L. Tancau, R. Bodík, S. Seshia, V. Saraswat, "Combinatorial Sketching for
//     Finite Programs", ASPLOS 2006: holes and CEGIS.
//   - E. De Angelis, F. Fioravanti, A. Pettorossi, M. Proietti, "Catamorphic Abstractions for
//     Constrained Horn Clause Satisfiability", TPLP 2024, https://arxiv.org/abs/2408.06988: the
//     catamorphisms that a specification has abstract its predicates.
//   - P. Suter, M. Dotta, V. Kuncak, "Decision Procedures for Algebraic Data Types with
//     Abstractions", POPL 2010, https://doi.org/10.1145/1706299.1706325: catamorphisms and their
//     partial evaluation.
//   - H. Hojjat, P. Rümmer, "Deciding and Interpolating Algebraic Data Types by Reduction", SYNASC
//     2017: datatypes by their sizes.
package catamorphism
