// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/engines"
	"cornet/smt/native"
)

// TestValidateCycle validates a witness of an execution that does not end, and changed ones.
func TestValidateCycle(t *testing.T) {
	t.Parallel()
	const program = `int __VERIFIER_nondet_int(void);
int main(void) {
  int i = __VERIFIER_nondet_int();
  while (i > 3) {
    if (i > 10)
      i = 10;
    i = 7;
  }
}
`
	file := filepath.Join(t.TempDir(), "w.yml")
	run := func(o Options) Result {
		o.Replay = "off"
		z, err := Run(t.Context(), []Source{{Name: "a.c", Text: []byte(program)}}, o, engines.Config{Backend: native.Backend{}, Reproducers: t.TempDir()})
		if err != nil {
			z.Validation = err.Error()
		}
		return z
	}
	require.Equal(t, "FALSE", run(Options{Encoding: Encoding{Check: []string{"termination"}}, Witness: file}).Word())
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	witness := string(text)
	require.Contains(t, witness, `\result == 4`)
	require.Contains(t, witness, "i >= 4 && i <= 10")
	const (
		confirmed = "confirmed: an execution that it describes does not end"
		refuted   = "refuted: every execution that it describes ends"
		open      = "neither confirmed nor refuted"
	)
	place := func(line, column string) []string {
		return []string{"line: 5\n                column: 5", "line: " + line + "\n                column: " + column}
	}
	for _, test := range []struct {
		name    string
		changes []string
		word    string
		says    string
	}{
		{"as it is", nil, "FALSE", confirmed},
		{"another start", []string{`\result == 4`, `\result == 9`}, "FALSE", confirmed},
		{"another place in the loop", place("7", "5"), "FALSE", confirmed},
		{"a weaker constraint", []string{"i >= 4 && i <= 10", "i != 3"}, "FALSE", confirmed},
		{"the loop is not entered", []string{`\result == 4`, `\result == 3`}, "TRUE", refuted},
		{"no state of the constraint", []string{"i >= 4 && i <= 10", "i > 7"}, "TRUE", refuted},
		{"the constraint holds once", []string{"i >= 4 && i <= 10", "i == 4"}, "TRUE", refuted},
		{"the constraint never holds", []string{"i >= 4 && i <= 10", "0"}, "TRUE", refuted},
		{"a place where it is passed once", place("6", "7"), "UNKNOWN", open},
		{"a place before the variable", place("3", "3"), "UNKNOWN", "i is not declared"},
		{"another property", []string{"LTL(F end)", "LTL(G ! call(reach_error()))"}, "UNKNOWN", open},
		{"no cycle", []string{"action: cycle", "action: follow"}, "UNKNOWN", "the last waypoint is no target"},
		{"a target", []string{"type: assumption", "type: target"}, "UNKNOWN", "a target in an execution that does not end"},
		{"a target instead of the cycle", []string{"action: cycle", "action: follow", "type: assumption", "type: target"}, "UNKNOWN", open},
		{"a constraint with effects", []string{"i >= 4 && i <= 10", "i++"}, "UNKNOWN", "++"},
	} {
		t.Run(test.name, func(t *testing.T) {
			changed := strings.NewReplacer(test.changes...).Replace(witness)
			require.Equal(t, test.changes == nil, changed == witness)
			name := filepath.Join(t.TempDir(), "w.yml")
			require.NoError(t, os.WriteFile(name, []byte(changed), 0o600))
			z := run(Options{ValidateWitness: name})
			require.Contains(t, z.Validation, test.says, z.Text(0))
			require.Equal(t, test.word, z.Word(), z.Text(0))
		})
	}
}
