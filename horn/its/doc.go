// SPDX-License-Identifier: Apache-2.0

// Package its reads integer transition systems as Horn systems, in the two formats of the
// termination competition:
//
//	SMT-LIB   definitions init_main and next_main over a sort of locations, as T2 and AProVE print
//	ARI       (format LCTRS) with rules between functions over integers, and an entry point
//
// Each location, or function, becomes a predicate. Each transition, or rule, becomes a clause:
//
//	(cfg_trans2 pc^0 l1 pc^post l2 (and (> x^0 0) (= x^post (- x^0 1))))
//	(rule (l1 x) (l2 (- x 1)) :guard (> x 0))
//
//	l1(x) ∧ x > 0 → l2(x - 1)
//
// At the initial location, the variables have any values that init_main allows. The executions of
// the system are the sequences of atoms that follow from each other by clauses: see package
// termination.
//
// Anything else is refused with its position: procedures (cfg_trans3), other theories, rules with
// several functions.
//
// References: Termination-Portal.org, "Integer Transition Systems"; CoCo, "The ARI format", section
// on LCTRSs.
package its
