// SPDX-License-Identifier: Apache-2.0

package catamorphism

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/logic"
	"cornet/smtlib"
)

// TestSketches abstracts systems over datatypes of all shapes by each sketch, and by all at once.
// Measures exist wherever a step asks for them.
func TestSketches(t *testing.T) {
	for _, tt := range []struct{ name, datatypes, sort, value string }{
		{"a list", "((D 0)) (((nil) (cons (head Int) (tail D))))", "D", "(cons x nil)"},
		{"a list of truth values", "((D 0)) (((nil) (cons (head Bool) (tail D))))", "D", "(cons (< x 0) nil)"},
		{"a list of reals", "((D 0)) (((nil) (cons (head Real) (tail D))))", "D", "(cons 0.5 nil)"},
		{"a list of pairs", "((P 0) (D 0)) (((pair (first Int) (second Int))) ((nil) (cons (head P) (tail D))))", "D", "(cons (pair x 1) nil)"},
		{"a list of numbers", "((N 0) (D 0)) (((zero) (succ (pred N))) ((nil) (cons (head N) (tail D))))", "D", "(cons (succ zero) nil)"},
		{"a list of trees", "((T 0) (D 0)) (((leaf) (node (l T) (v Int) (r T))) ((nil) (cons (head T) (tail D))))", "D", "(cons (node leaf x leaf) nil)"},
		{"a tree with lists of trees", "((T 0) (D 0)) (((node (v Int) (below D))) ((nil) (cons (head T) (tail D))))", "T", "(node x (cons (node 1 nil) nil))"},
		{"three constructors", "((D 0)) (((a) (b (x1 Int) (x2 D)) (c (y1 D) (y2 D))))", "D", "(c a (b x a))"},
		{"elements at the leaves", "((D 0)) (((leaf (v Int)) (node (l D) (r D))))", "D", "(node (leaf x) (leaf 1))"},
		{"an array of itself", "((D 0)) (((a (v Int)) (b (all (Array Int D)))))", "D", "(a x)"},
		{"a list with an array", "((D 0)) (((nil) (cons (head (Array Int Int)) (tail D))))", "D", "nil"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			script, err := smtlib.ReadString(logic.NewStore(), "in", `(set-logic HORN)(declare-datatypes `+tt.datatypes+`)
(declare-fun p (`+tt.sort+` Int) Bool)
(declare-fun holds (`+tt.sort+`) Bool)
(assert (forall ((x Int)) (p `+tt.value+` x)))
(assert (forall ((d `+tt.sort+`) (x Int)) (=> (p d x) (holds d))))
(assert (forall ((d `+tt.sort+`) (x Int)) (=> (and (p d x) (holds d) (not (= d `+tt.value+`))) false)))
(check-sat)`)
			require.NoError(t, err)
			sys, err := horn.FromScript(script)
			require.NoError(t, err)
			all := Template{Name: "all", kinds: []kind{count}}
			for i := range sketches {
				f := &learned{sketch: &sketches[i], name: "fold", values: map[string]int64{}}
				one := func(v *catamorphisms, d *logic.Sort) []*measure {
					return f.sketch.make(v, d, f.sketch.name, func(_ *logic.Constructor, _ string, low, high int64) *logic.Term {
						return v.store.IntNum(min(max(1, low), high))
					})
				}
				all.kinds = append(all.kinds, one)
				for _, k := range []kind{one, f.kind} {
					z, err := Template{Name: f.sketch.name, kinds: []kind{count, k}}.Abstract(sys)
					require.NoError(t, err)
					require.NoError(t, z.System.Check(), f.sketch.name)
				}
			}
			for _, k := range definitions(sys) {
				all.kinds = append(all.kinds, func(v *catamorphisms, d *logic.Sort) []*measure { return k.make(v, d, "", nil) })
			}
			z, err := all.Abstract(sys)
			require.NoError(t, err)
			require.NoError(t, z.System.Check())
		})
	}
}
