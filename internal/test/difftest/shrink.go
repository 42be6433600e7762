// SPDX-License-Identifier: Apache-2.0

package difftest

import (
	"slices"

	"cornet/internal/rational"
	"cornet/logic"
	"cornet/smt"
)

// Shrink returns a smaller instance for which fails still holds: it tries to leave out steps,
// scopes and partitions, to replace terms by their arguments and by constants, and to make numerals
// smaller, until nothing helps or fails has been asked budget times. fails(x) holds.
//
// The method is greedy delta debugging, as in A. Zeller, R. Hildebrandt: Simplifying and Isolating
// Failure-Inducing Input. IEEE Transactions on Software Engineering 28(2), 2002,
// https://doi.org/10.1109/32.988498. Differences from the paper: it goes by the structure of
// terms rather than by halves of a text, and takes the first candidate that fails.
func Shrink(x *Instance, budget int, fails func(*Instance) bool) *Instance {
	for {
		better := x.smaller(func(y *Instance) bool {
			if budget <= 0 || y.size() >= x.size() {
				return false
			}
			budget--
			return fails(y)
		})
		if better == nil {
			return x
		}
		x = better
	}
}

// smaller returns the first candidate that try accepts, or nil.
func (x *Instance) smaller(try func(*Instance) bool) *Instance {
	for _, y := range x.shorter() {
		if try(y) {
			return y
		}
	}
	// The largest subterms first.
	var subterms []*logic.Term
	logic.Walk(func(t *logic.Term) bool { subterms = append(subterms, t); return true }, x.terms()...)
	slices.SortFunc(subterms, func(a, b *logic.Term) int { return int(b.ID()) - int(a.ID()) })
	for _, t := range subterms {
		for _, u := range simpler(x.Store, t) {
			if y := x.replace(t, u); try(y) {
				return y
			}
		}
	}
	return nil
}

// shorter lists the instances with a step, a pair of steps or a partition left out.
func (x *Instance) shorter() []*Instance {
	var z []*Instance
	if x.Tree != nil {
		for i := range x.Tree.Part {
			if y := without(x.Tree, i); y != nil {
				z = append(z, &Instance{Store: x.Store, Tree: y})
			}
		}
		return z
	}
	for i, s := range x.Steps {
		drop := []int{i}
		switch s.Kind {
		case Pop:
			continue
		case Push:
			if k := closing(x.Steps, i); k >= 0 {
				drop = append(drop, k)
			}
		}
		var steps []Step
		for k, s := range x.Steps {
			if !slices.Contains(drop, k) {
				steps = append(steps, s)
			}
		}
		z = append(z, &Instance{Store: x.Store, Steps: steps})
		for k := range s.Terms {
			if s.Kind == Check {
				steps := slices.Clone(x.Steps)
				steps[i].Terms = slices.Delete(slices.Clone(s.Terms), k, k+1)
				z = append(z, &Instance{Store: x.Store, Steps: steps})
			}
		}
	}
	return z
}

// closing returns the pop of the scope that step i opens, or -1.
func closing(steps []Step, i int) int {
	depth := 0
	for k := i; k < len(steps); k++ {
		switch steps[k].Kind {
		case Push:
			depth++
		case Pop:
			if depth--; depth == 0 {
				return k
			}
		}
	}
	return -1
}

// without returns q without node i and its part. The children of i become children of its parent.
// For the root, it returns nil.
func without(q *smt.Query, i int) *smt.Query {
	if len(q.Part) <= 1 || i == len(q.Part)-1 {
		return nil
	}
	z := &smt.Query{Strength: q.Strength}
	for k, t := range q.Part {
		if k == i {
			continue
		}
		p := q.Parent[k]
		if p == i {
			p = q.Parent[i]
		}
		if p > i {
			p--
		}
		z.Part, z.Parent = append(z.Part, t), append(z.Parent, p)
	}
	return z
}

// simpler lists terms that may take the place of t.
func simpler(s *logic.Store, t *logic.Term) []*logic.Term {
	var z []*logic.Term
	add := func(u *logic.Term) {
		if u != t && u.Sort() == t.Sort() {
			z = append(z, u)
		}
	}
	switch {
	case t.IsTrue() || t.IsFalse() || t.IsVar():
		return nil
	case t.Sort().IsBool():
		add(s.True())
		add(s.False())
	case t.Op() == logic.OpNum:
		n := t.Num()
		if n.IsInt() {
			add(s.Num(n.Div(rational.Int(2)).Floor(), t.Sort()))
			if n.Sign() > 0 {
				add(s.Num(n.Sub(rational.Int(1)), t.Sort()))
			}
		} else {
			add(s.Num(rational.Int(1), t.Sort()))
		}
		return z
	case t.Sort().IsArith():
		add(s.Num(rational.Int(0), t.Sort()))
		add(s.Num(rational.Int(1), t.Sort()))
	}
	for _, a := range t.Args() {
		add(a)
	}
	switch t.Op() {
	case logic.OpAnd, logic.OpOr, logic.OpAdd:
		for k := range t.Args() {
			add(s.Rebuild(t, slices.Delete(slices.Clone(t.Args()), k, k+1)))
		}
	}
	return z
}

// replace returns x with t replaced by u everywhere.
func (x *Instance) replace(t, u *logic.Term) *Instance {
	r := x.Store.NewRewriter(func(v *logic.Term) *logic.Term {
		if v == t {
			return u
		}
		return nil
	}, nil)
	z := &Instance{Store: x.Store}
	if x.Tree != nil {
		q := *x.Tree
		q.Part = make([]*logic.Term, len(x.Tree.Part))
		for i, p := range x.Tree.Part {
			q.Part[i] = r.Map(p)
		}
		z.Tree = &q
		return z
	}
	for _, s := range x.Steps {
		terms := make([]*logic.Term, len(s.Terms))
		for i, p := range s.Terms {
			terms[i] = r.Map(p)
		}
		z.Steps = append(z.Steps, Step{s.Kind, terms})
	}
	return z
}
