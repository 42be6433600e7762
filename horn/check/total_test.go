// SPDX-License-Identifier: Apache-2.0

package check_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
)

// TestTotal asks whether definitions define functions on all arguments. It validates a model that
// defines the graphs by true, since nothing is asserted about them.
func TestTotal(t *testing.T) {
	const list = "(declare-datatype L ((nil) (cons (h Int) (t L))))"
	const ends, open = true, false
	for _, tc := range []struct {
		definition string
		want       bool
	}{
		{"(define-fun-rec f ((n Int)) Int (ite (<= n 0) 1 (* n (f (- n 1)))))", ends},
		{"(define-fun-rec f ((n Int)) Int (ite (= n 0) 1 (* n (f (- n 1)))))", open},
		{"(define-fun-rec f ((n Int)) Int (+ 1 (f n)))", open},
		{"(define-fun-rec f ((n Int)) Int (f (+ n 1)))", open},
		{"(define-fun-rec f ((i Int) (n Int)) Int (ite (>= i n) 0 (+ i (f (+ i 1) n))))", ends},
		{"(define-fun-rec f ((i Int) (n Int)) Int (ite (= i n) 0 (+ i (f (+ i 1) n))))", open},
		{"(define-fun-rec f ((n Int)) Int (ite (<= n 1) n (+ (f (- n 1)) (f (- n 2)))))", ends},
		{"(define-fun-rec f ((n Int)) Int (ite (<= n 1) 0 (+ 1 (f (div n 2)))))", ends},
		{"(define-fun-rec f ((n Int)) Int (ite (<= n 0) 0 (+ 1 (f (div n 2)))))", ends},
		{"(define-fun-rec f ((n Int)) Int (ite (<= n (- 5)) 0 (+ 1 (f (div n 2)))))", open},
		{"(define-fun-rec f ((n Int)) Int (ite (> n 100) (- n 10) (f (f (+ n 11)))))", open},
		{"(define-fun-rec f ((n Int)) Bool (or (<= n 0) (f (- n 1))))", ends},
		{"(define-fun-rec f ((n Int)) Bool (and (f (- n 1)) (> n 0)))", ends},
		{"(define-fun-rec f ((m Int) (n Int)) Int (ite (<= m 0) n (ite (<= n 0) (f (- m 1) 1) (f (- m 1) (f m (- n 1))))))", ends},
		{"(define-fun-rec f ((m Int) (n Int)) Int (ite (<= m 0) n (ite (<= n 0) (f (- m 1) 1) (f m (f m (- n 1))))))", open},
		{list + "(define-fun-rec f ((x L)) Int (match x ((nil 0) ((cons a b) (+ a (f b))))))", ends},
		{list + "(define-fun-rec f ((x L)) Int (ite (is-nil x) 0 (ite (is-nil (t x)) 1 (f (t (t x))))))", ends},
		{list + "(define-fun-rec f ((x L)) Int (ite (is-nil x) 0 (f (t (t x)))))", open},
		{list + "(define-fun-rec f ((x L)) Int (ite (= (h x) 0) 0 (f (t x))))", open},
		{list + "(define-fun-rec f ((x L) (n Int)) L (ite (or (is-nil x) (<= n 0)) x (f (t x) n)))", ends},
		{list + "(define-fun-rec f ((x L)) L (ite (is-nil x) x (f (cons 1 (t x)))))", open},
		{"(declare-datatypes ((T 0) (F 0)) (((node (l Int) (k F))) ((none) (some (first T) (rest F)))))" +
			"(define-funs-rec ((size ((x T)) Int) (sizes ((y F)) Int)) ((+ 1 (sizes (k x))) (ite (is-none y) 0 (+ (size (first y)) (sizes (rest y))))))", ends},
		{list + "(define-fun-rec f ((x L) (y L)) L (ite (is-nil x) y (cons (h x) (f y (t x)))))", ends},
		{list + "(define-fun-rec f ((x L) (y L)) L (ite (is-nil x) y (cons (h x) (f y x))))", open},
		{list + "(define-fun-rec f ((x L) (y L)) L (ite (is-nil x) y (f (cons 0 y) (t x))))", open},
		{"(define-funs-rec ((f ((n Int)) Int) (g ((n Int)) Int)) ((ite (<= n 0) 0 (g (- n 1))) (ite (<= n 0) 1 (f (- n 1)))))", ends},
		{"(define-funs-rec ((f ((n Int)) Int) (g ((n Int)) Int)) ((ite (<= n 0) 0 (g (- n 1))) (ite (<= n 0) 1 (f (+ n 1)))))", open},
		{"(define-funs-rec ((f ((n Int)) Int) (g ((n Int)) Int)) ((ite (<= n 0) 0 (g n)) (ite (<= n 0) 1 (f (- n 1)))))", ends},
		{"(define-funs-rec ((f ((n Int)) Int) (g ((n Int)) Int)) ((+ n 1) (f (f n))))", ends},
	} {
		t.Run(tc.definition, func(t *testing.T) {
			sys := system(t, tc.definition)
			m := horn.NewModel()
			for _, f := range sys.Source.Functions {
				params := append(f.Vars[:len(f.Vars):len(f.Vars)], sys.Store.Fresh("v", f.Func.Result()))
				m.Define(f.Graph, params, sys.Store.True())
			}
			err := judge(t, sys, &horn.Witness{Verdict: horn.Safe, Model: m})
			if tc.want == ends {
				require.NoError(t, err)
			} else {
				require.ErrorContains(t, err, "was not shown to end for all arguments")
			}
		})
	}
}
