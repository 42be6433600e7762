// SPDX-License-Identifier: Apache-2.0

package chc

import "cornet/horn"

// Execution is a system in the form that the termination analysis needs: the clauses for steps of
// the program, without those about errors.
type Execution struct {
	// Rules has the clauses of the system that are not queries. It shares their terms.
	Rules *horn.System
	// Number has, for each clause of Rules, its number in the system.
	Number []int
	// Moves reports whether a clause of Rules is a step of an execution, from the place of its
	// first body atom to the place of the head. Other body atoms are about calls that have
	// returned, and about sets.
	Moves []bool
	// Queries is the number of clauses that were left out. Each of them states that no execution
	// reaches an unsupported construct, or that a pointer means an object of the points-to
	// analysis.
	Queries int
}

// Execution returns the system without its queries. An infinite execution of the program is an
// infinite sequence of such steps. If a call does not return, a step leads to the entry of the
// callee (Enter). If it returns, a step leads from the place before the call to the place after it
// (Return), with the exit of the callee as a condition.
func (sys *System) Execution() *Execution {
	z := &Execution{Rules: &horn.System{Store: sys.Horn.Store, Preds: sys.Horn.Preds}}
	for i, c := range sys.Horn.Clauses {
		if c.Head == nil {
			z.Queries++
			continue
		}
		z.Rules.Clauses = append(z.Rules.Clauses, c)
		z.Number = append(z.Number, i)
		z.Moves = append(z.Moves, sys.Steps[i].begins)
	}
	return z
}
