// SPDX-License-Identifier: Apache-2.0

// Package symbolic searches for refutations of systems over datatypes by symbolic evaluation with
// merging, over an incremental SAT solver.
//
// # Method
//
// Predicates are evaluated like functions of a functional program, on values that are partly known:
//
//   - A cell is a symbolic value. For a datatype it has a literal for each constructor (exactly
//     one holds), and cells for fields, which are made when something reads them. Constructors
//     share the cells of fields of the same sort, so a call on the first subtree is one call for
//     all constructors. For an integer, the cell has bits in two's complement. Equal values, and
//     equal constructors applied to the same cells, are the same cell.
//   - A call is a predicate with inputs. Equal inputs make one call. If a parameter is determined
//     by the others, which the engine guesses from the clauses, it is an output, and the call has
//     a cell for it. A call without a choice is evaluated at once.
//   - A case is a clause in a call, with a literal that implies the constraint and the body of the
//     clause. If a call holds, one of its cases holds.
//   - Merging: the outputs of the cases become one cell, which is equal to each output where its
//     case holds. If different cases call the same recursive predicate, the calls become one call
//     with merged inputs. So the number of calls grows with the depth of the recursion, not with
//     the number of paths.
//   - Delay: a call with a choice waits, and so do the fields in a disequality. The SAT solver
//     assumes that the call does not happen. If the assumptions contradict the clauses, the core
//     contains those that matter, and the earliest of these calls are evaluated.
//   - Depth: by a further assumption, inputs about which nothing is known are terms of depth 0,
//     then 1, and so on. The depth grows when the core contains no call, or only late ones.
//
// A model of the SAT problem is a derivation: the engine reads values from the cells, and compares
// each step with its clause. A clause (a loop formula) excludes derivations and values that are
// parts of themselves.
//
// # Example
//
// The engine looks for an expression that matches ab, with the derivative "step" and the test
// "accepts" as functions. It begins with a cell x for the expression. The call step(x, a) has six
// cases. Those of alternatives, sequences and repetitions share the calls step(x.1, a) and
// step(x.2, a). The output of the call is merged from six results, and step(·, b) is evaluated on
// it.
//
// # Completeness
//
// The engine may miss refutations, but never reports wrong ones. It guesses that a call has one
// value for each output, and that unknown integers have seven bits. Until inputs are deep, it also
// guesses that parameters that count down to a number do not go below it.
//
// # Files
//
//	program.go  clauses made ready    cell.go    symbolic values       call.go    calls, cases
//	modes.go    outputs               gates.go   circuits              model.go   refutations
//	eval.go     terms, constraints    engine.go  the search
//
// # Names
//
//	m  machine, which has the cells    c  cell, call       x  case of a call
//	k  constructor, call of a case     l  literal          p  predicate, place of a field
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
// Predicates need not be functions. The engine finds outputs; a predicate without output is a
// choice between clauses, and undetermined inputs are unknown values. Constructors share fields.
// All of the earliest calls in a core are evaluated, rather than one. The depth of inputs and the
// depth of calls have separate bounds.
package symbolic
