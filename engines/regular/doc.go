// SPDX-License-Identifier: Apache-2.0

// Package regular is the engine "regular": it finds finite models of systems over algebraic
// datatypes. The numbers are left out. A finite model is a tree automaton, and what it says of a
// predicate is a regular invariant. Models only.
//
// # Method
//
//	signature  a finite set of states for each datatype, a table of the resulting states for each constructor, a relation over states for each predicate.
//	           Arguments of other sorts than datatypes and Bool are left out, constraints over them hold.
//	nodes      clauses without equations, by unification. A disequality becomes a relation, which is to hold of the states of any two different values.
//	flat       clauses over states.
//	search     tables by SAT. The least relations that the clauses derive with them are computed; where these violate a query, the instances in its derivation become
//	           clauses of the SAT problem. States are numbered in the order in which the tables mention them, which rules symmetric tables out.
//	sizes      one state for each datatype at first. When no tables are left, a sort of the unsatisfiable core gets one more, smallest tables first.
//
// The model goes by way of package catamorphism: the state of a value is a fold with numbers below
// the number of states for its values, and a predicate is a formula over the states of its
// arguments.
//
// # Pairs
//
// A second search, which takes turns with the first one, also has states for pairs of values, for
// each two arguments of a predicate that are of recursive datatypes: a synchronised tree automaton.
// A pair of datatypes is a further sort, which has a constructor for each two constructors, so that
// the search is the same (Kostyukov, Mordvinov, Fedyukovich, 2023). Their fields are read in pairs
// as far as their sorts allow, and the others alone.
//
// Where a variable is read together with a constructor, a clause becomes one for each constructor
// of the variable. After a few such distinctions, the state of the pair may be any. Of the states
// of x, of y and of the pair (x, y), and of those of (x, y), (y, z) and (x, z), not all occur
// together: the least relations over them are part of the clauses. So automata for "less than" are
// seen to be transitive.
//
// The model has a recursive function of one value, or of two, for each binary digit of the states
// (package horn/recursion). What holds of any values, those least relations, are lemmas, which the
// validator proves by induction.
//
// # Examples
//
// "No number is even and odd": even(0), even(n) ⇒ odd(n+1), odd(n) ⇒ even(n+1) has two states, 0 ↦
// 0, n+1 ↦ 1 − n.
//
// "Two stacks differ everywhere": run(nil, nil), run(x, y) ⇒ run(cons(a, x), cons(b, y)),
// run(cons(c, x), cons(d, y)) ⇒ run(x, y) has two states for pairs of letters, and two for pairs of
// stacks.
//
// # Files
//
//	signature.go  sorts, tables, relations     cases.go   disjunctive normal forms     nodes.go   equations, distinctions     flat.go  clauses over states
//	joint.go      relations of any values      derive.go  the least relations          search.go  sizes, SAT                  engine.go  the engine, models by folds
//	functions.go  models by recursive functions
//
// # Limits
//
// Constraints over numbers, bit-vectors and arrays are taken to hold; what depends on them is lost.
// Three values that are related at once, such as sums, are seen by their pairs only. Where one
// value is behind the other one, as in p(x, cons(c, x)), the states of pairs may be any after two
// constructors. Datatypes that contain arrays are refused.
//
// # References
//
//   - Y. Kostyukov, D. Mordvinov, G. Fedyukovich, "Beyond the Elementary Representations of Program
//     Invariants over Algebraic Data Types", PLDI 2021, https://doi.org/10.1145/3453483.3454055:
//     regular invariants, disequalities.
//   - Y. Kostyukov, D. Mordvinov, G. Fedyukovich, "Collaborative Inference of Combined Invariants",
//     LPAR 2023: synchronised tree automata by finite models. Here tuples are pairs, states of
//     single values take the place of a filler, and joint relations are added.
//   - T. Losekoot, T. Genet, T. Jensen, "Automata-Based Verification of Relational Properties of
//     Functions over Algebraic Data Structures", FSCD 2023,
//     https://doi.org/10.4230/LIPIcs.FSCD.2023.7: relations by convoluted tree automata.
//   - K. Claessen, N. Sörensson, "New Techniques that Improve MACE-style Finite Model Finding",
//     2003: finite models by SAT, symmetries.
//   - G. Reger, M. Suda, A. Voronkov, "Finding Finite Models in Multi-sorted First-Order Logic",
//     SAT 2016, https://doi.org/10.1007/978-3-319-40970-2_20: sizes of sorts by unsatisfiable
//     cores.
package regular
