// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/test/need"
	"cornet/logic"
)

// runZ3 returns the lines that z3 prints for a script.
func runZ3(t *testing.T, script string) []string {
	path := need.Of(t, "z3")
	cmd := exec.Command(path, "-in", "-t:2000")
	cmd.Stdin = strings.NewReader(script)
	out, _ := cmd.Output() // z3 exits with 1 after any error, which is in its output
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

// TestAgainstZ3Benchmarks asks z3 whether the bodies of benchmark assertions equal their printed
// forms, as written and simplified. Predicates and quantified variables are free in the question.
func TestAgainstZ3Benchmarks(t *testing.T) {
	files := benchFiles(t)
	step := 80
	if testing.Short() {
		step = 800
	}
	asked, unknown := 0, 0
	for i := 7; i < len(files); i += step {
		text, err := os.ReadFile(files[i])
		require.NoError(t, err)
		if len(text) > 60_000 || malformed[filepath.Base(files[i])] != "" {
			continue
		}
		script, err := Read(logic.NewStore(), files[i], bytes.NewReader(text))
		require.NoError(t, err)
		items, err := ReadSexprs(files[i], bytes.NewReader(text))
		require.NoError(t, err)
		question, count := z3Question(script, items)
		lines := runZ3(t, question)
		require.Len(t, lines, count, "%s:\n%s", files[i], excerpt(strings.Join(lines, "\n")))
		for k, line := range lines {
			asked++
			if line == "unknown" || line == "timeout" {
				unknown++
				continue
			}
			require.Equal(t, "unsat", line, "%s: question %d", files[i], k)
		}
	}
	t.Logf("%d questions, %d unknown", asked, unknown)
	require.Less(t, unknown, 1+asked/5)
}

// z3Question makes the script that compares each assertion with its prints.
func z3Question(script *Script, items []Sexpr) (string, int) {
	var b strings.Builder
	count := 0
	for i, c := range script.Commands {
		switch c.Kind {
		case CmdDeclareFun, CmdDeclareConst, CmdDeclareDatatypes, CmdDeclareSort:
			b.WriteString(items[i].String() + "\n")
		case CmdAssert:
			written, t := items[i].List[1], c.Term
			if strings.Contains(written.String(), "int_to_bv") || strings.Contains(written.String(), "ubv_to_int") {
				continue // unknown to old versions of z3
			}
			b.WriteString("(push 1)\n")
			if written.Head() == "forall" && t.Op() == logic.OpForall {
				for _, v := range written.List[1].List {
					fmt.Fprintf(&b, "(declare-const %v %v)\n", v.List[0], v.List[1])
				}
				written, t = written.List[2], t.Arg(0)
			}
			fmt.Fprintf(&b, "(assert (not (and (= %v %v) (= %v %v))))\n(check-sat)\n(pop 1)\n",
				written, t, written, script.Store.Simplify(t))
			count++
		}
	}
	return b.String(), count
}
