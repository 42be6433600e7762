// SPDX-License-Identifier: Apache-2.0

package termination

import (
	"context"
	"math/big"
	"strconv"

	"cornet/internal/rational"
	"cornet/logic"
	"cornet/smt/project"
)

// cube is a part of a path: the transitions that satisfy a conjunction of literals. It has the
// linear consequences of the literals.
type cube struct {
	*path
	begin, end int // nodes
	literals   []*logic.Term
	model      *logic.Model
	// rows are sums that are at most 0 in the cube. They are over columns: terms without linear
	// structure. Equations have been eliminated. pre and post are the features of the states at the
	// ends, over the remaining columns.
	rows      []logic.Linear
	pre, post []logic.Linear
}

// newCube returns the cube of a path that contains a model.
//
// Cost: linear in the path for the literals; cubic in their number for the rows, which are few.
func (p *program) newCube(ctx context.Context, m *logic.Model, path *path, also *logic.Term) (*cube, error) {
	s := p.s
	parts := []*logic.Term{path.constraint, also}
	next := make([]*logic.Term, len(path.next))
	for i, t := range path.next {
		next[i] = t
		switch {
		case t.Sort().IsBool():
			if value := m.Eval(t); value.IsValue() {
				parts, next[i] = append(parts, s.Eq(t, value)), value
			}
		case t.HasIte():
			next[i] = s.Var("next!"+strconv.Itoa(i), t.Sort())
			m.Set(next[i], m.Eval(t))
			parts = append(parts, s.Eq(next[i], t))
		}
	}
	whole := s.And(parts...)
	t, err := project.New(s, project.Options{}).Project(ctx, m, nil, whole)
	if err != nil {
		return nil, err
	}
	z := &cube{path: path, literals: logic.AppendConjuncts(nil, t), model: m}
	lin := &linearizer{s: s, m: m, seen: map[*logic.Term]bool{}}
	for _, l := range z.literals {
		lin.literal(l)
	}
	z.pre, z.post = lin.features(path.state), lin.features(next)
	lin.define()
	z.rows = lin.solve(z.pre, z.post)
	return z, nil
}

// linearizer collects linear constraints.
type linearizer struct {
	s     *logic.Store
	m     *logic.Model
	seen  map[*logic.Term]bool // columns that have been defined
	todo  []*logic.Term
	equal []logic.Linear // sums that are 0
	most  []logic.Linear // sums that are at most 0
}

// linear returns a term as a sum over columns.
func (z *linearizer) linear(t *logic.Term) logic.Linear {
	x := z.s.Linear(t)
	for _, m := range x.Monomials {
		if !z.seen[m.Term] {
			z.seen[m.Term] = true
			z.todo = append(z.todo, m.Term)
		}
	}
	return x
}

func constant(n int64) logic.Linear { return logic.Linear{Const: rational.Int(n)} }

