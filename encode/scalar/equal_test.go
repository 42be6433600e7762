// SPDX-License-Identifier: Apache-2.0

package scalar_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/scalar"
)

func TestEqual(t *testing.T) {
	signed := scalar.Type{Kind: scalar.Int, Width: 32, Signed: true}
	unsigned := scalar.Type{Kind: scalar.Int, Width: 32}
	v, w := &scalar.Var{Name: "v", Type: signed}, &scalar.Var{Name: "v", Type: signed}
	sum := func(of scalar.Type, v *scalar.Var, n int64) *scalar.Expr {
		return scalar.New(scalar.Add, of, scalar.NewRead(v), scalar.NewInt(n, of))
	}
	for _, test := range []struct {
		name string
		x, y *scalar.Expr
		want bool
	}{
		{"the same", sum(signed, v, 1), sum(signed, v, 1), true},
		{"another constant", sum(signed, v, 1), sum(signed, v, 2), false},
		{"another type, which the text does not show", sum(signed, v, 1), sum(unsigned, v, 1), false},
		{"another variable of the same name", sum(signed, v, 1), sum(signed, w, 1), false},
		{"unknown values", &scalar.Expr{Operator: scalar.Any, Type: signed}, &scalar.Expr{Operator: scalar.Any, Type: signed}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			require.Equal(t, test.want, test.x.Equal(test.y))
			require.Equal(t, test.want, scalar.Obligation{Cond: test.x}.Equal(scalar.Obligation{Cond: test.y}))
		})
	}
}
