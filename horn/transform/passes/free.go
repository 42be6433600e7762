// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"context"
	"fmt"
	"slices"

	"cornet/horn"
	"cornet/horn/transform/lift"
	"cornet/horn/transform/pass"
	"cornet/internal/slice"
	"cornet/logic"
)

// Free removes arguments that may have any value: redundant argument filtering (Leuschel and Sørensen, LOPSTR 1996), forward.
//
// An argument of a predicate is free if in every head it is a variable that stands nowhere else, but for free arguments of the body: then what is
// derived with one value is derived with all. Clauses come out in normal form, without what they said of variables that now stand nowhere else.
//
// A step of a refutation derives the values that who uses it needs. It is repeated for others.
//
// Cost: linear in the size of the system, for each round in which arguments turn out not to be free.
func Free(ctx context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
	free := freeArguments(sys)
	cut := newCutter(sys.Store, sys.Preds, func(i, j int) bool { return !free[i][j] })
	if !cut.any {
		return pass.Unchanged(sys), nil
	}
	z := cut.outcome(env, sys)
	complete := lift.NewSystemBuilder(env, z.System)
	for i := range z.System.Clauses {
		complete.Keep(i)
	}
	z.Back = &freed{BackTranslator: z.Back, cut: cut, old: sys, complete: complete.Outcome(cut.preds, nil).Back}
	n, err := Normal(ctx, env, z.System)
	if err != nil {
		return pass.Outcome{}, err
	}
	z.System, z.Back = n.System, pass.Chain(z.Back, n.Back)
	return z, nil
}

// freeArguments says for every predicate which arguments are free.
func freeArguments(sys *horn.System) [][]bool {
	index := sys.Index()
	free := slice.Map(sys.Preds, func(p *logic.Func) []bool { return slices.Repeat([]bool{true}, p.Arity()) })
	type clause struct {
		head  int
		args  []*logic.Term
		read  map[*logic.Term]bool       // variables in terms, and in several arguments of the head
		place map[*logic.Term][]position // of variables in the body
	}
	var clauses []clause
	for _, c := range sys.Clauses {
		if c.Head == nil {
			continue
		}
		d := clause{index[c.Head.Pred], c.Head.Args, map[*logic.Term]bool{}, map[*logic.Term][]position{}}
		read := func(ts ...*logic.Term) {
			for _, v := range logic.FreeVars(ts...) {
				d.read[v] = true
			}
		}
		read(c.Constraint)
		for _, a := range c.Body {
			for j, t := range a.Args {
				if t.IsVar() {
					d.place[t] = append(d.place[t], position{index[a.Pred], j})
				} else {
					read(t)
				}
			}
		}
		for j, t := range c.Head.Args {
			if !t.IsVar() || slices.Contains(c.Head.Args[:j], t) {
				read(t)
			}
		}
		clauses = append(clauses, d)
	}
	for changed := true; changed; {
		changed = false
		for _, d := range clauses {
			for j, t := range d.args {
				if free[d.head][j] && (!t.IsVar() || d.read[t] ||
					slices.ContainsFunc(d.place[t], func(x position) bool { return !free[x.pred][x.arg] })) {
					free[d.head][j] = false
					changed = true
				}
			}
		}
	}
	return free
}

// freed is the way back of Free.
type freed struct {
	pass.BackTranslator
	cut      *cutter
	old      *horn.System
	complete pass.BackTranslator // gives values to all variables of the cut clauses
}

// Refutation gives free arguments the values that are needed of them.
func (f *freed) Refutation(ctx context.Context, r *horn.Refutation) (*horn.Refutation, error) {
	r, err := f.complete.Refutation(ctx, r)
	if err != nil || len(r.Steps) == 0 {
		return r, err
	}
	x := &freeing{freed: f, from: r, made: map[string]int{}}
	x.step(len(r.Steps)-1, nil)
	return &horn.Refutation{Steps: x.steps}, nil
}

// freeing is the state of one translation.
type freeing struct {
	*freed
	from  *horn.Refutation
	steps []horn.Step
	made  map[string]int // steps by what they stand for
}

// step makes a step of step k whose free arguments have the given values, and returns its place.
func (x *freeing) step(k int, needed []*logic.Term) int {
	key := fmt.Sprint(k)
	for _, t := range needed {
		key += fmt.Sprint(" ", t.ID())
	}
	if i, ok := x.made[key]; ok {
		return i
	}
	st := x.from.Steps[k]
	c := x.old.Clauses[st.Clause]
	m := x.old.Store.NewModel()
	for v, t := range st.Values {
		m.Set(v, t)
	}
	for i, v := range x.free(c.Head) {
		m.Set(v, needed[i])
	}
	z := horn.Step{Clause: st.Clause, Values: map[*logic.Term]*logic.Term{}}
	for i := range c.Body {
		var values []*logic.Term
		for _, t := range x.free(&c.Body[i]) {
			values = append(values, m.Eval(t))
		}
		z.Premises = append(z.Premises, x.step(st.Premises[i], values))
	}
	for _, v := range c.Vars() {
		z.Values[v] = m.Value(v)
	}
	x.steps = append(x.steps, z)
	x.made[key] = len(x.steps) - 1
	return len(x.steps) - 1
}

// free returns the free arguments of an atom; nil has none.
func (x *freeing) free(a *horn.Atom) []*logic.Term {
	if a == nil || !x.cut.cuts(a.Pred) {
		return nil
	}
	kept := x.cut.slim[a.Pred].kept
	var z []*logic.Term
	for j, t := range a.Args {
		if !slices.Contains(kept, j) {
			z = append(z, t)
		}
	}
	return z
}
