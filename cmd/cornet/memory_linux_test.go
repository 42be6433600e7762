// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestMemory runs systems that use all the memory there is. The bound is kept, or nearly: what the processor does between two looks
// at the memory depends on the load.
func TestMemory(t *testing.T) {
	wide := strings.NewReplacer("WIDTH", "3000").Replace(`(set-logic HORN)
(declare-fun v ((_ BitVec WIDTH)) Bool)
(assert (forall ((x (_ BitVec WIDTH)) (y (_ BitVec WIDTH))) (=> (= x (bvmul x y)) (v (bvmul y (bvmul x y))))))
(assert (forall ((x (_ BitVec WIDTH))) (=> (v x) (not (= x (bvmul x x))) false)))
`)
	for _, solver := range []string{"native", "auto"} {
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-", "--memory", "150M", "--timeout", "20", "--solver", solver)
		cmd.Env = append(os.Environ(), stackVariable+"=1000000000")
		cmd.Dir = t.TempDir()
		cmd.Stdin = strings.NewReader(wide)
		out, err := cmd.Output()
		require.NoError(t, err)
		require.Equal(t, "unknown\n", string(out))
		usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
		if !ok || usage.Maxrss == 0 {
			t.Skip("the system does not tell how much memory a child has used")
		}
		require.Less(t, usage.Maxrss, int64(220<<10), solver) // KiB on Linux; without the bound it is 500 MB
	}
}
