// SPDX-License-Identifier: Apache-2.0

package catamorphism_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines/pdr"
	"cornet/horn"
	"cornet/horn/check"

	"cornet/horn/transform/catamorphism"
	"cornet/horn/transform/pass"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
	"cornet/smtlib"
)

func system(t testing.TB, text string) *horn.System {
	t.Helper()
	script, err := smtlib.ReadString(logic.NewStore(), "in", text)
	require.NoError(t, err)
	sys, err := horn.FromScript(script)
	require.NoError(t, err)
	return sys
}

const lists = `(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))`

// tests are systems with the template that decides them.
var tests = []struct{ name, template, system string }{
	{"append", "count", lists + `
(declare-fun append (List List List) Bool)
(assert (forall ((y List)) (append nil y y)))
(assert (forall ((h Int) (x List) (y List) (z List)) (=> (append x y z) (append (cons h x) y (cons h z)))))
(assert (forall ((x List) (y List) (h Int)) (not (append x y (cons h y)))))`, // wrong: x may be (cons h nil)
	},
	{"a list is no longer than itself", "count", lists + `
(declare-fun longer (List List) Bool)
(assert (forall ((h Int) (x List)) (longer (cons h x) nil)))
(assert (forall ((h Int) (i Int) (x List) (y List)) (=> (longer x y) (longer (cons h x) (cons i y)))))
(assert (forall ((x List) (y List)) (not (and (longer x y) (longer y x)))))`},
	{"testers and selectors", "count", lists + `
(declare-fun shrinks (List List) Bool)
(assert (forall ((x List)) (shrinks x x)))
(assert (forall ((x List) (y List)) (=> (and (shrinks x y) ((_ is cons) y)) (shrinks x (tail y)))))
(assert (forall ((x List) (y List)) (not (and (shrinks x y) (= x nil) ((_ is cons) y)))))`},
	{"first elements", "root", lists + `
(declare-fun positive (List) Bool)
(assert (positive nil))
(assert (forall ((h Int) (x List)) (=> (and (positive x) (> h 0)) (positive (cons h x)))))
(assert (forall ((x List)) (not (and (positive x) ((_ is cons) x) (< (head x) 0)))))`},
	{"sums of elements", "sum", lists + `
(declare-fun total (List Int) Bool)
(assert (total nil 0))
(assert (forall ((h Int) (x List) (n Int)) (=> (total x n) (total (cons h x) (+ h n)))))
(assert (forall ((x List) (m Int) (n Int)) (not (and (total x m) (total x n) (< m n)))))`},
	{"elements stay", "occurrences", lists + `
(declare-fun in (Int List) Bool)
(declare-fun append (List List List) Bool)
(declare-fun bad () Bool)
(assert (forall ((h Int) (x List)) (in h (cons h x))))
(assert (forall ((h Int) (i Int) (x List)) (=> (in h x) (in h (cons i x)))))
(assert (forall ((y List)) (append nil y y)))
(assert (forall ((h Int) (x List) (y List) (z List)) (=> (append x y z) (append (cons h x) y (cons h z)))))
(assert (forall ((h Int) (i Int) (x List) (z List))
  (=> (and (append (cons i nil) (cons i nil) z) (in h z) (not (= h i))) bad)))
(assert (not bad))`},
	{"the last element", "last", lists + `
(declare-fun ends (List Int) Bool)
(assert (forall ((h Int)) (ends (cons h nil) h)))
(assert (forall ((h Int) (i Int) (x List)) (=> (ends (cons h x) i) (ends (cons (+ h i) (cons h x)) i))))
(assert (forall ((x List) (i Int) (j Int)) (not (and (ends x i) (ends x j) (< i j)))))`},
	{"pairs of numbers", "count", `(declare-datatypes ((Nat 0)) (((zero) (succ (pred Nat)))))
(declare-datatypes ((Pair 0)) (((pair (first Nat) (second Nat)))))
(declare-fun p (Pair) Bool)
(assert (forall ((n Nat)) (p (pair n n))))
(assert (forall ((x Pair)) (=> (p x) (p (pair (succ (first x)) (succ (second x)))))))
(assert (forall ((x Pair)) (not (and (p x) (not (= (first x) (second x)))))))`},
	{"heights", "height", `(declare-datatypes ((Tree 0)) (((leaf) (node (left Tree) (right Tree)))))
(declare-fun full (Tree Int) Bool)
(assert (full leaf 0))
(assert (forall ((x Tree) (y Tree) (n Int)) (=> (and (full x n) (full y n)) (full (node x y) (+ n 1)))))
(assert (forall ((x Tree) (n Int) (m Int)) (not (and (full x n) (full x m) (< n m)))))`},
}

func TestTemplates(t *testing.T) {
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ctx := t.Context() // effort is counted in checks
			sys := system(t, "(set-logic HORN)"+tt.system+"(check-sat)")
			safe := ""
			for _, template := range catamorphism.Templates(sys) {
				z, err := template.Abstract(sys)
				require.NoError(t, err)
				require.NoError(t, z.System.Check())
				require.Equal(t, pass.Over, z.Effect)
				run, err := pdr.New(pdr.Options{Backend: native.Backend{}}).Start(z.System)
				require.NoError(t, err)
				r, err := run.Continue(ctx, 5000)
				run.Close()
				require.NoError(t, err)
				if r.Verdict != horn.Safe {
					continue
				}
				r, err = z.Carry(ctx, r)
				require.NoError(t, err)
				require.NoError(t, check.Model(ctx, sys, r.Model, check.Options{
					Solver: func() (smt.Solver, error) { return native.NewSolver(sys.Store, smt.Options{}), nil },
				}))
				if safe == "" {
					safe = template.Name
				}
			}
			if tt.name == "append" {
				require.Empty(t, safe)
				return
			}
			require.Equal(t, tt.template, safe)
		})
	}
}

func TestNothingToFold(t *testing.T) {
	sys := system(t, `(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (p 0))
(assert (not (p 1)))`)
	require.Empty(t, catamorphism.Templates(sys))
}
