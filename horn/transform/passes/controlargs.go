// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"slices"

	"cornet/horn"
	"cornet/logic"
)

// controlArgs returns for every predicate the arguments that may be control. These are Boolean
// arguments, and others to which only constants flow, according to the syntax of the clauses. A
// real argument must also change from one constant to another, as the number of a round does.
func controlArgs(sys *horn.System) [][]int {
	index := sys.Index()
	out := map[position]bool{}   // other values flow to this argument
	moves := map[position]bool{} // a step sets this argument to a constant
	flow := map[position][]position{}
	for _, c := range sys.Clauses {
		if c.Head == nil {
			continue
		}
		from := map[*logic.Term]position{}
		for _, a := range c.Body {
			for j, t := range a.Args {
				from[t] = position{index[a.Pred], j}
			}
		}
		constants := comparedWithValues(c.Constraint)
		for j, t := range c.Head.Args {
			x := position{index[c.Head.Pred], j}
			y, carried := from[t]
			switch {
			case t.Sort().IsBool():
			case t.Sort().IsReal():
				sources, set := sourcesOf(sys.Store, c.Constraint, t)
				moves[x] = moves[x] || set && len(c.Body) > 0
				for _, u := range sources {
					if y, carried := from[u]; carried {
						flow[y] = append(flow[y], x)
					} else {
						out[x] = true
					}
				}
			case t.IsValue() || constants[t]:
			case carried && t.IsVar():
				flow[y] = append(flow[y], x)
			default:
				out[x] = true
			}
		}
	}
	var queue []position
	for x := range out {
		queue = append(queue, x)
	}
	for n := 0; n < len(queue); n++ {
		for _, y := range flow[queue[n]] {
			if !out[y] {
				out[y] = true
				queue = append(queue, y)
			}
		}
	}
	z := make([][]int, len(sys.Preds))
	for i, p := range sys.Preds {
		for j, sort := range p.Params() {
			x := position{i, j}
			if sort.IsBool() || !out[x] && (sort.IsInt() || sort.IsBitVec() || sort.IsReal() && moves[x]) {
				z[i] = append(z[i], j)
			}
		}
	}
	return z
}

// realArgs returns the real arguments, or nil. These number the rounds of a protocol; the many
// Booleans of such a system are data.
func realArgs(sys *horn.System, args [][]int) [][]int {
	z := make([][]int, len(args))
	some := false
	for i, js := range args {
		for _, j := range js {
			if sys.Preds[i].Params()[j].IsReal() {
				z[i], some = append(z[i], j), true
			}
		}
	}
	if !some {
		return nil
	}
	return z
}

// sourcesOf returns terms for a real number t: if f holds, t equals one of them or a value. set
// reports whether values occur. If f does not determine such terms, t itself is among them.
//
// Cost: linear in the size of f above its atoms, times the sources.
func sourcesOf(s *logic.Store, f, t *logic.Term) (sources []*logic.Term, set bool) {
	if t.IsValue() {
		return nil, true
	}
	z := sourceFinder{store: s, t: t, known: map[*logic.Term]source{}}.of(f)
	return z.terms, z.set
}

// source has the possible origins of a number according to one formula.
type source struct {
	terms []*logic.Term
	set   bool
}

// maxSourceDepth bounds the depth of formulas that are searched for sources, since the recursion
// goes that deep.
const maxSourceDepth = 1000

// sourceFinder computes the sources of t, once for each subformula, since formulas are DAGs.
type sourceFinder struct {
	store *logic.Store
	t     *logic.Term
	known map[*logic.Term]source
}

func (z sourceFinder) of(f *logic.Term) source {
	if x, ok := z.known[f]; ok {
		return x
	}
	if f.Depth() > maxSourceDepth {
		return source{terms: []*logic.Term{z.t}}
	}
	x := z.find(f)
	z.known[f] = x
	return x
}

func (z sourceFinder) find(f *logic.Term) source {
	open := source{terms: []*logic.Term{z.t}}
	switch f.Op() {
	case logic.OpAnd:
		for _, g := range f.Args() {
			if x := z.of(g); !slices.Contains(x.terms, z.t) {
				return x
			}
		}
	case logic.OpOr:
		var all source
		for _, g := range f.Args() {
			x := z.of(g)
			if slices.Contains(x.terms, z.t) {
				return open
			}
			for _, u := range x.terms {
				if !slices.Contains(all.terms, u) {
					all.terms = append(all.terms, u)
				}
			}
			all.set = all.set || x.set
		}
		return all
	case logic.OpEq:
		if !f.Arg(0).Sort().IsReal() {
			break
		}
		x, value := f.Arg(0), f.Arg(1) // a sum and a numeral
		if x == z.t {
			return source{set: true}
		}
		if sum := z.store.Linear(x); len(sum.Monomials) == 2 && value.Num().IsZero() &&
			sum.Monomials[0].Coeff.Equal(sum.Monomials[1].Coeff.Neg()) {
			switch z.t {
			case sum.Monomials[0].Term:
				return source{terms: []*logic.Term{sum.Monomials[1].Term}}
			case sum.Monomials[1].Term:
				return source{terms: []*logic.Term{sum.Monomials[0].Term}}
			}
		}
	}
	return open
}

// comparedWithValues returns the variables that f equates with a value somewhere
// below conjunctions and disjunctions.
func comparedWithValues(f *logic.Term) map[*logic.Term]bool {
	z := map[*logic.Term]bool{}
	logic.Walk(func(t *logic.Term) bool {
		switch t.Op() {
		case logic.OpAnd, logic.OpOr:
			return true
		case logic.OpEq:
			if t.Arg(0).IsVar() && t.Arg(1).IsValue() {
				z[t.Arg(0)] = true
			}
		}
		return false
	}, f)
	return z
}
