// SPDX-License-Identifier: Apache-2.0

// Package regular is the engine "regular": it finds finite models of systems over algebraic
// datatypes, and ignores numbers. A finite model is a tree automaton; its relation for a predicate
// is a regular invariant. The engine finds models only.
//
// # Method
//
//   - Signature: a finite set of states for each datatype, a table of the resulting states for
//     each constructor, and a relation over states for each predicate. Arguments of sorts other
//     than datatypes and Bool are left out, and constraints over them count as true.
//   - Nodes: clauses without equations, by unification. A disequality becomes a relation that must
//     hold for the states of any two different values.
//   - Flat: clauses over states.
//   - Search: tables by SAT. The engine computes the least relations that the clauses derive with
//     the tables. If these violate a query, the clause instances in its derivation become clauses
//     of the SAT problem. States are numbered in the order in which the tables mention them, which
//     excludes symmetric tables.
//   - Sizes: each datatype has one state at first. When no tables are left, a sort of the
//     unsatisfiable core gets one more state. The smallest tables come first.
//
// Package catamorphism makes the model: the state of a value is a fold whose values are the numbers
// of states, and a predicate is a formula over the states of its arguments.
//
// # Pairs
//
// A second search takes turns with the first one. It also has states for pairs of values, for each
// two arguments of a predicate that are of recursive datatypes: a synchronised tree automaton. A
// pair of datatypes is a further sort, with a constructor for each two constructors, so the search
// is the same (Kostyukov, Mordvinov, Fedyukovich, 2023). Fields are read in pairs as far as their
// sorts allow, and the others alone.
//
// If a variable is read together with a constructor, the clause becomes one clause for each
// constructor of the variable. After a few such case distinctions, the state of the pair is
// arbitrary. Not all combinations of states occur, for example of x, y and the pair (x, y), or of
// (x, y), (y, z) and (x, z). So the clauses also contain the least relations over these states.
// With them, the engine finds that automata for "less than" are transitive.
//
// The model has a recursive function of one value, or of two, for each binary digit of the states
// (package horn/recursion). The least relations are its lemmas; the validator proves them by
// induction.
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
//	signature.go  sorts, tables, relations        joint.go      relations of any values
//	cases.go      disjunctive normal forms        derive.go     the least relations
//	nodes.go      equations, distinctions         search.go     sizes, SAT
//	flat.go       clauses over states             engine.go     the engine, models by folds
//	functions.go  models by recursive functions
//
// # Limits
//
// Constraints over numbers, bit-vectors and arrays count as true, so the engine finds no model that
// depends on them. A relation of three values, such as a sum, is approximated by relations of
// pairs. If one value contains the other, as in p(x, cons(c, x)), the states of pairs are arbitrary
// after two constructors. Datatypes that contain arrays are refused.
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
