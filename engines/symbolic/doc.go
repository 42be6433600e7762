// SPDX-License-Identifier: Apache-2.0

// Package symbolic searches for refutations of systems over datatypes by symbolic evaluation with
// merging, over an incremental SAT solver.
//
// # Method
//
// Predicates are evaluated like functions of a functional program, on values that are known in
// part:
//
//	cell         a symbolic value. Of a datatype: a literal for each constructor (exactly one holds), and cells for fields, which get there when
//	             something looks at them. Constructors share the cells of fields of one sort, so that a call on the first subtree is one call for all
//	             constructors. Of an integer: bits in two's complement. Values and constructors applied to cells are the same cell wherever they occur.
//	call         a predicate with inputs. There is one call for the same inputs. Where a parameter is determined by the others, which is guessed from the
//	             clauses, it is an output: the call has a cell for it. A call without a choice is evaluated at once.
//	case         a clause in a call, with a literal that implies what the clause says. One of the cases of a call that holds does.
//	merging      the outputs of the cases become one cell, which is equal to each of them where its case holds. Calls of a recursive predicate that different
//	             cases make become one call, whose inputs are merged. So the number of calls grows with the depth of the recursion, not with the number of
//	             paths.
//	delay        a call with a choice waits, as do the fields in a disequality. The SAT solver assumes that it does not happen. If clauses and assumptions are
//	             unsatisfiable, the core has the assumptions that matter, and the earliest of these calls are evaluated.
//	depth        inputs about which nothing is known are terms of depth 0, then 1, and so on, by an assumption, too. It grows when the core has no call, or only late
//	             ones.
//
// A model is a derivation: values are read from the cells, and each step is compared with its
// clause. A derivation or a value that is a part of itself is excluded by a clause (a loop
// formula).
//
// # Example
//
// An expression that matches ab, for the derivative "step" and the test "accepts" as functions,
// begins with a cell x for the expression. step(x, a) has six cases; those of alternatives,
// sequences and repetitions share the calls step(x.1, a) and step(x.2, a), and its output is merged
// of six results, on which step(·, b) is evaluated.
//
// # Completeness
//
// Guesses can lose refutations, but never make wrong ones. The engine guesses that a call has one
// value for each output, that parameters which count down to a number do not go below it until
// inputs are deep, and that unknown integers have seven bits.
//
// # Files
//
//	program.go  clauses made ready    modes.go  outputs         cell.go   symbolic values    gates.go  circuits
//	eval.go     terms, constraints    call.go   calls, cases    model.go  refutations        engine.go the search
//
// # Names
//
//	m  machine, which has the cells    c  cell, call    x  case of a call    k  constructor, call of a case    l  literal    p  predicate, place of a field
//
// # References
//
//   - K. Claessen, D. Rosén, HBMC, a symbolic evaluator of functional programs,
//     https://github.com/danr/hbmc: symbolic values, merged calls, delayed contexts chosen by
//     cores.
//   - A. Lal, S. Qadeer, S. Lahiri, "A Solver for Reachability Modulo Theories", CAV 2012:
//     unfolding under the guidance of cores.
//   - F. Lin, Y. Zhao, "ASSAT: Computing Answer Sets of a Logic Program by SAT Solvers", Artificial
//     Intelligence 157, 2004: loop formulas.
//
// # Differences
//
// Predicates need no functions: outputs are found, what has none is a choice between clauses, with
// inputs that nothing determines as unknown values. Fields are shared between constructors. The
// earliest calls of a core are all evaluated, not one of them. The depth of inputs is bounded apart
// from that of calls.
package symbolic
