// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"context"
	"slices"

	"cornet/smt"
	"cornet/smtlib"
)

// points are states that have told labels of one location apart. They answer
// most questions whether a label implies another with no, without a query.
type points struct {
	models []*smtlib.Model
	next   int
}

// maxPoints bounds the points of a location.
const maxPoints = 24

// separate reports whether some point satisfies x and not y.
func (z *points) separate(x, y *smtlib.Term) bool {
	for _, m := range z.models {
		if m.Holds(x) && m.Eval(y).IsFalse() {
			return true
		}
	}
	return false
}

// add keeps m in place of the oldest point.
func (z *points) add(m *smtlib.Model) {
	if len(z.models) < maxPoints {
		z.models = append(z.models, m)
		return
	}
	z.models[z.next] = m
	z.next = (z.next + 1) % maxPoints
}

// implies reports whether x implies y, both over the formals of l; not knowing
// counts as no.
func (s *search) implies(ctx context.Context, l *location, x, y *smtlib.Term) (bool, error) {
	if x == y || x.IsFalse() || y.IsTrue() {
		return true, nil
	}
	if y.IsFalse() {
		return false, nil
	}
	key := [2]*smtlib.Term{x, y}
	if z, ok := s.entails[key]; ok {
		s.stats.CoverCacheHits++
		return z, nil
	}
	z, err := s.impliesAll(ctx, l, x, y)
	if err == nil {
		s.entails[key] = z
	}
	return z, err
}

func (s *search) impliesAll(ctx context.Context, l *location, x, y *smtlib.Term) (bool, error) {
	if y.Op() == smtlib.OpAnd && x.Op() == smtlib.OpAnd && containsAll(x.Args(), y.Args()) {
		return true, nil
	}
	if y.Op() == smtlib.OpOr && slices.Contains(y.Args(), x) {
		return true, nil
	}
	if l.points.separate(x, y) {
		return false, nil
	}
	s.stats.Checks++
	s.solver.Push()
	defer s.solver.Pop(1)
	st, err := s.solver.Check(ctx, x, s.store.Not(y))
	if st == smt.Sat {
		m, err := s.solver.Model()
		if err != nil {
			return false, err
		}
		l.points.add(m)
	}
	return st == smt.Unsat, err
}

// containsAll reports whether every element of ys, sorted by ID like xs, is in xs.
func containsAll(xs, ys []*smtlib.Term) bool {
	i := 0
	for _, y := range ys {
		for i < len(xs) && xs[i].ID() < y.ID() {
			i++
		}
		if i == len(xs) || xs[i] != y {
			return false
		}
	}
	return true
}
