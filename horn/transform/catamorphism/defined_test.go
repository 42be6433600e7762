// SPDX-License-Identifier: Apache-2.0

package catamorphism

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/logic"
	"cornet/smtlib"
)

// TestDefinitions reads predicates as folds and evaluates them at a list or a tree.
func TestDefinitions(t *testing.T) {
	tests := []struct {
		name, predicate, clauses, of string
		want                         []int64 // the values by each role; nil if there are none
	}{
		{"a sum", "p", `(declare-fun p (List Int) Bool)
(assert (p nil 0))
(assert (forall ((h Int) (x List) (n Int)) (=> (p x n) (p (cons h x) (+ h n)))))`,
			// also read as a test whether the parameter is the sum
			"(cons 3 (cons 4 nil))", []int64{7, 0}},
		{"the first clause counts", "p", `(declare-fun p (List Int) Bool)
(assert (p nil 1))
(assert (forall ((h Int) (x List) (n Int)) (=> (and (p x n) (> h 3)) (p (cons h x) (* 2 n)))))
(assert (forall ((h Int) (x List) (n Int)) (=> (p x n) (p (cons h x) n))))`,
			"(cons 3 (cons 4 nil))", []int64{2, 0}},
		{"a relation", "p", `(declare-fun p (List) Bool)
(assert (forall ((h Int) (x List)) (=> (> h 3) (p (cons h x)))))
(assert (forall ((h Int) (x List)) (=> (p x) (p (cons h x)))))`,
			"(cons 3 (cons 4 nil))", []int64{1}},
		{"two levels", "p", `(declare-fun p (List) Bool)
(assert (p nil))
(assert (forall ((h Int)) (p (cons h nil))))
(assert (forall ((g Int) (h Int) (x List)) (=> (and (p (cons h x)) (<= g h)) (p (cons g (cons h x))))))`,
			"(cons 3 (cons 4 (cons 2 nil)))", []int64{0}},
		{"facts about numbers are put in", "p", `(declare-fun less (Int Int Bool) Bool)
(declare-fun p (List Int) Bool)
(assert (forall ((x Int) (y Int)) (=> (< x y) (less x y true))))
(assert (forall ((x Int) (y Int)) (=> (>= x y) (less x y false))))
(assert (p nil 0))
(assert (forall ((h Int) (x List) (n Int)) (=> (and (p x n) (less n h true)) (p (cons h x) h))))
(assert (forall ((h Int) (x List) (n Int)) (=> (and (p x n) (less n h false)) (p (cons h x) n))))`,
			"(cons 3 (cons 4 (cons 2 nil)))", []int64{4, 0}},
		{"a call of another fold", "p", `(declare-fun q (List Int) Bool)
(declare-fun p (List Int) Bool)
(assert (q nil 0))
(assert (forall ((h Int) (x List) (n Int)) (=> (p x n) (q (cons h x) n))))
(assert (p nil 0))
(assert (forall ((h Int) (x List) (n Int)) (=> (q x n) (p (cons h x) (+ h n)))))`,
			"(cons 3 (cons 4 (cons 2 nil)))", []int64{5, 0}},
		{"a call that is not about a field", "p", `(declare-fun p (List Int) Bool)
(assert (p nil 0))
(assert (forall ((h Int) (g Int) (x List) (n Int)) (=> (p (cons h x) n) (p (cons g (cons h (cons h x))) n))))`,
			"nil", nil},
		{"a value that is not determined", "p", `(declare-fun p (List Int) Bool)
(assert (p nil 0))
(assert (forall ((h Int) (x List) (m Int) (n Int)) (=> (and (p x n) (< n m)) (p (cons h x) m))))`,
			"nil", nil},
		{"a parameter that changes", "p", `(declare-fun p (Int List Int) Bool)
(assert (forall ((e Int)) (p e nil 0)))
(assert (forall ((e Int) (h Int) (x List) (n Int)) (=> (p (+ e 1) x n) (p e (cons h x) n))))`,
			"nil", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := `(set-logic HORN)(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))` + tt.clauses +
				`(declare-fun at (List) Bool)(assert (at ` + tt.of + `))(assert (not (at nil)))(check-sat)`
			script, err := smtlib.ReadString(logic.NewStore(), "in", text)
			require.NoError(t, err)
			sys, err := horn.FromScript(script)
			require.NoError(t, err)
			var x *logic.Term
			for _, c := range sys.Clauses {
				if c.Head != nil && c.Head.Pred.Name() == "at" {
					x = c.Head.Args[0]
				}
			}
			var got []int64
			for _, k := range definitions(sys) {
				if k.name != tt.predicate {
					continue
				}
				v := newCatamorphisms(sys, Template{kinds: []kind{count, func(v *catamorphisms, d *logic.Sort) []*measure { return k.make(v, d, "", nil) }}})
				got = append(got, valueOf(t, v, x, tt.predicate))
			}
			require.Equal(t, tt.want, got)
		})
	}
}

// valueOf returns the first measure of the value x whose name begins with the given text.
func valueOf(t *testing.T, v *catamorphisms, x *logic.Term, name string) int64 {
	t.Helper()
	parts := v.translation().tuple(x)
	i := slices.IndexFunc(v.measures(x.Sort()), func(m *measure) bool { return strings.HasPrefix(m.name, name) })
	n, ok := parts[i].Num().Int64()
	require.True(t, ok)
	return n
}
