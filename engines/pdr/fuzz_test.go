// SPDX-License-Identifier: Apache-2.0

package pdr_test

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"
	"time"

	"cornet/horn"
	"cornet/internal/test/enginetest"
	"cornet/internal/test/need"
)

// FuzzSpacer compares the engine with Spacer, the Horn solver of the z3 program, on random systems.
// Witnesses are validated too, so a difference means that Spacer or a validator is wrong.
func FuzzSpacer(f *testing.F) {
	z3 := need.Of(f, "z3")
	all := pdrBackends(f)
	for seed := range uint64(8) {
		f.Add(seed)
	}
	f.Add(uint64(369)) // gives a refutation that depends on the head of nil
	f.Fuzz(func(t *testing.T, seed uint64) {
		text := enginetest.Generate(seed)
		got := compare(t, text, all, 200*time.Millisecond)
		if got == horn.Unknown {
			return
		}
		cmd := exec.CommandContext(t.Context(), z3, "-T:1", "-in")
		cmd.Stdin = strings.NewReader(text)
		out, _ := cmd.Output() // z3 exits with 1 after a timeout
		answer := string(bytes.TrimSpace(out))
		if (answer == "sat" || answer == "unsat") && answer != got.String() {
			t.Errorf("z3 says %s, not %v:\n%s", answer, got, text)
		}
	})
}
