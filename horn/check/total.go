// SPDX-License-Identifier: Apache-2.0

package check

import (
	"cmp"
	"fmt"
	"slices"

	"cornet/horn"
	"cornet/internal/scc"
	"cornet/logic"
)

// This file proves that recursive functions are defined for all arguments. Models need this: see
// package horn.
//
// Functions that call each other get ranks, which are terms over their parameters. A rank is an
// integer, or a datatype value with the subterm relation. It may also be all datatype parameters
// together, measured by the number of their constructors.
//
// Suppose that no call raises a rank, and some calls lower it from a value that is not negative.
// Then these calls cannot be repeated forever. Further ranks must handle the other calls.
// (Lexicographic ranking functions: A. R. Bradley, Z. Manna, H. B. Sipma: Linear Ranking with
// Reachability, CAV 2005.) The values of calls in arguments are arbitrary.

// maxRankings bounds the ways to choose ranks for functions that call each other.
const maxRankings = 512

// total returns an [*Undecided] for a function that it cannot show to be defined for all arguments.
func (j *judge) total(source *horn.Source) error {
	if source == nil || len(source.Functions) == 0 {
		return nil
	}
	fs := source.Functions
	index := map[*logic.Func]int{}
	for i, f := range fs {
		index[f.Func] = i
	}
	graph := scc.Find(len(fs), func(v int) []int {
		var z []int
		for _, c := range fs[v].Calls {
			if w, ok := index[c.To]; ok {
				z = append(z, w)
			}
		}
		return z
	})
	for i, members := range graph.Components {
		if !graph.Cyclic[i] {
			continue
		}
		r := descent{judge: j, functions: fs, index: index, of: graph.Of, component: i, members: members}
		if !r.ends() {
			f := fs[members[0]]
			return &Undecided{Pos: f.Pos, Assert: -1, Step: -1, Msg: fmt.Sprintf("the recursion of %v was not shown to end for all arguments; "+
				"a model needs that the function exists", f.Func)}
		}
	}
	return nil
}

// descent searches for ranks of functions that call each other.
type descent struct {
	*judge
	functions []*horn.Function
	index     map[*logic.Func]int
	of        []int
	component int
	members   []int
}

// site is a call within the component.
type site struct {
	from, to int // positions in the component
	call     *horn.Call
}

// rank is an integer, or some datatype values whose constructors are counted together.
type rank []*logic.Term

// ends reports whether it finds ranks that handle all calls.
func (r *descent) ends() bool {
	place := map[int]int{}
	ranks := make([][]rank, len(r.members))
	var open []site
	for i, m := range r.members {
		place[m] = i
		ranks[i] = r.ranks(r.functions[m])
	}
	for i, m := range r.members {
		for k := range r.functions[m].Calls {
			c := &r.functions[m].Calls[k]
			if to, ok := r.index[c.To]; ok && r.of[to] == r.component {
				open = append(open, site{i, place[to], c})
			}
		}
	}
	for len(open) > 0 {
		left := r.lower(ranks, open)
		if len(left) == len(open) {
			return false
		}
		open = left
	}
	return true
}

// lower returns the calls that remain after the first choice of ranks that lowers any.
func (r *descent) lower(ranks [][]rank, open []site) []site {
	choice := make([]int, len(ranks))
	for range maxRankings {
		if left, ok := r.try(ranks, choice, open); ok && len(left) < len(open) {
			return left
		}
		i := 0
		for ; i < len(choice); i++ {
			if choice[i]++; choice[i] < len(ranks[i]) {
				break
			}
			choice[i] = 0
		}
		if i == len(choice) {
			break
		}
	}
	return open
}

// try returns the calls that do not lower the chosen ranks. It returns false if a call raises them.
func (r *descent) try(ranks [][]rank, choice []int, open []site) (left []site, ok bool) {
	for _, s := range open {
		if choice[s.from] >= len(ranks[s.from]) || choice[s.to] >= len(ranks[s.to]) {
			return nil, false
		}
		now := ranks[s.from][choice[s.from]]
		callee := r.functions[r.members[s.to]]
		sub := r.store.NewSubstitution(callee.Vars, s.call.Args)
		then := rank(sub.ApplyAll(ranks[s.to][choice[s.to]]))
		if now[0].Sort().IsInt() != then[0].Sort().IsInt() {
			return nil, false
		}
		lowers, keeps := r.step(s.call.Guard, now, then)
		if !keeps {
			return nil, false
		}
		if !lowers {
			left = append(left, s)
		}
	}
	return left, true
}

