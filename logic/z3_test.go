// SPDX-License-Identifier: Apache-2.0

package logic_test

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/test/need"
	"cornet/logic"
	"cornet/smtlib"
)

// runZ3 returns the lines that z3 prints for a script.
func runZ3(t *testing.T, script string) []string {
	path := need.Of(t, "z3")
	cmd := exec.Command(path, "-in", "-t:2000")
	cmd.Stdin = strings.NewReader(script)
	out, _ := cmd.Output() // z3 exits with 1 after any error, which is in its output
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

// badForZ3 are symbols that z3 4.8.12 does not know or treats wrongly. It assumes that arrays over
// a finite index sort differ if their defaults do, even if no index has the default.
var badForZ3 = []string{"sbv_to_int", "divisible", "(as const " + maskSort + ")"}

// TestAgainstZ3RandomTerms asks z3 whether random terms equal their canonical
// forms.
func TestAgainstZ3RandomTerms(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	script, err := smtlib.ReadString(logic.NewStore(), "", brutePrelude)
	require.NoError(t, err)
	var b strings.Builder
	b.WriteString(brutePrelude)
	var terms []string
	n := 300
	if testing.Short() {
		n = 30
	}
	for len(terms) < n {
		data := make([]byte, 20+rng.IntN(100))
		for i := range data {
			data[i] = byte(rng.Uint32())
		}
		src := &source{data}
		text := src.term(bruteSorts[src.pick(len(bruteSorts))], 2+src.pick(3)).String()
		if slices.ContainsFunc(badForZ3, func(s string) bool { return strings.Contains(text, s) }) {
			continue
		}
		x, err := script.Scope.ReadTerm(text)
		require.NoError(t, err)
		terms = append(terms, text)
		fmt.Fprintf(&b, "(push 1)(assert (not (and (= %s %s) (= %s %s))))(check-sat)(pop 1)\n",
			text, x, text, script.Store.Simplify(x))
	}
	lines := runZ3(t, b.String())
	require.Len(t, lines, len(terms), "%s", strings.Join(lines, "\n"))
	unknown := 0
	for i, line := range lines {
		if line == "unknown" || line == "timeout" {
			unknown++
			continue
		}
		x, _ := script.Scope.ReadTerm(terms[i])
		require.Equal(t, "unsat", line, "is\n%s\ndifferent from\n%v\nor\n%v", terms[i], x, script.Store.Simplify(x))
	}
	require.Less(t, unknown, len(terms)/2)
}
