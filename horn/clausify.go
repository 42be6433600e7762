// SPDX-License-Identifier: Apache-2.0

package horn

import (
	"fmt"
	"slices"

	"cornet/logic"
)

// This file distributes the negation normal form of an assertion (see nnf.go) into clauses: every
// choice of one child at each conjunction gives a clause. The leaves of a clause are joined into
// its constraint, so only structure over predicates multiplies clauses.

// Clausifier turns assertions into clauses over one store. One goroutine.
type Clausifier struct {
	store *logic.Store
	nnf   *nnfConverter
}

// NewClausifier returns a clausifier for the terms of s.
func NewClausifier(s *logic.Store) *Clausifier {
	return &Clausifier{s, newNNFConverter(s)}
}

// origin records how a clause was made from its assertion.
type origin struct {
	// sites are the variables of the assertion, in the order of the text. Its clauses share them.
	values []quantified
	// premises has the index of a body atom for each occurrence of an atom in the part of the
	// assertion that became the clause's body, in the order of the text. Equal occurrences share a
	// body atom.
	premises []int
}

// quantified is one variable of an assertion.
type quantified struct {
	bound *logic.Term // as the assertion has it
	v     *logic.Term // as the clauses have it
}

// Assertion returns clauses whose conjunction, universally quantified, is equivalent to t, which
// has no free variables. Clauses that hold in every interpretation of the predicates because of
// their constraint are left out, so the result may be empty.
//
// The clauses' Assert fields are 0; the caller sets them. Errors have no position.
//
// Cost: linear in the tree of t above its predicate-free subformulas times the number of clauses.
func (z *Clausifier) Assertion(t *logic.Term) ([]*Clause, *Error) {
	if err := z.admit(t); err != nil {
		return nil, err
	}
	x, sites, err := z.nnf.convert(t)
	if err != nil {
		return nil, err
	}
	var clauses []*Clause
	values := sites.quantified()
	err = distribute(x, func(nodes []*node) *Error {
		c, err := z.clause(nodes, values)
		if err == nil && c != nil {
			clauses = append(clauses, c)
			err = bounded(len(clauses))
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return clauses, nil
}

// bounded refuses an assertion that stands for too many clauses.
func bounded(clauses int) *Error {
	if clauses > MaxClauses {
		return refuse(CodeLimit, "the assertion stands for more than %d clauses; "+
			"name its subformulas by predicates", MaxClauses)
	}
	return nil
}

// admit refuses free symbols, and functions other than predicates.
func (z *Clausifier) admit(t *logic.Term) *Error {
	if !t.Sort().IsBool() {
		return refuse(CodeNotHorn, "the assertion has sort %v instead of Bool", t.Sort())
	}
	if free := logic.FreeVars(t); len(free) > 0 {
		return refuse(CodeFreeSymbol, "variable %s is not quantified", logic.QuoteSymbol(free[0].Name()))
	}
	for _, f := range logic.Funcs(t) {
		switch {
		case f.Result().IsBool():
		case f.Arity() == 0:
			return refuse(CodeFreeSymbol, "constant %v is neither quantified nor a predicate; "+
				"quantify it with forall", f)
		default:
			return refuse(CodeFunction, "%v is an uninterpreted function of sort %v; only predicates are supported",
				f, f.Result())
		}
	}
	return nil
}

// quantified returns the variables of the dropped quantifiers at and below s, in the order of the
// text.
func (s *site) quantified() []quantified {
	var z []quantified
	stack := []*site{s}
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for i, v := range s.vars {
			z = append(z, quantified{s.bound[i], v})
		}
		for i := len(s.kids) - 1; i >= 0; i-- {
			if s.kids[i] != nil {
				stack = append(stack, s.kids[i])
			}
		}
	}
	return z
}

// list is a persistent list of nodes; nil is empty.
type list struct {
	node *node
	next *list
}

// branch is a clause under construction.
type branch struct {
	todo *list // disjuncts still to be expanded; the first comes first
	lits *list // disjuncts that are finished; the last comes first
}

// distribute calls clause with the disjuncts of each clause of a formula in negation normal form,
// in the order of the text.
func distribute(x *node, clause func([]*node) *Error) *Error {
	steps := 0
	stack := []branch{{todo: &list{node: x}}}
next:
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for b.todo != nil {
			x := b.todo.node
			b.todo = b.todo.next
			if steps += 1 + len(x.kids); steps > maxNodes {
				return refuse(CodeLimit, "the clauses of the assertion have more than %d literals; "+
					"split it into several assertions", maxNodes)
			}
			switch x.kind {
			case leafNode:
				if x.term.IsFalse() {
					continue next
				}
				b.lits = &list{x, b.lits}
			case atomNode, someNode:
				b.lits = &list{x, b.lits}
			case orNode:
				for i := len(x.kids) - 1; i >= 0; i-- {
					b.todo = &list{x.kids[i], b.todo}
				}
			case andNode:
				for i := len(x.kids) - 1; i >= 0; i-- {
					stack = append(stack, branch{&list{x.kids[i], b.todo}, b.lits})
				}
				continue next
			}
		}
		if err := clause(b.lits.nodes()); err != nil {
			return err
		}
	}
	return nil
}

// nodes returns the nodes of a list in which the last one comes first.
func (l *list) nodes() (z []*node) {
	for ; l != nil; l = l.next {
		z = append(z, l.node)
	}
	slices.Reverse(z)
	return z
}

// clause makes the clause of some disjuncts; nil if it is a tautology.
func (z *Clausifier) clause(nodes []*node, values []quantified) (*Clause, *Error) {
	c := &Clause{origin: &origin{values: values}}
	var parts []*logic.Term
	bodyIndex := map[*logic.Term]int{}
	var heads []*logic.Term
	for _, x := range nodes {
		if x.kind == leafNode {
			parts = append(parts, x.term)
			continue
		}
		t := x.atom.Term(z.store)
		if !x.negated {
			if !slices.Contains(heads, t) {
				heads = append(heads, t)
			}
			continue
		}
		k, found := bodyIndex[t]
		if !found {
			k = len(c.Body)
			bodyIndex[t] = k
			c.Body = append(c.Body, x.atom)
		}
		c.origin.premises = append(c.origin.premises, k)
	}
	c.Constraint = z.store.And(parts...)
	if c.Constraint.IsFalse() {
		return nil, nil
	}
	if len(heads) > 1 {
		for _, h := range heads {
			if _, found := bodyIndex[h]; found {
				return nil, nil // a clause whose body contains its head
			}
		}
		return nil, refuse(CodeNotHorn, "a clause of the assertion has %d positive atoms, of predicates %s; "+
			"Horn clauses have at most one", len(heads), headNames(heads))
	}
	if len(heads) == 1 {
		c.Head = &Atom{Pred: heads[0].Func(), Args: heads[0].Args()}
	}
	return c, nil
}

func headNames(heads []*logic.Term) string {
	z := ""
	for i, h := range heads {
		switch {
		case i == 3 && len(heads) > 4:
			return fmt.Sprintf("%s and %d more", z, len(heads)-i)
		case i > 0 && i == len(heads)-1:
			z += " and "
		case i > 0:
			z += ", "
		}
		z += h.Func().String()
	}
	return z
}

func sortTerms(ts []*logic.Term) {
	slices.SortFunc(ts, func(x, y *logic.Term) int { return int(x.ID()) - int(y.ID()) })
}
