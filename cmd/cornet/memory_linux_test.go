// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestMemory runs systems that use all the available memory. The bound is kept, or nearly: the
// process checks its memory only from time to time, and how much it allocates in between depends on
// the load.
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
		var out strings.Builder
		cmd.Stdout = &out
		require.NoError(t, cmd.Start())
		most := peakOf(cmd.Process.Pid)
		require.NoError(t, cmd.Wait())
		require.Equal(t, "unknown\n", out.String())
		peak := <-most
		require.NotZero(t, peak)
		require.Less(t, peak, 220<<10, solver) // without the bound, the peak is 500 MB
	}
}

// peakOf returns the largest memory, in KiB, that a process has held when it ends. The number of
// wait(2) would not do: it also counts the memory of this process, which forked the other one.
func peakOf(pid int) <-chan int {
	z := make(chan int, 1)
	go func() {
		most := 0
		for {
			status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
			at := bytes.Index(status, []byte("VmHWM:"))
			if err != nil || at < 0 { // the process has ended
				z <- most
				return
			}
			fmt.Sscan(string(status[at+len("VmHWM:"):]), &most)
			time.Sleep(5 * time.Millisecond)
		}
	}()
	return z
}
