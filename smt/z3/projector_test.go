// SPDX-License-Identifier: Apache-2.0

package z3

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
	"cornet/smt"
	"cornet/test/smttest"
)

// projection is one projection of a random formula.
type projection struct {
	s    *logic.Store
	f, g *logic.Term
	vars []*logic.Term
	m    *logic.Model
}

// randomProjection projects the formula that the theory makes of seed; ok is
// false when it has no model or the projector does not support it.
func randomProjection(t testing.TB, theory string, seed uint64, project func(*Context) smt.Projector) (r projection, ok bool) {
	s := logic.NewStore()
	gen := smttest.ByName(theory).New(s, seed)
	z := newSolver(t, s)
	defer z.Close()
	f := gen.Formula(3)
	require.NoError(t, z.Assert(f))
	if check(t, z) != smt.Sat {
		return r, false
	}
	m := needModel(t, z, f)
	if !m.Holds(f) {
		return r, false // depends on a division by zero or the like
	}
	r = projection{s: s, f: f, m: m}
	for _, v := range logic.FreeVars(f) {
		if gen.IntN(2) == 0 {
			r.vars = append(r.vars, v)
		}
	}
	g, err := project(z.c).Project(context.Background(), m, r.vars, f)
	if err != nil {
		require.ErrorIs(t, err, errors.ErrUnsupported)
		return r, false
	}
	r.g = g
	return r, true
}

// implied decides whether g implies ∃vars. f.
func (r projection) implied(t testing.TB) smt.Status {
	z := newSolver(t, r.s)
	defer z.Close()
	require.NoError(t, z.Assert(r.g))
	require.NoError(t, z.Assert(r.s.Not(r.s.Exists(r.vars, r.f))))
	return check(t, z)
}

func TestProjectionsOfRandomFormulas(t *testing.T) {
	for _, theory := range theories() {
		name := theory.Name
		t.Run(name, func(t *testing.T) {
			var stats ProjectorStats
			done, checked := 0, 0
			for seed := range uint64(5) {
				r, ok := randomProjection(t, name, seed, func(c *Context) smt.Projector {
					p, err := c.NewProjector(smt.Options{})
					require.NoError(t, err)
					t.Cleanup(func() { stats.Z3 += p.Stats().Z3; p.Close() })
					return p
				})
				if !ok {
					continue
				}
				done++
				require.NoError(t, checkProjection(r.m, r.vars, r.g))
				switch r.implied(t) {
				case smt.Unsat:
					checked++
				case smt.Sat:
					t.Errorf("seed %d: the projection does not imply the formula's", seed)
				}
			}
			t.Logf("%d projections, %d proved, %v", done, checked, stats)
		})
	}
}