// step reports whether a call lowers a rank under the guard, and whether it keeps or lowers the
// rank. A lowered rank must start from a value that is bounded below.
func (r *descent) step(guard *logic.Term, before, after rank) (lowers, keeps bool) {
	s := r.store
	if len(before) > 1 || len(after) > 1 {
		n, ok := r.difference(guard, before, after)
		return ok && n > 0, ok && n >= 0
	}
	now, then := before[0], after[0]
	holdsUnder := func(t *logic.Term) bool {
		z, _ := r.valid(s.Or(s.Not(guard), t))
		return z == holds
	}
	if now.Sort().IsInt() {
		if holdsUnder(s.And(s.Ge(now, s.IntNum(0)), s.Lt(then, now))) {
			return true, true
		}
		return false, holdsUnder(s.Le(then, now))
	}
	if now == then {
		return false, true
	}
	if n, ok := r.difference(guard, before, after); ok && n > 0 && now.Sort() == then.Sort() {
		return true, true
	}
	var present []*logic.Term // a field of another constructor may have any value
	for t := then; t.Op() == logic.OpField; {
		t = t.Arg(0)
		if !t.Sort().IsDatatype() {
			return false, false
		}
		present = append(present, s.Is(then.Selector().Ctor, t))
		if then = t; t == now {
			ok := holdsUnder(s.And(present...))
			return ok, ok
		}
	}
	return false, false
}

// difference returns a number n such that now has at least n more constructors than then under the
// guard. It reports whether it finds one. If the guard determines the constructor of a value, the
// value has one constructor more than its fields together. Each field of a datatype has at least
// one.
func (r *descent) difference(guard *logic.Term, now, then rank) (int, bool) {
	s := r.store
	count, parts := 0, map[*logic.Term]int{} // the constructors of now, minus those of then
	var open func(t *logic.Term, sign int)
	open = func(t *logic.Term, sign int) {
		if t.Op() != logic.OpConstruct {
			parts[t] += sign
			return
		}
		count += sign
		for _, a := range t.Args() {
			if a.Sort().IsDatatype() {
				open(a, sign)
			}
		}
	}
	for _, t := range now {
		open(t, 1)
	}
	for _, t := range then {
		open(t, -1)
	}
	var inner []*logic.Term // terms whose fields then mentions
	for t := range parts {
		for t.Op() == logic.OpField {
			t = t.Arg(0)
			if !slices.Contains(inner, t) {
				inner = append(inner, t)
			}
		}
	}
	slices.SortFunc(inner, func(x, y *logic.Term) int { return cmp.Or(x.Depth()-y.Depth(), int(x.ID())-int(y.ID())) })
	for _, t := range inner {
		if parts[t] <= 0 {
			continue
		}
		for _, c := range t.Sort().Datatype().Constructors {
			if z, _ := r.valid(s.Or(s.Not(guard), s.Is(c, t))); z != holds {
				continue
			}
			for k := parts[t]; k > 0; k-- {
				count++
				for _, f := range c.Fields {
					if f.Sort.IsDatatype() {
						parts[s.Field(f, t)]++
					}
				}
			}
			delete(parts, t)
			break
		}
	}
	for _, n := range parts {
		if n < 0 {
			return 0, false
		}
		count += n
	}
	return count, true
}

// ranks returns candidates for a rank of f: its parameters, their differences, the distances to the
// bounds in the guards of its calls, and all its datatype parameters together.
func (r *descent) ranks(f *horn.Function) []rank {
	s := r.store
	var z []rank
	seen := map[*logic.Term]bool{}
	add := func(t *logic.Term) {
		if !seen[t] && (t.Sort().IsInt() || t.Sort().IsDatatype()) {
			seen[t] = true
			z = append(z, rank{t})
		}
	}
	params := map[*logic.Term]bool{}
	var ints []*logic.Term
	var together rank
	for _, v := range f.Vars {
		params[v] = true
		add(v)
		if v.Sort().IsInt() {
			ints = append(ints, v)
		}
		if v.Sort().IsDatatype() {
			together = append(together, v)
		}
	}
	for _, c := range f.Calls {
		logic.Walk(func(t *logic.Term) bool {
			if t.Op() != logic.OpLe || !t.Arg(0).Sort().IsInt() {
				return true
			}
			for _, v := range logic.FreeVars(t) {
				if !params[v] {
					return true
				}
			}
			add(s.Sub(t.Arg(1), t.Arg(0)))
			add(s.Sub(t.Arg(0), t.Arg(1)))
			return true
		}, c.Guard)
	}
	for _, x := range ints {
		add(s.Neg(x))
		for _, y := range ints {
			if x != y {
				add(s.Sub(x, y))
			}
		}
	}
	if len(together) > 1 {
		z = append(z, together)
	}
	return z
}
