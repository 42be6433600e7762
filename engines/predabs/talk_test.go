// SPDX-License-Identifier: Apache-2.0

package predabs_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines/predabs"
	"cornet/horn"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/abstraction"
	"cornet/smt/native"
	"cornet/smtlib"
)

// talk reads the example of the talk: i = 0; x = j; while (i < 50) {i++; x++;}
// if (j == 0) assert(x >= 50).
func talk(t *testing.T) *horn.System {
	text, err := os.ReadFile("testdata/talk.smt2")
	require.NoError(t, err)
	script, err := smtlib.ReadString(logic.NewStore(), "talk.smt2", string(text))
	require.NoError(t, err)
	sys, err := horn.FromScript(script)
	require.NoError(t, err)
	return sys
}

// TestTalk proves the example with the templates that the analysis of the loop finds. It needs so
// few refinements that the 50 rounds cannot have been unrolled. The model must relate x, i and j as
// in the talk.
func TestTalk(t *testing.T) {
	sys := talk(t)
	s := sys.Store
	var seen []*abstraction.Lattice
	e := predabs.New(predabs.Options{
		Backend: native.Backend{}, Abstraction: abstraction.Relational,
		Lattice: func(z *abstraction.Lattice) { seen = append(seen, z) },
	})
	r, err := e.Solve(t.Context(), sys)
	require.NoError(t, err)
	require.Equal(t, horn.Safe, r.Verdict)
	stats := e.Stats().(predabs.Stats)
	require.LessOrEqual(t, stats.Refinements, int64(4), "the loop has 50 rounds")
	require.NotEmpty(t, seen)
	require.NotEmpty(t, seen[0].Maximal)

	// The model implies the interpolant that the talk calls the better one, or a stronger one: j =
	// 0 and i >= 50 lead to x >= 50 because of a relation such as x >= i + j.
	i, x, j := s.Var("i", s.Int), s.Var("x", s.Int), s.Var("j", s.Int)
	solver, err := native.Backend{}.New(s, smt.Options{})
	require.NoError(t, err)
	defer solver.Close()
	inv := r.Model.Instance(s, sys.Preds[0], []*logic.Term{i, x, j})
	for name, f := range map[string]*logic.Term{
		"a relation":   s.And(inv, s.Eq(j, s.IntNum(0)), s.Lt(x, i), s.Ge(i, s.IntNum(7))),
		"no unrolling": s.Not(s.Substitute(inv, []*logic.Term{i, x, j}, []*logic.Term{s.IntNum(1000), s.IntNum(1000), s.IntNum(0)})),
	} {
		st, err := solver.Check(t.Context(), f)
		require.NoError(t, err)
		require.Equal(t, smt.Unsat, st, "%s: %v", name, inv)
	}
}
