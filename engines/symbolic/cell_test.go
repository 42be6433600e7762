// SPDX-License-Identifier: Apache-2.0

package symbolic

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/test/enginetest"
	"cornet/smt/sat"
)

// TestWords compares circuits with numbers: with constants, and with words that get their values
// afterwards.
func TestWords(t *testing.T) {
	numbers := []int64{-9, -8, -3, -1, 0, 1, 2, 7, 8}
	for _, x := range numbers {
		for _, y := range numbers {
			z := newCells(sat.New(sat.Options{}), 5)
			for _, constants := range []bool{true, false} {
				v, w := z.number(x), z.number(y)
				if !constants {
					v, w = make(word, 5), make(word, 6)
					for _, u := range []word{v, w} {
						for i := range u {
							u[i] = z.fresh()
						}
					}
				}
				results := []struct {
					name string
					word word
					want int64
				}{
					{"sum", z.plus(v, w, z.no(), false), x + y},
					{"difference", z.minus(v, w), x - y},
					{"multiple", z.times(-5, v), -5 * x},
					{"zero", word{z.zero(z.minus(v, w)), z.no()}, map[bool]int64{true: 1}[x == y]},
				}
				z.same(z.yes, v, z.number(x))
				z.same(z.yes, w, z.number(y))
				require.Equal(t, sat.Sat, z.sat.Solve(t.Context()))
				for _, r := range results {
					n := int64(0)
					for i := range 20 {
						if z.sat.Value(r.word.bit(i)) == sat.True {
							n |= 1 << i
						}
					}
					require.Equal(t, r.want, n<<44>>44, "%s of %d and %d, constants %v", r.name, x, y, constants)
					if k, ok := z.value(r.word); constants {
						require.True(t, ok)
						require.Equal(t, r.want, k)
					}
				}
			}
		}
	}
}

// TestLayout: constructors share fields of a sort.
func TestLayout(t *testing.T) {
	sys := enginetest.Parse(t, `
(declare-datatypes ((T 0)) (((leaf (value Int)) (node (l T) (v Int) (r T)) (twig (u T)) (end))))
(declare-fun p (T) Bool)
(assert (forall ((x T)) (p x)))
`)
	l := layoutOf(sys.Preds[0].Params()[0])
	require.Equal(t, [][]int{{0}, {1, 0, 2}, {1}, {}}, l.place)
	require.Equal(t, [][]int{{0, 1}, {1, 2}, {1}}, l.users)
	require.Equal(t, []bool{false, true, true, false}, l.deep)
}

func TestOutputs(t *testing.T) {
	const nats = `
(declare-datatypes ((Nat 0)) (((zero) (succ (pred Nat)))))
(declare-datatypes ((List 0)) (((nil) (cons (head Nat) (tail List)))))
`
	tests := []struct {
		name, problem string
		want          string // for each predicate, the output, and whether no two clauses hold of the same inputs
	}{
		{"the last parameter", nats + `
(declare-fun append (List List List) Bool)
(assert (forall ((y List)) (append nil y y)))
(assert (forall ((h Nat) (x List) (y List) (z List)) (=> (append x y z) (append (cons h x) y (cons h z)))))
(declare-fun rev (List List) Bool)
(assert (rev nil nil))
(assert (forall ((h Nat) (x List) (y List) (z List)) (=> (and (rev x y) (append y (cons h nil) z)) (rev (cons h x) z))))`, "[append 2 true] [rev 1 true]"},
		{"the first parameter", nats + `
(declare-fun append (List List List) Bool)
(assert (forall ((y List)) (append y nil y)))
(assert (forall ((h Nat) (x List) (y List) (z List)) (=> (append z x y) (append (cons h z) (cons h x) y))))
(declare-fun rev (List List) Bool)
(assert (rev nil nil))
(assert (forall ((h Nat) (x List) (y List) (z List)) (=> (and (rev y x) (append z y (cons h nil))) (rev z (cons h x)))))`, "[append 0 true] [rev 0 true]"},
		{"a relation", nats + `
(declare-fun differ (Nat Nat) Bool)
(assert (forall ((x Nat)) (differ zero (succ x))))
(assert (forall ((x Nat)) (differ (succ x) zero)))
(assert (forall ((x Nat) (y Nat)) (=> (differ x y) (differ (succ x) (succ y)))))`, "[differ -1 true]"},
		{"several results", nats + `
(declare-fun part (List Nat) Bool)
(assert (forall ((x Nat) (l List)) (part (cons x l) x)))
(assert (forall ((x Nat) (y Nat) (l List)) (=> (part l x) (part (cons y l) x))))`, "[part -1 false]"},
		{"counting down", `
(declare-fun add (Int Int Int) Bool)
(assert (forall ((y Int)) (add y 0 y)))
(assert (forall ((x Int) (y Int) (z Int)) (=> (add z x y) (add (+ z 1) (+ x 1) y))))`, "[add 0 true]"},
		{"functions that call each other", nats + `
(declare-fun even (Nat Bool) Bool)
(declare-fun odd (Nat Bool) Bool)
(assert (even zero true))
(assert (odd zero false))
(assert (forall ((x Nat) (p Bool)) (=> (odd x p) (even (succ x) p))))
(assert (forall ((x Nat) (p Bool)) (=> (even x p) (odd (succ x) p))))`, "[even 1 true] [odd 1 true]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			sys := enginetest.Parse(t, tt.problem)
			got := ""
			for i, p := range newProgram(sys).preds[:len(sys.Preds)] {
				if i > 0 {
					got += " "
				}
				got += fmt.Sprint([]any{p.name, p.output, p.exact})
			}
			require.Equal(t, tt.want, got)
		})
	}
}
