// SPDX-License-Identifier: Apache-2.0

package ic3

import (
	"cmp"
	"context"
	"slices"

	"cornet/smt/sat"
)

// Bounds on counterexamples to generalisation: those excluded in a row, and how deep exclusions
// nest.
const (
	maxCounterexamples = 3
	maxNesting         = 1
)

// generalise drops literals of c as long as no step leads from F[level-1] without c into c. It is
// the algorithm ctgDown of Hassan, Bradley, Somenzi (FMCAD 2013). Literals of latches that few
// lemmas have are dropped first.
func (s *search) generalise(ctx context.Context, c cube, level, depth int) (cube, error) {
	order := slices.Clone(c)
	slices.SortStableFunc(order, func(x, y sat.Lit) int { return cmp.Compare(s.activity[x.Var()], s.activity[y.Var()]) })
	kept := map[sat.Lit]bool{}
	for _, l := range order {
		if len(c) == 1 || !slices.Contains(c, l) {
			continue
		}
		smaller, err := s.down(ctx, c.without(l), kept, level, depth)
		if err != nil {
			return nil, err
		}
		if smaller == nil {
			kept[l] = true
		} else {
			c = smaller
		}
		if t, err := s.pause(); t != nil || err != nil {
			s.found = t
			return c, err
		}
	}
	return c, nil
}

// down returns a part of c into which no step leads from F[level-1], or nil. The result has all
// literals of c that are in kept.
func (s *search) down(ctx context.Context, c cube, kept map[sat.Lit]bool, level, depth int) (cube, error) {
	f := s.f
	for excluded := 0; ; {
		if f.initial(c) {
			return nil, nil
		}
		reached, core, err := f.into(ctx, c, level-1, true)
		if err != nil {
			return nil, err
		}
		if !reached {
			return s.repair(core, c), nil
		}
		if depth >= maxNesting {
			return nil, nil
		}
		state, _ := f.lift()
		full := s.meet(c) // read the values before another question changes them
		if excluded < maxCounterexamples && level > 1 && !f.initial(state) {
			reached, core, err := f.into(ctx, state, level-2, true)
			if err != nil {
				return nil, err
			}
			if !reached {
				excluded++
				if _, err := s.exclude(ctx, s.repair(core, state), level-1, depth+1); err != nil {
					return nil, err
				}
				continue
			}
		}
		excluded = 0
		for _, l := range c {
			if kept[l] && !slices.Contains(full, l) {
				return nil, nil
			}
		}
		if len(full) == 0 || len(full) == len(c) {
			return nil, nil
		}
		c = full
	}
}

// meet returns the literals of c that hold in the state of the last answer.
func (s *search) meet(c cube) cube {
	z := make(cube, 0, len(c))
	for _, l := range c {
		if value(s.f.values, l) {
			z = append(z, l)
		}
	}
	return z
}
