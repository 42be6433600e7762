// SPDX-License-Identifier: Apache-2.0

package loop

import (
	"strconv"

	"cornet/smtlib"
)

// locations is the part of the state that tells the predicate.
type locations struct {
	store      *smtlib.Store
	how        Locations
	vars, next []*smtlib.Term
	index      map[*smtlib.Func]int
}

func newLocations(st *smtlib.Store, preds []*smtlib.Func, how Locations) locations {
	z := locations{store: st, how: how, index: map[*smtlib.Func]int{}}
	for i, p := range preds {
		z.index[p] = i
	}
	switch {
	case len(preds) < 2:
	case how == Integer:
		z.vars = []*smtlib.Term{st.Var("\\loc", st.Int)}
		z.next = []*smtlib.Term{st.Var("\\loc'", st.Int)}
	default:
		for i := range preds[1:] {
			z.vars = append(z.vars, st.Var("\\at"+strconv.Itoa(i+1), st.Bool))
			z.next = append(z.next, st.Var("\\at"+strconv.Itoa(i+1)+"'", st.Bool))
		}
	}
	return z
}

// values returns the values of the location variables at p.
func (z *locations) values(p *smtlib.Func) []*smtlib.Term {
	vals := make([]*smtlib.Term, len(z.vars))
	for i := range vals {
		if z.how == Integer {
			vals[i] = z.store.IntNum(int64(z.index[p]))
		} else {
			vals[i] = z.store.BoolValue(i+1 == z.index[p])
		}
	}
	return vals
}

// at returns the formula by which vars, the location before or after a step,
// is p.
func (z *locations) at(p *smtlib.Func, vars []*smtlib.Term) *smtlib.Term {
	conjuncts := make([]*smtlib.Term, len(vars))
	for i, v := range z.values(p) {
		conjuncts[i] = z.store.Eq(vars[i], v)
	}
	return z.store.And(conjuncts...)
}
