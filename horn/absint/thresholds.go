// SPDX-License-Identifier: Apache-2.0

package absint

import (
	"slices"

	"cornet/horn"
	"cornet/internal/rational"
	"cornet/internal/unionfind"
	"cornet/logic"
)

// Schedule of widening, in widenings of one argument.
const (
	fineWidenings   = 8  // widenings to any threshold
	coarseWidenings = 12 // widenings to wide thresholds; after these, widenings go to infinity
	maxThresholds   = 64 // thresholds of one argument
	wideThreshold   = 127
	maxDataTerms    = 500 // subterms of one term that are searched for values
)

// thresholds are numerals at which bounds on an argument may stop, in ascending order.
type thresholds struct {
	all  []rational.Rat
	wide []rational.Rat // the thresholds with a large absolute value
}

// at returns the thresholds for the n-th widening.
func (x *thresholds) at(n int) []rational.Rat {
	switch {
	case n < fineWidenings:
		return x.all
	case n < coarseWidenings:
		return x.wide
	}
	return nil
}

// argument is an argument of a predicate.
type argument struct{ pred, index int }

// thresholdFinder collects thresholds. Arguments share them if values flow between them.
type thresholdFinder struct {
	graph  *horn.Graph
	store  *logic.Store
	sets   unionfind.Sets[argument]
	found  map[argument][]rational.Rat
	locals int // number of variables of clauses that are not arguments
	// The following fields belong to the current clause.
	args map[*logic.Term]argument // the arguments of variables
}

// findThresholds returns the thresholds of the arguments of each predicate: numerals compared with
// values that flow to or from them, ends of the periods of remainders, and assigned values, with
// their neighbours.
//
// Cost: linear in the size of the clauses times the variables of their atoms.
func findThresholds(sys *horn.System) [][]thresholds {
	f := &thresholdFinder{
		graph: horn.NewGraph(sys), store: sys.Store, found: map[argument][]rational.Rat{},
	}
	for _, c := range sys.Clauses {
		f.clause(c)
	}
	all := map[argument][]rational.Rat{}
	for x, ks := range f.found { // the order does not matter, since the results are sorted
		r := f.sets.Find(x)
		all[r] = append(all[r], ks...)
	}
	classes := map[argument]thresholds{}
	for r, ks := range all {
		classes[r] = newThresholds(ks)
	}
	z := make([][]thresholds, len(sys.Preds))
	for p, pred := range sys.Preds {
		z[p] = make([]thresholds, pred.Arity())
		for j := range z[p] {
			z[p][j] = classes[f.sets.Find(argument{p, j})]
		}
	}
	return z
}

func newThresholds(ks []rational.Rat) thresholds {
	one := rational.Int(1)
	slices.SortFunc(ks, rational.Rat.Cmp)
	ks = slices.CompactFunc(ks, rational.Rat.Equal)
	var z thresholds
	for _, k := range ks {
		z.all = append(z.all, k.Sub(one), k, k.Add(one))
	}
	for _, width := range []int64{8, 16, 32, 64} {
		near := func(x rational.Rat) bool {
			return slices.ContainsFunc(ks, func(k rational.Rat) bool { return !rational.Int(4).Less(k.Abs().Sub(x).Abs()) })
		}
		half := rational.Int(1 << (width/2 - 1)).Mul(rational.Int(1 << (width / 2)))
		if whole := half.Add(half); near(half) || near(whole) { // ends of machine integers
			z.all = append(z.all, half.Neg(), half.Sub(one), whole.Sub(one))
		}
	}
	slices.SortFunc(z.all, rational.Rat.Cmp)
	z.all = slices.CompactFunc(z.all, rational.Rat.Equal)
	for _, k := range z.all {
		if !k.Abs().Less(rational.Int(wideThreshold)) {
			z.wide = append(z.wide, k)
		}
	}
	if len(z.all) > maxThresholds { // if there are too many, keep the small ones
		slices.SortStableFunc(z.all, func(x, y rational.Rat) int { return x.Abs().Cmp(y.Abs()) })
		z.all = z.all[:maxThresholds]
		slices.SortFunc(z.all, rational.Rat.Cmp)
	}
	return z
}

