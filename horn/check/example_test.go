// SPDX-License-Identifier: Apache-2.0

package check_test

import (
	"context"
	"fmt"
	"strings"

	"cornet/horn"
	"cornet/horn/check"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
	"cornet/smtlib"
)

// A solver's answer is read and judged. The model satisfies the first two assertions, but allows x
// to be 7.
func ExampleModel() {
	store := logic.NewStore()
	script, err := smtlib.ReadString(store, "even.smt2", `
(declare-fun loop (Int) Bool)
(assert (forall ((x Int)) (=> (= x 0) (loop x))))
(assert (forall ((x Int) (y Int)) (=> (and (loop x) (= y (+ x 2))) (loop y))))
(assert (forall ((x Int)) (=> (and (loop x) (= x 7)) false)))`)
	if err != nil {
		fmt.Println(err)
		return
	}
	sys, err := horn.FromScript(script)
	if err != nil {
		fmt.Println(err)
		return
	}
	w, err := horn.ReadWitness(sys, "answer", strings.NewReader("sat ((define-fun loop ((x Int)) Bool (>= x 0)))"))
	if err != nil {
		fmt.Println(err)
		return
	}
	o := check.Options{Solver: func() (smt.Solver, error) { return native.NewSolver(store, smt.Options{}), nil }}
	fmt.Println(check.Model(context.Background(), sys, w.Model, o))
	// Output:
	// invalid witness: even.smt2:5:1: assertion 2: does not hold under the model; counterexample: x = 7
}

// A refutation needs no solver, unless constraints have quantifiers.
func ExampleProof() {
	script, _ := smtlib.ReadString(logic.NewStore(), "", `
(declare-fun loop (Int) Bool)
(assert (forall ((x Int)) (=> (= x 0) (loop x))))
(assert (forall ((x Int) (y Int)) (=> (and (loop x) (= y (+ x 2))) (loop y))))
(assert (forall ((x Int)) (=> (and (loop x) (= x 2)) false)))`)
	sys, _ := horn.FromScript(script)
	w, err := horn.ReadWitness(sys, "answer", strings.NewReader(`unsat (refutation
		(step 0 (clause 0) (values (x 0)) (premises))
		(step 1 (clause 1) (values (x 0) (y 2)) (premises 0))
		(step 2 (clause 2) (values (x 2)) (premises 1)))`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(check.Proof(context.Background(), sys, w.Proof, check.Options{}))
	// Output:
	// <nil>
}
