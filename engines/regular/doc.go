// SPDX-License-Identifier: Apache-2.0

// Package regular is the engine "regular": it finds finite models of systems over algebraic datatypes. The numbers are left out. A finite model is a tree
// automaton, and what it says of a predicate is a regular invariant. Models only.
//
// # Method
//
//	signature  a finite set of states for each datatype, a table of the resulting states for each constructor, a relation over states for each predicate.
//	           Arguments of other sorts than datatypes and Bool are left out, constraints over them hold.
//	flat       clauses without nested terms. A disequality becomes a relation, which is to hold of the states of any two different values.
//	search     tables by SAT. The least relations that the clauses derive with them are computed; where these violate a query, the instances in its derivation become
//	           clauses of the SAT problem. States are numbered in the order in which the tables mention them, which rules symmetric tables out.
//	sizes      one state for each datatype at first. When no tables are left, a sort of the unsatisfiable core gets one more, smallest tables first.
//
// The model goes by way of package catamorphism: the state of a value is a fold with numbers below the number of states for its values, and a predicate is
// a formula over the states of its arguments.
//
// # Example
//
// "No number is even and odd": even(0), even(n) ⇒ odd(n+1), odd(n) ⇒ even(n+1) has two states, 0 ↦ 0, n+1 ↦ 1 − n.
//
// # Files
//
//	signature.go  sorts, tables, relations     flat.go  flat clauses     derive.go  the least relations
//	search.go     sizes, SAT                   engine.go  the engine and models
//
// # Limits
//
// Constraints over numbers, bit-vectors and arrays are taken to hold; what depends on them is lost. Relations between arguments that grow together, such as equal lengths,
// are not regular. Datatypes that contain arrays are refused.
//
// # References
//
//   - Y. Kostyukov, D. Mordvinov, G. Fedyukovich, "Beyond the Elementary Representations of Program Invariants over Algebraic Data Types", PLDI 2021,
//     https://doi.org/10.1145/3453483.3454055: regular invariants, disequalities.
//   - K. Claessen, N. Sörensson, "New Techniques that Improve MACE-style Finite Model Finding", 2003: finite models by SAT, symmetries.
//   - G. Reger, M. Suda, A. Voronkov, "Finding Finite Models in Multi-sorted First-Order Logic", SAT 2016, https://doi.org/10.1007/978-3-319-40970-2_20:
//     sizes of sorts by unsatisfiable cores.
package regular
