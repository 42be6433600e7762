// SPDX-License-Identifier: Apache-2.0

package query_test

import (
	"fmt"
	"os"

	"cornet/logic"
	"cornet/smt"
	"cornet/smt/query"
	"cornet/smtlib"
)

// A query becomes a script that any solver with interpolation reads.
func ExampleWriteTree() {
	s := logic.NewStore()
	x, y := s.Var("x", s.Int), s.Var("y", s.Int)
	q := &smt.Query{
		Part:   []*logic.Term{s.Eq(x, s.IntNum(0)), s.Ge(y, s.IntNum(1)), s.Le(y, x)},
		Parent: []int{2, 2, -1},
	}
	if err := query.WriteTree(os.Stdout, s, q, query.Info{Status: smt.Unsat}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// (set-info :status unsat)
	// (set-option :produce-interpolants true)
	// (set-logic ALL)
	// (declare-fun x () Int)
	// (declare-fun y () Int)
	// (assert (! (= x 0) :named p0))
	// (assert (! (>= y 1) :named p1))
	// (assert (! (>= x y) :named p2))
	// (check-sat)
	// (get-interpolants p0 (p1) p2)
}

// A script is read as a list of questions.
func ExampleQuestions() {
	script, err := smtlib.ReadString(logic.NewStore(), "example.smt2", `
		(declare-const p Bool)
		(assert (! p :named a))
		(push 1)
		(assert (! (not p) :named b))
		(check-sat)
		(get-interpolants a b)
		(pop 1)
		(check-sat)`)
	if err != nil {
		fmt.Println(err)
		return
	}
	questions, err := query.Questions(script)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, q := range questions {
		fmt.Println(q.Pos, len(q.Asserted), "assertions, a tree:", q.Tree != nil)
	}
	// Output:
	// example.smt2:6:3 2 assertions, a tree: false
	// example.smt2:7:3 2 assertions, a tree: true
	// example.smt2:9:3 1 assertions, a tree: false
}
