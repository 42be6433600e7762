// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestReadCandidates checks what lines are read as.
func TestReadCandidates(t *testing.T) {
	for _, test := range []struct{ line, kind, want string }{
		{"a.c:3: x > 0", somewhere, "a.c:3: x > 0"},
		{"dir/a.c:3:7: x > 0", somewhere, "dir/a.c:3:7: x > 0"},
		{"a.c:3: loop invariant x > 0;", "loop_invariant", "a.c:3: x > 0"},
		{"a.c:3: /*@ loop invariant x > 0; */", "loop_invariant", "a.c:3: x > 0"},
		{"a.c:3: __CPROVER_loop_invariant(x > 0)", "loop_invariant", "a.c:3: x > 0"},
		{"a.c:3: assert(x > 0);", "location_invariant", "a.c:3: x > 0"},
		{"a.c:3: requires x > 0", "function_contract", "a.c:3: requires x > 0"},
		{`a.c:3: ensures \result > 0`, "function_contract", `a.c:3: ensures \result > 0`},
		{"a.c:3: __CPROVER_ensures(x == __CPROVER_old(x))", "function_contract", `a.c:3: ensures x == \old(x)`},
		{"a.c:3: a ==> b ==> c", somewhere, "a.c:3: !(a) || (!(b) || (c))"},
		{"a.c:3: (a) > b", somewhere, "a.c:3: (a) > b"},
	} {
		d, err := ReadCandidates("w.txt", []byte("# a comment\n\n"+test.line+"\n"))
		require.NoError(t, err, test.line)
		require.Equal(t, 1, d.Len(), test.line)
		require.Equal(t, test.kind, d.claims[0].Type, test.line)
		require.Equal(t, test.want, d.Describe(0))
		require.Equal(t, 3, d.Line(0))
		require.Equal(t, 0, d.At(3))
	}
	_, err := ReadCandidates("w.txt", []byte("x > 0\n"))
	require.ErrorContains(t, err, `w.txt:1: expected FILE:LINE: EXPRESSION, found "x > 0"`)
}

// TestChained tells chains of comparisons from other expressions.
func TestChained(t *testing.T) {
	for text, want := range map[string]bool{
		"0 <= i <= n": true, "0 <= i && i <= n": false, "a < b || c < d": false, "(a < b) == (c < d)": false, "a << 2 < b": false, "p->x < q->y": false,
		"f[a < b] < c < d": true, "a < b ? c < d : e < f": false, "x >> 1 >= y": false, "(0 < a < b) && c": true,
	} {
		require.Equal(t, want, chained(text), text)
	}
}
