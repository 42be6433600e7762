// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
)

// line returns a tree with a root and a chain of n nodes of one location.
func line(n int) (*tree, []*node) {
	s := logic.NewStore()
	t := &tree{store: s}
	l := &location{}
	t.root = t.add(nil, nil)
	nodes := []*node{t.add(t.root, &edge{to: l})}
	for len(nodes) < n {
		nodes = append(nodes, t.add(nodes[len(nodes)-1], &edge{to: l}))
	}
	return t, nodes
}

func TestCoverTakesCoversFromDescendants(t *testing.T) {
	tr, n := line(5)
	require.Empty(t, tr.cover(n[4], n[3]))
	require.NoError(t, tr.check())
	// Covering n[2] by n[0] silences n[3], a descendant, as a covering node.
	require.Equal(t, []*node{n[4]}, tr.cover(n[2], n[0]))
	require.NoError(t, tr.check())
	require.True(t, n[4].coveredPath(), "through n[2]")
	tr.uncover(n[2])
	require.False(t, n[4].coveredPath())
	require.NoError(t, tr.check())
}

func TestCheckFindsBrokenCovers(t *testing.T) {
	tr, n := line(3)
	n[0].coveredBy = n[2]
	require.ErrorContains(t, tr.check(), "later node")
	n[0].coveredBy = nil
	n[2].coveredBy = n[1]
	require.ErrorContains(t, tr.check(), "missing")
	n[1].covers = []*node{n[2]}
	n[1].coveredBy = n[0]
	n[0].covers = []*node{n[1]}
	require.ErrorContains(t, tr.check(), "covered itself")
}

func TestStrengthen(t *testing.T) {
	tr, n := line(1)
	x := tr.store.Var("x", tr.store.Int)
	le := tr.store.Le(x, tr.store.IntNum(3))
	require.True(t, tr.strengthen(n[0], []*logic.Term{le}))
	require.False(t, tr.strengthen(n[0], []*logic.Term{le}), "nothing new")
	require.Equal(t, le, n[0].labelTerm)
	require.True(t, tr.strengthen(n[0], []*logic.Term{tr.store.Not(le)}))
	require.True(t, n[0].dead)
}

func TestPathAndAncestor(t *testing.T) {
	tr, n := line(4)
	side := tr.add(n[1], &edge{to: n[0].loc})
	require.Equal(t, n[1], commonAncestor(side, n[3]))
	require.Equal(t, []*node{n[2], n[3]}, path(n[1], n[3]))
	require.Equal(t, n, path(nil, n[3]))
	require.Equal(t, tr.root, commonAncestor(tr.root, n[3]))
}

// The labels of nodes below an unreachable one are not in the model, so nothing
// may rely on them.
func TestUnreachableNodesCoverNothing(t *testing.T) {
	tr, n := line(3)
	side := tr.add(n[0], &edge{to: n[0].loc})
	require.Empty(t, tr.cover(side, n[2]))
	require.NoError(t, tr.check())
	tr.strengthen(n[1], []*logic.Term{tr.store.False()})
	require.ErrorContains(t, tr.check(), "unreachable")
	require.Equal(t, []*node{side}, tr.release(n[1]))
	require.NoError(t, tr.check())
}
