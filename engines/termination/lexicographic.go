// SPDX-License-Identifier: Apache-2.0

package termination

import (
	"context"
	"slices"

	"cornet/horn"
	"cornet/internal/rational"
	"cornet/internal/scc"
	"cornet/internal/turn"
	"cornet/logic"
	"cornet/smt"
)

// measure is one component of the tuples of some cut points: a term over horn.Params for each. The
// component of the others is 0.
type measure map[int]*logic.Term

// ranker searches for the tuples of one component of the graph. It adds measures one by one. A
// measure never grows, and some transitions decrease it while it is not negative; those are done.
// The search goes on with the others, until none is left.
//
// Transitions are found on demand. A solver finds a path that the present candidates do not treat
// well, and the cube of that path joins the constraints for the next candidates.
//
// Reference: L. Gonnord, D. Monniaux, G. Radanne, "Synthesis of Ranking Functions Using Extremal
// Counterexamples", PLDI 2015. Differences: counterexamples are cubes, not vertices, so a cube is
// treated well for ever after.
type ranker struct {
	*program
	c       *component
	o       *Options
	blocks  map[int]*block
	solvers map[int]smt.Solver
	sort    *logic.Sort // of the components
	// found are the measures so far, in order.
	found []measure
	// stuck are the cubes that no further measure treats well, after a search that has failed.
	stuck []*cube
	// open is whether a solver could not decide.
	open bool
}

// maxCubes bounds the cubes of one search for a measure.
const maxCubes = 120

func newRanker(p *program, c *component, facts []*logic.Term, o *Options) (*ranker, error) {
	z := &ranker{program: p, c: c, o: o, blocks: map[int]*block{}, solvers: map[int]smt.Solver{}, sort: p.s.Int}
	for _, cut := range c.cuts {
		for _, x := range p.q.System.Preds[cut].Params() {
			if x.IsReal() {
				z.sort = p.s.Real
			}
		}
		b := p.newBlock(c, cut, facts)
		z.blocks[cut] = b
		solver, err := o.Run.Backend.New(p.s, o.Run.SMT.Within(queryTicks))
		if err != nil {
			z.close()
			return nil, err
		}
		z.solvers[cut] = solver
		if err := solver.Assert(b.formula); err != nil {
			z.close()
			return nil, err
		}
	}
	return z, nil
}

func (z *ranker) close() {
	for _, s := range z.solvers {
		s.Close()
	}
}

// value returns a measure of a cut point in a state.
func (z *ranker) value(m measure, cut int, state []*logic.Term) *logic.Term {
	t := m[cut]
	if t == nil {
		return z.s.Num(rational.Rat{}, z.sort)
	}
	return z.s.Substitute(t, horn.Params(z.s, z.q.System.Preds[cut]), state)
}

// transition says something about transitions between cut points, from the state of the block.
type transition func(from, to int, next []*logic.Term) *logic.Term

// left says that none of the measures has treated a transition.
func (z *ranker) left(from, to int, next []*logic.Term) *logic.Term {
	parts := []*logic.Term{}
	zero, one := z.s.Num(rational.Rat{}, z.sort), z.s.Num(rational.Int(1), z.sort)
	for _, m := range z.found {
		x, y := z.value(m, from, z.blocks[from].state), z.value(m, to, next)
		parts = append(parts, z.s.Not(z.s.And(z.s.Ge(x, zero), z.s.Le(z.s.Add(y, one), x))))
	}
	return z.s.And(parts...)
}

// find returns a cube of the transitions that are left between some cut points, and that are
// wanted; nil means that there are no such transitions, or that a solver could not decide: then
// open is set.
func (z *ranker) find(ctx context.Context, cuts []int, wanted transition) (*cube, error) {
	for _, from := range cuts {
		if err := turn.Yield(ctx); err != nil {
			return nil, err
		}
		ask := func(l link) *logic.Term {
			if !slices.Contains(cuts, l.target) {
				return z.s.False()
			}
			return z.s.And(z.left(from, l.target, l.head), wanted(from, l.target, l.head))
		}
		b := z.blocks[from]
		p, m, ok, err := b.find(ctx, z.s, z.solvers[from], ask)
		if err != nil {
			return nil, err
		}
		z.open = z.open || !ok
		if p == nil {
			continue
		}
		return z.newCube(ctx, m, p, z.s.And(z.left(from, p.to, p.next), wanted(from, p.to, p.next)))
	}
	return nil, nil
}

// always wants all transitions.
func (z *ranker) always(int, int, []*logic.Term) *logic.Term { return z.s.True() }

// rank finds measures until no transition between the cut points is left. ok is false if it has not
// found enough.
func (z *ranker) rank(ctx context.Context, cuts []int) (ok bool, err error) {
	for {
		c, err := z.find(ctx, cuts, z.always)
		if err != nil || z.open {
			return false, err
		}
		if c == nil {
			return true, nil
		}
		parts, err := z.split(ctx, cuts)
		if err != nil || z.open {
			return false, err
		}
		if len(parts) != 1 || len(parts[0]) != len(cuts) {
			for _, part := range parts {
				if ok, err := z.rank(ctx, part); !ok || err != nil {
					return false, err
				}
			}
			return true, nil
		}
		cubes := []*cube{c}
		if progress, err := z.extend(ctx, cuts, &cubes); err != nil || !progress {
			z.stuck = cubes
			return false, err
		}
	}
}

