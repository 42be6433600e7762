// SPDX-License-Identifier: Apache-2.0

package expr

import (
	"maps"
	"math/big"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/ieee"
	"cornet/encode/scalar"
	"cornet/internal/rational"
	"cornet/logic"
)

var (
	float32Type = scalar.Type{Kind: scalar.Float, Width: 32, Signed: true}
	float64Type = scalar.Type{Kind: scalar.Float, Width: 64, Signed: true}
)

// numberIn returns a value in x, often an end.
func numberIn(r *rand.Rand, x rational.Interval) *big.Int {
	switch r.Intn(4) {
	case 0:
		return integer(x.Lo.X)
	case 1:
		return integer(x.Hi.X)
	}
	n := integer(x.Hi.X.Sub(x.Lo.X).Add(one))
	return n.Rand(r, n).Add(n, integer(x.Lo.X))
}

// someInterval returns an interval of values of t, sometimes around a notable value.
func someInterval(r *rand.Rand, t scalar.Type) rational.Interval {
	all := rangeOf(t)
	notable := []rational.Rat{all.Lo.X, all.Hi.X, zero, minusOne, one}
	if t.Kind == scalar.Float {
		notable = append(notable, infinity(t), negative(infinity(t)), round(big.NewRat(1, 1), t), round(big.NewRat(-300, 1), t))
	}
	pick := func() rational.Rat {
		v := notable[r.Intn(len(notable))]
		if r.Intn(2) == 0 {
			v = rat(numberIn(r, all))
		}
		if r.Intn(2) == 0 {
			v = v.Add(rational.Int(int64(r.Intn(5) - 2)))
		}
		return rational.Max(all.Lo.X, rational.Min(all.Hi.X, v))
	}
	a, b := pick(), pick()
	return rational.Between(rational.Min(a, b), rational.Max(a, b))
}

// operations are expressions over variables x and y of suitable types.
func operations(r *rand.Rand) (*scalar.Expr, []*scalar.Var) {
	types := []scalar.Type{
		float32Type, float64Type, {Kind: scalar.Int, Width: 32, Signed: true}, {Kind: scalar.Int, Width: 32}, {Kind: scalar.Int, Width: 8}, {Kind: scalar.Int, Width: 64, Signed: true},
	}
	f, i := types[r.Intn(2)], types[2+r.Intn(4)]
	op := ieee.Op(r.Intn(int(ieee.SignBit) + 1))
	x, y := &scalar.Var{Name: "x", Type: f}, &scalar.Var{Name: "y", Type: f, ID: 1}
	z := f
	switch op {
	case ieee.FromInt:
		x.Type = i
	case ieee.FromBits:
		x.Type = scalar.Type{Kind: scalar.Int, Width: f.Width, Signed: r.Intn(2) == 0}
	case ieee.ToInt:
		z = i
	case ieee.Bits:
		z = scalar.Type{Kind: scalar.Int, Width: f.Width, Signed: r.Intn(2) == 0}
	case ieee.Resize:
		z = types[r.Intn(2)]
	case ieee.SumTo:
		x.Type, y.Type, z = float64Type, float64Type, float32Type
	case ieee.SignBit:
		z = types[2]
	}
	args := []*scalar.Expr{scalar.NewRead(x)}
	if op <= ieee.SumTo || op.IsCompare() {
		args = append(args, scalar.NewRead(y))
		if r.Intn(3) == 0 { // a constant, often a power of two
			c := x.Type.Format().Round(big.NewRat(1<<r.Intn(8), 1<<r.Intn(8)), false)
			if r.Intn(3) == 0 {
				c = integer(someInterval(r, x.Type).Hi.X)
			}
			args[r.Intn(2)] = scalar.NewConst(c, x.Type)
		}
	}
	switch op {
	case ieee.Add, ieee.Sub, ieee.Mul, ieee.Div, ieee.SumTo, ieee.Sqrt, ieee.Rint, ieee.Resize, ieee.FromInt:
		if r.Intn(3) == 0 {
			op = op.Toward(ieee.Direction(r.Intn(4)))
		}
	}
	return scalar.NewApply(op, z, args...), []*scalar.Var{x, y}
}

