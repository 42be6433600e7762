// SPDX-License-Identifier: Apache-2.0

package sat_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/test/need"
	"cornet/proof/lrat"
	"cornet/smt/sat"
)

// lratOf returns the formula and the text of the proof of the last Solve.
func lratOf(t *testing.T, s *sat.Solver) (cnf, proof string) {
	t.Helper()
	var formula, text bytes.Buffer
	p := s.Proof()
	require.NotNil(t, p)
	require.NoError(t, p.WriteDIMACS(&formula))
	require.NoError(t, p.WriteLRAT(&text, sat.Numbering{}))
	return formula.String(), text.String()
}

func checkLRAT(cnf, proof string) error {
	return lrat.Check(strings.NewReader(cnf), strings.NewReader(proof))
}

// refuted returns a solver that has refuted f.
func refuted(t *testing.T, f *formula) *sat.Solver {
	s := sat.NewHurried(sat.Options{Proof: true})
	f.AddTo(s)
	require.Equal(t, sat.Unsat, s.Solve(context.Background()))
	return s
}

// TestLRAT: both the formula of the proof's leaves and the whole formula are refuted, by our
// checker and by another one.
func TestLRAT(t *testing.T) {
	for _, fam := range smallFamilies() {
		if fam.want != sat.Unsat {
			continue
		}
		t.Run(fam.name, func(t *testing.T) {
			cnf, proof := lratOf(t, refuted(t, fam.formula))
			require.NoError(t, checkLRAT(cnf, proof))

			whole := sat.New(sat.Options{Proof: true})
			for range fam.formula.Vars {
				whole.NewVar()
			}
			var text bytes.Buffer
			fmt.Fprintf(&text, "p cnf %d %d\n", fam.formula.Vars, len(fam.formula.Clauses))
			for i, c := range fam.formula.Clauses {
				whole.AddClauseIn(sat.Partition(i+1), c...)
				for _, l := range c {
					fmt.Fprintf(&text, "%v ", l)
				}
				text.WriteString("0\n")
			}
			require.Equal(t, sat.Unsat, whole.Solve(context.Background()))
			var numbered bytes.Buffer
			require.NoError(t, whole.Proof().WriteLRAT(&numbered, sat.Numbering{
				Clauses: len(fam.formula.Clauses),
				Of:      func(n sat.Node) int { return int(n.Partition) },
			}))
			require.NoError(t, checkLRAT(text.String(), numbered.String()))
		})
	}
}

// TestLRATOfAssumptions: assumptions are unit clauses of the formula, and activation literals are
// gone.
func TestLRATOfAssumptions(t *testing.T) {
	s := sat.New(sat.Options{Proof: true})
	a, b, c := s.NewVar().Pos(), s.NewVar().Pos(), s.NewVar().Pos()
	s.AddClause(a.Not(), b)
	s.Push()
	s.AddClause(b.Not(), c)
	require.Equal(t, sat.Unsat, s.Solve(context.Background(), a, c.Not()))
	cnf, proof := lratOf(t, s)
	require.NoError(t, checkLRAT(cnf, proof))
	require.Equal(t, 4, strings.Count(cnf, "\n")-1, "%s", cnf)

	s.AddClause()
	require.Equal(t, sat.Unsat, s.Solve(context.Background()))
	cnf, proof = lratOf(t, s)
	require.Equal(t, "p cnf 0 1\n0\n", cnf)
	require.NoError(t, checkLRAT(cnf, proof))
}

// TestPublicLRAT has an independent checker, that of DRAT-trim, accept our proofs.
func TestPublicLRAT(t *testing.T) {
	program := need.Of(t, "lrat-check")
	for _, fam := range smallFamilies() {
		if fam.want != sat.Unsat {
			continue
		}
		cnf, proof := lratOf(t, refuted(t, fam.formula))
		dir := t.TempDir()
		for name, text := range map[string]string{"cnf": cnf, "lrat": proof} {
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
		}
		out, err := exec.Command(program, filepath.Join(dir, "cnf"), filepath.Join(dir, "lrat")).CombinedOutput()
		require.NoError(t, err, "%s", out)
		require.Contains(t, string(out), "VERIFIED", fam.name)
	}
}

// TestMutatedLRAT changes proofs, or the formulas of their leaves, in one position. No proof is
// accepted without one of its leaves. A changed step that is accepted derives only what the formula
// implies.
func TestMutatedLRAT(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	rejected := 0
	for _, f := range []*formula{pigeonhole(4), parity(8, 3, 1)} {
		cnf, proof := lratOf(t, refuted(t, f))
		header, clauses, _ := strings.Cut(strings.TrimSpace(cnf), "\n")
		vars, _ := strconv.Atoi(strings.Fields(header)[2])
		lines := strings.Split(clauses, "\n")
		for i := range lines {
			other := append([]string{}, lines...)
			other[i] = "1 -1 0"
			require.Error(t, checkLRAT(header+"\n"+strings.Join(other, "\n"), proof), "without clause %s", lines[i])
			rejected++
		}
		steps := strings.Split(strings.TrimSpace(proof), "\n")
		for range 400 {
			changed := append([]string{}, steps...)
			i := r.IntN(len(steps))
			changed[i] = mutateStep(r, changed[i], vars)
			if changed[i] == steps[i] {
				continue
			}
			if checkLRAT(cnf, strings.Join(changed, "\n")) != nil {
				rejected++
				continue
			}
			requireImplied(t, f, changed[i])
		}
	}
	require.Greater(t, rejected, 500)
}

// mutateStep changes one number of a line, removes the line, or repeats it.
func mutateStep(r *rand.Rand, line string, vars int) string {
	words := strings.Fields(line)
	i := 1 + r.IntN(len(words)-1)
	n, _ := strconv.Atoi(words[i])
	switch r.IntN(5) {
	case 0:
		words[i] = strconv.Itoa(-n)
	case 1:
		words[i] = strconv.Itoa(n + 1 - 2*r.IntN(2))
	case 2:
		words[i] = strconv.Itoa(1 + r.IntN(vars))
	case 3:
		words = append(words[:i], words[i+1:]...)
	default:
		words = append(words[:i+1], words[i:]...)
	}
	return strings.Join(words, " ")
}

// requireImplied checks that a step of a proof is a deletion or derives a clause that f implies.
func requireImplied(t *testing.T, f *formula, step string) {
	t.Helper()
	words := strings.Fields(step)
	if words[1] == "d" {
		return
	}
	s := sat.New(sat.Options{})
	f.AddTo(s)
	for _, w := range words[1:] {
		n, err := strconv.Atoi(w)
		require.NoError(t, err)
		if n == 0 {
			break
		}
		s.AddClause(sat.FromDimacs(-n))
	}
	require.Equal(t, sat.Unsat, s.Solve(context.Background()), "accepted: %s", step)
}
