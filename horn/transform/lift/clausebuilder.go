// SPDX-License-Identifier: Apache-2.0

package lift

import (
	"strings"

	"cornet/horn"
	"cornet/internal/slice"
	"cornet/logic"
)

// ClauseBuilder makes a clause from body atoms over any terms, a list of constraints, and a head.
// [ClauseBuilder.Build] brings it into normal form:
//
//   - the arguments of the body atoms are distinct variables, over all atoms;
//   - an equation of the constraint defines no other variable:
//     such variables are eliminated, so that a head argument usually is a
//     term over the variables of the body, the update of a program step;
//   - a variable of the body that equals a constant or another variable of the
//     body occurs in that one equation of the constraint only;
//   - no two body atoms are equal;
//   - conjuncts over variables that occur nowhere else are dropped if simple values satisfy them.
//
// This form was chosen over heads of distinct variables. It has about half as many variables, and
// shows constants and copies without a solver. Weakest preconditions and abstract interpretation
// need this form.
type ClauseBuilder struct {
	Body []horn.Atom
	Conj []*logic.Term
	Head *horn.Atom
	From *horn.Clause // provides the assertion and the name of the clause
}

// Built is a clause in normal form, with the way it was made.
type Built struct {
	Clause *horn.Clause // nil if the constraint is false, or the head is in the body
	// Bind has the eliminated variables with their terms, in order of evaluation.
	Bind []Binding

	atoms []int // by body atom of the builder: the atom of the clause
}

// Origin returns the origin of a clause that was built from old clause i, with the same body atoms
// and further bound variables.
func (b *Built) Origin(i int, more ...Binding) Origin {
	premises := slice.Map(b.atoms, func(k int) int { return ^k })
	return Origin{{Bind: append(b.Bind, more...), Parts: []Part{{Clause: i, Premises: premises}}}}
}

// IsNormal reports whether the body arguments of c are distinct variables.
func IsNormal(c *horn.Clause) bool {
	seen := map[*logic.Term]bool{}
	for _, a := range c.Body {
		for _, t := range a.Args {
			if !t.IsVar() || seen[t] {
				return false
			}
			seen[t] = true
		}
	}
	return true
}

// Build returns the clause in normal form. It takes ownership of the slices.
//
// Cost: near-linear in the size of the clause; see equations.go.
func (d *ClauseBuilder) Build(s *logic.Store) Built {
	keep := d.distinct(s)
	q := &equations{store: s, keep: keep, conj: d.Conj}
	if d.Head != nil {
		q.also = append(q.also, d.Head.Args...)
	}
	q.solve()
	if q.falsity {
		return Built{}
	}
	z := Built{atoms: make([]int, len(d.Body))}
	body := d.dropRepeated(q, z.atoms)
	if len(body) < len(d.Body) {
		q.release(body)
		q.solve()
		if q.falsity {
			return Built{}
		}
	}
	q.dropDetached()
	c := &horn.Clause{Body: body, Constraint: q.constraint()}
	if d.From != nil {
		c.Assert, c.Name = d.From.Assert, d.From.Name
	}
	if d.Head != nil {
		c.Head = &horn.Atom{Pred: d.Head.Pred, Args: q.also}
		if headInBody(c.Head, c.Body, q) {
			return Built{}
		}
	}
	z.Clause, z.Bind = c, q.eliminated()
	return z
}

// distinct makes the arguments of the body atoms distinct variables and returns
// their set.
func (d *ClauseBuilder) distinct(s *logic.Store) map[*logic.Term]bool {
	keep := map[*logic.Term]bool{}
	for i := range d.Body {
		a := &d.Body[i]
		args := a.Args
		for j, t := range args {
			if t.IsVar() && !keep[t] {
				keep[t] = true
				continue
			}
			var v *logic.Term
			if t.IsVar() {
				v = FreshLike(s, t)
			} else {
				v = s.Fresh("a", t.Sort())
			}
			keep[v] = true
			d.Conj = append(d.Conj, s.Eq(v, t))
			if &args[0] == &a.Args[0] {
				args = append([]*logic.Term(nil), args...)
			}
			args[j] = v
		}
		d.Body[i] = horn.Atom{Pred: a.Pred, Args: args}
	}
	return keep
}

