// SPDX-License-Identifier: Apache-2.0

package dimacs_test

import (
	"bytes"
	"strings"
	"testing"

	"cornet/smt/sat/dimacs"

	"github.com/stretchr/testify/require"
)

func TestRead(t *testing.T) {
	for _, tc := range []struct{ name, text, want, err string }{
		{name: "plain", text: "p cnf 3 2\n1 -3 0\n2 3 -1 0\n", want: "p cnf 3 2\n1 -3 0\n2 3 -1 0\n"},
		{name: "no header", text: "1 -4 0", want: "p cnf 4 1\n1 -4 0\n"},
		{name: "header too small", text: "p cnf 1 1\n7 0", want: "p cnf 7 1\n7 0\n"},
		{name: "clauses and lines", text: "1\n2 0 -1 0\nc x\n\n-2\n0", want: "p cnf 2 3\n1 2 0\n-1 0\n-2 0\n"},
		{name: "SATLIB end", text: "1 0\n%\n0\n", want: "p cnf 1 1\n1 0\n"},
		{name: "empty clause", text: "0", want: "p cnf 0 1\n0\n"},
		{name: "no end", text: "1 2", err: `line 1: the last clause does not end with 0`},
		{name: "no number", text: "1 0\nx 0", err: `line 2: found "x", want a literal`},
		{name: "too large", text: "1234567890123 0", err: `line 1: found "1234567890123", want a literal`},
		{name: "header", text: "p cnf x", err: `line 1: found "p cnf x", want`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f, err := dimacs.Read(strings.NewReader(tc.text))
			if tc.err != "" {
				require.ErrorContains(t, err, tc.err)
				return
			}
			require.NoError(t, err)
			var b bytes.Buffer
			require.NoError(t, dimacs.Write(&b, f))
			require.Equal(t, tc.want, b.String())
		})
	}
}

func FuzzRead(f *testing.F) {
	f.Add("p cnf 3 2\n1 -3 0\n2 3 -1 0\n")
	f.Add("1 -4 0\n%\n")
	f.Fuzz(func(t *testing.T, text string) {
		x, err := dimacs.Read(strings.NewReader(text))
		if err != nil {
			return
		}
		var b bytes.Buffer
		require.NoError(t, dimacs.Write(&b, x))
		y, err := dimacs.Read(&b)
		require.NoError(t, err)
		require.Equal(t, x, y)
	})
}
