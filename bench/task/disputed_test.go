// SPDX-License-Identifier: Apache-2.0

package task

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDisputes(t *testing.T) {
	z, err := parseDisputes([]byte("- {task: a/b.smt2, answer: sat, evidence: its model holds for two solvers}\n"))
	require.NoError(t, err)
	require.Equal(t, Disputes{"a/b.smt2": "sat: its model holds for two solvers"}, z)
	for text, want := range map[string]string{
		"- {answer: sat, evidence: x}":                     "expected the name of a task",
		"- {task: a, evidence: x}":                         "the answer that was confirmed",
		"- {task: a, answer: unknown, evidence: x}":        "the answer that was confirmed",
		"- {task: a, answer: sat}":                         "expected evidence",
		"- {task: a, answer: sat, evidence: x, by: me}":    "by",
		"- &d {task: a, answer: sat, evidence: x}\n- *d\n": "disputed twice",
		"a: b": "cannot unmarshal",
	} {
		_, err := parseDisputes([]byte(text))
		require.ErrorContains(t, err, want, text)
	}
}