// dropRepeated returns the body without atoms that equal an earlier one, and
// fills atoms with the new position of every atom.
func (d *ClauseBuilder) dropRepeated(q *equations, atoms []int) []horn.Atom {
	var body []horn.Atom
	for i, a := range d.Body {
		atoms[i] = len(body)
		for j, b := range body {
			if sameAtom(a, b, q) {
				atoms[i] = j
				break
			}
		}
		if atoms[i] == len(body) {
			body = append(body, a)
		}
	}
	return body
}

// sameAtom reports whether a and b are equal by the facts of q.
func sameAtom(a, b horn.Atom, q *equations) bool {
	if a.Pred != b.Pred {
		return false
	}
	for i := range a.Args {
		if a.Args[i] != b.Args[i] && q.factual(a.Args[i]) != q.factual(b.Args[i]) {
			return false
		}
	}
	return true
}

// headInBody reports whether head is one of the atoms of body, given the equations q.
func headInBody(head *horn.Atom, body []horn.Atom, q *equations) bool {
	for _, a := range body {
		if sameAtom(a, *head, q) {
			return true
		}
	}
	return false
}

// release allows variables that no longer occur in body to be eliminated.
func (q *equations) release(body []horn.Atom) {
	for _, f := range q.facts {
		q.conj = append(q.conj, q.store.Eq(f.Var, f.Term))
	}
	q.facts = nil
	q.keep = map[*logic.Term]bool{}
	for _, a := range body {
		for _, v := range a.Args {
			q.keep[v] = true
		}
	}
}

// factual returns the term that a fact defines for t, or t.
func (q *equations) factual(t *logic.Term) *logic.Term {
	if q.factOf == nil {
		q.factOf = map[*logic.Term]*logic.Term{}
		for _, f := range q.facts {
			q.factOf[f.Var] = f.Term
		}
	}
	if u := q.factOf[t]; u != nil {
		return u
	}
	return t
}

// FreshLike returns a fresh variable with the name of v, without a number that [logic.Store.Fresh]
// added, as prefix.
func FreshLike(s *logic.Store, v *logic.Term) *logic.Term {
	name := v.Name()
	if i := strings.LastIndexByte(name, '!'); i > 0 {
		name = name[:i]
	}
	return s.Fresh(name, v.Sort())
}

// instance is a clause with renamed variables, so that it can be combined with others. Variables
// keep their names if possible.
type instance struct {
	body   []horn.Atom
	conj   *logic.Term
	head   *horn.Atom
	rename []Binding // old variable = new variable, if they differ
}

// apart returns c with the variables in used renamed to fresh ones. It adds the variables of the
// result to used.
func apart(s *logic.Store, c *horn.Clause, vars []*logic.Term, used map[*logic.Term]bool) instance {
	z := instance{body: c.Body, conj: c.Constraint, head: c.Head}
	var from, to []*logic.Term
	for _, v := range vars {
		if !used[v] {
			used[v] = true
			continue
		}
		w := FreshLike(s, v)
		used[w] = true
		from, to = append(from, v), append(to, w)
		z.rename = append(z.rename, Binding{v, w})
	}
	if len(from) == 0 {
		return z
	}
	sub := s.NewSubstitution(from, to)
	z.body = make([]horn.Atom, len(c.Body))
	for i, a := range c.Body {
		z.body[i] = horn.Atom{Pred: a.Pred, Args: sub.ApplyAll(a.Args)}
	}
	z.conj = sub.Apply(c.Constraint)
	if c.Head != nil {
		z.head = &horn.Atom{Pred: c.Head.Pred, Args: sub.ApplyAll(c.Head.Args)}
	}
	return z
}
