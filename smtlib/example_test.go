// SPDX-License-Identifier: Apache-2.0

package smtlib_test

import (
	"fmt"
	"os"
	"strings"

	"cornet/logic"
	"cornet/smtlib"
)

// A script is read into a store. Its terms keep the shape of the text, and Simplify returns their
// canonical form.
func Example() {
	const text = `
(set-logic HORN)
(declare-fun inv (Int) Bool)
(assert (forall ((x Int)) (=> (= x 0) (inv x))))
(assert (forall ((x Int) (y Int)) (=> (and (inv x) (< x 10) (= y (+ x 1))) (inv y))))
(assert (forall ((x Int)) (=> (and (inv x) (not (<= x 10))) false)))
(check-sat)`
	script, err := smtlib.Read(logic.NewStore(), "loop.smt2", strings.NewReader(text))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range script.Commands {
		if c.Kind == smtlib.CmdAssert {
			fmt.Println(c.Pos.Line, c.Term.Arg(0))
			fmt.Println("  ", script.Store.Simplify(c.Term.Arg(0)))
		}
	}
	// Output:
	// 4 (=> (= x 0) (inv x))
	//    (or (inv x) (not (= x 0)))
	// 5 (=> (and (inv x) (<= x 9) (= y (+ x 1))) (inv y))
	//    (or (inv y) (not (and (inv x) (<= x 9) (= y (+ x 1)))))
	// 6 (=> (and (inv x) (>= x 11)) false)
	//    (not (and (inv x) (>= x 11)))
}

// Terms are made by the store's methods, which simplify. Equality is identity.
func ExampleStore() {
	s := logic.NewStore()
	x, y := s.Var("x", s.Int), s.Var("y", s.Int)
	two := s.IntNum(2)

	a := s.Lt(s.Mul(two, x), s.Add(y, y, s.IntNum(1)))
	b := s.Le(x, y)
	fmt.Println(a, a == b)

	sub := s.NewSubstitution([]*logic.Term{x}, []*logic.Term{s.Add(y, two)})
	fmt.Println(sub.Apply(a))

	m := s.NewModel()
	m.Set(x, s.IntNum(3))
	m.Set(y, s.IntNum(7))
	fmt.Println(m.Holds(a), m.Eval(s.Sub(x, y)))
	// Output:
	// (<= x y) true
	// false
	// true (- 4)
}

// Errors say where the fault is, what was found, what was expected, and how to mend it.
func ExampleError() {
	const text = "(declare-fun inv (Int Bool) Bool)\n(assert (inv 1 y))"
	_, err := smtlib.Read(logic.NewStore(), "bad.smt2", strings.NewReader(text))
	fmt.Println(err)
	// Output:
	// bad.smt2:2:16: unknown symbol y; declare it before it is used
}

// A scope reads more text with the symbols of a script, such as a model.
func ExampleScope() {
	script, _ := smtlib.Read(logic.NewStore(), "", strings.NewReader("(declare-fun inv (Int) Bool)"))
	model, _ := smtlib.ReadSexprs("", strings.NewReader("((define-fun inv ((x Int)) Bool (and (<= 0 x) (<= x 10))))"))
	def, err := script.Scope.Command(model[0].List[0])
	fmt.Println(def.Func, def.Vars, def.Term, err)
	t, err := script.Scope.ReadTerm("(inv 11)") // inv is defined now
	fmt.Println(t, script.Store.Simplify(t), err)
	// Output:
	// inv [x] (and (>= x 0) (<= x 10)) <nil>
	// (and true false) false <nil>
}

// WriteScript prints what Read reads.
func ExampleWriteScript() {
	const text = "(declare-fun p (Int) Bool)(assert (forall ((x Int)) (let ((y (- x 5))) (=> (p y) (p (* 2 y))))))"
	script, _ := smtlib.Read(logic.NewStore(), "", strings.NewReader(text))
	smtlib.WriteScript(os.Stdout, script)
	// Output:
	// (declare-fun p (Int) Bool)
	// (assert (forall ((x Int)) (=> (p (- x 5)) (p (- (* 2 x) 10)))))
}

// Terms of different stores must not be mixed. An importer copies them.
func ExampleImporter() {
	from, to := logic.NewStore(), logic.NewStore()
	t := from.Lt(from.Var("x", from.Int), from.Var("y", from.Int))
	fmt.Println(to.NewImporter().Term(t) == to.Lt(to.Var("x", to.Int), to.Var("y", to.Int)))
	// Output:
	// true
}
