// SPDX-License-Identifier: Apache-2.0

package transform_test

import (
	"context"
	"fmt"
	"os"

	"cornet/horn"
	"cornet/horn/transform"
	"cornet/horn/transform/pass"
	"cornet/logic"
	"cornet/smtlib"
)

// A program counts x up to 10 and doubles it into y. Preprocessing leaves one
// predicate for the loop, without the argument that is not read.
func Example() {
	store := logic.NewStore()
	script, err := smtlib.ReadString(store, "count.smt2", `
(declare-fun start (Int Int) Bool)
(declare-fun loop (Int Int) Bool)
(declare-fun step (Int Int) Bool)
(declare-fun done (Int Int) Bool)
(assert (forall ((y Int)) (start 0 y)))
(assert (forall ((x Int) (y Int)) (=> (start x y) (loop x y))))
(assert (forall ((x Int) (y Int)) (=> (and (loop x y) (< x 10)) (step x y))))
(assert (forall ((x Int) (y Int)) (=> (step x y) (loop (+ x 1) (* 2 x)))))
(assert (forall ((x Int) (y Int)) (=> (and (loop x y) (>= x 10)) (done x y))))
(assert (forall ((x Int) (y Int)) (=> (and (done x y) (> x 10)) false)))`)
	if err != nil {
		panic(err)
	}
	sys, err := horn.FromScript(script)
	if err != nil {
		panic(err)
	}

	ctx := context.Background()
	p, err := transform.New(transform.Options{Off: []string{"simplify", "intervals", "explicit", "unfold"}})
	if err != nil {
		panic(err)
	}
	z, err := p.Run(ctx, &pass.Env{}, sys)
	if err != nil {
		panic(err)
	}
	horn.Write(os.Stdout, z.System)

	// An engine would find this model.
	loop := z.System.Preds[0]
	x := store.Var("x", store.Int)
	found := horn.NewModel()
	found.Define(loop, []*logic.Term{x}, store.Le(x, store.IntNum(10)))
	result, err := z.Carry(ctx, horn.Result{Verdict: horn.Safe, Model: found})
	if err != nil {
		panic(err)
	}
	fmt.Println(result.Verdict)
	horn.WriteModel(os.Stdout, sys, result.Model)
	// Output:
	// (set-logic HORN)
	// (declare-fun loop (Int) Bool)
	// (assert (=> true (loop 0)))
	// (assert (forall ((x!0 Int)) (=> (and (loop x!0) (<= x!0 9)) (loop (+ x!0 1)))))
	// (assert (forall ((x!1 Int)) (=> (and (loop x!1) (>= x!1 11)) false)))
	// (check-sat)
	// sat
	// (
	//   (define-fun start ((x0 Int) (x1 Int)) Bool
	//     (= x0 0))
	//   (define-fun loop ((x0 Int) (x1 Int)) Bool
	//     (<= x0 10))
	//   (define-fun step ((x0 Int) (x1 Int)) Bool
	//     (<= x0 9))
	//   (define-fun done ((x0 Int) (x1 Int)) Bool
	//     (<= x0 10))
	// )
}
