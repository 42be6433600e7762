// SPDX-License-Identifier: Apache-2.0

package exec_test

import (
	"context"
	"fmt"
	"math/big"

	"cornet/encode/cc"
	"cornet/encode/cfg"
	run "cornet/encode/exec"
)

// A counterexample is replayed: the run receives the values of its inputs.
func ExampleRun() {
	p, err := cc.Load("guess.c", []byte(`
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  unsigned char b = __VERIFIER_nondet_uchar();
  assert((unsigned char)(a + b) != 44);
}`), cc.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	inputs := []int64{200, 100}
	r, err := run.Run(context.Background(), p, run.Options{
		Input: func(q run.Request) *big.Int {
			if q.Name == "" {
				return nil // the input is indeterminate
			}
			v := inputs[0]
			inputs = inputs[1:]
			return big.NewInt(v)
		},
		Trace: func(_ int, e *cfg.Edge) {
			if _, skip := e.Op.(cfg.Skip); !skip {
				fmt.Printf("line %d: %T\n", e.Pos.Line, e.Op)
			}
		},
	})
	fmt.Println(r.Outcome, r.Edge.Pos, err)
	// Output:
	// line 4: cfg.Assign
	// line 5: cfg.Havoc
	// line 5: cfg.Assign
	// line 6: cfg.Havoc
	// line 6: cfg.Assign
	// line 7: cfg.Assume
	// line 7: cfg.Error
	// failed guess.c:7:3 <nil>
}
