// SPDX-License-Identifier: Apache-2.0

package personality

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFixpoint answers queries of refinement types.
func TestFixpoint(t *testing.T) {
	const safe = "(var $k (Int)) (constraint (and (forall ((v Int) ((= v 1))) ($k v)) (forall ((y Int) ($k y)) (tag ((> y 0)) \"a\"))))"
	const unsafe = "(constraint (forall ((x Int) ((> x 0))) (and (tag ((> x 1)) \"one\") (tag ((> x 0)) \"two\") ((> x 2)))))"
	for _, c := range []struct {
		name, args, text, want string
		code                   int
	}{
		{"safe", "--stdin", safe, "\nSafe ( 2  constraints checked)\n", 0},
		{"safe as JSON", "-q --json --stdin --allowho --solver=z3", safe, `{"contents":{"numBrkt":0,"numChck":2,"numCstr":2,"numIter":0,"numVald":2},"tag":"Safe"}` + "\n", 0},
		{"unsafe", "--stdin", unsafe, "\nUnsafe:\nWARNING: (1, \"one\")\nWARNING: (3, \"\")\n", 1},
		{"unsafe as JSON", "-q --json --stdin", unsafe, `{"contents":[{"numBrkt":0,"numChck":3,"numCstr":3,"numIter":0,"numVald":1},[[1,"one"],[3,null]]],"tag":"Unsafe"}` + "\n", 1},
		{"a recursive function before the goals", "--stdin", "(define f ((n Int)) Int (if (<= n 0) 0 (f (- n 1)))) (constraint (and ((= 1 1)) (tag ((= (f 3) 1)) \"b\")))", "\nUnsafe:\nWARNING: (2, \"b\")\n", 1},
		{"wrong", "--stdin --json", "(constraint ((> x 0)))", "\nCrash!: -:1:17: unknown symbol x; declare it before it is used\n" +
			`{"contents":[[],"-:1:17: unknown symbol x; declare it before it is used"],"tag":"Crash"}` + "\n", 1},
		{"SMT-LIB", "--stdin", "(assert true)", "\nCrash!: -:1:1: unknown command assert of the Horn format of liquid-fixpoint\n", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out, problems strings.Builder
			code := Find("fixpoint").Run(context.Background(), strings.Fields(c.args), Process{Stdin: strings.NewReader(c.text), Stdout: &out, Stderr: &problems})
			require.Equal(t, c.want, strings.ReplaceAll(out.String(), `\u003e`, ">"), problems.String())
			require.Equal(t, c.code, code)
		})
	}
}
