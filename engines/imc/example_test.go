// SPDX-License-Identifier: Apache-2.0

package imc_test

import (
	"context"
	"fmt"

	"cornet/engines/imc"
	"cornet/horn"
	"cornet/logic"
	"cornet/smt/native"
	"cornet/smtlib"
)

// A counter that starts at 0 and grows never becomes negative.
func Example() {
	script, err := smtlib.ReadString(logic.NewStore(), "", `
		(declare-fun p (Int) Bool)
		(assert (p 0))
		(assert (forall ((x Int)) (=> (p x) (p (+ x 1)))))
		(assert (forall ((x Int)) (=> (and (p x) (< x 0)) false)))`)
	if err != nil {
		fmt.Println(err)
		return
	}
	sys, err := horn.FromScript(script)
	if err != nil {
		fmt.Println(err)
		return
	}
	engine := imc.New(imc.Options{Backend: native.Backend{}})
	result, err := engine.Solve(context.Background(), sys)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Verdict)
	p, _ := result.Model.Definition(sys.Preds[0])
	fmt.Println(sys.Store.Substitute(p.Body, p.Params, []*logic.Term{sys.Store.Var("x", sys.Store.Int)}))
	// Output:
	// sat
	// (>= x 0)
}
