// SPDX-License-Identifier: Apache-2.0

package pdr

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
)

// TestObligationOfItself: a recursive rule demands the cube of an obligation again, so the
// obligation becomes its own child. It is in the queue once, at the child's level.
func TestObligationOfItself(t *testing.T) {
	c := newCubes(t)
	c.s.bound = 5
	l := &location{pobs: map[*logic.Term]*pob{}}
	cube := c.read(t, "(>= x 1)")
	o := c.s.oblige(l, cube, 3, 0)
	other := c.s.oblige(l, c.read(t, "(>= y 1)"), 2, 0)
	require.Same(t, other, c.s.next(), "the lowest level comes first")
	require.Same(t, o, c.s.next())

	require.Same(t, o, c.s.oblige(l, cube, 1, 1))
	c.s.enqueue(o) // as its parent
	c.s.enqueue(other)
	require.Same(t, o, c.s.next())
	require.Same(t, other, c.s.next())
	require.Nil(t, c.s.next())
}
