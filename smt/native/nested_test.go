// SPDX-License-Identifier: Apache-2.0

package native_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
	"cornet/smtlib"
)

// TestDatatypesThroughArrays has datatypes whose values hold arrays of their own sort. No value
// contains itself, and models are finite.
func TestDatatypesThroughArrays(t *testing.T) {
	const declarations = `
(declare-datatypes ((L 0)) (((nil) (cons (f (Array Int L))))))
(declare-datatypes ((A 0) (B 0)) (((ca (fa (Array Int B))) (na)) ((cb (fb A)) (nb))))
(declare-datatypes ((C 0) (D 0)) (((cc (fc D)) (nc)) ((cd (fd C)) (nd))))
(declare-datatypes ((F 0)) (((leaf) (fork (g (Array Bool F))))))
(declare-const y (Array Int L)) (declare-const w (Array Int L)) (declare-const z (Array Int B)) (declare-const x L) (declare-const c C)
(declare-const yy (Array Int (Array Int L))) (declare-const u (Array Bool F)) (declare-const i Int)
`
	for _, c := range []struct {
		formula string
		want    smt.Status
	}{
		{"(= (select y 3) (cons y))", smt.Unsat},
		{"(= (select z 3) (cb (ca z)))", smt.Unsat},
		{"(and (= (select y i) (cons w)) (= (select w (+ i 1)) (cons y)))", smt.Unsat},
		{"(= y (store w i (cons y)))", smt.Unsat},
		{"(= y (store w i (cons w)))", smt.Sat},
		{"(= y ((as const (Array Int L)) (cons y)))", smt.Unsat},
		{"(= y (store ((as const (Array Int L)) (cons y)) 1 nil))", smt.Unsat},
		{"(= (select (select yy 1) 2) (cons (select yy 1)))", smt.Unsat},
		{"(and (= (select (select yy 1) 2) (cons (select yy 3))) (distinct (select yy 1) (select yy 3)))", smt.Sat},
		{"(= (select y 3) (cons (store y 3 nil)))", smt.Sat},
		{"(and ((_ is cons) x) (= (select (f x) 1) x))", smt.Unsat},
		{"(and ((_ is cons) x) ((_ is cons) (select (f x) 1)))", smt.Sat},
		{"(= u (store (store ((as const (Array Bool F)) (fork u)) true leaf) false leaf))", smt.Unknown},
		{"(= (select u true) (fork u))", smt.Unsat},
		{"((_ is cc) c)", smt.Sat},
	} {
		t.Run(c.formula, func(t *testing.T) {
			script, err := smtlib.ReadString(logic.NewStore(), "", declarations+"(assert "+c.formula+")")
			require.NoError(t, err)
			s := native.NewSolver(script.Store, smt.Options{})
			f := script.Store.Simplify(script.Commands[len(script.Commands)-1].Term)
			require.NoError(t, s.Assert(f))
			st, err := s.Check(t.Context())
			require.NoError(t, err)
			if c.want == smt.Unknown { // satisfiable, but the solver may answer unknown
				require.NotEqual(t, smt.Unsat, st)
				return
			}
			require.Equal(t, c.want, st, s.Reason())
			if st == smt.Sat {
				m, err := s.Model()
				require.NoError(t, err)
				require.True(t, m.Holds(f))
			}
		})
	}
}
