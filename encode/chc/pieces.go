// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"math/big"
	"slices"

	"cornet/encode/flat"
	"cornet/encode/ieee"
	"cornet/smtlib"
)

// This file cuts the range of a floating-point number into pieces: what intervals say about products of it is poor over the whole
// range and good over small parts, and the solver can tell the parts apart.

// Limits of cutting.
const (
	firstPieces = 32   // of a range, at first
	finerPieces = 8    // of a piece, when it is cut again
	mostPieces  = 4000 // of a range; then no finer ones are made
)

// Cut is the range of a number, cut into pieces.
type Cut struct {
	parts []interval
	hot   []bool // an error may be reached from there, as far as intervals tell
}

// Finer reports whether another encoding with these cuts would make finer ones.
func Finer(cs []Cut) bool {
	for _, c := range cs {
		for i, p := range c.parts {
			if c.hot[i] && !p.isPoint() && len(c.parts) < mostPieces {
				return true
			}
		}
	}
	return false
}

// pieces are cases of a block, with the intervals that variables are likely to have in each. A nil env stands for a case that
// does not occur.
type pieces struct {
	envs []env
	cut  int // in System.Cuts
}

func (p *pieces) clone() *pieces {
	if p == nil {
		return nil
	}
	z := &pieces{envs: make([]env, len(p.envs)), cut: p.cut}
	for i, e := range p.envs {
		if e != nil {
			z.envs[i] = e.clone()
		}
	}
	return z
}

// each calls f for the intervals of all cases; false says that a case does not occur.
func (p *pieces) each(f func(env) bool) {
	if p == nil {
		return
	}
	for i, e := range p.envs {
		if e != nil && !f(e) {
			p.envs[i] = nil
		}
	}
}

// join is what holds on both of two paths.
func (p *pieces) join(q *pieces, r ranges) *pieces {
	if p == nil || q == nil || p.cut != q.cut {
		return nil
	}
	z := &pieces{envs: make([]env, len(p.envs)), cut: p.cut}
	for i := range p.envs {
		switch a, b := p.envs[i], q.envs[i]; {
		case a == nil:
			z.envs[i] = b
		case b == nil:
			z.envs[i] = a
		default:
			z.envs[i] = r.joinEnv(a, b)
		}
	}
	return z
}

// cut makes pieces of the range of a floating-point variable in cond, which has just been assumed, if that is bounded and products of
// such variables follow.
func (b *builder) cut(st *state, cond *flat.Expr) {
	if st.pieces != nil || !b.products() {
		return
	}
	cond.Walk(func(x *flat.Expr) {
		if st.pieces == nil && x.Operator == flat.Read && x.Type.Kind == flat.Float && !x.Type.Array {
			b.cutVariable(st, x.Var)
		}
	})
}

func (b *builder) cutVariable(st *state, v *flat.Var) {
	t, in := st.vals[v], b.r.of(st.likely, v)
	f := v.Type.Format()
	if t == nil || t.Op() != smtlib.OpVar || in.hi.Cmp(f.Inf()) >= 0 || in.lo.Cmp(new(big.Int).Not(f.Inf())) <= 0 || in.isPoint() {
		return
	}
	parts := []interval{in}
	switch k := len(b.sys.Cuts); {
	case k >= len(b.o.Cuts):
		parts = split(f, in, firstPieces)
	case len(b.o.Cuts[k].parts) < mostPieces:
		parts = nil
		for i, p := range b.o.Cuts[k].parts {
			if p, ok := p.meet(in); ok && b.o.Cuts[k].hot[i] {
				parts = append(parts, split(f, p, finerPieces)...)
			} else if ok {
				parts = append(parts, p)
			}
		}
	}
	z := &pieces{cut: len(b.sys.Cuts)}
	for _, p := range parts {
		e := st.likely.clone()
		e[v] = p
		z.envs = append(z.envs, e)
	}
	b.sys.Cuts = append(b.sys.Cuts, Cut{parts, make([]bool, len(parts))})
	if len(parts) > 0 {
		st.pieces = z
	}
}

// split cuts an interval of numbers into at most n of about the same width.
func split(f ieee.Format, x interval, n int64) []interval {
	lo := f.Rat(x.lo)
	width := new(big.Rat).Sub(f.Rat(x.hi), lo)
	var z []interval
	from := x.lo
	for i := int64(1); i <= n && from.Cmp(x.hi) <= 0; i++ {
		to := x.hi
		if i < n {
			to = f.Round(new(big.Rat).Add(lo, new(big.Rat).Mul(width, big.NewRat(i, n))), false)
		}
		if to.Cmp(from) >= 0 && to.Cmp(x.hi) <= 0 {
			z = append(z, interval{from, to})
			from = new(big.Int).Add(to, one)
		}
	}
	return z
}

// mark notes the cases in which st gets to an error or out of its block.
func (b *builder) mark(st *state) {
	if p := st.pieces; p != nil {
		for i, e := range p.envs {
			if e != nil {
				b.sys.Cuts[p.cut].hot[i] = true
			}
		}
	}
}

// products reports whether the program multiplies or divides floating-point numbers neither of which is constant.
func (b *builder) products() bool {
	if b.multiplies == nil {
		z := false
		edges(b.p, func(e *flat.Edge) {
			flat.Operands(e.Op, func(x *flat.Expr) {
				x.Walk(func(y *flat.Expr) {
					if y.Operator == flat.Apply && len(y.Args) == 2 && !y.Fn.IsCompare() && !y.Args[0].IsConst() && !y.Args[1].IsConst() {
						z = true
					}
				})
			})
		})
		b.multiplies = &z
	}
	return *b.multiplies
}

// cases are the intervals of the cases that occur.
func (p *pieces) cases() []env {
	if p == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(p.envs), func(e env) bool { return e == nil })
}