// split returns the components of the cut points in the graph of the transitions that are left. If
// there are transitions between different ones, a measure counts them down.
func (z *ranker) split(ctx context.Context, cuts []int) (parts [][]int, err error) {
	next := make([][]int, len(cuts))
	for i, from := range cuts {
		for j, to := range cuts {
			c, err := z.find(ctx, slices.Compact(slices.Sorted(slices.Values([]int{from, to}))), func(f, t int, _ []*logic.Term) *logic.Term {
				return z.s.BoolValue(f == from && t == to)
			})
			if err != nil {
				return nil, err
			}
			if c != nil {
				next[i] = append(next[i], j)
			}
		}
	}
	g := scc.Find(len(cuts), func(v int) []int { return next[v] })
	if len(g.Components) > 1 {
		down := measure{}
		for i, c := range cuts {
			down[c] = z.s.Num(rational.Int(int64(len(g.Components)-1-g.Of[i])), z.sort)
		}
		z.found = append(z.found, down)
	}
	for k, part := range g.Components {
		if g.Cyclic[k] {
			var own []int
			for _, i := range part {
				own = append(own, cuts[i])
			}
			parts = append(parts, own)
		}
	}
	return parts, nil
}

// extend finds measures that treat at least one of the cubes.
func (z *ranker) extend(ctx context.Context, cuts []int, cubes *[]*cube) (bool, error) {
	for len(*cubes) < maxCubes {
		ms, err := z.candidates(ctx, cuts, *cubes)
		if err != nil || ms == nil {
			return false, err
		}
		before := len(z.found)
		bad, err := z.refute(ctx, cuts, ms)
		if err != nil {
			return false, err
		}
		if bad == nil && !z.open {
			return true, nil
		}
		z.found = z.found[:before]
		if z.open {
			return false, nil
		}
		*cubes = append(*cubes, bad)
	}
	return false, nil
}

// refute adds measures, and returns a cube in which one of them grows before another one decreases.
func (z *ranker) refute(ctx context.Context, cuts []int, ms []measure) (*cube, error) {
	for _, m := range ms {
		bad, err := z.find(ctx, cuts, func(from, to int, next []*logic.Term) *logic.Term {
			return z.s.Not(z.s.Le(z.value(m, to, next), z.value(m, from, z.blocks[from].state)))
		})
		if bad != nil || err != nil {
			return bad, err
		}
		z.found = append(z.found, m)
	}
	return nil, nil
}

// candidates returns measures for the cubes, in order: linear ones that treat all cubes, then
// linear ones that treat some, then those of nested functions. It returns nil if there are none.
func (z *ranker) candidates(ctx context.Context, cuts []int, cubes []*cube) ([]measure, error) {
	features := map[int]int{}
	for _, c := range cuts {
		features[c] = len(z.featureTerms(c))
	}
	t := newTemplates(1, cuts, features, lpTicks)
	ok := true
	for _, c := range cubes {
		ok = t.decrease(c, 0, 0) && ok
	}
	some := false
	for _, c := range cubes {
		t.lp.Push()
		level := t.lp.Level()
		fine := t.decrease(c, 0, 1) && t.bounded(c, 0)
		if fine {
			var err error
			if fine, err = t.solve(ctx); err != nil {
				return nil, err
			}
		}
		if !fine {
			t.lp.Backtrack(level - 1)
		}
		some = some || fine
	}
	if ok && some {
		if ok, err := t.solve(ctx); err != nil {
			return nil, err
		} else if ok {
			return []measure{z.measure(t.terms(0), false)}, nil
		}
	}
	for depth := 2; depth <= maxDepth; depth++ {
		t := newTemplates(depth, cuts, features, lpTicks)
		ok := true
		for _, c := range cubes {
			ok = ok && t.nested(c)
		}
		if ok {
			var err error
			if ok, err = t.solve(ctx); err != nil {
				return nil, err
			}
		}
		if ok {
			var ms []measure
			for i := range depth {
				ms = append(ms, z.measure(t.terms(i), true))
			}
			return ms, nil
		}
	}
	return nil, nil
}

// featureTerms returns the features of the parameters of a cut point.
func (z *ranker) featureTerms(cut int) (fs []*logic.Term) {
	for _, x := range horn.Params(z.s, z.q.System.Preds[cut]) {
		if f := feature(z.s, x); f != nil {
			fs = append(fs, f)
		}
	}
	return fs
}

// measure returns a measure for coefficients of features; of a phase, it is the maximum of the sum
// and -1.
func (z *ranker) measure(coefficients map[int][]rational.Rat, phase bool) measure {
	m := measure{}
	for _, cut := range z.c.cuts {
		cs, ok := coefficients[cut]
		if !ok {
			continue
		}
		sum := logic.Linear{}
		for i, f := range z.featureTerms(cut) {
			if !cs[i].IsZero() {
				if z.sort.IsReal() && f.Sort().IsInt() {
					f = z.s.ToReal(f)
				}
				sum = sum.AddMul(cs[i], z.s.Linear(f))
			}
		}
		sum.Const = sum.Const.Add(cs[len(cs)-1])
		t := z.s.Sum(sum, z.sort)
		if phase {
			t = z.s.Ite(z.s.Ge(t, z.s.Num(rational.Rat{}, z.sort)), t, z.s.Num(rational.Int(-1), z.sort))
		}
		m[cut] = t
	}
	return m
}

// tuples returns the tuples that the measures make.
func (z *ranker) tuples() map[int][]*logic.Term {
	tuples := map[int][]*logic.Term{}
	for _, cut := range z.c.cuts {
		tuples[cut] = []*logic.Term{}
		for _, m := range z.found {
			tuples[cut] = append(tuples[cut], z.value(m, cut, horn.Params(z.s, z.q.System.Preds[cut])))
		}
	}
	return tuples
}
