// SPDX-License-Identifier: Apache-2.0

package transition_test

import (
	"fmt"

	"cornet/engines/transition"
	"cornet/horn"
	"cornet/logic"
	"cornet/smtlib"
)

// A loop that counts to three becomes a transition system; a run of it becomes a
// derivation of false.
func Example() {
	script, err := smtlib.ReadString(logic.NewStore(), "", `
		(declare-fun p (Int) Bool)
		(assert (p 0))
		(assert (forall ((x Int)) (=> (p x) (p (+ x 1)))))
		(assert (forall ((x Int)) (=> (and (p x) (= x 3)) false)))`)
	if err != nil {
		fmt.Println(err)
		return
	}
	sys, err := horn.FromScript(script)
	if err != nil {
		fmt.Println(err)
		return
	}
	ts, err := transition.Encode(sys)
	if err != nil {
		fmt.Println(err)
		return
	}
	run := ts.Store.NewModel() // usually a solver's model of the unrolling
	for i := range 4 {
		run.Set(ts.State(i)[0], ts.Store.IntNum(int64(i)))
	}
	fmt.Println("bad:", run.Holds(ts.At(ts.Bad, 3)))
	refutation, err := ts.Refutation(run, 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range refutation.Steps {
		fmt.Println("clause", s.Clause, "from", s.Premises)
	}
	// Output:
	// bad: true
	// clause 0 from []
	// clause 1 from [0]
	// clause 1 from [1]
	// clause 1 from [2]
	// clause 2 from [3]
}
