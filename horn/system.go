// SPDX-License-Identifier: Apache-2.0

package horn

import (
	"cornet/smtlib"
)

// System is a set of constrained Horn clauses over the terms of one store. It
// is immutable once it is built: passes and engines make new systems.
type System struct {
	Store *smtlib.Store
	// Preds are the predicates in order of declaration; every predicate of a
	// clause is among them.
	Preds []*smtlib.Func
	// Clauses in the order of the input.
	Clauses []*Clause
	// Source is what the clauses were made from, for the validator and the
	// printed witness; nil for systems that are not read from a file.
	Source *Source
}

// Source holds the assertions of the input exactly as written (faithful terms,
// see package smtlib), one per assert or rule, in order.
type Source struct {
	Name    string
	Asserts []Assert
	// Scope has the sorts and symbols of the file, to read witnesses in. It may
	// be nil; then only what the clauses mention is known.
	Scope *smtlib.Scope
}

// Assert is one assertion of the input.
type Assert struct {
	Term *smtlib.Term
	Pos  smtlib.Pos
	// Number counts the assert commands of the file from 0, those included that
	// are popped again; rules and queries count as asserts. Printed refutations
	// name an assertion by it.
	Number int
	// Name is the assertion's :named attribute, "" without one.
	Name string
}

// Clause is one constrained Horn clause.
type Clause struct {
	Body       []Atom
	Constraint *smtlib.Term // Boolean, free of predicates and in canonical form
	Head       *Atom        // nil for a query
	// Assert is the index in Source.Asserts of the assertion that the clause is
	// made from; meaningless without a Source.
	Assert int
	// Name describes where the clause comes from, for people; may be empty.
	Name string

	origin *origin // nil for clauses that are not made by a Clausifier
}

// Atom is a predicate applied to terms.
type Atom struct {
	Pred *smtlib.Func
	Args []*smtlib.Term
}

// Term returns the atom as a Boolean term.
func (a *Atom) Term(s *smtlib.Store) *smtlib.Term { return s.Apply(a.Pred, a.Args...) }

// IsQuery reports whether the head of c is false.
func (c *Clause) IsQuery() bool { return c.Head == nil }

// IsFact reports whether c has no body atoms.
func (c *Clause) IsFact() bool { return len(c.Body) == 0 }

// Vars returns the variables of c ordered by ID.
//
// Cost: O(size of the clause).
func (c *Clause) Vars() []*smtlib.Term {
	ts := []*smtlib.Term{c.Constraint}
	for i := range c.Body {
		ts = append(ts, c.Body[i].Args...)
	}
	if c.Head != nil {
		ts = append(ts, c.Head.Args...)
	}
	return smtlib.FreeVars(ts...)
}

// Formula returns c as the quantifier-free implication from body and
// constraint to head.
func (c *Clause) Formula(s *smtlib.Store) *smtlib.Term {
	z := []*smtlib.Term{s.Not(c.Constraint)}
	for i := range c.Body {
		z = append(z, s.Not(c.Body[i].Term(s)))
	}
	if c.Head != nil {
		z = append(z, c.Head.Term(s))
	}
	return s.Or(z...)
}

// IsLinear reports whether every clause has at most one body atom.
func (sys *System) IsLinear() bool {
	for _, c := range sys.Clauses {
		if len(c.Body) > 1 {
			return false
		}
	}
	return true
}
