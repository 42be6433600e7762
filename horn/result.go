// SPDX-License-Identifier: Apache-2.0

package horn

import (
	"strconv"

	"cornet/logic"
	"cornet/smtlib"
)

// Verdict is the answer to a system.
type Verdict uint8

// The verdicts. Unknown is the zero value.
const (
	Unknown Verdict = iota
	Safe            // satisfiable: no query can be derived
	Unsafe          // unsatisfiable: false is derivable
)

// String returns the word that SMT-LIB Horn solvers print for v.
func (v Verdict) String() string {
	switch v {
	case Safe:
		return "sat"
	case Unsafe:
		return "unsat"
	}
	return "unknown"
}

// Result is a verdict with its justification.
type Result struct {
	Verdict Verdict
	// Model or Unwinding justifies Safe, Refutation justifies Unsafe; the others are nil.
	Model      *Model
	Unwinding  *Unwinding
	Refutation *Refutation
	// Reason explains in a few words why the verdict is Unknown.
	Reason string
}

// GiveUp returns the Unknown result with the given reason.
func GiveUp(reason string) Result { return Result{Reason: reason} }

// Model interprets every predicate of a system by a formula.
type Model struct {
	defs map[*logic.Func]Definition
	// functions are the functions that definitions call, in models for printing: see WithFunctions.
	functions []smtlib.Recursive
}

// Definition is the meaning of one predicate: p(Params…) holds iff Body does. Params are distinct
// variables of the parameter sorts, and the only free variables of Body.
type Definition struct {
	Params []*logic.Term
	Body   *logic.Term
}

// NewModel returns a model without definitions.
func NewModel() *Model { return &Model{defs: map[*logic.Func]Definition{}} }

// Define gives p a definition, which replaces any earlier one.
func (m *Model) Define(p *logic.Func, params []*logic.Term, body *logic.Term) {
	m.defs[p] = Definition{params, body}
}

// Definition returns the definition of p, and whether there is one.
func (m *Model) Definition(p *logic.Func) (Definition, bool) {
	d, ok := m.defs[p]
	return d, ok
}

// Instance returns the formula that defines p(args…), or nil if p has no definition.
func (m *Model) Instance(s *logic.Store, p *logic.Func, args []*logic.Term) *logic.Term {
	d, ok := m.defs[p]
	if !ok {
		return nil
	}
	return s.Substitute(d.Body, d.Params, args)
}

// Params returns variables for the parameters of p. Definitions that are made for models use them.
func Params(s *logic.Store, p *logic.Func) []*logic.Term {
	z := make([]*logic.Term, p.Arity())
	for i, sort := range p.Params() {
		z[i] = s.Var("x!"+strconv.Itoa(i), sort)
	}
	return z
}

// Refutation is a derivation of false from ground instances of clauses: a DAG
// in topological order whose last step instantiates a query.
type Refutation struct {
	Steps []Step
	// Loops are disjoint and in order.
	Loops []Loop
}

// Step is one ground instance of a clause.
type Step struct {
	// Clause is the index of the clause in the system.
	Clause int
	// Values gives every variable of the clause a value. Variables that do not matter may be
	// missing.
	Values map[*logic.Term]*logic.Term
	// Premises are the indices of earlier steps, one per body atom, in order.
	// Step Premises[i] derives the i-th body atom.
	Premises []int
}
