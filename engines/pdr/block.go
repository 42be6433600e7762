// SPDX-License-Identifier: Apache-2.0

package pdr

import (
	"context"
	"errors"
	"slices"

	"cornet/internal/turn"
	"cornet/logic"
	"cornet/smt"
)

// maxRefusals bounds the unanswered interpolation queries about a rule. After that many, no more
// are asked.
const maxRefusals = 3

// interpolationTicks bounds the effort of an interpolation query. Lemmas can be learned without
// interpolants.
const interpolationTicks = 300_000

// block learns a lemma that excludes the cube of an obligation, since no rule meets the obligation.
// cores has, for each rule, literals of the cube that suffice.
func (s *search) block(ctx context.Context, o *pob, cores [][]*logic.Term) (*lemma, error) {
	l := o.loc
	cube := s.guarded(o.cube, slices.Concat(cores...))
	better, err := s.interpolate(ctx, o, cores)
	if err != nil {
		return nil, err
	}
	if better != nil {
		better = distinct(append(better, s.guarded(o.cube, better)...))
		ok, core, err := s.inductive(ctx, l, better, o.level)
		if err != nil {
			return nil, err
		}
		if ok {
			s.stats.Interpolants++
			cube = core
		}
	}
	if related := relational(o.cube); len(related) > 0 {
		ok, core, err := s.inductive(ctx, l, related, o.level)
		if err != nil {
			return nil, err
		}
		if ok {
			cube = core
		}
	}
	if cube, err = s.shrink(ctx, l, cube, o.level); err != nil {
		return nil, err
	}
	if cube, err = s.combine(ctx, l, cube, o.level); err != nil {
		return nil, err
	}
	level := o.level
	for level < s.bound {
		ok, _, err := s.inductive(ctx, l, cube, level+1)
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		level++
	}
	x := s.learn(l, cube, level)
	s.opts.Log.Debug("lemma", "pred", name(l), "level", level, "size", len(cube), "of", len(o.cube), "lemma", x.term)
	return x, nil
}

// interpolate returns a cube that the obligation's cube implies and no rule meets. It has sums of
// literals that matter only together. The result is nil if there is no answer, or if it would not
// be better than the cube.
//
// The cube is a conjunction of literals. So with Pudlák's system, the interpolant of a rule and a
// cube is usually a clause. Its literals are sums of the rule's bounds, which contradict Farkas
// combinations of the cube's bounds. (The inverse system splits these sums into parts, which are in
// most cases the literals themselves. Pudlák's system solved 14 of 18 hard quick tasks in 3 s of
// processor time, the inverse system 12.)
func (s *search) interpolate(ctx context.Context, o *pob, cores [][]*logic.Term) ([]*logic.Term, error) {
	var z []*logic.Term
	gained := false
	for i, r := range o.loc.rules {
		core := cores[i]
		if len(core) == 0 {
			continue
		}
		if countArith(core) < 2 || r.refusals >= maxRefusals {
			z = append(z, core...)
			continue
		}
		parts := []*logic.Term{r.whole}
		for _, v := range r.body {
			for _, x := range v.loc.lemmas {
				if x.level >= o.level-1 {
					parts = append(parts, v.sub.Apply(x.term))
				}
			}
		}
		q := smt.Sequence(s.store.And(parts...), s.store.And(core...))
		q.Strength = smt.Medium
		s.stats.Interpolations++
		answer, err := s.itp.Interpolate(ctx, q)
		switch {
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case errors.Is(err, errors.ErrUnsupported) || err == nil && answer.Status != smt.Unsat:
			r.refusals++
			z = append(z, core...)
			continue
		case err != nil:
			return nil, err
		}
		cube := s.negatedClause(answer.Formulas[0])
		if cube == nil || weaker(core, cube) {
			z = append(z, core...)
			continue
		}
		gained = true
		z = append(z, cube...)
	}
	if !gained {
		return nil, nil
	}
	return distinct(z), nil
}

// negatedClause returns the literals of the negation of a clause, or nil if t is not a clause.
func (s *search) negatedClause(t *logic.Term) []*logic.Term {
	var z []*logic.Term
	for _, a := range logic.Disjuncts(t) {
		atom := a
		if a.Op() == logic.OpNot {
			atom = a.Arg(0)
		}
		switch atom.Op() {
		case logic.OpTrue, logic.OpFalse, logic.OpAnd, logic.OpOr, logic.OpIte, logic.OpXor, logic.OpImplies:
			return nil
		}
		z = append(z, s.store.Halves(s.store.Not(a))...)
	}
	return z
}

func distinct(ts []*logic.Term) []*logic.Term {
	seen := map[*logic.Term]bool{}
	var z []*logic.Term
	for _, t := range ts {
		if !seen[t] {
			seen[t] = true
			z = append(z, t)
		}
	}
	return z
}

func countArith(cube []*logic.Term) int {
	n := 0
	for _, t := range cube {
		if t.Op() == logic.OpNot {
			t = t.Arg(0)
		}
		if t.Op() == logic.OpLe || t.Op() == logic.OpLt {
			n++
		}
	}
	return n
}

// inductive reports whether the negation of cube holds for everything derivable with height at most
// level, by induction relative to the frames of level-1. core has literals that suffice.
//
// Correctness: the facts satisfy the lemma. A step from states of the frames that satisfy the lemma
// leads to a state that satisfies it. So it holds for heights 0, 1, …, level. A core of the cube
// gives a stronger lemma. It is inductive too, since the steps were shown for more states than
// those in which it holds.
func (s *search) inductive(ctx context.Context, l *location, cube []*logic.Term, level int) (ok bool, core []*logic.Term, err error) {
	cores := make([][]*logic.Term, len(l.rules))
	var lemma *logic.Term
	for i, r := range l.rules {
		if level == 0 && len(r.body) > 0 {
			continue
		}
		b := r.solver
		if err := b.sync(); err != nil {
			return false, nil, err
		}
		if r.recursive {
			if lemma == nil {
				lemma = s.store.Not(s.store.And(cube...))
			}
			b.solver.Push()
			for _, v := range r.body {
				if v.loc != l {
					continue
				}
				if err := b.solver.Assert(v.sub.Apply(lemma)); err != nil {
					b.solver.Pop(1)
					return false, nil, err
				}
			}
		}
		st, err := b.ask(ctx, b.frames(level-1), cube)
		if err == nil && st == smt.Unsat {
			cores[i] = b.core(cube)
		}
		if r.recursive {
			b.solver.Pop(1)
		}
		if err != nil || st != smt.Unsat {
			return false, nil, err
		}
	}
	return true, s.guarded(cube, slices.Concat(cores...)), nil
}

// shrink drops literals as long as the rest is inductive.
func (s *search) shrink(ctx context.Context, l *location, cube []*logic.Term, level int) ([]*logic.Term, error) {
	z, err := smt.Minimise(guardsLast(cube), smt.Unbounded, func(rest []*logic.Term) ([]*logic.Term, bool, error) {
		if len(s.guarded(cube, rest)) > len(rest) {
			return nil, false, nil
		}
		if turn.Yield(ctx) != nil {
			return nil, false, context.Cause(ctx)
		}
		ok, core, err := s.inductive(ctx, l, rest, level)
		return core, ok, err
	})
	s.stats.Dropped += int64(len(cube) - len(z))
	return z, err
}