func (f *thresholdFinder) clause(c *horn.Clause) {
	f.args = map[*logic.Term]argument{}
	for _, a := range c.Body {
		p := f.graph.Number(a.Pred)
		for j, t := range a.Args {
			f.flow(argument{p, j}, t)
		}
	}
	roots := []*logic.Term{c.Constraint}
	if c.Head != nil {
		p := f.graph.Number(c.Head.Pred)
		for j, t := range c.Head.Args {
			if t.Sort().IsArith() {
				f.flow(argument{p, j}, t)
			}
		}
		roots = append(roots, c.Head.Args...)
	}
	logic.Walk(func(t *logic.Term) bool {
		switch t.Op() {
		case logic.OpLe, logic.OpLt, logic.OpEq:
			if t.Arg(0).Sort().IsArith() {
				f.atom(t)
			}
		}
		return true
	}, roots...)
}

// variable returns the node of a variable of the clause.
func (f *thresholdFinder) variable(v *logic.Term) argument {
	x, ok := f.args[v]
	if !ok {
		f.locals++
		x = argument{-1, f.locals}
		f.args[v] = x
	}
	return x
}

// flow records that the value of t flows to x or from it.
func (f *thresholdFinder) flow(x argument, t *logic.Term) {
	f.data(t, func(u *logic.Term) {
		if u.IsVar() {
			f.sets.Union(f.variable(u), x)
		} else {
			f.found[x] = append(f.found[x], f.values(u)...)
		}
	})
	f.found[x] = append(f.found[x], f.values(t)...)
}

// atom records the numerals of a comparison for the variables in it.
func (f *thresholdFinder) atom(t *logic.Term) {
	var ks []rational.Rat
	var vars []argument
	if k := t.Arg(1); k.Op() == logic.OpNum {
		ks = append(ks, k.Num(), k.Num().Neg())
	}
	f.data(t.Arg(0), func(u *logic.Term) {
		if u.IsVar() {
			vars = append(vars, f.variable(u))
		} else {
			ks = append(ks, f.values(u)...)
		}
	})
	for _, x := range vars {
		f.found[x] = append(f.found[x], ks...)
		if t.Op() == logic.OpEq {
			f.sets.Union(x, vars[0])
		}
	}
}

// values returns the numerals that t itself can equal.
func (f *thresholdFinder) values(t *logic.Term) []rational.Rat {
	var z []rational.Rat
	value := func(t *logic.Term) {
		if t.Op() == logic.OpNum {
			z = append(z, t.Num())
		}
	}
	switch t.Op() {
	case logic.OpNum:
		value(t)
	case logic.OpMod:
		// an addition before and a subtraction after it belong to a wrap
		if k := t.Arg(1); k.Op() == logic.OpNum {
			c := f.store.Linear(t.Arg(0)).Const
			z = append(z, c.Neg(), k.Num().Sub(c), k.Num())
		}
	case logic.OpIte:
		value(t.Arg(1))
		value(t.Arg(2))
	}
	return z
}

// data calls visit for the subterms from which the value of t is computed: all except conditions
// and divisors.
func (f *thresholdFinder) data(t *logic.Term, visit func(*logic.Term)) {
	seen := map[*logic.Term]bool{}
	for work := []*logic.Term{t}; len(work) > 0 && len(seen) < maxDataTerms; {
		u := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[u] || !u.Sort().IsArith() {
			continue
		}
		seen[u] = true
		visit(u)
		args := u.Args()
		switch u.Op() {
		case logic.OpIte:
			args = args[1:]
		case logic.OpMod, logic.OpIntDiv:
			args = args[:1]
		}
		work = append(work, args...)
	}
}
