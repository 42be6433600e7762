// SPDX-License-Identifier: Apache-2.0

package intblast

import (
	"maps"
	"slices"

	"cornet/horn"

	"cornet/horn/transform/pass"
	"cornet/logic"
	"cornet/smt"
)

// Within returns a system over Int whose predicates hold for any numbers congruent to the vectors.
// So sums do not wrap around, and loops count beyond the range of vectors. A number that is
// compared, divided or split into bits is inspected, and must be in range. Derivations with
// inspected numbers out of range are left out. If two numbers are only compared for equality, their
// distance must be less than the modulus. An equation determines the number of a variable that no
// other equation determines.
//
// Unsafe carries over. A model is only a candidate for sys, which the caller must check. It is a
// model if no inspected number ever leaves its range, which is usual for loop counters. Solvers of
// backend, with options o, determine the numbers that a model bounds.
//
// Cost: linear in the size of the clauses, except for the sizes of sums.
func Within(sys *horn.System, backend smt.Backend, o smt.Options) (pass.Outcome, error) {
	looked := map[*logic.Func][]bool{}
	z, b, err := translate(sys, func(t *translation, c *horn.Clause, image map[*logic.Func]*logic.Func) (*horn.Clause, error) {
		d, err := t.residueClause(c, image)
		for _, a := range d.Body {
			if looked[a.Pred] == nil {
				looked[a.Pred] = make([]bool, a.Pred.Arity())
			}
			for i, x := range a.Args {
				looked[a.Pred][i] = looked[a.Pred][i] || t.residues.looked[x]
			}
		}
		return d, err
	})
	if err != nil {
		return pass.Outcome{}, err
	}
	return pass.Outcome{System: z, Effect: pass.Under, Back: &residueBack{b, looked, backend, o}}, nil
}

// residues is the data of a translation about the numbers of a clause.
type residues struct {
	numbers map[*logic.Term]*logic.Term // by vector variable
	order   []*logic.Term               // the variables with numbers
	// known has the variables whose numbers are determined, by body atoms or by an equation in the
	// current disjunct. ever has the variables with such an equation anywhere.
	known, ever map[*logic.Term]bool
	looked      map[*logic.Term]bool // variables whose numbers must be in range
	shared      map[*logic.Term]shared
}

func newResidues() *residues {
	return &residues{numbers: map[*logic.Term]*logic.Term{}, known: map[*logic.Term]bool{}, ever: map[*logic.Term]bool{}, looked: map[*logic.Term]bool{}, shared: map[*logic.Term]shared{}}
}

// residueClause translates a clause. Take an instance of c and any numbers congruent to the
// arguments of its body. If the numbers that are inspected are in range, the new clause has an
// instance whose head arguments are congruent to those of c. In it, equations determine the numbers
// of the variables that they define. Other variables have their signed values as numbers.
func (t *translation) residueClause(c *horn.Clause, image map[*logic.Func]*logic.Func) (*horn.Clause, error) {
	t.residues = newResidues()
	s, r := t.store, t.residues
	z := &horn.Clause{Assert: c.Assert, Name: c.Name}
	given := map[*logic.Term]bool{} // variables that the body determines
	var parts, equations []*logic.Term
	for i := range c.Body {
		a := horn.Atom{Pred: image[c.Body[i].Pred]}
		for _, x := range c.Body[i].Args {
			if !x.Sort().IsBitVec() {
				a.Args = append(a.Args, t.term(x))
				continue
			}
			if !x.IsVar() || given[x] {
				part := s.Fresh("part", x.Sort())
				parts = append(parts, part)
				equations = append(equations, s.Eq(part, x))
				x = part
			}
			given[x], r.known[x] = true, true
			a.Args = append(a.Args, t.residue(x))
		}
		z.Body = append(z.Body, a)
	}
	constraint := t.positive(s.And(append(equations, c.Constraint)...))
	if c.Head != nil {
		h := horn.Atom{Pred: image[c.Head.Pred]}
		for _, x := range c.Head.Args {
			if x.Sort().IsBitVec() {
				h.Args = append(h.Args, t.residue(x))
			} else {
				h.Args = append(h.Args, t.term(x))
			}
		}
		z.Head = &h
	}
	for _, x := range r.order {
		if !given[x] && !r.ever[x] {
			t.side = append(t.side, t.inRange(r.numbers[x], x.Sort().Width()))
		}
	}
	for _, part := range parts {
		delete(t.vars, r.numbers[part]) // parts are not variables of c
	}
	z.Constraint = s.And(append(t.side, constraint)...)
	return z, t.err
}

