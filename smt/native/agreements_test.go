// SPDX-License-Identifier: Apache-2.0

package native

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
	"cornet/smt"
	"cornet/smtlib"
)

// Reads that agree are not copied to connected arrays. Models still have them in all arrays that
// stores connect.
func TestAgreements(t *testing.T) {
	const declarations = `
(define-sort A () (Array Int Int))
(declare-datatypes ((L 0)) (((nil) (cons (tail L)))))
(declare-const a A) (declare-const b A) (declare-const c A) (declare-const y (Array Int L)) (declare-const w (Array Int L))
(declare-const i Int) (declare-const j Int) (declare-const k Int) (declare-fun f (A) Int)
`
	for _, x := range []struct {
		formula string
		want    smt.Status
	}{
		{"(= b (store a i 5))", smt.Sat},
		{"(and (= b (store a i 5)) (= c (store a i 6)))", smt.Sat},
		{"(and (= b (store a i 5)) (= b (store c i 6)))", smt.Unsat},
		{"(and (= b (store a i 5)) (= b (store c j 6)))", smt.Sat},
		{"(and (= b (store a i 5)) (= a (store b i 6)))", smt.Sat},
		{"(and (= b (store a i 5)) (= a (store b j 6)) (distinct i j))", smt.Sat},
		{"(and (= b (store a i 5)) (= c (store b j 6)) (= (select a k) 7) (= (select c k) 6))", smt.Sat},
		{"(and (= b (store a i 5)) (= c (store b j 6)) (= (select a k) 7) (= (select c k) 8))", smt.Unsat},
		{"(and (= b (store a i 5)) (= c (store b j 6)) (= (select a k) 7) (= (select c k) 8) (distinct k i) (distinct k j))", smt.Unsat},
		{"(and (= b (store a i 5)) (= c (store a j 6)) (= (select b k) 7) (= (select c k) 8) (distinct k i) (distinct k j))", smt.Unsat},
		{"(and (= b (store a i 5)) (= (select b j) 5) (distinct a b))", smt.Sat},
		{"(and (= b (store a i (select a i))) (distinct a b))", smt.Unsat},
		{"(and (= b (store (store a i 5) j 6)) (= c (store (store a j 6) i 5)) (distinct b c))", smt.Sat},
		{"(and (= b (store (store a i 5) j 6)) (= c (store (store a j 6) i 5)) (distinct b c) (distinct i j))", smt.Unsat},
		{"(and (= b (store a i 5)) (distinct (f a) (f b)) (= (select a i) 5))", smt.Unknown},
		{"(and (= y (store w i nil)) (= (select w j) (cons (select y j))) (distinct i j))", smt.Unsat},
	} {
		t.Run(x.formula, func(t *testing.T) {
			script, err := smtlib.ReadString(logic.NewStore(), "", declarations+"(assert "+x.formula+")")
			require.NoError(t, err)
			s := NewSolver(script.Store, smt.Options{})
			f := script.Store.Simplify(script.Commands[len(script.Commands)-1].Term)
			require.NoError(t, s.Assert(f))
			st, err := s.Check(t.Context())
			require.NoError(t, err)
			require.Equal(t, x.want, st, s.Reason())
			if st == smt.Sat {
				m, err := s.Model()
				require.NoError(t, err)
				require.True(t, m.Holds(f), "%v", m)
			}
		})
	}
}

// storesOf returns the text of n stores, one over the other.
func storesOf(n int) string {
	z := "a"
	for i := range n {
		z = fmt.Sprintf("(store %s %d %d)", z, i, i)
	}
	return z
}
