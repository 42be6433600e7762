// SPDX-License-Identifier: Apache-2.0

package termination

import (
	"cmp"
	"context"
	"slices"

	"cornet/horn"
	"cornet/internal/turn"
	"cornet/logic"
	"cornet/smt/project"
)

// This file searches for piecewise measures. A region of the states of a cut point becomes a node
// of its own, and so does the rest. Each node has its own function. Phases of a loop are a special
// case: if a loop leaves a region forever, no cycle visits both nodes.
//
// References: C. Urban, "The Abstract Domain of Segmented Ranking Functions", SAS 2013, for pieces;
// R. Sharma, I. Dillig, T. Dillig, A. Aiken, "Simplifying Loop Invariant Generation Using Splitter
// Predicates", CAV 2011, for phases. Difference: candidates are tried one by one.

// maxSplits bounds the regions that are tried, and maxPairs the arguments that are compared.
const (
	maxSplits = 60
	maxPairs  = 6
	// divisionShare limits the divisions of one depth: they get one part in divisionShare of
	// Options.Ticks.
	divisionShare = 5
)

// piecewise tries to complete a failed search by splitting cut points, at most depth times. It
// reports whether the measures are complete.
func (z *ranker) piecewise(ctx context.Context, depth int) (bool, error) {
	stuck, found, nodes := z.stuck, z.found, z.nodes
	if z.depth == 0 {
		defer func() { z.depth = 0 }()
		z.depth, z.deadline = depth, z.s.Effort()+int64(depth)*cmp.Or(z.o.Ticks, defaultTicks)/divisionShare
	}
	if !z.divided {
		z.divided = true
		divided, err := z.stepping(ctx)
		if err != nil {
			return false, err
		}
		z.found, z.open = nil, false
		z.nodes = divided
		if ok, err := z.rank(ctx, z.all()); ok || err != nil {
			return ok, err
		}
		stuck, found, nodes = z.stuck, nil, divided
	}
	for _, r := range z.regions(stuck) {
		if err := turn.Yield(ctx); err != nil {
			return false, err
		}
		if z.s.Effort() > z.deadline {
			break
		}
		z.found, z.open = nil, false
		z.nodes = divide(z.s, nodes, r)
		ok, err := z.rank(ctx, z.all())
		if ok || err != nil {
			return ok, err
		}
		if depth > 1 && len(z.stuck) <= len(stuck) {
			if ok, err := z.piecewise(ctx, depth-1); ok || err != nil {
				return ok, err
			}
		}
	}
	z.stuck, z.found, z.nodes = stuck, found, nodes
	return false, nil
}

// stepping divides each cut point into the states that may have a step and those that do not. A
// transition without a successor needs no measure.
func (z *ranker) stepping(ctx context.Context) ([]node, error) {
	nodes := z.nodes
	for _, cut := range z.c.cuts {
		params := horn.Params(z.s, z.q.System.Preds[cut])
		var steps []*logic.Term
		for _, l := range z.blocks[cut].links {
			if l.source != cut {
				continue
			}
			parts := []*logic.Term{l.guard}
			for i, x := range params {
				parts = append(parts, z.s.Eq(x, l.args[i]))
			}
			step, err := z.eliminate(ctx, l.vars, z.s.And(parts...))
			if err != nil || step == nil {
				return nodes, err
			}
			steps = append(steps, step)
		}
		if r := z.s.Or(steps...); !r.IsTrue() {
			nodes = divide(z.s, nodes, node{cut, r})
		}
	}
	return nodes, nil
}

// maxProjections bounds the work for the guard of one step.
const maxProjections = 12

// eliminate returns ∃vars. t without quantifiers, or nil.
func (z *ranker) eliminate(ctx context.Context, vars []*logic.Term, t *logic.Term) (*logic.Term, error) {
	solver, err := z.o.Run.Backend.New(z.s, z.o.Run.SMT.Within(queryTicks))
	if err != nil {
		return nil, err
	}
	defer solver.Close()
	g, err := project.Eliminate(ctx, z.s, solver, project.New(z.s, project.Options{}), vars, t, maxProjections)
	if err != nil {
		return nil, context.Cause(ctx)
	}
	return g, nil
}

// divide splits the nodes of a cut point.
func divide(s *logic.Store, nodes []node, by node) (z []node) {
	for _, n := range nodes {
		if n.cut != by.cut {
			z = append(z, n)
			continue
		}
		z = append(z, node{n.cut, s.And(n.region, by.region)}, node{n.cut, s.And(n.region, s.Not(by.region))})
	}
	return z
}

// regions returns candidates for regions: what cubes state about the states at their ends,
// comparisons of arguments, and comparisons of arguments with 0.
func (z *ranker) regions(cubes []*cube) (rs []node) {
	seen := map[node]bool{}
	add := func(cut int, t *logic.Term) {
		if t.Op() == logic.OpNot {
			t = t.Arg(0)
		}
		r := node{cut, t}
		if !t.IsTrue() && !t.IsFalse() && !seen[r] && len(rs) < maxSplits {
			seen[r] = true
			rs = append(rs, r)
		}
	}
	for _, c := range cubes {
		for _, l := range c.literals {
			if vs := logic.FreeVars(l); len(vs) > 0 && !slices.ContainsFunc(vs, func(v *logic.Term) bool { return !slices.Contains(c.state, v) }) {
				l = z.s.Substitute(l, c.state, horn.Params(z.s, z.q.System.Preds[c.from]))
				if l.IsEquation() {
					add(c.from, z.s.Le(l.Arg(0), l.Arg(1)))
				}
				add(c.from, l)
			}
		}
	}
	for _, c := range cubes {
		fs := z.mentioned(c)
		zero := z.s.IntNum(0)
		for i, x := range fs {
			add(c.from, z.s.Ge(x, zero))
			add(c.from, z.s.Gt(x, zero))
			for _, y := range fs[:i] {
				add(c.from, z.s.Le(x, y))
				add(c.from, z.s.Lt(x, y))
				add(c.from, z.s.Ge(z.s.Add(x, y), zero))
				add(c.from, z.s.Gt(z.s.Add(x, y), zero))
			}
		}
	}
	return rs
}

// mentioned returns the integer parameters that the literals of a cube mention, at most maxPairs.
func (z *ranker) mentioned(c *cube) (ps []*logic.Term) {
	params := horn.Params(z.s, z.q.System.Preds[c.from])
	for _, v := range logic.FreeVars(c.literals...) {
		if i := slices.Index(c.state, v); i >= 0 && v.Sort().IsInt() && len(ps) < maxPairs {
			ps = append(ps, params[i])
		}
	}
	return ps
}
