// SPDX-License-Identifier: Apache-2.0

package smttest

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/rational"
)

func TestParse(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"x > 0 & x < 5 & 2x + 1/2 y - 3 = 7y", "1x > 0 & 1x < 5 & 2x-13/2y = 3"},
		{"-x <= -3", "-1x <= -3"},
		{"x - x != 1.5", "0 != 3/2"},
		{"3 >= x1", "-1x1 >= -3"},
	} {
		s, err := ParseLinear(test.text)
		require.NoError(t, err)
		require.Equal(t, test.want, s.String())
	}
	for _, test := range []struct{ text, want string }{
		{"x + y", "found no relation"},
		{"x <= 1/0", `found "1/0", expected a number`},
		{"x + * <= 1", "expected a summand"},
		{"x <= 1 &", "found no relation"},
	} {
		_, err := ParseLinear(test.text)
		require.ErrorContains(t, err, test.want)
	}
}

func TestHolds(t *testing.T) {
	s, err := ParseLinear("x < 2 & x <= 1 & x > 0 & x >= 1 & x = 1 & x != 2")
	require.NoError(t, err)
	require.Equal(t, -1, s.Violated([]rational.Rat{rational.Int(1)}))
	require.Equal(t, 0, s.Violated([]rational.Rat{rational.Int(2)}))
	require.Equal(t, 2, s.Violated([]rational.Rat{rational.Int(0)}))
}

func TestRandomIsReproducible(t *testing.T) {
	shape := LinearShape{Vars: 3, Atoms: 4, Length: 3, Coeff: 5, Right: 9, Relations: "<= =", Fractions: true, Box: 4}
	one, two := RandomLinear(rand.New(rand.NewPCG(1, 2)), shape), RandomLinear(rand.New(rand.NewPCG(1, 2)), shape)
	require.Equal(t, one.String(), two.String())
	require.Len(t, one.Atoms, 4+2*3)
	back, err := ParseLinear(one.String())
	require.NoError(t, err)
	require.Equal(t, one.String(), back.String())
}
