// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/horn/transform/pass"
	"cornet/logic"
	"cornet/smtlib"
)

// TestDependent has loops whose variables are linear in each other while they wrap around.
func TestDependent(t *testing.T) {
	tests := []struct {
		name, text string
		clauses    int // that are left
		arity      int // of the first predicate
	}{
		{"z = 3x - y", `
(declare-fun p ((_ BitVec 32) (_ BitVec 32) (_ BitVec 32)) Bool)
(assert (p #x00000000 #x00000000 #x00000000))
(assert (forall ((x (_ BitVec 32)) (y (_ BitVec 32)) (z (_ BitVec 32)))
  (=> (p x y z) (p (bvadd x #x00000001) (bvadd y #x00000002) (bvadd z #x00000001)))))
(assert (forall ((x (_ BitVec 32)) (y (_ BitVec 32)) (z (_ BitVec 32)))
  (=> (p x y z) (p (bvadd x #x00000001) (bvadd y #x00000001) (bvadd z #x00000002)))))
(assert (forall ((x (_ BitVec 32)) (y (_ BitVec 32)) (z (_ BitVec 32)))
  (=> (and (p x y z) (bvslt x #x00000007) (not (= (bvmul #x00000003 x) (bvadd y z)))) false)))`, 3, 2},
		{"low bits exclude the query", `
(declare-fun p ((_ BitVec 32) (_ BitVec 32)) Bool)
(assert (p #x00000004 #x00000000))
(assert (forall ((x (_ BitVec 32)) (y (_ BitVec 32))) (=> (p x y) (p (bvadd x #x00000004) (bvadd x y)))))
(assert (forall ((x (_ BitVec 32)) (y (_ BitVec 32))) (=> (and (p x y) (= (bvadd x y) #x0000001e)) false)))`, 2, 2},
		{"shifts by concatenation", `
(declare-fun p ((_ BitVec 32) (_ BitVec 32)) Bool)
(assert (p #x00000000 #x00000000))
(assert (forall ((x (_ BitVec 32)) (y (_ BitVec 32)) (n (_ BitVec 32)))
  (=> (p x y) (p (bvadd x n) (bvadd y (concat ((_ extract 29 0) n) #b00))))))
(assert (forall ((x (_ BitVec 32)) (y (_ BitVec 32))) (=> (and (p x y) (= (bvshl x #x00000002) (bvadd y #x00000001))) false)))`, 2, 1},
		{"one half of a loop's cases excludes itself", `
(declare-fun p ((_ BitVec 8) (_ BitVec 8) (_ BitVec 8)) Bool)
(assert (forall ((n (_ BitVec 8))) (p n #x00 #x00)))
(assert (forall ((n (_ BitVec 8)) (x (_ BitVec 8)) (y (_ BitVec 8)) (u (_ BitVec 8)) (v (_ BitVec 8)))
  (=> (and (p n x y) (or (and (bvslt x n) (bvslt y n) (= u (bvadd x #x01)) (= v (bvadd y #x01)))
                         (and (bvslt x n) (not (bvslt y n)) (= u (bvadd x #x01)) (= v y)))) (p n u v))))
(assert (forall ((n (_ BitVec 8)) (x (_ BitVec 8)) (y (_ BitVec 8))) (=> (and (p n x y) (not (= x y))) false)))`, 2, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			script, err := smtlib.ReadString(logic.NewStore(), "in", "(set-logic HORN)"+tt.text+"(check-sat)")
			require.NoError(t, err)
			sys, err := horn.FromScript(script)
			require.NoError(t, err)
			z, err := Dependent(context.Background(), &pass.Env{}, sys)
			require.NoError(t, err)
			require.NoError(t, z.System.Check())
			require.Len(t, z.System.Clauses, tt.clauses)
			require.Equal(t, tt.arity, z.System.Preds[0].Arity())
		})
	}
}