// Results of operations on values in intervals lie in the interval of the result. Values that
// satisfy a condition lie in the intervals refined by it.
func TestFloatIntervals(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 6000 {
		x, vars := operations(r)
		e, values := box{}, map[*scalar.Var]*big.Int{}
		for _, v := range vars {
			e[v] = someInterval(r, v.Type)
			values[v] = numberIn(r, e[v])
		}
		got := ranges{box: e}.value(x)
		z := x.Replace(func(v *scalar.Var) *scalar.Expr { return scalar.NewConst(values[v], v.Type) })
		if !z.IsConst() {
			continue
		}
		require.True(t, got.Has(rat(z.Value)), "%v over %v is %v, not in %v", x, values, z.Value, got)
		if !x.IsTruth() {
			continue
		}
		after := ranges{box: maps.Clone(e)}
		ok := after.refine(x, z.Value.Sign() == 0)
		require.True(t, ok, "%v is %v over %v", x, z.Value, values)
		for _, v := range vars {
			require.True(t, after.of(v).Has(rat(values[v])), "%v = %v: %s = %v not in %v, before %v", x, z.Value, v.Name, values[v], after.of(v), e)
		}
	}
}

// Terms have the values of their operations if each fresh value has its true value. All constraints
// on fresh values hold then.
func TestFloatTerms(t *testing.T) {
	if testing.Short() {
		t.Skip("compares thousands of terms")
	}
	r := rand.New(rand.NewSource(2))
	for range 4000 {
		x, vars := operations(r)
		for _, bv := range []bool{false, true} {
			s := logic.NewStore()
			c := newScope(s, Options{Vectors: bv})
			num := func(v *big.Int, t scalar.Type) *logic.Term { return c.m.num(rat(v), t) }
			likely := c.intervals.overall
			values := map[*scalar.Var]*big.Int{}
			m := s.NewModel()
			for _, v := range vars {
				likely[v] = someInterval(r, v.Type)
				values[v] = numberIn(r, likely[v])
				if r.Intn(3) == 0 { // soundness does not depend on the intervals
					values[v] = numberIn(r, someInterval(r, v.Type))
				}
				m.Set(c.declare(v), num(values[v], v.Type))
				c.m.points[v.Type] = append(c.m.points[v.Type], someInterval(r, v.Type).Hi.X, someInterval(r, v.Type).Lo.X, zero)
			}
			if v := vars[0]; v.Type.Kind == scalar.Float {
				c.m.cutVariable(c.intervals, v)
			}
			z := x.Replace(func(v *scalar.Var) *scalar.Expr { return scalar.NewConst(values[v], v.Type) })
			if !z.IsConst() {
				continue
			}
			want := z.Value
			term := c.m.Value(c, x)
			if bv && len(c.m.Approximated) > 0 {
				require.Contains(t, []ieee.Op{ieee.Rem, ieee.Remainder}, x.Fn, "%v", x)
			}
			for i, e := range c.fresh {
				v := want
				if x.Fn == ieee.Resize && x.Type.Width > x.Args[0].Type.Width && v.Sign() < 0 && !bv {
					v = ieee.Neg(v) // the magnitude has a fresh value
				}
				m.Set(e, num(v, c.types[i]))
			}
			got := Number(m.Eval(term), x.Type.Signed)
			require.NotNil(t, got, "%v", x)
			require.Equal(t, want.String(), got.String(), "bit-vectors %v: %v over %v = %v", bv, x, values, term)
			if x.IsTruth() {
				require.Equal(t, want.Sign() != 0, m.Holds(c.m.Cond(c, x)), "condition %v over %v", x, values)
			}
			small := x.Fn == ieee.Resize && !bv // constraints on magnitudes of subnormal numbers
			for _, claim := range c.said {
				require.True(t, small || m.Holds(claim), "bit-vectors %v: %v over %v is %v, and %v is said, box %v", bv, x, values, want, claim, likely)
			}
		}
	}
}
