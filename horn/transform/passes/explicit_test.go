// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/horn/check"
	"cornet/horn/transform/pass"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
	"cornet/smtlib"
)

// If a system has few facts, no clause remains, and the validator accepts the facts as a model.
// Other systems stay as they are.
func TestExplicit(t *testing.T) {
	for _, c := range []struct {
		name, declarations, text string
		decided                  bool
	}{
		{"calls", "(declare-fun call (Int) Bool) (declare-fun exit (Int Int) Bool)", `
			(assert (call 5))
			(assert (forall ((n Int)) (=> (and (call n) (> n 0)) (call (- n 1)))))
			(assert (exit 0 0))
			(assert (forall ((n Int) (m Int) (k Int)) (=> (and (call n) (> n 0) (exit m k) (= m (- n 1))) (exit n (+ (* 2 k) 1)))))
			(assert (forall ((n Int) (k Int)) (=> (and (call n) (exit n k) (= n 5) (not (= k 31))) false)))`, true},
		{"two calls with results that are open", "(declare-fun f (Int Int) Bool)", `
			(assert (forall ((v Int)) (f 1 v)))
			(assert (forall ((n Int) (v Int) (m Int) (w Int)) (=> (and (f n v) (f m w) (< n 9) (< m 9)) (f (+ n m) v))))
			(assert (forall ((n Int) (v Int)) (=> (and (f n v) (> n 17)) false)))`, true},
		{"a value that is open, and its copy", "(declare-fun p (Int Int Int) Bool)", `
			(assert (forall ((v Int)) (p 0 v v)))
			(assert (forall ((i Int) (v Int) (w Int)) (=> (and (p i v w) (< i 9)) (p (+ i 1) w v))))
			(assert (forall ((i Int) (v Int) (w Int)) (=> (and (p i v w) (not (= v w))) false)))`, true},
		{"an array that is open", "(declare-fun p (Int (Array Int Int)) Bool)", `
			(assert (forall ((a (Array Int Int))) (p 0 a)))
			(assert (forall ((i Int) (a (Array Int Int))) (=> (and (p i a) (< i 9)) (p (+ i 1) (store a i (* 2 i))))))
			(assert (forall ((i Int) (a (Array Int Int))) (=> (and (p i a) (= i 9) (not (= (select a 4) 8))) false)))`, true},
		{"an element that is open", "(declare-fun p (Int Int (Array Int Int)) Bool)", `
			(assert (forall ((v Int)) (p 0 v (store ((as const (Array Int Int)) 0) 3 v))))
			(assert (forall ((i Int) (v Int) (a (Array Int Int))) (=> (and (p i v a) (< i 9)) (p (+ i 1) v a))))
			(assert (forall ((i Int) (v Int) (a (Array Int Int))) (=> (and (p i v a) (or (not (= (select a 3) v)) (not (= (select a 4) 0)))) false)))`, true},
		{"paths that meet", "(declare-fun p (Int Int) Bool)", `
			(assert (p 0 0))
			(assert (forall ((i Int) (s Int) (t Int) (c Int)) (=> (and (p i s) (< i 9) (or (and (> c 0) (= t (+ s 1))) (and (<= c 0) (= t s)))) (p (+ i 1) t))))
			(assert (forall ((i Int) (s Int)) (=> (and (p i s) (> s i)) false)))`, true},
		{"a condition of a term", "(declare-fun p (Int Int) Bool)", `
			(assert (p 0 0))
			(assert (forall ((i Int) (s Int) (c Int)) (=> (and (p i s) (< i 9)) (p (+ i 1) (ite (> c 0) (+ s 1) s)))))
			(assert (forall ((i Int) (s Int)) (=> (and (p i s) (> s i)) false)))`, true},
		{"what is known of an open value matters", "(declare-fun p (Int) Bool)", `
			(assert (forall ((v Int)) (=> (> v 0) (p v))))
			(assert (forall ((v Int)) (=> (and (p v) (< v 0)) false)))`, false},
		{"arrays in two forms that meet", "(declare-fun p ((Array Bool Int)) Bool) (declare-fun q ((Array Bool Int)) Bool)", `
			(assert (p ((as const (Array Bool Int)) 0)))
			(assert (forall ((a (Array Bool Int)) (n Int)) (=> (and (p a) (= n (+ (select a true) 1)) (< n 9)) (p (store (store a true n) false n)))))
			(assert (q ((as const (Array Bool Int)) 7)))
			(assert (forall ((a (Array Bool Int)) (n Int)) (=> (and (q a) (= n (+ (select a true) 1)) (< n 9)) (q ((as const (Array Bool Int)) n)))))
			(assert (forall ((a (Array Bool Int))) (=> (and (p a) (q a)) false)))`, false},
		{"arrays in two forms that do not meet", "(declare-fun p ((Array Bool Int)) Bool) (declare-fun q ((Array Bool Int)) Bool)", `
			(assert (p ((as const (Array Bool Int)) 0)))
			(assert (forall ((a (Array Bool Int)) (n Int)) (=> (and (p a) (= n (+ (select a true) 1)) (< n 7)) (p (store (store a true n) false n)))))
			(assert (q ((as const (Array Bool Int)) 7)))
			(assert (forall ((a (Array Bool Int)) (n Int)) (=> (and (q a) (= n (+ (select a true) 1)) (< n 9)) (q ((as const (Array Bool Int)) n)))))
			(assert (forall ((a (Array Bool Int))) (=> (and (p a) (q a)) false)))`, true},
		{"a query that holds", "(declare-fun p (Int) Bool)", `
			(assert (p 0))
			(assert (forall ((i Int)) (=> (and (p i) (< i 9)) (p (+ i 1)))))
			(assert (forall ((i Int)) (=> (and (p i) (= i 7)) false)))`, false},
		{"too many facts", "(declare-fun p (Int) Bool)", `
			(assert (p 0))
			(assert (forall ((i Int)) (=> (p i) (p (+ i 1)))))
			(assert (forall ((i Int)) (=> (and (p i) (< i 0)) false)))`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			script, err := smtlib.ReadString(logic.NewStore(), "test", "(set-logic HORN)"+c.declarations+c.text)
			require.NoError(t, err)
			sys, err := horn.FromScript(script)
			require.NoError(t, err)
			ctx := context.Background()
			env := &pass.Env{Backend: native.Backend{}}
			normal, err := Normal(ctx, env, sys)
			require.NoError(t, err)
			z, err := Explicit(ctx, env, normal.System)
			require.NoError(t, err)
			if !c.decided {
				require.Same(t, normal.System, z.System)
				return
			}
			require.Empty(t, z.System.Clauses)
			m := horn.NewModel()
			for _, p := range sys.Preds {
				m.Define(p, horn.Params(sys.Store, p), sys.Store.False())
			}
			m, err = z.Back.Model(ctx, m)
			require.NoError(t, err)
			require.NoError(t, check.Model(ctx, normal.System, m, check.Options{Solver: func() (smt.Solver, error) { return native.Backend{}.New(sys.Store, smt.Options{}) }}))
		})
	}
}

// The bound on facts is the environment's bound, if that is larger.
func TestExplicitFacts(t *testing.T) {
	script, err := smtlib.ReadString(logic.NewStore(), "test", `(set-logic HORN) (declare-fun p (Int) Bool)
		(assert (p 0))
		(assert (forall ((i Int)) (=> (and (p i) (< i 5000)) (p (+ i 1)))))
		(assert (forall ((i Int)) (=> (and (p i) (> i 5000)) false)))`)
	require.NoError(t, err)
	sys, err := horn.FromScript(script)
	require.NoError(t, err)
	for facts, remain := range map[int]int{0: 3, 5000: 3, 5001: 0} {
		z, err := Explicit(t.Context(), &pass.Env{Limits: pass.Limits{Facts: facts}}, sys)
		require.NoError(t, err)
		require.Len(t, z.System.Clauses, remain, "%d facts", facts)
	}
}
