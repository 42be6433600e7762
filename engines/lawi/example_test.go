// SPDX-License-Identifier: Apache-2.0

package lawi_test

import (
	"context"
	"fmt"
	"strings"

	"cornet/engines/lawi"
	"cornet/horn"
	"cornet/logic"
	"cornet/smt/native"
	"cornet/smtlib"
)

// A loop that counts from 0 to 10 and then tests its counter. With safety interpolants, one refuted
// path is enough, because the loop preserves the interpolant.
func Example() {
	const text = `
(declare-fun loop (Int) Bool)
(assert (loop 0))
(assert (forall ((x Int)) (=> (and (loop x) (< x 10)) (loop (+ x 1)))))
(assert (forall ((x Int)) (=> (and (loop x) (> x 10)) false)))`
	script, err := smtlib.Read(logic.NewStore(), "example", strings.NewReader(text))
	if err != nil {
		fmt.Println(err)
		return
	}
	sys, err := horn.FromScript(script)
	if err != nil {
		fmt.Println(err)
		return
	}
	e := lawi.New(lawi.Options{
		Backend: native.Backend{},
		Mode:    lawi.Mode{Interpolants: lawi.Reachability | lawi.Safety},
	})
	z, err := e.Solve(context.Background(), sys)
	if err != nil {
		fmt.Println(err)
		return
	}
	stats := e.Stats().(lawi.Stats)
	fmt.Println(z.Verdict)
	fmt.Println(stats.Explored, "states explored,", stats.PrunedSafety, "pruned as safe")
	d, _ := z.Model.Definition(sys.Preds[0])
	fmt.Println("loop(x) holds for", sys.Store.Substitute(d.Body, d.Params, []*logic.Term{sys.Store.Var("x", sys.Store.Int)}))
	// Output:
	// sat
	// 1 states explored, 1 pruned as safe
	// loop(x) holds for (<= x 10)
}
