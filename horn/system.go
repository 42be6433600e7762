// SPDX-License-Identifier: Apache-2.0

package horn

import (
	"fmt"
	"slices"

	"cornet/internal/slice"
	"cornet/logic"
	"cornet/smtlib"
)

// System is a set of constrained Horn clauses over the terms of one store. It does not change once
// it is built: passes and engines make new systems.
type System struct {
	Store *logic.Store
	// Preds are the predicates in order of declaration; every predicate of a
	// clause is among them.
	Preds []*logic.Func
	// Clauses in the order of the input.
	Clauses []*Clause
	// Source is what the clauses were made from, for the validator and the printed witness. It is
	// nil for systems that were not read from a file.
	Source *Source
}

// Source holds the assertions of the input exactly as written (faithful terms,
// see package smtlib), one per assert or rule, in order.
type Source struct {
	Name string
	// Text is the text of the input, or "" if it is not known. Asserts are the assertions of it
	// that are in force.
	Text    string
	Asserts []Assert
	// Functions are the recursive functions of the input; the assertions mention their graphs.
	Functions []*Function
	// Scope has the sorts and symbols of the file, for reading witnesses. If it is nil, only the
	// symbols of the clauses are known.
	Scope *smtlib.Scope
}

// Assert is one assertion of the input.
type Assert struct {
	Term *logic.Term
	Pos  smtlib.Pos
	// Number counts the assert commands of the file from 0, including popped ones; rules and
	// queries count as asserts. Printed refutations use this number.
	Number int
	// Name is the assertion's :named attribute, or "".
	Name string
}

// Clause is one constrained Horn clause.
type Clause struct {
	Body       []Atom
	Constraint *logic.Term // Boolean, free of predicates and in canonical form
	Head       *Atom       // nil for a query
	// Assert is the index in Source.Asserts of the assertion that the clause is made from. Without
	// a Source it is not used.
	Assert int
	// Name describes for people where the clause comes from. It may be empty.
	Name string

	origin *origin // nil for clauses that are not made by a Clausifier
}

// Atom is a predicate applied to terms.
type Atom struct {
	Pred *logic.Func
	Args []*logic.Term
}

// Term returns the atom as a Boolean term.
func (a *Atom) Term(s *logic.Store) *logic.Term { return s.Apply(a.Pred, a.Args...) }

// HasDistinctVars reports whether the arguments of a are distinct variables.
func (a *Atom) HasDistinctVars() bool {
	for i, t := range a.Args {
		if !t.IsVar() || slices.Contains(a.Args[:i], t) {
			return false
		}
	}
	return true
}

// IsQuery reports whether the head of c is false.
func (c *Clause) IsQuery() bool { return c.Head == nil }

// IsFact reports whether c has no body atoms.
func (c *Clause) IsFact() bool { return len(c.Body) == 0 }

// Clone returns a copy of c that shares only terms with it.
func (c *Clause) Clone() *Clause { return c.Map(Atom.clone) }

// Map returns a copy of c whose atoms, those of the body first, are replaced.
func (c *Clause) Map(atom func(Atom) Atom) *Clause {
	z := *c
	z.Body = slice.Map(c.Body, atom)
	if c.Head != nil {
		head := atom(*c.Head)
		z.Head = &head
	}
	return &z
}

func (a Atom) clone() Atom { return Atom{a.Pred, slices.Clone(a.Args)} }

// Vars returns the variables of c ordered by ID.
//
// Cost: O(size of the clause).
func (c *Clause) Vars() []*logic.Term { return logic.FreeVars(c.Terms()...) }

// Terms returns the constraint of c and the arguments of its atoms.
func (c *Clause) Terms() []*logic.Term {
	ts := []*logic.Term{c.Constraint}
	for i := range c.Body {
		ts = append(ts, c.Body[i].Args...)
	}
	if c.Head != nil {
		ts = append(ts, c.Head.Args...)
	}
	return ts
}

// Size returns the number of distinct subterms of c, plus one per atom.
func (c *Clause) Size() int {
	n := len(c.Body) + logic.Size(c.Terms()...)
	if c.Head != nil {
		n++
	}
	return n
}

// Formula returns c as the quantifier-free implication from body and
// constraint to head.
func (c *Clause) Formula(s *logic.Store) *logic.Term {
	z := []*logic.Term{s.Not(c.Constraint)}
	for i := range c.Body {
		z = append(z, s.Not(c.Body[i].Term(s)))
	}
	if c.Head != nil {
		z = append(z, c.Head.Term(s))
	}
	return s.Or(z...)
}

// Index returns the position of every predicate in Preds.
func (sys *System) Index() map[*logic.Func]int {
	z := make(map[*logic.Func]int, len(sys.Preds))
	for i, p := range sys.Preds {
		z[p] = i
	}
	return z
}

// Size returns the sum of the sizes of the clauses.
//
// Cost: O(size of the system).
func (sys *System) Size() int {
	n := 0
	for _, c := range sys.Clauses {
		n += c.Size()
	}
	return n
}

// Depth returns the depth of the terms of the clauses.
func (sys *System) Depth() int {
	d := 0
	for _, c := range sys.Clauses {
		for _, t := range c.Terms() {
			d = max(d, t.Depth())
		}
	}
	return d
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

// Check returns an error if sys breaks an invariant of the type: a clause mentions a predicate
// outside Preds, applies it to terms of other sorts, has a predicate in its constraint or in an
// argument, a non-Boolean constraint, or an Assert out of range.
//
// Cost: O(size of the system).
func (sys *System) Check() error {
	declared := make(map[*logic.Func]bool, len(sys.Preds))
	for _, p := range sys.Preds {
		if declared[p] {
			return fmt.Errorf("horn: predicate %v stands twice in the system", p)
		}
		declared[p] = true
	}
	for i, c := range sys.Clauses {
		fail := func(format string, args ...any) error {
			return fmt.Errorf("horn: clause %d: %s", i, fmt.Sprintf(format, args...))
		}
		switch {
		case c.Constraint == nil:
			return fail("no constraint")
		case !c.Constraint.Sort().IsBool():
			return fail("constraint of sort %v", c.Constraint.Sort())
		case c.Constraint.HasApps():
			return fail("the constraint mentions %v", logic.Funcs(c.Constraint)[0])
		case sys.Source != nil && (c.Assert < 0 || c.Assert >= len(sys.Source.Asserts)):
			return fail("there is no assertion %d", c.Assert)
		}
		atoms := make([]*Atom, 0, len(c.Body)+1)
		for k := range c.Body {
			atoms = append(atoms, &c.Body[k])
		}
		if c.Head != nil {
			atoms = append(atoms, c.Head)
		}
		for _, a := range atoms {
			if !declared[a.Pred] || !a.Pred.Result().IsBool() {
				return fail("%v is not a predicate of the system", a.Pred)
			}
			if len(a.Args) != a.Pred.Arity() {
				return fail("%v has %d arguments instead of %d", a.Pred, len(a.Args), a.Pred.Arity())
			}
			for k, x := range a.Args {
				if x.Sort() != a.Pred.Params()[k] {
					return fail("argument %d of %v has sort %v instead of %v", k+1, a.Pred, x.Sort(), a.Pred.Params()[k])
				}
				if x.HasApps() {
					return fail("argument %d of %v mentions %v", k+1, a.Pred, logic.Funcs(x)[0])
				}
			}
		}
	}
	return nil
}
