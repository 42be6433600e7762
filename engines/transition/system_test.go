// SPDX-License-Identifier: Apache-2.0

package transition

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/logic"
	"cornet/smtlib"
)

func parse(t testing.TB, text string) *horn.System {
	script, err := smtlib.ReadString(logic.NewStore(), "", text)
	require.NoError(t, err)
	sys, err := horn.FromScript(script)
	require.NoError(t, err)
	return sys
}

// encode returns the encoding of a linear system, with its invariants checked.
func encode(t testing.TB, text string) *System {
	z, err := Encode(parse(t, text))
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
	z := encode(t, counter)
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
	z := encode(t, twoLoops)
	require.Len(t, z.Vars, 1+3, "a location, two integers and a Boolean")
	p, q := z.horn.Preds[0], z.horn.Preds[1]
	require.Equal(t, []int{0, 1, 2}, z.slotsOf[p])
	require.Equal(t, []int{2, 0, 1}, z.slotsOf[q], "an argument stays in its variable when it is copied")
}

func TestStates(t *testing.T) {
	z := encode(t, twoLoops)
	at := z.At(z.Trans, 3)
	require.Same(t, at, z.At(z.Trans, 3))
	require.Equal(t, z.Bad, z.Unstep(z.At(z.Bad, 5), 5))
}

// TestDeepRefutation builds a run of ten thousand steps.
func TestDeepRefutation(t *testing.T) {
	z := encode(t, counter)
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
	z := encode(t, twoLoops)
	st := z.Store
	loc, x := z.Vars[0], z.Vars[1]
	m := z.Model(st.Or(st.Not(loc), st.Le(x, st.IntNum(7))))
	p, _ := m.Definition(z.horn.Preds[0])
	require.True(t, p.Body.IsTrue())
	q, _ := m.Definition(z.horn.Preds[1])
	require.Equal(t, st.Le(q.Params[1], st.IntNum(7)), q.Body)
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
			z, err := Encode(sys)
			if !sys.IsLinear() {
				require.ErrorIs(t, err, errors.ErrUnsupported)
				return
			}
			require.NoError(t, err)
			require.NoError(t, z.check())
		})
	}
}

// Formulas of a model about predicates come back unchanged.
func TestFormula(t *testing.T) {
	z := encode(t, twoLoops)
	st := z.Store
	loc, x := z.Vars[0], z.Vars[1]
	inv := st.Or(st.Not(loc), st.Le(x, st.IntNum(7)))
	m := z.Model(inv)
	f := z.Formula(m)
	for _, where := range []bool{false, true} {
		for value := range int64(10) {
			s := z.Store.NewModel()
			s.Set(loc, st.BoolValue(where))
			s.Set(x, st.IntNum(value))
			require.Equal(t, s.Holds(inv), s.Holds(f), "location %v, x = %d", where, value)
		}
	}
	require.True(t, z.Formula(horn.NewModel()).IsTrue(), "nothing is said")
}

// check returns an error when the system breaks an invariant: Init or Bad
// mentions a variable other than Vars and Locals, Trans one other than those and
// Next, Direct one other than Locals, or two arguments of a predicate share a
// variable.
func (z *System) check() error {
	of := func(name string, t *logic.Term, allowed ...[]*logic.Term) error {
		for _, v := range logic.FreeVars(t) {
			if !slices.Contains(slices.Concat(allowed...), v) {
				return fmt.Errorf("transition: %s mentions %v", name, v)
			}
		}
		return nil
	}
	for p, slots := range z.slotsOf {
		sorted := slices.Sorted(slices.Values(slots))
		if len(slices.Compact(sorted)) != p.Arity() {
			return fmt.Errorf("transition: arguments of %v share a variable", p)
		}
	}
	for _, err := range []error{
		of("Init", z.Init, z.Vars, z.Locals),
		of("Trans", z.Trans, z.Vars, z.Next, z.Locals),
		of("Bad", z.Bad, z.Vars, z.Locals),
		of("Direct", z.Direct, z.Locals),
	} {
		if err != nil {
			return err
		}
	}
	return nil
}
