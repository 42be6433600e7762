// SPDX-License-Identifier: Apache-2.0

package pdr_test

import (
	"context"
	"fmt"

	"cornet/engines/pdr"
	"cornet/horn"
	"cornet/logic"
	"cornet/smt/native"
	"cornet/smtlib"
)

// A function that returns its argument by recursion, called twice.
func Example() {
	script, err := smtlib.ReadString(logic.NewStore(), "", `
		(declare-fun id (Int Int) Bool)
		(assert (id 0 0))
		(assert (forall ((n Int) (r Int)) (=> (and (> n 0) (id (- n 1) r)) (id n (+ r 1)))))
		(assert (forall ((n Int) (r Int) (q Int)) (=> (and (id n r) (id r q) (not (= q n))) false)))`)
	if err != nil {
		fmt.Println(err)
		return
	}
	sys, err := horn.FromScript(script)
	if err != nil {
		fmt.Println(err)
		return
	}
	engine := pdr.New(pdr.Options{Backend: native.Backend{}})
	result, err := engine.Solve(context.Background(), sys)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Verdict)
	id, _ := result.Model.Definition(sys.Preds[0])
	args := []*logic.Term{sys.Store.Var("n", sys.Store.Int), sys.Store.Var("r", sys.Store.Int)}
	fmt.Println(sys.Store.Substitute(id.Body, id.Params, args))
	// Output:
	// sat
	// (and (>= n r) (<= n r))
}
