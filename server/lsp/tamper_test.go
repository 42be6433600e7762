// SPDX-License-Identifier: Apache-2.0

package lsp_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet"
	"cornet/horn"
	"cornet/internal/test/tamper"
	"cornet/server/lsp"
)

// answered returns the answer that the first lens of a document shows.
func (e *editor) answered(uri string) string {
	e.Helper()
	e.save(uri)
	word, _, _ := strings.Cut(e.titles(uri)[0], " ")
	return word
}

// TestTamperingWithSystem changes a system after the text has been read. The lens must show only
// the true verdict.
func TestTamperingWithSystem(t *testing.T) {
	for _, s := range tamper.Systems {
		asked := &tamper.Cache{Change: tamper.Nothing}
		o := lsp.Options{Delay: time.Millisecond, Version: "test"}
		o.Program.Engine, o.Program.Cache, o.Program.Timeout, o.Program.Reproducers = "pdr", asked, 5*time.Second, t.TempDir()
		e := newEditorOf(t, object{}, o)
		e.open(system, s.Text)
		want := map[cornet.Verdict]string{cornet.Safe: "sat", cornet.Unsafe: "unsat"}[s.Want]
		require.Equal(t, want, e.answered(system))
		p, err := cornet.Read("", strings.NewReader(s.Text))
		require.NoError(t, err)
		for i, c := range tamper.Changes(p.System) {
			asked.Change = c
			require.Containsf(t, []string{"unknown", want}, e.answered(system), "%s", c.Name)
			require.Equal(t, i+2, asked.Asked)
		}
	}
}

// TestTamperingWithProgram removes the queries of a program whose error no run happens to reach.
// The lens must not say TRUE.
func TestTamperingWithProgram(t *testing.T) {
	asked := &tamper.Cache{Change: tamper.Change{Name: "no queries", Do: func(sys *horn.System) {
		sys.Clauses = slices.DeleteFunc(slices.Clone(sys.Clauses), (*horn.Clause).IsQuery)
	}}}
	o := lsp.Options{Delay: time.Millisecond, Version: "test"}
	o.Program.Engine, o.Program.Cache, o.Program.Timeout, o.Program.Reproducers = "pdr", asked, 5*time.Second, t.TempDir()
	o.Program.Program.Replay = "off"
	e := newEditorOf(t, object{}, o)
	e.open(program, `extern void reach_error(void);
extern unsigned n(void);
int main(void) {
  unsigned k = n();
  if (k * 7919u == 4104336541u)
    reach_error();
}
`)
	require.Equal(t, "UNKNOWN", e.answered(program))
	require.Positive(t, asked.Asked)
	asked.Change = tamper.Nothing
	require.Equal(t, "FALSE", e.answered(program))
}
