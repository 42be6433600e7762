// SPDX-License-Identifier: Apache-2.0

package logic_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
	"cornet/smtlib"
)

// TestImport copies terms into a store in which names got their IDs in another order, and compares
// the copies with the same text read there.
func TestImport(t *testing.T) {
	for _, text := range []string{
		"(and (< x y) (>= (- y z) 3) (not (= x z)) (not (not (<= y x))))",
		"(= (store (store m 2 x) 1 y) n)",
		"(forall ((i Int) (j Bool)) (=> (g (+ i x) j) (exists ((i Int)) (= (f i) i))))",
		"(ite (not p) (+ a (to_real x)) (* b c 0.5))",
		"(= (pair (left d) (pred e)) (pair 1 (succ zero)))",
		"(and ((_ is zero) e) (= k red) (= s (as @5 U)))",
		"(= (bvadd v u) ((_ extract 7 0) (concat ((_ sign_extend 4) w) u)))",
		"(= ((_ int2bv 8) (bv2nat u)) #xfe)",
		"(= (select ((as const (Array Int Int)) x) 3) (mod (- y x) 3) (div x 4))",
		"(xor p q (=> p q r) (and (and p q) r) (or))",
		"(= 1 123456789012345678901234567890)",
	} {
		from, to := testScope(t), testScope(t)
		for _, name := range []string{"v", "u", "c", "z", "y", "x"} { // other IDs
			to.Store().Var(name+"'", to.Store().Int)
			to.Store().Add(mustRead(t, to, "y"), mustRead(t, to, "z"))
		}
		x := mustRead(t, from, text)
		moved := to.Store().NewImporter().Term(x)
		there := mustRead(t, to, text)
		require.Equal(t, there.String(), moved.String())
		require.Same(t, there, moved, text)
		back := from.Store().NewImporter().Term(moved)
		require.Same(t, x, back, text)
	}
}

// TestImportOrder copies into a store that made the constants in reverse order, so the order in
// sums and atoms changes.
func TestImportOrder(t *testing.T) {
	from := testScope(t)
	to := logic.NewStore()
	for _, name := range []string{"z", "y", "x"} {
		to.Apply(to.Func(name, nil, to.Int))
	}
	im := to.NewImporter()
	for in, out := range map[string]string{
		"(< x y)":                   "(>= y (+ x 1))",
		"(not (< x y))":             "(<= y x)",
		"(+ x (* 2 y) z)":           "(+ z (* 2 y) x)",
		"(and (< x y) (= x 3))":     "(and (>= y (+ x 1)) (= x 3))",
		"(not (and (< x y) false))": "(not (and (>= y (+ x 1)) false))",
	} {
		require.Equal(t, out, im.Term(mustRead(t, from, in)).String(), in)
	}
}

func TestImportOfAnotherDatatype(t *testing.T) {
	one, err := smtlib.ReadString(logic.NewStore(), "", "(declare-datatype T ((a) (b (c Int))))(declare-const x T)")
	require.NoError(t, err)
	two, err := smtlib.ReadString(logic.NewStore(), "", "(declare-datatype T ((a) (b (d Int))))")
	require.NoError(t, err)
	require.PanicsWithValue(t, "logic: import of datatype T, which the store knows with another declaration", func() {
		two.Store.NewImporter().Term(mustRead(t, one.Scope, "x"))
	})
}
