// SPDX-License-Identifier: Apache-2.0

package expr

import (
	"math/big"

	"cornet/encode/scalar"
	"cornet/internal/rational"
	"cornet/internal/slice"
	"cornet/logic"
)

// lookup returns the element, of type t, of an array of constants at an index, which is in within.
// The term is a balanced tree of comparisons whose leaves are runs of equal elements.
//
// Cost: linear in the runs. The size is linear in those that overlap the interval.
func (m *Translator) lookup(c *scalar.Constants, index *logic.Term, within rational.Interval, t scalar.Type) *logic.Term {
	if k := Number(index, false); k != nil {
		return m.num(rat(c.Get(k)), t)
	}
	rest := m.num(rat(c.Rest), t)
	limit := func(v *big.Int) *logic.Term { return m.toIndex(m.num(rat(v), c.Index), c.Index) }
	pointer := scalar.Type{Kind: scalar.Pointer}
	// The index is from lo to hi. A nil bound means that there is no bound.
	var search func(runs []scalar.Run, lo, hi *big.Int) *logic.Term
	search = func(runs []scalar.Run, lo, hi *big.Int) *logic.Term {
		switch k := len(runs) / 2; {
		case len(runs) == 0:
			return rest
		case len(runs) > 1:
			at := new(big.Int).Sub(runs[k].Lo, big.NewInt(1))
			return m.s.Ite(m.le(index, limit(at), pointer), search(runs[:k], lo, at), search(runs[k:], runs[k].Lo, hi))
		}
		r, z := runs[0], m.num(rat(runs[0].Value), t)
		if hi == nil || hi.Cmp(r.Hi) > 0 {
			z = m.s.Ite(m.le(index, limit(r.Hi), pointer), z, rest)
		}
		if lo == nil || lo.Cmp(r.Lo) < 0 {
			z = m.s.Ite(m.le(limit(r.Lo), index, pointer), z, rest)
		}
		return z
	}
	if !nonneg(within) || !within.IsBounded() {
		return search(c.Runs(), nil, nil)
	}
	lo, hi := integer(within.Lo.X), integer(within.Hi.X)
	runs := slice.Filter(c.Runs(), func(r scalar.Run) bool { return r.Hi.Cmp(lo) >= 0 && r.Lo.Cmp(hi) <= 0 })
	return search(runs, lo, hi)
}

// table returns x, an array of constants, as a whole.
func (m *Translator) table(x *scalar.Expr) *logic.Term {
	z := m.s.ConstArray(m.Sort(x.Type), m.num(rat(x.Constants.Rest), x.Type.Elem()))
	for _, e := range x.Constants.At {
		z = m.s.Store(z, m.toIndex(m.num(rat(e.Index), x.Constants.Index), x.Constants.Index), m.num(rat(e.Value), x.Type.Elem()))
	}
	return z
}
