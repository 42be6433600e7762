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

const (
	lists = `(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))`
	trees = `(declare-datatypes ((Tree 0)) (((leaf) (node (left Tree) (value Int) (right Tree)))))`
	shop  = `(declare-datatypes ((Shop 0)) (((closed) (sell (price Int) (rest Shop)) (give (cost Int) (after Shop)))))`
)

// tests are systems with the template that decides them: one of the first templates, or the last
// one that is learned. Unsafe systems have none.
var tests = []struct{ name, template, system string }{
	{"append", "", lists + `
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
	{"first elements", "top", lists + `
(declare-fun positive (List) Bool)
(assert (positive nil))
(assert (forall ((h Int) (x List)) (=> (and (positive x) (> h 0)) (positive (cons h x)))))
(assert (forall ((x List)) (not (and (positive x) ((_ is cons) x) (< (head x) 0)))))`},
	{"sums of elements", "learned: count, total", lists + `
(declare-fun total (List Int) Bool)
(assert (total nil 0))
(assert (forall ((h Int) (x List) (n Int)) (=> (total x n) (total (cons h x) (+ h n)))))
(assert (forall ((x List) (m Int) (n Int)) (not (and (total x m) (total x n) (< m n)))))`},
	{"elements stay", "learned: count, in", lists + `
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
	{"the last element", "learned: count, ends", lists + `
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
	{"heights", "learned: count, full", `(declare-datatypes ((Tree 0)) (((leaf) (node (left Tree) (right Tree)))))
(declare-fun full (Tree Int) Bool)
(assert (full leaf 0))
(assert (forall ((x Tree) (y Tree) (n Int)) (=> (and (full x n) (full y n)) (full (node x y) (+ n 1)))))
(assert (forall ((x Tree) (n Int) (m Int)) (not (and (full x n) (full x m) (< n m)))))`},
	{"weights", "learned: count, bill", shop + `
(declare-fun bill (Shop Int Int) Bool)
(assert (forall ((n Int)) (bill closed n n)))
(assert (forall ((h Int) (x Shop) (m Int) (n Int)) (=> (bill x (+ m (* 3 h)) n) (bill (sell h x) m n))))
(assert (forall ((h Int) (x Shop) (m Int) (n Int)) (=> (bill x (- m h 2) n) (bill (give h x) m n))))
(assert (forall ((x Shop) (m Int) (n Int)) (not (and (bill x 0 m) (bill x 0 n) (< m n)))))`},
	{"elements above a bound", "learned: count, occurrences", lists + `
(declare-fun small (List) Bool)
(declare-fun rev (List List List) Bool)
(declare-fun low (List) Bool)
(assert (small nil))
(assert (forall ((h Int) (x List) (y List)) (=> (and (small x) (<= h 10) (rev (cons h x) nil y)) (small y))))
(assert (forall ((y List)) (rev nil y y)))
(assert (forall ((h Int) (x List) (y List) (z List)) (=> (rev x (cons h y) z) (rev (cons h x) y z))))
(assert (forall ((h Int) (g Int) (x List)) (not (and (small (cons g (cons h x))) (> h 10)))))`},
	{"search trees", "learned: count, search tree", trees + `
(declare-fun insert (Int Tree Tree) Bool)
(declare-fun build (Tree) Bool)
(assert (build leaf))
(assert (forall ((x Int) (s Tree) (t Tree)) (=> (and (build s) (insert x s t)) (build t))))
(assert (forall ((x Int)) (insert x leaf (node leaf x leaf))))
(assert (forall ((x Int) (y Int) (l Tree) (r Tree) (t Tree)) (=> (and (<= x y) (insert x l t)) (insert x (node l y r) (node t y r)))))
(assert (forall ((x Int) (y Int) (l Tree) (r Tree) (t Tree)) (=> (and (> x y) (insert x r t)) (insert x (node l y r) (node l y t)))))
(assert (forall ((x Int) (y Int) (z Int) (a Tree) (b Tree) (c Tree) (d Tree))
  (not (and (build (node a x (node (node b y c) z d))) (> x y)))))`},
	{"every other element", "learned: count, first", lists + `
(declare-fun first (List Int) Bool)
(declare-fun second (List Int) Bool)
(declare-fun sum (List Int) Bool)
(assert (first nil 0))
(assert (second nil 0))
(assert (sum nil 0))
(assert (forall ((h Int) (x List) (n Int)) (=> (second x n) (first (cons h x) (+ h n)))))
(assert (forall ((h Int) (x List) (n Int)) (=> (first x n) (second (cons h x) n))))
(assert (forall ((h Int) (x List) (n Int)) (=> (sum x n) (sum (cons h x) (+ h n)))))
(assert (forall ((x List) (k Int) (m Int) (n Int)) (not (and (first x k) (second x m) (sum x n) (not (= n (+ k m)))))))`},
	{"elements of trees and lists", "learned: count, intree, inlist", trees + lists + `
(declare-fun flatten (Tree List List) Bool)
(declare-fun intree (Int Tree Int) Bool)
(declare-fun inlist (Int List Int) Bool)
(assert (forall ((x List)) (flatten leaf x x)))
(assert (forall ((l Tree) (r Tree) (v Int) (x List) (y List) (z List)) (=> (and (flatten r x y) (flatten l (cons v y) z)) (flatten (node l v r) x z))))
(assert (forall ((e Int)) (intree e leaf 0)))
(assert (forall ((e Int) (l Tree) (r Tree) (v Int) (m Int) (n Int)) (=> (and (intree e l m) (intree e r n)) (intree e (node l v r) (+ m n (ite (= e v) 1 0))))))
(assert (forall ((e Int)) (inlist e nil 0)))
(assert (forall ((e Int) (v Int) (x List) (n Int)) (=> (inlist e x n) (inlist e (cons v x) (+ n (ite (= e v) 1 0))))))
(assert (forall ((e Int) (t Tree) (x List) (m Int) (n Int)) (not (and (flatten t nil x) (intree e t m) (inlist e x n) (not (= m n))))))`},
	{"descending", "learned: count, down", lists + `
(declare-fun down (List) Bool)
(declare-fun twice (List) Bool)
(assert (down nil))
(assert (forall ((h Int)) (down (cons h nil))))
(assert (forall ((g Int) (h Int) (x List)) (=> (and (down (cons h x)) (> g h)) (down (cons g (cons h x))))))
(assert (forall ((h Int) (x List)) (twice (cons h (cons h x)))))
(assert (forall ((h Int) (x List)) (=> (twice x) (twice (cons h x)))))
(assert (forall ((x List)) (not (and (down x) (twice x)))))`},
	{"weights that no clause defines", "learned: count, sum", shop + `
(declare-fun bill (Shop Shop Int) Bool)
(assert (forall ((y Shop)) (bill closed y 0)))
(assert (forall ((h Int) (x Shop) (y Shop) (n Int)) (=> (bill x y n) (bill (sell h x) y (+ n (* 3 h))))))
(assert (forall ((h Int) (x Shop) (y Shop) (n Int)) (=> (bill x y n) (bill (give h x) y (- n h 2)))))
(assert (forall ((x Shop) (y Shop) (m Int) (n Int)) (not (and (bill x y m) (bill x y n) (< m n)))))`},
	{"numbers of elements that no clause defines by constructors", "learned: count, number above", lists + `
(declare-fun large (List Int) Bool)
(assert (large nil 0))
(assert (forall ((x List) (n Int)) (=> (and ((_ is cons) x) (large (tail x) n) (> (head x) 5)) (large x (+ n 1)))))
(assert (forall ((x List) (n Int)) (=> (and ((_ is cons) x) (large (tail x) n) (<= (head x) 5)) (large x n))))
(assert (forall ((x List) (m Int) (n Int)) (not (and (large x m) (large x n) (< m n)))))`},
	{"a sum is reached", "", lists + `
(declare-fun total (List Int Int) Bool)
(assert (total nil 0 0))
(assert (forall ((h Int) (x List) (k Int) (n Int)) (=> (and (total x k n) (<= h 2)) (total (cons h x) (+ k 1) (+ h n)))))
(assert (forall ((x List)) (not (total x 4 7))))`},
}

// TestLearner decides systems as the engine does. If an abstract system derives false, the
// derivation either refutes the system or is excluded next.
func TestLearner(t *testing.T) {
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ctx := t.Context() // effort is counted in checks
			sys := system(t, "(set-logic HORN)"+tt.system+"(check-sat)")
			o := check.Options{Solver: func() (smt.Solver, error) { return native.NewSolver(sys.Store, smt.Options{}), nil }}
			l := catamorphism.NewLearner(sys, native.Backend{}, smt.Options{})
			open := catamorphism.Templates(sys)
			for {
				if len(open) == 0 {
					next, ok, err := l.Learn(ctx)
					if err == nil && !ok {
						next, ok, err = l.Another(ctx)
					}
					require.NoError(t, err)
					require.True(t, ok)
					open = append(open, next)
				}
				template := open[0]
				open = open[1:]
				z, r := decide(t, sys, template)
				switch r.Verdict {
				case horn.Unknown: // within the effort
					continue
				case horn.Safe:
					r, err := z.Carry(ctx, r)
					require.NoError(t, err)
					require.NoError(t, check.Model(ctx, sys, r.Model, o))
					require.Equal(t, tt.template, template.Name)
					return
				}
				d := catamorphism.NewDerivation(sys, r.Refutation)
				require.NotNil(t, d)
				r, err := l.Verdict(ctx, d)
				require.NoError(t, err)
				if r.Verdict == horn.Unsafe {
					require.NoError(t, check.Refutation(ctx, sys, r.Refutation, o))
					require.Empty(t, tt.template)
					return
				}
				require.Equal(t, horn.Safe, r.Verdict)
				require.True(t, l.Add(d), "a derivation that measures exclude")
				require.False(t, l.Add(d))
			}
		})
	}
}

// decide returns the abstract system of template and pdr's answer to it.
func decide(t *testing.T, sys *horn.System, template catamorphism.Template) (pass.Outcome, horn.Result) {
	t.Helper()
	z, err := template.Abstract(sys)
	require.NoError(t, err)
	require.NoError(t, z.System.Check())
	require.Equal(t, pass.Over, z.Effect)
	run, err := pdr.New(pdr.Options{Backend: native.Backend{}}).Start(z.System)
	require.NoError(t, err)
	defer run.Close()
	r, err := run.Continue(t.Context(), 5000)
	require.NoError(t, err)
	return z, r
}

func TestNothingToFold(t *testing.T) {
	sys := system(t, `(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (p 0))
(assert (not (p 1)))`)
	require.Empty(t, catamorphism.Templates(sys))
}
