// SPDX-License-Identifier: Apache-2.0

package loop

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/smtlib"
)

func parse(t testing.TB, text string) *horn.System {
	script, err := smtlib.ReadString(smtlib.NewStore(), "", text)
	require.NoError(t, err)
	sys, err := horn.FromScript(script)
	require.NoError(t, err)
	return sys
}

// encode returns the encoding of a linear system, with its invariants checked.
func encode(t testing.TB, text string, how Locations) *System {
	z, err := Encode(parse(t, text), Options{Locations: how})
	require.NoError(t, err)
	require.NoError(t, z.check())
	return z
}

const counter = `
(declare-fun p (Int) Bool)
(assert (p 0))
(assert (forall ((x Int)) (=> (p x) (p (+ x 1)))))
(assert (forall ((x Int)) (=> (and (p x) (= x 10000)) false)))`

// twoLoops counts up in p and then, with the arguments in another order, down in
// q.
const twoLoops = `
(declare-fun p (Int Bool Int) Bool)
(declare-fun q (Int Int Bool) Bool)
(assert (forall ((b Bool)) (p 0 b 7)))
(assert (forall ((x Int) (b Bool) (n Int)) (=> (and (p x b n) (< x n)) (p (+ x 1) b n))))
(assert (forall ((x Int) (b Bool) (n Int)) (=> (and (p x b n) (>= x n)) (q n x b))))
(assert (forall ((x Int) (b Bool) (n Int)) (=> (q n x b) (q n (- x 1) b))))
(assert (forall ((x Int) (b Bool) (n Int)) (=> (and (q n x b) (> x n)) false)))`

func TestOnePredicateHasNoLocation(t *testing.T) {
	z := encode(t, counter, Integer)
	st := z.Store
	require.Len(t, z.Vars, 1)
	require.Empty(t, z.Locals)
	x, y := z.Vars[0], z.Next[0]
	require.Equal(t, st.Eq(x, st.IntNum(0)), z.Init)
	require.Equal(t, st.Eq(y, st.Add(x, st.IntNum(1))), z.Trans)
	require.Equal(t, st.Eq(x, st.IntNum(10000)), z.Bad)
	require.True(t, z.Direct.IsFalse())
}

func TestArgumentsAreShared(t *testing.T) {
	for how, locations := range map[Locations]int{Integer: 1, OneHot: 1} {
		z := encode(t, twoLoops, how)
		require.Len(t, z.Vars, locations+3, "two integers and a Boolean")
		p, q := z.horn.Preds[0], z.horn.Preds[1]
		require.Equal(t, []int{0, 1, 2}, z.place[p])
		require.Equal(t, []int{2, 0, 1}, z.place[q], "an argument stays in its variable when it is copied")
	}
}

func TestStates(t *testing.T) {
	z := encode(t, twoLoops, Integer)
	at := z.At(z.Trans, 3)
	require.Same(t, at, z.At(z.Trans, 3))
	require.Equal(t, z.Bad, z.Unstep(z.At(z.Bad, 5), 5))
	m := z.Store.NewModel() // all states are equal
	require.False(t, m.Holds(z.Differ(0, 1)))
	m.Set(z.State(1)[3], z.Store.IntNum(1))
	require.True(t, m.Holds(z.Differ(0, 1)))
}

func TestUnusedVariablesMakeNoDifference(t *testing.T) {
	z := encode(t, `
(declare-fun p (Int) Bool)
(declare-fun q (Int Int) Bool)
(assert (p 0))
(assert (forall ((x Int)) (=> (p x) (q x 1))))
(assert (forall ((x Int) (y Int)) (=> (and (q x y) (< x y)) false)))`, Integer)
	m := z.Store.NewModel()
	m.Set(z.State(1)[2], z.Store.IntNum(1)) // p does not use it
	require.False(t, m.Holds(z.Differ(0, 1)))
	for i := range 2 { // q does
		m.Set(z.State(i)[0], z.Store.IntNum(1))
	}
	require.True(t, m.Holds(z.Differ(0, 1)))
}

// TestDeepRefutation builds a run of ten thousand steps.
func TestDeepRefutation(t *testing.T) {
	z := encode(t, counter, Integer)
	const length = 10000
	m := z.Store.NewModel()
	for i := range length + 1 {
		m.Set(z.State(i)[0], z.Store.IntNum(int64(i)))
	}
	r, err := z.Refutation(m, length)
	require.NoError(t, err)
	require.Len(t, r.Steps, length+2)
	for i, s := range r.Steps[1:] {
		require.Equal(t, []int{i}, s.Premises)
	}
	require.Equal(t, 2, r.Steps[length+1].Clause)
	_, err = z.Refutation(m, length-1)
	require.Error(t, err, "the state before is not bad")
}

func TestModel(t *testing.T) {
	z := encode(t, twoLoops, Integer)
	st := z.Store
	loc, x := z.Vars[0], z.Vars[1]
	m := z.Model(st.Or(st.Eq(loc, st.IntNum(0)), st.Le(x, st.IntNum(7))))
	p, _ := m.Definition(z.horn.Preds[0])
	require.True(t, p.Body.IsTrue())
	q, _ := m.Definition(z.horn.Preds[1])
	require.Equal(t, st.Le(q.Params[1], st.IntNum(7)), q.Body)
}

// The mirror image has the same runs, read from the end.
func TestMirror(t *testing.T) {
	z := encode(t, counter, Integer)
	st, m := z.Store, z.Mirror()
	require.NoError(t, m.check())
	x, y := z.Vars[0], z.Next[0]
	require.Equal(t, z.Bad, m.Init)
	require.Equal(t, z.Init, m.Bad)
	require.Equal(t, st.Eq(x, st.Add(y, st.IntNum(1))), m.Trans)
	require.Equal(t, z.Trans, m.Mirror().Trans)
	require.Equal(t, z.State(4), m.State(4))
}

// TestSystems encodes the small systems of the repository.
func TestSystems(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "horn", "*.smt2"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			sys := parse(t, string(text))
			for _, how := range []Locations{Integer, OneHot} {
				z, err := Encode(sys, Options{Locations: how})
				if !sys.IsLinear() {
					require.ErrorIs(t, err, errors.ErrUnsupported)
					continue
				}
				require.NoError(t, err)
				require.NoError(t, z.check())
			}
		})
	}
}

// What a model says about predicates comes back as it was.
func TestFormula(t *testing.T) {
	z := encode(t, twoLoops, Integer)
	st := z.Store
	loc, x := z.Vars[0], z.Vars[1]
	inv := st.Or(st.Eq(loc, st.IntNum(0)), st.Le(x, st.IntNum(7)))
	m := z.Model(inv)
	f := z.Formula(m)
	for where := range int64(2) {
		for value := range int64(10) {
			s := z.Store.NewModel()
			s.Set(loc, st.IntNum(where))
			s.Set(x, st.IntNum(value))
			require.Equal(t, s.Holds(inv), s.Holds(f), "location %d, x = %d", where, value)
		}
	}
	require.True(t, z.Formula(horn.NewModel()).IsTrue(), "nothing is said")
}
