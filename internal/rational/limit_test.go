// SPDX-License-Identifier: Apache-2.0

package rational

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/bound"
)

// ends returns the limit at which f panics, or nil.
func ends(f func()) (z *bound.Exceeded) {
	defer func() { z, _ = recover().(*bound.Exceeded) }()
	f()
	return nil
}

// TestLimit squares numbers again and again. The limit ends this before the memory is used up.
func TestLimit(t *testing.T) {
	for name, square := range map[string]func(){
		"integers":  func() { square(Int(3)) },
		"fractions": func() { square(New(2, 3)) },
		"whole":     func() { squareZ(IntZ(3)) },
	} {
		x := ends(square)
		require.NotNil(t, x, name)
		require.ErrorIs(t, x, errors.ErrUnsupported)
		require.EqualError(t, x, "numbers of more than 524288 bits are not supported")
	}
}

func square(x Rat) {
	for {
		x = x.Mul(x)
	}
}

func squareZ(x Z) {
	for {
		x = x.AddMul(x, x)
	}
}

// TestFarEnds squares intervals: ends that are too far away become infinite, the others stay.
func TestFarEnds(t *testing.T) {
	v := Interval{Lo: BoundAt(Int(1)), Hi: BoundAt(Int(3))}
	for range 100 {
		v = v.Mul(v)
	}
	require.True(t, v.Lo.Finite && v.Lo.X.IsOne() && !v.Hi.Finite, "%v", v)
	w := Interval{Lo: BoundAt(Int(-3)), Hi: BoundAt(Int(2))}
	for range 100 {
		w = w.Power(3)
	}
	require.True(t, !w.Lo.Finite && !w.Hi.Finite, "%v", w)
}
