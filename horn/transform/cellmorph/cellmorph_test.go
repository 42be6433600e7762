// SPDX-License-Identifier: Apache-2.0

package cellmorph_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines/pdr"
	"cornet/horn"
	"cornet/horn/check"

	"cornet/horn/transform/cellmorph"
	"cornet/horn/transform/pass"
	"cornet/internal/test/need"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
	"cornet/smt/z3"
	"cornet/smtlib"
)

// tests are systems with the shape that decides them. Unsafe systems have none.
var tests = []struct{ name, shape, system string }{
	{"what is initialised is 0", "cells1", `
(declare-fun p ((Array Int Int) Int Int) Bool)
(assert (forall ((a (Array Int Int)) (n Int)) (p a 0 n)))
(assert (forall ((a (Array Int Int)) (i Int) (n Int)) (=> (and (p a i n) (< i n)) (p (store a i 0) (+ i 1) n))))
(assert (forall ((a (Array Int Int)) (i Int) (n Int) (j Int))
  (=> (and (p a i n) (>= i n) (<= 0 j) (< j n) (not (= (select a j) 0))) false)))`},
	{"what is initialised is not 1", "", `
(declare-fun p ((Array Int Int) Int Int) Bool)
(assert (forall ((a (Array Int Int)) (n Int)) (p a 0 n)))
(assert (forall ((a (Array Int Int)) (i Int) (n Int)) (=> (and (p a i n) (< i n)) (p (store a i 1) (+ i 1) n))))
(assert (forall ((a (Array Int Int)) (i Int) (n Int))
  (=> (and (p a i n) (> i 1) (= (select a 0) 1)) false)))`},
	{"copies are equal", "cells1", `
(declare-fun p ((Array Int Int) (Array Int Int) Int) Bool)
(assert (forall ((a (Array Int Int)) (b (Array Int Int))) (p a b 0)))
(assert (forall ((a (Array Int Int)) (b (Array Int Int)) (i Int)) (=> (p a b i) (p a (store b i (select a i)) (+ i 1)))))
(assert (forall ((a (Array Int Int)) (b (Array Int Int)) (i Int) (j Int))
  (=> (and (p a b i) (<= 0 j) (< j i) (< (select a j) (select b j))) false)))`},
	{"copies of copies at addresses", "shared1", `
(declare-fun p ((Array Int Int) Int (Array Int Int) Int (Array Int Int) Int Int Int) Bool)
(declare-fun q ((Array Int Int) Int (Array Int Int) Int (Array Int Int) Int Int Int) Bool)
(assert (forall ((a (Array Int Int)) (b (Array Int Int)) (c (Array Int Int)) (x Int) (y Int) (z Int) (n Int)) (p a x b y c z 0 n)))
(assert (forall ((a (Array Int Int)) (b (Array Int Int)) (c (Array Int Int)) (x Int) (y Int) (z Int) (i Int) (n Int))
  (=> (and (p a x b y c z i n) (< i n)) (p a x (store b (+ y i) (select a (+ x i))) y c z (+ i 1) n))))
(assert (forall ((a (Array Int Int)) (b (Array Int Int)) (c (Array Int Int)) (x Int) (y Int) (z Int) (i Int) (n Int))
  (=> (and (p a x b y c z i n) (>= i n)) (q a x b y c z 0 n))))
(assert (forall ((a (Array Int Int)) (b (Array Int Int)) (c (Array Int Int)) (x Int) (y Int) (z Int) (i Int) (n Int))
  (=> (and (q a x b y c z i n) (< i n)) (q a x b y (store c (+ z i) (select b (+ y i))) z (+ i 1) n))))
(assert (forall ((a (Array Int Int)) (b (Array Int Int)) (c (Array Int Int)) (x Int) (y Int) (z Int) (i Int) (n Int) (j Int))
  (=> (and (q a x b y c z i n) (>= i n) (<= 0 j) (< j n) (not (= (select a (+ x j)) (select c (+ z j))))) false)))`},
	{"constant arrays and choices", "cells1", `
(declare-fun p ((Array Int Bool) Bool) Bool)
(assert (forall ((a (Array Int Bool)) (b (Array Int Bool)) (c Bool))
  (=> (and (= b ((as const (Array Int Bool)) true)) (or (and c (= a b)) (= a (store b 3 c)))) (p a c))))
(assert (forall ((a (Array Int Bool)) (c Bool)) (=> (and (p a c) c (not (select a 3))) false)))`},
}

func TestShapes(t *testing.T) {
	lib, err := z3.Load("")
	need.Found(t, "libz3", err)
	oracle := z3.NewBackend(lib)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ctx := t.Context() // effort is counted in checks
			script, err := smtlib.ReadString(logic.NewStore(), "in", "(set-logic HORN)"+tt.system+"(check-sat)")
			require.NoError(t, err)
			sys, err := horn.FromScript(script)
			require.NoError(t, err)
			require.True(t, cellmorph.Has(sys))
			safe := ""
			for _, shape := range cellmorph.Shapes(sys) {
				z, err := shape.Abstract(sys)
				require.NoError(t, err)
				require.NoError(t, z.System.Check())
				require.Equal(t, pass.Over, z.Effect)
				require.False(t, cellmorph.Has(z.System))
				run, err := pdr.New(pdr.Options{Backend: native.Backend{}}).Start(z.System)
				require.NoError(t, err)
				r, err := run.Continue(ctx, 700)
				run.Close()
				require.NoError(t, err)
				if r.Verdict != horn.Safe {
					continue
				}
				r, err = z.Carry(ctx, r)
				require.NoError(t, err)
				require.NoError(t, check.Model(ctx, sys, r.Model, check.Options{
					Solver: func() (smt.Solver, error) { return oracle.New(sys.Store, smt.Options{}) },
				}))
				if safe == "" {
					safe = shape.String()
				}
			}
			require.Equal(t, tt.shape, safe)
		})
	}
}
