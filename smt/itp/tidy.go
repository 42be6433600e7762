// SPDX-License-Identifier: Apache-2.0

package itp

import (
	"cornet/logic"
)

// Tidy returns an equivalent formula in negation normal form at the top. It merges bounds on the
// same sum (t <= 3 ∧ t >= 3 becomes t = 3). It drops conjuncts and disjuncts that others subsume
// syntactically. It does not look into atoms.
//
// Cost: O(n²) in the number of arguments of a connective, for subsumption. Above maxSubsume
// arguments, subsumption is skipped. Formulas nested very deeply are returned unchanged.
func Tidy(store *logic.Store, f *logic.Term) *logic.Term {
	if f.Depth() > maxTidyDepth {
		return f
	}
	return (&tidier{store: store, memo: map[*logic.Term]*logic.Term{}}).formula(f)
}

func (r *run) tidy(f *logic.Term) *logic.Term { return Tidy(r.store, f) }

// maxTidyDepth bounds the depth of formulas that are tidied, since tidying recurses that deep.
const maxTidyDepth = 2000

// maxSubsume bounds the arguments that are compared pairwise.
const maxSubsume = 64

type tidier struct {
	store *logic.Store
	memo  map[*logic.Term]*logic.Term
}

// formula recurses along the connectives of f, which alternate.
func (t *tidier) formula(f *logic.Term) *logic.Term {
	if z := t.memo[f]; z != nil {
		return z
	}
	g, negated := f, false
	if f.Op() == logic.OpNot {
		g, negated = f.Arg(0), true
	}
	z := f
	if g.Op() == logic.OpAnd || g.Op() == logic.OpOr {
		args := make([]*logic.Term, 0, len(g.Args()))
		conjunction := (g.Op() == logic.OpAnd) != negated
		for _, a := range g.Args() {
			if negated {
				a = t.store.Not(a)
			}
			a = t.formula(a)
			if conjunction && a.Op() == logic.OpAnd || !conjunction && a.Op() == logic.OpOr {
				args = append(args, a.Args()...)
			} else {
				args = append(args, a)
			}
		}
		if conjunction {
			z = t.store.And(t.absorb(t.merge(args, false), logic.OpOr)...)
		} else {
			z = t.store.Or(t.absorb(t.merge(args, true), logic.OpAnd)...)
		}
	}
	t.memo[f] = z
	return z
}

// absorb drops arguments that another one makes superfluous. Given x, it drops (op x y). Given (op
// x y), it drops (op x y z). op is the dual connective.
func (t *tidier) absorb(args []*logic.Term, op logic.Op) []*logic.Term {
	if len(args) > maxSubsume {
		return args
	}
	parts := func(f *logic.Term) []*logic.Term {
		if f.Op() == op {
			return f.Args()
		}
		return []*logic.Term{f}
	}
	var z []*logic.Term
next:
	for i, a := range args {
		in := map[*logic.Term]bool{}
		for _, p := range parts(a) {
			in[p] = true
		}
		for j, b := range args {
			ps := parts(b)
			if i == j || len(ps) > len(in) || len(ps) == len(in) && j > i {
				continue
			}
			within := true
			for _, p := range ps {
				within = within && in[p]
			}
			if within {
				continue next
			}
		}
		z = append(z, a)
	}
	return z
}

// merge combines the literals among args that compare the same sum with
// numerals. args are a conjunction, or a disjunction when dual is set.
func (t *tidier) merge(args []*logic.Term, dual bool) []*logic.Term {
	var order []*logic.Limits
	bySum := map[*logic.Term]*logic.Limits{}
	var z []*logic.Term
	for _, a := range args {
		l := a
		if dual {
			l = t.store.Not(a)
		}
		sum := logic.ComparedSum(l)
		if sum == nil {
			z = append(z, a)
			continue
		}
		if bySum[sum] == nil {
			bySum[sum] = logic.LimitsOf(sum)
			order = append(order, bySum[sum])
		}
		bySum[sum].Add(l)
	}
	for _, x := range order {
		for _, l := range x.Literals(t.store) {
			if dual {
				l = t.store.Not(l)
			}
			z = append(z, l)
		}
	}
	return z
}
