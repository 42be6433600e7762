// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"context"

	"cornet/horn"
	"cornet/horn/transform/lift"
	"cornet/horn/transform/pass"
	"cornet/internal/rational"
	"cornet/internal/slice"
	"cornet/internal/turn"
	"cornet/logic"
)

// NameTerms replaces terms outside linear arithmetic by variables that the constraint defines, for
// engines that require this:
//
//	(ite c x y) of a sort other than Bool:  v with  (c ∧ v = x) ∨ (¬c ∧ v = y)
//	(div t k), (mod t k), k ≠ 0:            q, t - k·q  with  0 <= t - k·q < |k|
//	(to_int t):                             n with  n <= t < n + 1
//
// The values of other variables do not change, so refutations remain valid.
//
// Cost: linear in the size of the clauses.
func NameTerms(ctx context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
	b := lift.NewSystemBuilder(env, sys)
	changed := false
	for i, c := range sys.Clauses {
		if i%64 == 0 && turn.Yield(ctx) != nil {
			return pass.Outcome{}, context.Cause(ctx)
		}
		n := &namer{store: sys.Store, quotients: map[[2]*logic.Term]*logic.Term{}}
		d := n.clause(c)
		changed = changed || len(n.defs) > 0
		b.Add(d, lift.Same(i, len(c.Body)))
	}
	if !changed {
		return pass.Unchanged(sys), nil
	}
	return b.Outcome(sys.Preds, nil), nil
}

// namer names the terms of one clause.
type namer struct {
	store     *logic.Store
	defs      []*logic.Term
	quotients map[[2]*logic.Term]*logic.Term
}

func (n *namer) clause(c *horn.Clause) *horn.Clause {
	rw := n.store.NewRewriter(func(t *logic.Term) *logic.Term {
		if t.HasQuantifiers() && t.Bound() != nil {
			return t
		}
		return nil
	}, n.name)
	d := c.Map(func(a horn.Atom) horn.Atom { return horn.Atom{Pred: a.Pred, Args: slice.Map(a.Args, rw.Map)} })
	d.Constraint = rw.Map(c.Constraint)
	if len(n.defs) == 0 {
		return c
	}
	d.Constraint = n.store.And(append(n.defs, d.Constraint)...)
	return d
}

// name returns the replacement of t, whose arguments are named.
func (n *namer) name(t *logic.Term) *logic.Term {
	s := n.store
	switch t.Op() {
	case logic.OpIte:
		if t.Sort().IsBool() {
			return t
		}
		v := s.Fresh("ite", t.Sort())
		n.defs = append(n.defs, s.Or(
			s.And(t.Arg(0), s.Eq(v, t.Arg(1))),
			s.And(s.Not(t.Arg(0)), s.Eq(v, t.Arg(2)))))
		return v
	case logic.OpIntDiv, logic.OpMod:
		k := t.Arg(1)
		if k.Op() != logic.OpNum || k.Num().IsZero() {
			return t
		}
		q := n.quotient(t.Arg(0), k)
		if t.Op() == logic.OpIntDiv {
			return q
		}
		return s.Sub(t.Arg(0), s.Scale(k.Num(), q))
	case logic.OpToInt:
		v := s.Fresh("floor", s.Int)
		r := s.ToReal(v)
		n.defs = append(n.defs, s.Le(r, t.Arg(0)), s.Lt(t.Arg(0), s.Add(r, s.RealNum(1))))
		return v
	}
	return t
}

// quotient returns the variable that represents (div t k).
func (n *namer) quotient(t, k *logic.Term) *logic.Term {
	key := [2]*logic.Term{t, k}
	if q := n.quotients[key]; q != nil {
		return q
	}
	s := n.store
	q := s.Fresh("div", s.Int)
	n.quotients[key] = q
	rest := s.Sub(t, s.Scale(k.Num(), q))
	top := s.Num(k.Num().Abs().Sub(rational.Int(1)), s.Int)
	n.defs = append(n.defs, s.Ge(rest, s.IntNum(0)), s.Le(rest, top))
	return q
}
