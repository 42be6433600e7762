// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/internal/test/enginetest"
	"cornet/internal/test/need"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/backends"
	"cornet/smt/itp"
	"cornet/smt/native"
	"cornet/smt/process"
	"cornet/smt/query"
	"cornet/smtlib"
)

// tooHard are systems of the conformance suite that an engine is not asked about with a program as
// the solver. Most need too many questions over a pipe.
var tooHard = map[string]map[string][]string{
	// SMTInterpol is slow at bit-vectors.
	"smtinterpol": {
		"lawi":    {"bitvector_wrap", "deep_bug", "two_phases"},
		"predabs": {"bitvector_wrap", "deep_bug"},
		"pdr":     {"bitvector_wrap", "deep_bug", "two_phases"},
		"imc":     {"bitvector_wrap", "deep_bug", "two_phases"},
		"kind":    {"two_phases"},
		"trl":     {"div_mod"}, // as in its own tests
		"bmc":     {"bitvector_wrap"},
	},
	// cvc5 takes long to synthesise interpolants.
	"cvc5": {
		"lawi":    {"bitvector_wrap", "deep_bug", "two_phases"},
		"predabs": {"bitvector_wrap", "deep_bug", "two_phases"},
		"pdr":     {"deep_bug"},
		"imc":     {"bitvector_wrap", "deep_bug"},
		"kind":    {"two_phases"},
		"trl":     {"div_mod"},
	},
}

// TestConformanceOverPrograms runs the conformance suite of every engine over solvers that are
// child processes. Each program serves half of the engines, with half of the systems each, since a
// full run takes minutes; CORNET_CONFORMANCE=all asks for it. Engines with a preprocessing of their
// own ask the same questions as pdr.
func TestConformanceOverPrograms(t *testing.T) {
	all := os.Getenv("CORNET_CONFORMANCE") == "all"
	number := map[string]int{} // of a system
	for i, file := range enginetest.Systems(t) {
		number[strings.TrimSuffix(filepath.Base(file), ".smt2")] = i
	}
	for turn, program := range []string{"smtinterpol", "cvc5"} {
		t.Run(program, func(t *testing.T) {
			if testing.Short() {
				t.Skip("asks other solvers thousands of queries")
			}
			t.Parallel()
			backend := process.New(command(t, program), process.Options{Synthesis: 500 * time.Millisecond})
			for at, e := range Strategies() {
				if e.Passes == asWritten || e.Name == "ic3" || at%2 != turn && !all { // ic3 asks no solver
					continue
				}
				t.Run(e.Name, func(t *testing.T) {
					enginetest.Run(t, enginetest.Subject{
						New:     func() enginetest.Engine { return e.New(Env{Backend: backend, Log: slog.New(slog.DiscardHandler)}) },
						Backend: native.Backend{},
						Linear:  e.Linear,
						Answers: func(name string, v horn.Verdict) bool {
							if (number[name]+at/2)%2 == 1 && !all {
								return false
							}
							return (e.Name != "bmc" || v == horn.Unsafe) && !slices.Contains(tooHard[program][e.Name], name)
						},
						Limit:   time.Minute,
						Program: true,
					})
				})
			}
		})
	}
}

// TestDumpedQueries gives SMTInterpol the dumped scripts of the engines' interpolation queries,
// unchanged, and checks its answers.
func TestDumpedQueries(t *testing.T) {
	if testing.Short() {
		t.Skip("runs SMTInterpol on hundreds of queries")
	}
	t.Parallel()
	line := command(t, "smtinterpol")
	for _, engine := range []string{"predabs", "lawi", "imc"} {
		t.Run(engine, func(t *testing.T) {
			dir := t.TempDir()
			folder, err := backends.NewDumpFolder(dir, backends.DumpOptions{})
			require.NoError(t, err)
			for _, file := range enginetest.Systems(t) {
				sys, _ := enginetest.Read(t, file)
				ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
				_, err := Run(ctx, sys, Config{Engine: engine, Backend: folder.Dumped(native.Backend{}, "")})
				cancel()
				if err != nil {
					require.True(t, errors.Is(err, errors.ErrUnsupported) || errors.Is(err, context.DeadlineExceeded), err)
				}
			}
			files, err := filepath.Glob(filepath.Join(dir, "*-interpolate.smt2"))
			require.NoError(t, err)
			var texts []string
			for _, f := range files {
				text, err := os.ReadFile(f)
				require.NoError(t, err)
				if strings.Contains(string(text), "(set-info :status unsat)") {
					texts = append(texts, string(text))
				}
			}
			slices.Sort(texts)
			texts = slices.Compact(texts)
			require.NotEmpty(t, texts)
			for i, answer := range answers(t, line, texts) {
				requireInterpolants(t, texts[i], answer)
			}
		})
	}
}

// answers returns the output of a program for each of the scripts.
func answers(t *testing.T, command, scripts []string) []string {
	const end = "(echo \"the end\")\n(reset)\n"
	run := exec.CommandContext(t.Context(), command[0], command[1:]...)
	run.Stdin = strings.NewReader(strings.Join(scripts, end) + end)
	out, err := run.Output()
	require.NoError(t, err, "%s", out)
	z := strings.Split(string(out), "the end")
	require.Len(t, z, len(scripts)+1, "%s", out)
	return z[:len(scripts)]
}

// requireInterpolants demands that the answer to a script are interpolants.
func requireInterpolants(t *testing.T, script, answer string) {
	t.Helper()
	list := answer[strings.LastIndex(answer, "unsat")+len("unsat"):]
	xs, err := smtlib.ReadSexprs("", strings.NewReader(strings.Trim(list, "\"\n")))
	require.NoError(t, err, answer)
	require.NotEmpty(t, xs, "%s\n%s", script, answer)
	require.NotEqual(t, "error", xs[0].Head(), "%s\n%s", script, answer)
	for _, x := range xs[0].List {
		script += fmt.Sprintf("(assert %v)\n", x)
	}
	store := logic.NewStore()
	parsed, err := smtlib.Read(store, "", strings.NewReader(script+"(check-sat)\n"))
	require.NoError(t, err, answer)
	questions, err := query.Questions(parsed)
	require.NoError(t, err)
	tree := questions[1].Tree
	asserted := questions[2].Asserted
	formulas := append(slices.Clone(asserted[len(tree.Part):]), store.False())
	s, err := native.Backend{}.New(store, smt.Options{})
	require.NoError(t, err)
	defer s.Close()
	require.NoError(t, itp.Check(t.Context(), store, s, tree, formulas), "%s\n%s", script, answer)
}

// command returns the command line of a solver that is installed, or skips the test.
func command(t testing.TB, program string) []string {
	t.Helper()
	words, err := process.Command(need.Of(t, program))
	require.NoError(t, err)
	return words
}
