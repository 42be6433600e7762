// SPDX-License-Identifier: Apache-2.0

package transform

import (
	"strings"

	"cornet/horn"
	"cornet/smtlib"
)

// draft is a clause in the making: body atoms over any terms, a list of
// constraints, a head. [draft.finish] brings it into normal form:
//
//   - the arguments of the body atoms are distinct variables, over all atoms;
//   - no variable that is not among them is defined by an equation of the
//     constraint: such variables are gone, so that a head argument usually is a
//     term over the variables of the body, the update of a program step;
//   - a variable of the body that equals a constant or another variable of the
//     body occurs in that one equation of the constraint only;
//   - no two body atoms are equal.
//
// This form was chosen over heads of distinct variables, because it has about
// half as many variables, shows constants and copies without a solver, and is
// what weakest preconditions and abstract interpretation read.
type draft struct {
	body []horn.Atom
	conj []*smtlib.Term
	head *horn.Atom
	from *horn.Clause // lends assertion and name
}

// finished is a clause in normal form with its past.
type finished struct {
	clause *horn.Clause // nil: the constraint is false or the head stands in the body
	// bind gives the variables that are gone, in order of evaluation.
	bind []binding
	// atoms maps the draft's body atoms to those of the clause.
	atoms []int
}

// finish brings the draft into normal form. It takes over the draft's slices.
//
// Cost: near-linear in the size of the draft; see equations.go.
func (d *draft) finish(s *smtlib.Store) finished {
	keep := d.distinct(s)
	q := &equations{store: s, keep: keep, conj: d.conj}
	if d.head != nil {
		q.also = append(q.also, d.head.Args...)
	}
	q.solve()
	if q.falsity {
		return finished{}
	}
	z := finished{atoms: make([]int, len(d.body))}
	body := d.dropRepeated(q, z.atoms)
	if len(body) < len(d.body) {
		q.release(body)
		q.solve()
		if q.falsity {
			return finished{}
		}
	}
	c := &horn.Clause{Body: body, Constraint: q.constraint()}
	if d.from != nil {
		c.Assert, c.Name = d.from.Assert, d.from.Name
	}
	if d.head != nil {
		c.Head = &horn.Atom{Pred: d.head.Pred, Args: q.also}
		if headInBody(c.Head, c.Body, q) {
			return finished{}
		}
	}
	z.clause, z.bind = c, q.eliminated()
	return z
}

// distinct makes the arguments of the body atoms distinct variables and returns
// their set.
func (d *draft) distinct(s *smtlib.Store) map[*smtlib.Term]bool {
	keep := map[*smtlib.Term]bool{}
	for i := range d.body {
		a := &d.body[i]
		args := a.Args
		for j, t := range args {
			if t.IsVar() && !keep[t] {
				keep[t] = true
				continue
			}
			prefix := "a"
			if t.IsVar() {
				prefix = stem(t.Name())
			}
			v := s.Fresh(prefix, t.Sort())
			keep[v] = true
			d.conj = append(d.conj, s.Eq(v, t))
			if &args[0] == &a.Args[0] {
				args = append([]*smtlib.Term(nil), args...)
			}
			args[j] = v
		}
		d.body[i] = horn.Atom{Pred: a.Pred, Args: args}
	}
	return keep
}

// dropRepeated returns the body without atoms that equal an earlier one, and
// fills atoms with the new position of every atom.
func (d *draft) dropRepeated(q *equations, atoms []int) []horn.Atom {
	var body []horn.Atom
	for i, a := range d.body {
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

// sameAtom reports whether a and b are one atom by the facts of q.
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

// headInBody reports whether head, to which the facts of q are applied, is one
// of the atoms of body.
func headInBody(head *horn.Atom, body []horn.Atom, q *equations) bool {
	for _, a := range body {
		if sameAtom(a, *head, q) {
			return true
		}
	}
	return false
}

// release makes the variables that do not occur in body eliminable again.
func (q *equations) release(body []horn.Atom) {
	for _, f := range q.facts {
		q.conj = append(q.conj, q.store.Eq(f.v, f.t))
	}
	q.facts = nil
	q.keep = map[*smtlib.Term]bool{}
	for _, a := range body {
		for _, v := range a.Args {
			q.keep[v] = true
		}
	}
}

// factual returns the term that a fact gives t, or t.
func (q *equations) factual(t *smtlib.Term) *smtlib.Term {
	if q.factOf == nil {
		q.factOf = map[*smtlib.Term]*smtlib.Term{}
		for _, f := range q.facts {
			q.factOf[f.v] = f.t
		}
	}
	if u := q.factOf[t]; u != nil {
		return u
	}
	return t
}

// stem returns name without the number that [smtlib.Store.Fresh] added.
func stem(name string) string {
	if i := strings.LastIndexByte(name, '!'); i > 0 {
		return name[:i]
	}
	return name
}

// instance is a clause with variables renamed, so that it can be combined with
// others. Variables keep their names where they can.
type instance struct {
	body   []horn.Atom
	conj   *smtlib.Term
	head   *horn.Atom
	rename []binding // old variable = new variable, for those that differ
}

// apart returns c with the variables in used renamed to fresh ones, and adds
// the variables of the result to used.
func apart(s *smtlib.Store, c *horn.Clause, vars []*smtlib.Term, used map[*smtlib.Term]bool) instance {
	z := instance{body: c.Body, conj: c.Constraint, head: c.Head}
	var from, to []*smtlib.Term
	for _, v := range vars {
		if !used[v] {
			used[v] = true
			continue
		}
		w := s.Fresh(stem(v.Name()), v.Sort())
		used[w] = true
		from, to = append(from, v), append(to, w)
		z.rename = append(z.rename, binding{v, w})
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
