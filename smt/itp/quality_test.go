// SPDX-License-Identifier: Apache-2.0

package itp

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/smt"
	"cornet/smt/project"
	"cornet/smt/project/projecttest"
	"cornet/smtlib"
)

var sequences = []struct {
	name  string
	parts []string
}{
	{"counter up", []string{"(= x0 0)", "(= x1 (+ x0 1))", "(= x2 (+ x1 1))", "(< x2 0)"}},
	{"counter to ten", []string{"(= x0 0)", "(and (< x0 10) (= x1 (+ x0 1)))", "(and (< x1 10) (= x2 (+ x1 1)))", "(and (>= x2 10) (not (= x2 10)))"}},
	{"two counters", []string{"(and (= x0 0) (= y0 0))", "(and (= x1 (+ x0 1)) (= y1 (+ y0 1)))", "(and (= x2 (+ x1 1)) (= y2 (+ y1 1)))", "(not (= x2 y2))"}},
	{"two counters, one bound", []string{"(and (= x0 0) (= y0 0))", "(and (= x1 (+ x0 1)) (= y1 (+ y0 2)))", "(and (= x2 (+ x1 1)) (= y2 (+ y1 2)))", "(< y2 x2)"}},
	{"drain", []string{"(and (= x0 i0) (= y0 j0))", "(and (not (= x0 0)) (= x1 (- x0 1)) (= y1 (- y0 1)) (= i1 i0) (= j1 j0))", "(and (not (= x1 0)) (= x2 (- x1 1)) (= y2 (- y1 1)) (= i2 i1) (= j2 j1))", "(and (= x2 0) (= i2 j2) (not (= y2 0)))"}},
	{"lock", []string{"(and (= l0 0))", "(and (= l0 0) (= l1 1) (= o1 n0))", "(or (and (= l2 0) (= n1 (+ o1 1))) (and (= l2 l1) (= n1 o1)))", "(and (= n1 o1) (not (= l2 1)))"}},
	{"even", []string{"(= x0 0)", "(= x1 (+ x0 2))", "(= x2 (+ x1 2))", "(= x2 5)"}},
	{"parity", []string{"(= x0 0)", "(= x1 (+ x0 2))", "(= x2 (+ x1 2))", "(and (= x2 (+ (* 2 k) 1)))"}},
	{"branch", []string{"(= x0 0)", "(or (= x1 (+ x0 1)) (= x1 (+ x0 3)))", "(or (= x2 (+ x1 1)) (= x2 (+ x1 3)))", "(< x2 0)"}},
	{"sum", []string{"(and (= i0 0) (= s0 0) (>= n0 0))", "(and (< i0 n0) (= s1 (+ s0 i0)) (= i1 (+ i0 1)) (= n1 n0))", "(and (< i1 n1) (= s2 (+ s1 i1)) (= i2 (+ i1 1)) (= n2 n1))", "(and (>= i2 n2) (< s2 0))"}},
	{"bool", []string{"(and b0 (= x0 0))", "(and (= b1 (not b0)) (= x1 (+ x0 1)))", "(and (= b2 (not b1)) (= x2 (+ x1 1)))", "(not b2)"}},
}

func TestLook(t *testing.T) {
	for _, c := range sequences {
		for _, st := range []smt.Strength{smt.StrengthDefault, smt.Strong, smt.Weak} {
			store := smtlib.NewStore()
			ip := NewModelBased(store, func() (smt.Solver, error) { return projecttest.NewPipe(store) }, project.New(store, project.Options{Check: true}), Options{})
			var parts []*smtlib.Term
			for _, p := range c.parts {
				parts = append(parts, read(store, p))
			}
			q := smt.Sequence(parts...)
			q.Strength = st
			z, err := ip.Interpolate(t.Context(), q)
			require.NoError(t, err)
			t.Log(c.name, st, z.Status, z.Reason, ip.Stats().Checks)
			if z.Status == smt.Unsat {
				s, _ := projecttest.NewPipe(store)
				require.NoError(t, Check(t.Context(), store, s, q, z.Formulas))
				s.Close()
				for i, f := range z.Formulas[:len(parts)-1] {
					t.Log("     ", i, projecttest.Text(f))
				}
			}
		}
	}
}
