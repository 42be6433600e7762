// SPDX-License-Identifier: Apache-2.0

package native

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
)

func TestLift(t *testing.T) {
	s := logic.NewStore()
	x, y := s.Var("x", s.BitVec(4)), s.Var("y", s.BitVec(4))
	p := s.Var("p", s.Bool)
	is := func(x *logic.Term, k int) *logic.Term {
		return s.Eq(s.Extract(k, k, x), s.BVNum(big.NewInt(1), 1))
	}
	tests := []struct {
		in   *logic.Term
		want string
	}{
		{is(x, 2), "(= ((_ extract 2 2) x) #b1)"},
		{s.And(is(x, 0), s.Not(is(x, 1)), is(x, 2), is(x, 3)), "(= x #xd)"},
		{s.And(is(x, 0), is(x, 1), is(y, 2), p), "(and p (= ((_ extract 2 2) y) #b1) (= ((_ extract 1 0) x) #b11))"},
		{s.Or(is(x, 2), is(x, 3)), "(not (= ((_ extract 3 2) x) #b00))"},
		{s.And(is(x, 0), is(x, 3)), "(and (= ((_ extract 0 0) x) #b1) (= ((_ extract 3 3) x) #b1))"},
	}
	for _, tt := range tests {
		require.Equal(t, tt.want, lift(s, tt.in).String())
	}
}
