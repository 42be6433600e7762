// SPDX-License-Identifier: Apache-2.0

package transition

import (
	"strconv"

	"cornet/logic"
)

// At returns t, over Vars, Next and Locals, at step i of a run: Vars become the
// i-th state, Next the state after it, and Locals variables of the step. Results
// for the same t and i are computed once.
func (z *System) At(t *logic.Term, i int) *logic.Term {
	key := step{t, i}
	if y := z.cached[key]; y != nil {
		return y
	}
	s := z.steps[i]
	if s == nil {
		var vars, terms []*logic.Term
		for k, v := range z.Vars {
			vars, terms = append(vars, v, z.Next[k]), append(terms, z.name(v, i), z.name(v, i+1))
		}
		for _, v := range z.Locals {
			vars, terms = append(vars, v), append(terms, z.name(v, i))
		}
		s = z.Store.NewSubstitution(vars, terms)
		z.steps[i] = s
	}
	y := s.Apply(t)
	z.cached[key] = y
	return y
}

// name returns v, of Vars or Locals, at step i.
func (z *System) name(v *logic.Term, i int) *logic.Term {
	key := step{v, i}
	t := z.named[key]
	if t == nil {
		t = z.Store.Var(v.Name()+"@"+strconv.Itoa(i), v.Sort())
		z.named[key] = t
	}
	return t
}

// State returns the variables of the i-th state. The caller owns the slice.
func (z *System) State(i int) []*logic.Term {
	vars := make([]*logic.Term, len(z.Vars))
	for k, v := range z.Vars {
		vars[k] = z.name(v, i)
	}
	return vars
}

// Unstep translates t from the i-th state to Vars.
func (z *System) Unstep(t *logic.Term, i int) *logic.Term {
	return z.Store.Substitute(t, z.State(i), z.Vars)
}
