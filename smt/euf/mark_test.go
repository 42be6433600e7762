// SPDX-License-Identifier: Apache-2.0

package euf

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A class has the mark of each of its members. A merge reports the applications whose argument has
// got a mark.
func TestMarks(t *testing.T) {
	g := New()
	const f Fn = 0
	x, y, c, d := g.Leaf(), g.Leaf(), g.Leaf(), g.Leaf()
	fx, fy := g.Apply(f, x), g.Apply(f, y)
	g.SetMark(c)
	g.SetMark(d)
	require.Equal(t, NoNode, g.Mark(x))

	g.Push()
	require.True(t, g.Merge(x, c, 0))
	m, uses, ok := g.NextMeeting()
	require.True(t, ok)
	require.Equal(t, []Node{c, NoNode}, []Node{m.Mark, m.Other})
	require.Equal(t, []Node{fx}, uses)

	g.Push()
	require.True(t, g.Merge(y, x, 0))
	_, uses, ok = g.NextMeeting()
	require.True(t, ok)
	require.Equal(t, []Node{fy}, uses)
	require.Equal(t, c, g.Mark(y))

	require.True(t, g.Merge(y, d, 0))
	m, uses, ok = g.NextMeeting()
	require.True(t, ok)
	require.ElementsMatch(t, []Node{c, d}, []Node{m.Mark, m.Other})
	require.Empty(t, uses)
	_, _, ok = g.NextMeeting()
	require.False(t, ok)

	g.Backtrack(1)
	require.Equal(t, []Node{c, NoNode, d}, []Node{g.Mark(x), g.Mark(y), g.Mark(d)})
	g.Backtrack(0)
	require.Equal(t, []Node{NoNode, NoNode, c, d}, []Node{g.Mark(x), g.Mark(y), g.Mark(c), g.Mark(d)})
	require.NoError(t, g.check())
}
