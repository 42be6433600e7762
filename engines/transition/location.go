// SPDX-License-Identifier: Apache-2.0

package transition

import (
	"strconv"

	"cornet/logic"
)

// locations is the part of the state that identifies the predicate: a Boolean for every predicate
// except the first. At most one of them holds. If none holds, the predicate is the first. (With one
// integer instead, interpolants contain bounds on it, and systems over reals become mixed.)
type locations struct {
	store      *logic.Store
	vars, next []*logic.Term
	index      map[*logic.Func]int
}

func newLocations(st *logic.Store, preds []*logic.Func) locations {
	z := locations{store: st, index: map[*logic.Func]int{}}
	for i, p := range preds {
		z.index[p] = i
	}
	for i := 1; i < len(preds); i++ {
		z.vars = append(z.vars, st.Var("\\at"+strconv.Itoa(i), st.Bool))
		z.next = append(z.next, st.Var("\\at"+strconv.Itoa(i)+"'", st.Bool))
	}
	return z
}

// values returns the values of the location variables at p.
func (z *locations) values(p *logic.Func) []*logic.Term {
	vals := make([]*logic.Term, len(z.vars))
	for i := range vals {
		vals[i] = z.store.BoolValue(i+1 == z.index[p])
	}
	return vals
}

// at returns a formula which states that the location is p. vars are the variables of the location
// before or after a step.
func (z *locations) at(p *logic.Func, vars []*logic.Term) *logic.Term {
	conjuncts := make([]*logic.Term, len(vars))
	for i, v := range z.values(p) {
		conjuncts[i] = z.store.Eq(vars[i], v)
	}
	return z.store.And(conjuncts...)
}
