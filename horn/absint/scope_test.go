// SPDX-License-Identifier: Apache-2.0

package absint

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
)

// TestPlaces: a branch is evaluated only once if its condition does not restrict its variables, for
// any number of variables. Here, 90 inputs decide one after the other whether x grows.
func TestPlaces(t *testing.T) {
	const n = 90
	s := logic.NewStore()
	x := s.Var("x", s.Int)
	for i := range n {
		input := s.Var(fmt.Sprint("in", i), s.Int)
		x = s.Ite(s.Le(input, s.IntNum(0)), x, s.Add(x, s.IntNum(1)))
	}
	e := newEvaluator(s)
	e.allow(1_000)
	before := e.work
	e.eval(&scope{}, x)
	require.Less(t, before-e.work, 10*n)
}
