// SPDX-License-Identifier: Apache-2.0

package sat

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// The frequently used structures have the sizes that their comments promise.
func TestSizes(t *testing.T) {
	require.EqualValues(t, 8, unsafe.Sizeof(watch{}))
	require.EqualValues(t, 16, unsafe.Sizeof(varInfo{}))
	require.EqualValues(t, 48, unsafe.Sizeof(watchList{}))
	require.EqualValues(t, 8, unsafe.Sizeof(Step{}))
	require.EqualValues(t, 32, unsafe.Sizeof(logNode{}))
}

func TestLits(t *testing.T) {
	for _, n := range []int{1, -1, 17, -17} {
		l := FromDimacs(n)
		require.Equal(t, n, l.Dimacs())
		require.Equal(t, -n, l.Not().Dimacs())
		require.Equal(t, n < 0, l.IsNeg())
	}
	require.Equal(t, NoLit, FromDimacs(0))
	require.Equal(t, []LBool{False, Undef, True}, []LBool{True.Not(), Undef.Not(), False.Not()})
	require.Equal(t, "-3 undef unsat cancelled lemma", FromDimacs(-3).String()+" "+LBool(0).String()+
		" "+Unsat.String()+" "+ReasonCancelled.String()+" "+Lemma.String())
}

// The average does not depend on its start: for a constant sequence, it is right from the first
// element on.
func TestEMA(t *testing.T) {
	e := newEMA(1e5)
	for range 10 {
		e.add(7)
		require.InDelta(t, 7, e.value, 1e-6)
	}
	fast := newEMA(33)
	for range 1000 {
		fast.add(1)
	}
	for range 33 {
		fast.add(2)
	}
	require.InDelta(t, 2-1/math.E, fast.value, 0.01)
}

func TestHeap(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var h evsids
	h.init()
	h.grow(50)
	h.inc = activityLimit / 1e3 // so that the scores are rescaled soon
	for range 2000 {
		v := Var(1 + r.IntN(49))
		switch r.IntN(4) {
		case 0:
			if !h.contains(v) {
				h.insert(v)
			}
		case 1:
			if !h.empty() {
				u := h.pop()
				for _, w := range h.heap {
					require.False(t, h.before(w, u))
				}
			}
		case 2:
			h.forget(v)
		default:
			h.bump(v)
			h.decay()
		}
		require.NoError(t, h.check())
	}
	require.Less(t, h.inc, activityLimit)
}

func TestQueue(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var q vmtf
	const n = 30
	assigned := make([]bool, n+1)
	for v := Var(1); v <= n; v++ {
		q.enlist(v)
		q.freed(v)
	}
	free := func(v Var) bool { return !assigned[v] }
	var order []Var // in the order of their last bumps
	for range 2000 {
		v := Var(1 + r.IntN(n))
		switch r.IntN(3) {
		case 0:
			assigned[v] = true
		case 1:
			assigned[v] = false
			q.freed(v)
		default:
			if r.IntN(50) == 0 {
				q.clock = math.MaxUint32 // the next bump renumbers
			}
			q.bump(v, free(v))
			order = append(slices.DeleteFunc(order, func(u Var) bool { return u == v }), v)
		}
		require.NoError(t, q.check(n, free))
	}
	v := q.last
	for _, u := range slices.Backward(order) {
		require.Equal(t, u, v)
		v = q.links[v].prev
	}
}

// Invariants that are broken on purpose must be found.
func TestCheckFindsFaults(t *testing.T) {
	build := func() *Solver {
		s := New(Options{Proof: true})
		for range 5 {
			s.NewVar()
		}
		for _, c := range [][]int{{1, 2, 3}, {-1, 2}, {-2, -3, 4}, {5}} {
			var lits []Lit
			for _, n := range c {
				lits = append(lits, FromDimacs(n))
			}
			s.AddClause(lits...)
		}
		s.openLevel()
		s.assign(FromDimacs(-2), noClause)
		s.propagate()
		return s
	}
	require.NoError(t, build().check())
	for name, tc := range map[string]struct {
		fault func(*Solver)
		want  string
	}{
		"value":       {func(s *Solver) { s.vals[2] = True }, "has values"},
		"mark":        {func(s *Solver) { s.info[2].mark = markSeen }, "mark"},
		"level":       {func(s *Solver) { s.info[3].level = 0 }, "trail["},
		"unit clause": {func(s *Solver) { s.based, s.unitID[5] = 1, 0 }, "no unit clause"},
		"reason":      {func(s *Solver) { s.info[1].reason = s.info[3].reason }, "reason"},
		"occurrences": {func(s *Solver) { s.occurs[4]++ }, "occurrences"},
		"watches":     {func(s *Solver) { s.watches[2].long = nil }, "watched 1 times"},
		"blocker":     {func(s *Solver) { s.watches[3].bin[0].blocker = 10 }, "blocker"},
		"fixpoint":    {func(s *Solver) { s.backtrack(0); s.openLevel(); s.assign(FromDimacs(1), noClause); s.head++ }, "fixpoint"},
		"heap":        {func(s *Solver) { s.scores.score[5] = 1; s.scores.score[4] = 2 }, "heap"},
		"queue":       {func(s *Solver) { s.queue.cursor = s.queue.first }, "queue"},
		"count":       {func(s *Solver) { s.db.kept++ }, "counted"},
	} {
		t.Run(name, func(t *testing.T) {
			s := build()
			tc.fault(s)
			require.ErrorContains(t, s.check(), tc.want)
		})
	}
}
