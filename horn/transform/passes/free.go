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

// Free removes arguments that may have any value: redundant argument filtering (Leuschel and
// Sørensen, LOPSTR 1996), forward.
//
// An argument of a predicate is free if in every head it is a variable that occurs nowhere else
// except in free arguments of the body. Then a fact that is derived with one value is derived with
// all values. The resulting clauses are in normal form, without constraints on variables that now
// occur nowhere else.
//
// In a translated refutation, a step derives the values that the step using it needs. For several
// values there are copies of the step.
//
// Cost: linear in the size of the system, for each round in which arguments turn out not to be
// free.
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

// freeArguments has, for every predicate, the free arguments.
func freeArguments(sys *horn.System) [][]bool {
	index := sys.Index()
	free := slice.Map(sys.Preds, func(p *logic.Func) []bool { return slices.Repeat([]bool{true}, p.Arity()) })
	type clause struct {
		head  int
		args  []*logic.Term
		read  map[*logic.Term]bool       // variables in terms, or in several arguments of the head
		place map[*logic.Term][]position // by variable in the body: its positions
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

// freed is the back-translator of Free.
type freed struct {
	pass.BackTranslator
	cut *cutter
	old *horn.System
	// gives values to all variables of the clauses from which the arguments were removed
	complete pass.BackTranslator
}

// Refutation gives free arguments the values that their users need.
func (f *freed) Refutation(ctx context.Context, r *horn.Refutation) (*horn.Refutation, error) {
	r, err := f.complete.Refutation(ctx, r)
	if err != nil || len(r.Steps) == 0 {
		return r, err
	}
	x := &freeing{freed: f, from: r, made: map[string]int{}}
	x.step(len(r.Steps)-1, nil)
	return &horn.Refutation{Steps: x.steps, Loops: x.loops}, x.err
}

// freeing is the state of one translation.
type freeing struct {
	*freed
	from  *horn.Refutation
	steps []horn.Step
	loops []horn.Loop
	made  map[string]int // number of the step that was made for each demand
	err   error
}

// step makes a copy of step k whose free arguments have the given values. It returns its number.
func (x *freeing) step(k int, needed []*logic.Term) int {
	key := fmt.Sprint(k)
	for _, t := range needed {
		key += fmt.Sprint(" ", t.ID())
	}
	if i, ok := x.made[key]; ok {
		return i
	}
	i := slices.IndexFunc(x.from.Loops, func(l horn.Loop) bool { return l.First <= k && k <= l.Last })
	if i >= 0 {
		return x.loop(&x.from.Loops[i], key, needed)
	}
	z, values := x.instance(k, x.from.Steps[k].Values, needed)
	for i, premise := range x.from.Steps[k].Premises {
		z.Premises = append(z.Premises, x.step(premise, values[i]))
	}
	return x.add(key, z)
}

func (x *freeing) add(key string, z horn.Step) int {
	x.steps = append(x.steps, z)
	x.made[key] = len(x.steps) - 1
	return len(x.steps) - 1
}

// instance returns step k without premises, and the values that it needs in the free arguments of
// its body atoms. The values of the clause and of the free arguments of the head are given.
func (x *freeing) instance(k int, given map[*logic.Term]*logic.Term, needed []*logic.Term) (horn.Step, [][]*logic.Term) {
	c := x.old.Clauses[x.from.Steps[k].Clause]
	m := x.old.Store.NewModel()
	for v, t := range given {
		m.Set(v, t)
	}
	for i, v := range x.free(c.Head) {
		m.Set(v, needed[i])
	}
	z := horn.Step{Clause: x.from.Steps[k].Clause, Values: map[*logic.Term]*logic.Term{}}
	values := make([][]*logic.Term, len(c.Body))
	for i := range c.Body {
		values[i] = slice.Map(x.free(&c.Body[i]), m.Eval)
	}
	for _, v := range c.Vars() {
		z.Values[v] = m.Value(v)
	}
	return z, values
}

// loop makes the steps of a loop after which the free arguments have the given values. It returns
// the number of the last one. It is an error if the values are not the same in all iterations, or
// if a step of the loop is needed twice.
func (x *freeing) loop(l *horn.Loop, key string, needed []*logic.Term) int {
	needs := map[int][]*logic.Term{l.Last: needed, l.Entry: needed}
	var steps, next []horn.Step
	for k := l.Last; k >= l.First; k-- {
		var values [2][][]*logic.Term
		var pair [2]horn.Step
		for n, given := range []map[*logic.Term]*logic.Term{x.from.Steps[k].Values, l.Next[k-l.First]} {
			pair[n], values[n] = x.instance(k, given, needs[k])
		}
		steps, next = append(steps, pair[0]), append(next, pair[1])
		for i, premise := range x.from.Steps[k].Premises {
			before, known := needs[premise]
			if !slices.Equal(values[0][i], values[1][i]) || known && !slices.Equal(before, values[0][i]) {
				x.err = fmt.Errorf("%w: a loop changes arguments that may have any value", pass.ErrUndetermined)
				return 0
			}
			needs[premise] = values[0][i]
		}
	}
	place := map[int]int{l.Entry: x.step(l.Entry, needed)}
	for k := l.First; k <= l.Last; k++ {
		for _, premise := range x.from.Steps[k].Premises {
			if premise < l.First {
				place[premise] = x.step(premise, needs[premise])
			}
		}
	}
	slices.Reverse(steps)
	slices.Reverse(next)
	y := horn.Loop{First: len(x.steps), Last: len(x.steps) + len(steps) - 1, Entry: place[l.Entry], Times: l.Times}
	for i, z := range steps {
		place[l.First+i] = len(x.steps)
		for _, premise := range x.from.Steps[l.First+i].Premises {
			z.Premises = append(z.Premises, place[premise])
		}
		x.steps = append(x.steps, z)
		y.Next = append(y.Next, next[i].Values)
	}
	x.loops = append(x.loops, y)
	x.made[key] = y.Last
	return y.Last
}

// free returns the free arguments of an atom. A nil atom has none.
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