// residue returns a number congruent to x.
func (t *translation) residue(x *logic.Term) *logic.Term {
	s := t.store
	switch x.Op() {
	case logic.OpVar:
		r := t.residues
		if r.numbers[x] == nil {
			r.numbers[x] = t.variable(x)
			r.order = append(r.order, x)
		}
		return r.numbers[x]
	case logic.OpIte:
		return s.Ite(t.term(x.Arg(0)), t.residue(x.Arg(1)), t.residue(x.Arg(2)))
	case logic.OpBVNot:
		return s.Sub(s.IntNum(-1), t.residue(x.Arg(0)))
	case logic.OpBVAdd, logic.OpBVMul, logic.OpBVNeg, logic.OpBVShl:
		return t.residueSum(x)
	}
	return t.value(x)
}

func (t *translation) residueSum(x ...*logic.Term) *logic.Term {
	sum, constant, _ := t.collect(x...)
	parts := []*logic.Term{t.num(constant)}
	for _, m := range sum {
		parts = append(parts, t.store.Scale(t.rat(m.coeff), t.residue(m.of)))
	}
	return t.store.Add(parts...)
}

// settled returns the value of y, a number congruent to a vector of width w. It is y itself, which
// must be in range.
func (t *translation) settled(y *logic.Term, w int) *logic.Term {
	if y.Op() == logic.OpNum {
		return t.num(near(integer(y), w))
	}
	t.side = append(t.side, t.inRange(y, w))
	t.residues.looked[y] = true
	return y
}

// congruent states that x and y are equal. It states this about their numbers, whose distance must
// be less than the modulus.
func (t *translation) congruent(x, y *logic.Term) *logic.Term {
	s, w := t.store, x.Sort().Width()
	d := t.residueSum(x, s.BV(logic.OpBVNeg, y))
	if d.Op() == logic.OpNum {
		return s.BoolValue(near(integer(d), w).Sign() == 0)
	}
	m := t.num(modulus(w))
	t.side = append(t.side, s.Lt(s.Neg(m), d), s.Lt(d, m))
	return s.Eq(d, s.IntNum(0))
}

// shared is the translation of a formula, with the variables whose numbers are known afterwards.
type shared struct {
	term  *logic.Term
	known []*logic.Term
}

// positive translates a formula at a positive position, where equations determine numbers. A
// formula that occurs at several positions is translated once, with the numbers that are known at
// the first position, since there may be exponentially many positions. At the others, an equation
// may leave out more or fewer instances than necessary, which is only imprecise.
func (t *translation) positive(x *logic.Term) *logic.Term {
	r := t.residues
	if x.Op() != logic.OpAnd && x.Op() != logic.OpOr {
		return t.positiveOnce(x)
	}
	z, ok := r.shared[x]
	if ok {
		for _, v := range z.known {
			r.known[v] = true
		}
		return z.term
	}
	before := maps.Clone(r.known)
	z.term = t.positiveOnce(x)
	for _, v := range r.order {
		if r.known[v] && !before[v] {
			z.known = append(z.known, v)
		}
	}
	r.shared[x] = z
	return z.term
}

func (t *translation) positiveOnce(x *logic.Term) *logic.Term {
	s, r := t.store, t.residues
	switch {
	case x.Op() == logic.OpAnd:
		parts := slices.Clone(x.Args())
		slices.SortStableFunc(parts, func(a, b *logic.Term) int { return rank(a) - rank(b) })
		for i, p := range parts {
			parts[i] = t.positive(p)
		}
		return s.And(parts...)
	case x.Op() == logic.OpOr:
		known, all := r.known, maps.Clone(r.known)
		parts := slices.Clone(x.Args())
		for i, p := range parts {
			r.known = maps.Clone(known)
			parts[i] = t.positive(p)
			maps.Copy(all, r.known)
		}
		r.known = all
		return s.Or(parts...)
	case isEquation(x) && t.defines(x.Arg(0), x.Arg(1)):
		return s.Eq(t.residueSum(x.Arg(0), s.BV(logic.OpBVNeg, x.Arg(1))), s.IntNum(0))
	}
	return t.term(x)
}

func isEquation(x *logic.Term) bool { return x.Op() == logic.OpEq && x.Arg(0).Sort().IsBitVec() }

// rank orders conjuncts so that equations come first.
func rank(x *logic.Term) int {
	if isEquation(x) {
		return 0
	}
	return 1
}

// defines reports whether x = y determines the number of a variable from those of the others. Then
// this variable becomes known.
func (t *translation) defines(x, y *logic.Term) bool {
	r := t.residues
	sum, _, _ := t.collect(x, t.store.BV(logic.OpBVNeg, y))
	var inside []*logic.Term
	for _, m := range sum {
		if !m.of.IsVar() {
			inside = append(inside, logic.FreeVars(m.of)...)
		}
	}
	found := false
	for _, m := range sum {
		if m.of.IsVar() && m.coeff.IsInt64() && (m.coeff.Int64() == 1 || m.coeff.Int64() == -1) && !r.known[m.of] && !slices.Contains(inside, m.of) {
			r.ever[m.of] = true
			found = true
			break
		}
	}
	if found {
		for _, v := range logic.FreeVars(x, y) {
			r.known[v] = true
		}
	}
	return found
}
