// SPDX-License-Identifier: Apache-2.0

package hints_test

import (
	"fmt"
	"strings"

	"cornet/horn"
	"cornet/horn/hints"
	"cornet/logic"
	"cornet/smtlib"
)

func twoCounters() *horn.System {
	script, err := smtlib.ReadString(logic.NewStore(), "two.smt2", `
(set-logic HORN)
(declare-fun loop (Int Int) Bool)
(assert (loop 0 0))
(assert (forall ((i Int) (j Int)) (=> (loop i j) (loop (+ i 1) (+ j 2)))))
(assert (forall ((i Int) (j Int)) (=> (and (loop i j) (= i 1000)) (= j 2000))))`)
	if err != nil {
		panic(err)
	}
	sys, err := horn.FromScript(script)
	if err != nil {
		panic(err)
	}
	return sys
}

// Hints of a file and of the command line are merged and put to use for the
// variables of an engine.
func Example() {
	sys := twoCounters()
	file, err := hints.Read(sys, "two.tpl", strings.NewReader(`
(templates loop ((i Int) (j Int))
  (term i 10)
  (predicate (>= i 0) 3))`))
	if err != nil {
		fmt.Println(err)
		return
	}
	option, err := hints.ParseTemplate(sys, "--template", "loop(i, j): 2*i - j")
	if err != nil {
		fmt.Println(err)
		return
	}
	all := hints.Merge(file, option)
	a, b := sys.Store.Var("a", sys.Store.Int), sys.Store.Var("b", sys.Store.Int)
	for _, t := range all.For(sys.Preds[0], []*logic.Term{a, b}) {
		fmt.Println(t.Kind, t.Term, "at cost", t.Cost)
	}
	// Output:
	// term a at cost 10
	// predicate (>= a 0) at cost 3
	// term (- (* 2 a) b) at cost 1
}

// Errors say where and what was expected.
func ExampleParseTemplate() {
	_, err := hints.ParseTemplate(twoCounters(), "--template", "lop: x0 - x1")
	fmt.Println(err)
	_, err = hints.ParseTemplate(twoCounters(), "--template", "loop: x0 - x2")
	fmt.Println(err)
	// Output:
	// --template:1:1: the system has no predicate lop; did you mean loop?
	// --template:1:12: loop has no argument x2; its arguments are x0, x1
}
