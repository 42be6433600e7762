// SPDX-License-Identifier: Apache-2.0

package lra

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/test/smttest"
)

// walk drives one solver through a random sequence of pushes, assertions, checks, jumps
// back, and new terms, and compares every verdict with that of a new solver.
type walk struct {
	*instance
	rng      *rand.Rand
	asserted [][]int // atoms by level
}

func newWalk(t testing.TB, rng *rand.Rand, s *smttest.LinearSystem) *walk {
	w := &walk{instance: load(t, s, Options{BlandAfter: 1 + rng.IntN(20), LongRow: 1 + rng.IntN(8)}), rng: rng, asserted: [][]int{nil}}
	return w
}

// back jumps to a lower level.
func (w *walk) back(level int) {
	w.solver.Backtrack(level)
	w.asserted = w.asserted[:level+1]
	require.NoError(w.t, w.solver.Invariant(), "%v", w.system)
}

// all returns the atoms asserted at all levels.
func (w *walk) all() (atoms []int) {
	for _, a := range w.asserted {
		atoms = append(atoms, a...)
	}
	return atoms
}

// fresh returns what a new solver says about the atoms and one more.
func (w *walk) fresh(atoms []int) Status {
	in := load(w.t, w.system, Options{BlandAfter: -1})
	for _, i := range atoms {
		if !in.assert(i) {
			return Infeasible
		}
	}
	return in.check()
}

func (w *walk) step() {
	i := w.rng.IntN(len(w.system.Atoms))
	if w.rng.IntN(2) == 0 {
		w.solver.Push()
		w.asserted = append(w.asserted, nil)
	}
	if w.rng.IntN(20) == 0 {
		w.solver.AttachAll(w.rng.IntN(10) == 0)
	}
	level := w.solver.Level()
	if !w.assert(i) {
		require.Equal(w.t, Infeasible, w.fresh(append(w.all(), i)), "%v", w.system)
		w.back(w.rng.IntN(level + 1))
		return
	}
	w.asserted[level] = append(w.asserted[level], i)
	if w.rng.IntN(3) == 0 {
		return
	}
	status := w.check()
	require.Equal(w.t, w.fresh(w.all()), status, "%v: atoms %v", w.system, w.all())
	if status == Feasible {
		w.verifyModel(w.all())
		w.verifyImplied()
		return
	}
	if level == 0 {
		w.restart()
		return
	}
	w.back(w.rng.IntN(level))
}

// restart begins with a new solver, when level 0 has become infeasible.
func (w *walk) restart() {
	w.instance = load(w.t, w.system, Options{})
	w.asserted = [][]int{nil}
}

// verifyImplied checks the certificates of the implied bounds. It also checks that the caches of
// rows hide no implied bound.
func (w *walk) verifyImplied() {
	for v := range w.solver.NumVars() {
		w.solver.Watch(Var(v), w.rng.IntN(4) > 0)
	}
	for _, im := range w.solver.Implied() {
		premises := w.solver.Explain(nil, im)
		require.NoError(w.t, w.solver.CheckImplied(im.Bound, premises), "%v", w.system)
	}
	remembering := w.impliedByAll()
	for r := range w.solver.rows {
		w.solver.rows[r].hasLoose = false
	}
	require.Equal(w.t, w.impliedByAll(), remembering, "%v", w.system)
}

// impliedByAll returns what all rows imply.
func (w *walk) impliedByAll() string {
	for r := range w.solver.rows {
		w.solver.noteRow(int32(r))
	}
	return fmt.Sprint(w.solver.Implied())
}

func TestWalk(t *testing.T) {
	for seed := range uint64(3 * len(shapes)) {
		rng := rand.New(rand.NewPCG(seed, 9))
		shape := shapes[int(seed)%len(shapes)]
		shape.Atoms *= 2
		w := newWalk(t, rng, smttest.RandomLinear(rng, shape))
		for range 100 {
			w.step()
		}
	}
}

// FuzzWalk lets the fuzzer choose the system and the sequence.
func FuzzWalk(f *testing.F) {
	for i := range shapes {
		f.Add(uint64(i), uint8(i), uint8(50))
	}
	f.Fuzz(func(t *testing.T, seed uint64, shape, steps uint8) {
		rng := rand.New(rand.NewPCG(seed, uint64(shape)))
		w := newWalk(t, rng, smttest.RandomLinear(rng, shapes[int(shape)%len(shapes)]))
		for range steps {
			w.step()
		}
	})
}

// FuzzSystem solves systems that the fuzzer writes, under both pivot rules.
func FuzzSystem(f *testing.F) {
	f.Add("x > 0 & x < 5 & 2x = 7")
	f.Add("x < y & y < z & z < x + 1/1000")
	f.Add("9223372036854775807x - y = 0 & 9223372036854775807y - z = 0 & x >= 1 & z < 85070591730234615847396907784232501249")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := smttest.ParseLinear(text)
		if err != nil || len(text) > 200 || strings.Contains(text, "!=") {
			return
		}
		back, err := smttest.ParseLinear(s.String())
		require.NoError(t, err)
		require.Equal(t, s.String(), back.String())
		require.Equal(t, load(t, s, Options{BlandAfter: -1}).solve(false), load(t, s, Options{}).solve(true))
	})
}
