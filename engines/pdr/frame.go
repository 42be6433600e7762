// SPDX-License-Identifier: Apache-2.0

package pdr

import (
	"context"
	"slices"

	"cornet/logic"
	"cornet/smt"
)

// lemma is a clause over the formals of a location that holds for everything derivable with height
// at most level.
//
// Invariant: for each rule of the location, its constraint and the frames of level-1 of its body
// imply the lemma. If the location is in the body, the lemma itself is assumed there too.
type lemma struct {
	loc   *location
	cube  []*logic.Term // the literals whose conjunction is excluded, by ID
	term  *logic.Term   // ¬∧cube
	level int
	dead  bool // a lemma of the same or a higher level implies it
	// published means that other engines have the lemma.
	published bool
	// inductive reports that the lemma is inductive together with the others that have this mark.
	inductive bool
	// stuck, if not nil, is a model in which a rule of the location violates the lemma at level+1.
	// It is valid as long as the frames of level admit its body.
	stuck *escape
}

// entry records that a lemma has reached a level.
type entry struct {
	lemma *lemma
	level int
}

// escape is a model of a rule in which a lemma does not hold.
type escape struct {
	rule  *rule
	model *logic.Model
}

// learn adds a lemma with the literals of cube, or raises it if it exists.
func (s *search) learn(l *location, cube []*logic.Term, level int) *lemma {
	slices.SortFunc(cube, func(x, y *logic.Term) int { return int(x.ID()) - int(y.ID()) })
	cube = slices.Compact(cube)
	term := s.store.Not(s.store.And(cube...))
	for _, x := range l.lemmas {
		if x.term == term {
			if x.level < level {
				s.raise(x, level)
			}
			return x
		}
	}
	z := &lemma{loc: l, cube: cube, term: term, level: level}
	l.lemmas = slices.DeleteFunc(l.lemmas, func(x *lemma) bool {
		x.dead = x.level <= level && weaker(cube, x.cube)
		return x.dead
	})
	l.lemmas = append(l.lemmas, z)
	l.log = append(l.log, entry{z, level})
	s.stats.Lemmas++
	return z
}

func (s *search) raise(x *lemma, level int) {
	x.level, x.stuck = level, nil
	x.loc.log = append(x.loc.log, entry{x, level})
	x.loc.lemmas = slices.DeleteFunc(x.loc.lemmas, func(y *lemma) bool {
		y.dead = y != x && y.level <= level && weaker(x.cube, y.cube)
		return y.dead
	})
}

// weaker reports whether each literal of xs is in ys, or is a bound that a literal of ys implies.
// Then the cube ys implies the cube xs.
func weaker(xs, ys []*logic.Term) bool {
next:
	for _, x := range xs {
		if slices.Contains(ys, x) {
			continue
		}
		b, ok := asBound(x)
		if !ok {
			return false
		}
		for _, y := range ys {
			if c, ok := asBound(y); ok && c.sum == b.sum && c.lower == b.lower && c.implies(b) {
				continue next
			}
		}
		return false
	}
	return true
}

// propagate pushes lemmas to higher levels if the rules allow it. It returns a level that all
// lemmas have left, or -1. The lemmas above this level are inductive.
func (s *search) propagate(ctx context.Context) (int, error) {
	for level := 0; level <= s.bound; level++ {
		behind := false
		for _, l := range s.locs {
			for _, x := range slices.Clone(l.lemmas) {
				if x.dead || x.level != level {
					continue
				}
				ok, err := s.push(ctx, x)
				if err != nil {
					return -1, err
				}
				behind = behind || !ok
			}
		}
		if !behind {
			return level, nil
		}
	}
	return -1, nil
}

// push raises x by one level if the rules allow it.
func (s *search) push(ctx context.Context, x *lemma) (bool, error) {
	if x.inductive {
		s.raise(x, x.level+1)
		return true, nil
	}
	if x.stuck != nil && s.admits(x.stuck, x.level) {
		return false, nil
	}
	for _, r := range x.loc.rules {
		st, err := r.solver.check(ctx, r.solver.frames(x.level), x.cube)
		switch {
		case err != nil:
			return false, err
		case st == smt.Unknown:
			return false, nil
		case st == smt.Sat:
			m, err := r.solver.solver.Model()
			if err != nil {
				return false, err
			}
			x.stuck = &escape{r, m}
			return false, nil
		}
	}
	s.stats.Pushed++
	s.raise(x, x.level+1)
	return true, nil
}

// admits reports whether the frames of the level hold in the body of an escape.
func (s *search) admits(e *escape, level int) bool {
	for _, v := range e.rule.body {
		for _, x := range v.loc.lemmas {
			if x.level >= level && !e.model.Holds(v.sub.Apply(x.term)) {
				return false
			}
		}
	}
	return true
}