// literal adds a literal. It ignores literals that are not linear, also over words.
func (z *linearizer) literal(l *logic.Term) {
	positive := l.Op() != logic.OpNot
	if !positive {
		l = l.Arg(0)
	}
	switch {
	case z.words(l, positive):
	case l.IsVar() && l.Sort().IsBool():
		z.equal = append(z.equal, z.column(l).Sub(constant(truth(positive))))
	case l.Op() == logic.OpLe || l.Op() == logic.OpLt:
		d := z.linear(l.Arg(0)).Sub(z.linear(l.Arg(1)))
		if !positive {
			d = d.Scale(rational.Int(-1))
		}
		if l.Arg(0).Sort().IsInt() && positive == (l.Op() == logic.OpLt) {
			d = d.Add(constant(1))
		}
		z.most = append(z.most, d)
	case l.IsEquation():
		d := z.linear(l.Arg(0)).Sub(z.linear(l.Arg(1)))
		if positive {
			z.equal = append(z.equal, d)
			return
		}
		// The cube lies on one side of the disequality, that of the model.
		x, y := z.m.Eval(l.Arg(0)), z.m.Eval(l.Arg(1))
		if !x.IsValue() || !y.IsValue() {
			return
		}
		if y.Num().Less(x.Num()) {
			d = d.Scale(rational.Int(-1))
		}
		if l.Arg(0).Sort().IsInt() {
			d = d.Add(constant(1))
		}
		z.most = append(z.most, d)
	}
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// column returns a term as a column.
func (z *linearizer) column(t *logic.Term) logic.Linear {
	return logic.Linear{Monomials: []logic.Monomial{{Coeff: rational.Int(1), Term: t}}}
}

// features returns the features of a state: see [features].
func (z *linearizer) features(state []*logic.Term) (fs []logic.Linear) {
	for _, x := range state {
		switch {
		case x.Sort().IsBitVec():
			fs = append(fs, z.word(x), z.signed(x))
		case x.Sort().IsBool() && x.IsVar():
			fs = append(fs, z.column(x))
			z.most = append(z.most, z.column(x).Scale(rational.Int(-1)), z.column(x).Sub(constant(1)))
		default:
			for _, f := range features(z.s, x) {
				fs = append(fs, z.linear(f))
			}
		}
	}
	return fs
}

// features returns the numbers that ranking functions may use for an argument. A bit-vector has
// two: its unsigned and its signed value.
func features(s *logic.Store, x *logic.Term) []*logic.Term {
	switch {
	case x.Sort().IsArith():
		return []*logic.Term{x}
	case x.Sort().IsBool():
		return []*logic.Term{s.Ite(x, s.IntNum(1), s.IntNum(0))}
	case x.Sort().IsBitVec():
		w := x.Sort().Width()
		unsigned := s.BVToInt(x)
		return []*logic.Term{unsigned, s.Ite(s.Le(s.BigInt(pow2(w-1)), unsigned), s.Sub(unsigned, s.BigInt(pow2(w))), unsigned)}
	}
	return nil
}

// define adds the definitions of columns: residues, quotients and bit-vectors.
func (z *linearizer) define() {
	for len(z.todo) > 0 {
		t := z.todo[0]
		z.todo = z.todo[1:]
		switch t.Op() {
		case logic.OpMod, logic.OpIntDiv:
			if k := t.Arg(1); k.IsValue() && k.Num().Sign() > 0 {
				z.quotient(t, k.Num())
			}
		case logic.OpBVToInt:
			top := z.s.BigInt(pow2(t.Arg(0).Sort().Width()))
			z.most = append(z.most, z.column(t).Scale(rational.Int(-1)), z.column(t).Add(constant(1)).Sub(z.s.Linear(top)))
		}
	}
}

// quotient states that t is the residue, or the quotient, of its argument by k.
func (z *linearizer) quotient(t *logic.Term, k rational.Rat) {
	x := z.linear(t.Arg(0))
	if t.Op() == logic.OpMod {
		q := z.linear(z.s.IntDiv(t.Arg(0), t.Arg(1)))
		// x = k·q + t and 0 ≤ t < k
		z.equal = append(z.equal, x.Sub(q.Scale(k)).Sub(z.column(t)))
		z.most = append(z.most, z.column(t).Scale(rational.Int(-1)), z.column(t).Sub(logic.Linear{Const: k.Sub(rational.Int(1))}))
		return
	}
	// k·t ≤ x < k·t + k
	rest := x.Sub(z.column(t).Scale(k))
	z.most = append(z.most, rest.Scale(rational.Int(-1)), rest.Sub(logic.Linear{Const: k.Sub(rational.Int(1))}))
}

// solve eliminates the equations by substitution, also in the sums of others. It removes columns
// that others do not mention. It returns the inequalities.
func (z *linearizer) solve(others ...[]logic.Linear) []logic.Linear {
	for len(z.equal) > 0 {
		e := z.equal[0]
		z.equal = z.equal[1:]
		if e.IsConst() {
			continue // 0 = 0, since the cube has a model
		}
		pivot := e.Monomials[len(e.Monomials)-1]
		replace := func(x *logic.Linear) {
			if c := x.Coeff(pivot.Term); !c.IsZero() {
				*x = x.AddMul(c.Div(pivot.Coeff).Neg(), e)
			}
		}
		for _, xs := range append([][]logic.Linear{z.equal, z.most}, others...) {
			for i := range xs {
				replace(&xs[i])
			}
		}
	}
	keep := map[*logic.Term]bool{}
	for _, xs := range others {
		for _, x := range xs {
			for _, m := range x.Monomials {
				keep[m.Term] = true
			}
		}
	}
	return shrink(z.most, keep)
}

// shrink eliminates columns that need not be kept by the method of Fourier and Motzkin, as long as
// the number of rows does not grow.
func shrink(rows []logic.Linear, keep map[*logic.Term]bool) []logic.Linear {
	for {
		rows = distinct(rows)
		var columns []*logic.Term
		signs := map[*logic.Term][2]int{}
		for _, x := range rows {
			for _, m := range x.Monomials {
				if keep[m.Term] {
					continue
				}
				n, ok := signs[m.Term]
				if !ok {
					columns = append(columns, m.Term)
				}
				n[truth(m.Coeff.Sign() > 0)]++
				signs[m.Term] = n
			}
		}
		var chosen *logic.Term
		for _, t := range columns {
			if n := signs[t]; n[0]*n[1] <= n[0]+n[1] {
				chosen = t
				break
			}
		}
		if chosen == nil {
			return rows
		}
		rows = eliminate(rows, chosen)
	}
}

func eliminate(rows []logic.Linear, t *logic.Term) (z []logic.Linear) {
	var up, down []logic.Linear
	for _, x := range rows {
		switch c := x.Coeff(t); c.Sign() {
		case 0:
			z = append(z, x)
		case 1:
			up = append(up, x.Scale(c.Inv()))
		default:
			down = append(down, x.Scale(c.Inv().Neg()))
		}
	}
	for _, x := range up {
		for _, y := range down {
			z = append(z, x.Add(y))
		}
	}
	return z
}

// distinct returns the rows without repetitions and without rows that always hold.
func distinct(rows []logic.Linear) (z []logic.Linear) {
	for _, x := range rows {
		if x.IsConst() {
			continue
		}
		x = x.Scale(x.Monomials[0].Coeff.Abs().Inv())
		weaker := false
		for i, y := range z {
			if d := x.Sub(y); d.IsConst() {
				weaker = true
				if d.Const.Sign() > 0 {
					z[i] = x
				}
				break
			}
		}
		if !weaker {
			z = append(z, x)
		}
	}
	return z
}

// pow2 returns 2ⁿ.
func pow2(n int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(n)) }
