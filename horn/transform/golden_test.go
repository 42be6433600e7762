// SPDX-License-Identifier: Apache-2.0

package transform

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/horn/transform/pass"
	"cornet/internal/test/passtest"
	"cornet/logic"
	"cornet/smt/native"
	"cornet/smtlib"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// parse reads a system from SMT-LIB text.
func parse(t testing.TB, input string) *horn.System {
	script, err := smtlib.ReadString(logic.NewStore(), "test", input)
	require.NoError(t, err)
	sys, err := horn.FromScript(script)
	require.NoError(t, err)
	return sys
}

// passNamed returns the pass that a golden file names: one of the passes of the table after normal,
// or several in a row, joined by +.
func passNamed(t testing.TB, names string) pass.Func {
	var passes []pass.Func
	for name := range strings.SplitSeq(names, "+") {
		for _, e := range allPasses() {
			if e.Name == name {
				passes = append(passes, e.Pass)
				name = ""
			}
		}
		require.Empty(t, name, "there is no such pass")
	}
	return func(ctx context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
		z := pass.Unchanged(sys)
		var back pass.Sequence
		for _, run := range passes {
			next, err := run(ctx, env, z.System)
			if err != nil {
				return pass.Outcome{}, err
			}
			if next.Back != nil {
				back = append(back, next.Back)
			}
			z.System = next.System
		}
		if back != nil {
			z.Back = back
		}
		return z, nil
	}
}

// TestGolden runs the cases of testdata/*.txt. A case is a title, "## passes:
// title", the input, a line "=>" and the output.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "*.txt"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		content, err := os.ReadFile(file)
		require.NoError(t, err)
		parts := strings.Split("\n"+string(content), "\n## ")
		var got strings.Builder
		fmt.Fprint(&got, strings.TrimPrefix(parts[0], "\n"))
		for _, part := range parts[1:] {
			title, rest, _ := strings.Cut(part, "\n")
			names, _, ok := strings.Cut(title, ":")
			require.True(t, ok, "%s: no pass in title %q", file, title)
			in, want, _ := strings.Cut(rest, "\n=>\n")
			if got.Len() > 0 {
				got.WriteString("\n")
			}
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txt")+"/"+title, func(t *testing.T) {
				sys := parse(t, in)
				// Passes check whether there is a back end. These cases need no answers from it.
				z, err := passNamed(t, names)(context.Background(), &pass.Env{Backend: native.Backend{}}, sys)
				require.NoError(t, err)
				out := short(z.System)
				fmt.Fprintf(&got, "## %s\n%s\n=>\n%s", title, strings.TrimRight(in, "\n"), out)
				if !*update {
					require.Equal(t, strings.TrimSpace(want), strings.TrimSpace(out))
				}
				b := passtest.WithZ3(t, sys.Store)
				passtest.RoundTrip(t, b, title, &pass.Env{Backend: b}, sys, passNamed(t, names))
			})
		}
		if *update {
			require.NoError(t, os.WriteFile(file, []byte(got.String()), 0o644))
		}
	}
}

// short prints a system without the lines that are the same in all systems.
func short(sys *horn.System) string {
	z := strings.TrimPrefix(passtest.Text(sys), "(set-logic HORN)\n")
	return strings.TrimSuffix(z, "(check-sat)\n")
}
