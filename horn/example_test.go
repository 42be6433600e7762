// SPDX-License-Identifier: Apache-2.0

package horn_test

import (
	"fmt"
	"os"
	"strings"

	"cornet/horn"
	"cornet/logic"
	"cornet/smtlib"
)

// A loop that starts with x = 0 and adds 2 never reaches 7.
const evenLoop = `
(set-logic HORN)
(declare-fun loop (Int) Bool)
(assert (forall ((x Int)) (=> (= x 0) (loop x))))
(assert (forall ((x Int) (y Int)) (=> (and (loop x) (= y (+ x 2))) (loop y))))
(assert (not (exists ((x Int)) (and (loop x) (= x 7)))))
(check-sat)
`

// A system is made from a script: assertions become clauses.
func ExampleFromScript() {
	script, err := smtlib.ReadString(logic.NewStore(), "even.smt2", evenLoop)
	if err != nil {
		fmt.Println(err)
		return
	}
	sys, err := horn.FromScript(script)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range sys.Clauses {
		for i := range c.Body {
			fmt.Print(c.Body[i].Term(sys.Store), " ∧ ")
		}
		fmt.Print(c.Constraint, " → ")
		if c.IsQuery() {
			fmt.Println("false")
			continue
		}
		fmt.Println(c.Head.Term(sys.Store))
	}
	fmt.Println(horn.Describe(sys))
	// Output:
	// (= x 0) → (loop x)
	// (loop x) ∧ (= y (+ x 2)) → (loop y)
	// (loop x) ∧ (= x 7) → false
	// 1 predicates (up to 1 arguments), 3 clauses (1 facts, 1 queries), linear, 1 cutpoints, theories ints
}

// What is not Horn is refused with its place and a reason.
func ExampleError() {
	script, err := smtlib.ReadString(logic.NewStore(), "choice.smt2", `
(declare-fun p (Int) Bool)
(declare-fun q (Int) Bool)
(assert (forall ((x Int)) (=> (> x 0) (or (p x) (q x)))))`)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = horn.FromScript(script)
	fmt.Println(err)
	// Output:
	// choice.smt2:4:1: a clause of the assertion has 2 positive atoms, of predicates p and q; Horn clauses have at most one
}

// A model defines each predicate; it prints in the form that validators read.
func ExampleWriteModel() {
	script, _ := smtlib.ReadString(logic.NewStore(), "even.smt2", evenLoop)
	sys, _ := horn.FromScript(script)
	s := sys.Store
	x := s.Var("x", s.Int)
	m := horn.NewModel()
	m.Define(sys.Preds[0], []*logic.Term{x}, s.Eq(s.Mod(x, s.IntNum(2)), s.IntNum(0)))
	fmt.Println(horn.Safe)
	if err := horn.WriteModel(os.Stdout, sys, m); err != nil {
		fmt.Println(err)
	}
	// Output:
	// sat
	// (
	//   (define-fun loop ((x Int)) Bool
	//     (= (mod x 2) 0))
	// )
}

// A refutation instantiates clauses; it prints in terms of the assertions.
func ExampleWriteProof() {
	script, _ := smtlib.ReadString(logic.NewStore(), "two.smt2", strings.ReplaceAll(evenLoop, "7", "2"))
	sys, _ := horn.FromScript(script)
	s := sys.Store
	x, y := s.Var("x", s.Int), s.Var("y", s.Int)
	values := func(xv, yv int64) map[*logic.Term]*logic.Term {
		return map[*logic.Term]*logic.Term{x: s.IntNum(xv), y: s.IntNum(yv)}
	}
	r := &horn.Refutation{Steps: []horn.Step{
		{Clause: 0, Values: values(0, 0)},
		{Clause: 1, Values: values(0, 2), Premises: []int{0}},
		{Clause: 2, Values: values(2, 0), Premises: []int{1}},
	}}
	fmt.Println(horn.Unsafe)
	p, err := sys.Proof(r)
	if err != nil {
		fmt.Println(err)
		return
	}
	horn.WriteProof(os.Stdout, p)
	// Output:
	// unsat
	// (refutation
	//   (step 0 (clause 0) (values (x 0)) (premises))
	//   (step 1 (clause 1) (values (x 0) (y 2)) (premises 0))
	//   (step 2 (clause 2) (values (x 2)) (premises 1))
	// )
}

// The graph view orders predicates and finds loops.
func ExampleNewGraph() {
	script, _ := smtlib.ReadString(logic.NewStore(), "", `
(declare-fun entry (Int) Bool) (declare-fun head (Int) Bool) (declare-fun body (Int) Bool)
(assert (forall ((x Int)) (entry x)))
(assert (forall ((x Int)) (=> (entry x) (head x))))
(assert (forall ((x Int)) (=> (head x) (body x))))
(assert (forall ((x Int)) (=> (body x) (head (+ x 1)))))`)
	sys, _ := horn.FromScript(script)
	g := horn.NewGraph(sys)
	for k, members := range g.Components() {
		for _, p := range members {
			fmt.Print(sys.Preds[p], " ")
		}
		fmt.Println("cyclic:", g.IsCyclic(k))
	}
	for _, p := range g.Cutpoints() {
		fmt.Println("cutpoint:", sys.Preds[p])
	}
	// Output:
	// entry cyclic: false
	// head body cyclic: true
	// cutpoint: head
}
