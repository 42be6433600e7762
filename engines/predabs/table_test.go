// SPDX-License-Identifier: Apache-2.0

package predabs

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/horn/hints"
	"cornet/horn/transform"
	"cornet/horn/transform/pass"
	"cornet/logic"
	"cornet/smt/abstraction"
	"cornet/smt/native"
	"cornet/smtlib"
)

var (
	tableSet = flag.String("table", "", "print refinements and seconds with and without abstraction for the systems of this set file")
	tableCPU = flag.Duration("table-cpu", 10*time.Second, "CPU time per run")
)

// TestTable prints the table of the talk's evaluation for a set: refinements N and seconds of CPU
// time. The columns are without abstraction, with abstraction if refinement diverges, with
// abstraction from the start, and with the hints in a file NAME.tpl beside the system.
func TestTable(t *testing.T) {
	if *tableSet == "" {
		t.Skip("a measurement; run with -table=FILE.set")
	}
	text, err := os.ReadFile(*tableSet)
	require.NoError(t, err)
	fmt.Println("| system | off: N | s | auto: N | s | relational: N | s | hints: N | s |")
	fmt.Println("|---|--:|--:|--:|--:|--:|--:|--:|--:|")
	for name := range strings.FieldsSeq(string(text)) {
		file := filepath.Join(filepath.Dir(*tableSet), strings.TrimSuffix(name, ".yml")+".smt2")
		fmt.Printf("| %s", strings.TrimSuffix(name, ".yml"))
		for _, a := range []abstraction.Guidance{abstraction.Off, abstraction.Auto, abstraction.Relational} {
			fmt.Print(cell(t, file, a, ""))
		}
		if _, err := os.Stat(file + ".tpl"); errors.Is(err, fs.ErrNotExist) {
			fmt.Println(" | | |")
		} else {
			fmt.Println(cell(t, file, abstraction.Auto, file+".tpl") + " |")
		}
	}
}

// cell runs the engine and returns two cells of the table.
func cell(t *testing.T, file string, a abstraction.Guidance, hintFile string) string {
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	script, err := smtlib.Read(logic.NewStore(), file, f)
	require.NoError(t, err)
	sys, err := horn.FromScript(script)
	require.NoError(t, err)
	env := &pass.Env{Backend: native.Backend{}}
	if hintFile != "" {
		in, err := os.Open(hintFile)
		require.NoError(t, err)
		defer in.Close()
		env.Hints, err = hints.Read(sys, hintFile, in)
		require.NoError(t, err)
	}
	ctx, stop := cpuLimit(t.Context(), *tableCPU)
	defer stop()
	start := cpuTime()
	p, err := transform.New(transform.Options{})
	require.NoError(t, err)
	z, err := p.Run(ctx, env, sys)
	if err != nil {
		return " | – | –"
	}
	e := New(Options{Backend: native.Backend{}, Abstraction: a, Hints: z.Hints})
	r, err := e.Solve(ctx, z.System)
	n := e.Stats().(Stats).Refinements
	if err != nil || r.Verdict == horn.Unknown {
		return fmt.Sprintf(" | (%d) | –", n)
	}
	return fmt.Sprintf(" | %d | %.2f", n, (cpuTime() - start).Seconds())
}
