// SPDX-License-Identifier: Apache-2.0

package personality

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet"
	"cornet/horn"
	"cornet/internal/test/tamper"
)

// TestTampering calls each solver with a flag that changes the system after it has been read. No
// verdict may be wrong.
func TestTampering(t *testing.T) {
	for _, s := range Solvers {
		if s.Name == "fixpoint" {
			continue // reads constraints of refinement types, in another language
		}
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			words := map[string]string{horn.Safe.String(): "sat", horn.Unsafe.String(): "unsat"}
			for _, x := range tamper.Systems {
				p, err := cornet.Read("", strings.NewReader(x.Text))
				require.NoError(t, err)
				want := words[x.Want.String()]
				for _, c := range append([]tamper.Change{tamper.Nothing}, tamper.Changes(p.System)...) {
					file := t.TempDir() + "/input.smt2"
					require.NoError(t, os.WriteFile(file, []byte(x.Text), 0o600))
					asked := &tamper.Cache{Change: c}
					changed := *s
					changed.Flags = append(slices.Clone(s.Flags), Flag{Name: "--change", set: func(z *call, _ string) error {
						z.Cache, z.Engine, z.Timeout, z.Reproducers = asked, "pdr", 5*time.Second, t.TempDir()
						return nil
					}})
					var out strings.Builder
					changed.Run(t.Context(), []string{"--change", file}, Process{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &strings.Builder{}})
					require.Equal(t, 1, asked.Asked)
					allowed := []string{"unknown", want}
					if c.Name == tamper.Nothing.Name {
						allowed = allowed[1:]
					}
					require.Containsf(t, allowed, strings.TrimSpace(out.String()), "%s", c.Name)
				}
			}
		})
	}
}
