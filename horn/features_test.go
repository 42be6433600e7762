// SPDX-License-Identifier: Apache-2.0

package horn_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
)

func TestDescribe(t *testing.T) {
	f := horn.Describe(system(t, counter))
	require.Equal(t, horn.Features{
		Predicates: 3, Used: 3, Clauses: 5, Facts: 1, Queries: 1, MaxBody: 1, MaxArity: 3, Args: 5, Vars: 10, Size: f.Size,
		Linear: true, Recursive: true, Components: 3, Cutpoints: 1, Depth: 2,
		Theories: horn.Ints | horn.Reals | horn.Arrays | horn.Datatypes | horn.BitVectors | horn.Booleans,
	}, f)
	require.Equal(t, "3 predicates (up to 3 arguments), 5 clauses (1 facts, 1 queries), linear, 1 cutpoints, "+
		"theories ints+reals+arrays+datatypes+bitvectors+booleans", f.String())
	text, err := json.Marshal(f.Theories)
	require.NoError(t, err)
	require.Equal(t, `"ints+reals+arrays+datatypes+bitvectors+booleans"`, string(text))
}

func TestTheories(t *testing.T) {
	for _, c := range []struct {
		in   string
		want horn.Theories
	}{
		{"a", 0},
		{"(forall ((x Int)) (p x))", horn.Ints},
		{"(forall ((x Int)) (=> (> (* x x) 2) (p x)))", horn.Ints | horn.Nonlinear},
		{"(forall ((x Int)) (=> (> (* 3 x) 2) (p x)))", horn.Ints},
		{"(forall ((x Int)) (=> (= (mod x 2) 0) (p x)))", horn.Ints | horn.IntDivision},
		{"(forall ((x Int) (y Int)) (=> (= (div x y) 0) (p x)))", horn.Ints | horn.IntDivision | horn.Nonlinear},
		{"(forall ((x Real)) (=> (> (/ x 2) 0.0) a))", horn.Reals},
		{"(forall ((x Real) (y Real)) (=> (> (/ x y) 0.0) a))", horn.Reals | horn.Nonlinear},
		{"(forall ((x Int) (y Real)) (=> (> (to_real x) y) a))", horn.Ints | horn.Reals | horn.Conversions},
		{"(forall ((x Bool)) (t x))", horn.Booleans},
		{"(forall ((x Bool)) (=> x a))", horn.Booleans},
		{"(t true)", horn.Booleans},
		{"(forall ((m (Array Int Bool))) (=> (select m 0) a))", horn.Arrays | horn.Ints | horn.Booleans},
		{"(forall ((l list)) (=> (= l nil) a))", horn.Datatypes | horn.Ints},
		{"(forall ((x (_ BitVec 8))) (=> (bvult x #x10) a))", horn.BitVectors},
		{"(forall ((x Int)) (=> (forall ((y Int)) (> (* y y) x)) (p x)))", horn.Ints | horn.Nonlinear | horn.Quantifiers},
	} {
		require.Equal(t, c.want.String(), horn.Describe(system(t, preamble+"(assert "+c.in+")")).Theories.String(), c.in)
	}
	require.True(t, (horn.Ints | horn.Arrays).Has(horn.Ints))
	require.False(t, horn.Ints.Has(horn.Ints|horn.Arrays))
}
