// SPDX-License-Identifier: Apache-2.0

package sat

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// An idleTheory watches nothing, and may be idle.
type idleTheory struct {
	idle bool
	look func(*Outbox) // called in final checks
}

func (*idleTheory) NewLevel()         {}
func (*idleTheory) Backtrack(int)     {}
func (*idleTheory) Assign(Lit) bool   { return true }
func (*idleTheory) Propagate(*Outbox) {}
func (t *idleTheory) Idle() bool      { return t.idle }
func (t *idleTheory) FinalCheck(out *Outbox) FinalVerdict {
	if t.look != nil {
		t.look(out)
	}
	return Consistent
}
func (*idleTheory) Explain(Lit, []Lit) ([]Lit, Cert) { panic("nothing is implied") }

// TestIdle: variables are eliminated while the theory is idle. Before the theory looks at values,
// they are brought back.
func TestIdle(t *testing.T) {
	s := checked(hurried(Options{}))
	theory := &idleTheory{idle: true}
	s.SetTheory(theory)
	var lits []Lit
	for range 9 {
		lits = append(lits, s.NewVar().Pos())
	}
	for i := range lits[1:] {
		s.AddClause(lits[i].Not(), lits[i+1])
	}
	solve := func() {
		s.sched.nextEliminate = 0
		require.Equal(t, Sat, s.Solve(t.Context()))
	}
	solve()
	require.NotZero(t, s.stats.Eliminated)

	theory.idle = false
	theory.look = func(out *Outbox) {
		for _, l := range lits {
			require.NotEqual(t, Undef, out.Value(l))
		}
	}
	solve()
	require.Equal(t, s.stats.Eliminated, s.stats.Restored)

	theory.idle, theory.look = true, nil
	v := s.NewVar().Pos()
	s.AddClause(v, lits[0])
	solve()
	require.Greater(t, s.stats.Eliminated, s.stats.Restored, "the new variable is eliminated")
	s.WatchTheory(v.Var()) // so the theory counts as not idle
	solve()
	require.Equal(t, s.stats.Eliminated, s.stats.Restored)
}
