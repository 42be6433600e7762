// SPDX-License-Identifier: Apache-2.0

package softfloat

import (
	"math/big"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
)

// all makes the tests compare all cases instead of a sample.
var all = os.Getenv("CORNET_FLOATS") == "all"

var formats = []logic.FloatFormat{{Exponent: 2, Significand: 2}, {Exponent: 2, Significand: 3}, {Exponent: 3, Significand: 3}, {Exponent: 2, Significand: 4}, {Exponent: 4, Significand: 3}}

// bench has circuits with variables for numbers, in both representations, and the oracle to compare
// them with.
type bench struct {
	Circuits
	*oracle
	vars []*logic.Term
}

func benches(f logic.FloatFormat) []bench {
	s := logic.NewStore()
	var z []bench
	for i, c := range []Circuits{Patterns(s, f), Ordinals(s, f, f.Width()), Ordinals(s, f, f.Width()+1)} {
		b := bench{c, newOracle(f), nil}
		for k := range 3 {
			b.vars = append(b.vars, s.Var(string(rune('x'+k))+string(rune('0'+i)), s.BitVec(c.width)))
		}
		z = append(z, b)
	}
	return z
}

// represent returns the bits of a number in the representation of the circuits.
func (b bench) represent(x int) word {
	if b.isNaN(x) {
		if !b.ordinals {
			return small(uint64(b.nan()))
		}
		return small(uint64(b.inf() + 1))
	}
	z := small(uint64(x))
	if b.ordinals && b.negative(x) {
		z = small(uint64(b.magnitude(x))).not().mask(b.width)
	}
	return z
}

// numbers returns all numbers, with a single NaN.
func (o *oracle) numbers() []int {
	var z []int
	for x := range 1 << o.Width() {
		if !o.isNaN(x) || x == o.nan() {
			z = append(z, x)
		}
	}
	return z
}

// sampled reports whether the tests look at the i-th case. They look at one in n, or at all.
func sampled(i, n int) bool { return all || i%n == 0 }

// TestBinary compares operations on two numbers with rational arithmetic, for all pairs of numbers
// of small formats.
func TestBinary(t *testing.T) {
	for _, f := range formats {
		for _, b := range benches(f) {
			for d := range directions {
				m := b.To(d)
				x, y := b.vars[0], b.vars[1]
				narrow := bench{b.Circuits, newOracle(formats[0]), nil}
				narrow.Circuits.FloatFormat, narrow.width = formats[0], b.width-f.Width()+formats[0].Width()
				p, at := compile(b.vars[:2], narrow.SumOf(m, b.Circuits, x, y), b.Sum(m, x, y), b.Difference(m, x, y), b.Product(m, x, y), b.Quotient(m, x, y), b.Modulus(x, y), b.Remainder(x, y),
					b.Less(x, y), b.LessEqual(x, y), b.Equal(x, y))
				for i, v := range b.numbers() {
					for j, w := range b.numbers() {
						if !sampled(31*i+17*j+int(d), 2*b.Circuits.Width()+1) {
							continue
						}
						p.run(b.represent(v), b.represent(w))
						c, ordered := b.compare(v, w)
						for k, want := range []word{narrow.represent(narrow.sumOf(d, b.oracle, v, w)), b.represent(b.sum(d, v, w)), b.represent(b.difference(d, v, w)), b.represent(b.product(d, v, w)), b.represent(b.quotient(d, v, w)),
							b.represent(b.remainder(TowardZero, v, w)), b.represent(b.remainder(NearestEven, v, w)), truth(ordered && c < 0), truth(ordered && c <= 0), truth(ordered && c == 0)} {
							if got := p.values[at[k]]; got != want {
								t.Fatalf("operation %d in direction %d of %#x and %#x of %v: %#x, want %#x", k, d, v, w, f, got, want)
							}
						}
					}
				}
			}
		}
	}
}

// TestUnary compares operations on one number with rational arithmetic, for all numbers of small
// formats and of half precision.
func TestUnary(t *testing.T) {
	half := logic.FloatFormat{Exponent: 5, Significand: 11}
	wider, narrower := logic.FloatFormat{Exponent: 5, Significand: 6}, logic.FloatFormat{Exponent: 3, Significand: 4}
	for _, f := range append(formats, half) {
		for k, b := range benches(f) {
			for d := range directions {
				x, m := b.vars[0], b.To(d)
				outputs := []*logic.Term{b.Root(m, x), b.Integral(m, x), b.Negated(x), b.Abs(x), b.doubled(m, x)}
				others := []bench{benches(wider)[k], benches(narrower)[k]}
				for i, o := range others {
					others[i].Circuits.Store = b.Store
					outputs = append(outputs, others[i].Resized(m, b.Circuits, x))
					_ = o
				}
				widths := []int{1, 3, 8, 20}
				for _, w := range widths {
					for _, signed := range []bool{false, true} {
						n, fits := b.ToInteger(m, x, w, signed)
						outputs = append(outputs, n, fits)
					}
				}
				p, at := compile(b.vars[:1], outputs...)
				for i, v := range b.numbers() {
					if f == half && !sampled(i+int(d), 211) {
						continue
					}
					p.run(b.represent(v))
					require.Equal(t, b.represent(b.root(d, v)), p.values[at[0]], "root of %#x of %v, direction %d", v, f, d)
					require.Equal(t, b.represent(b.integral(d, v)), p.values[at[1]], "%#x of %v as an integer, direction %d", v, f, d)
					if !b.isNaN(v) {
						require.Equal(t, b.represent(v^b.sign()), p.values[at[2]])
						require.Equal(t, b.represent(b.magnitude(v)), p.values[at[3]])
					}
					require.Equal(t, b.represent(b.sum(d, v, v)), p.values[at[4]], "2 · %#x of %v, direction %d", v, f, d)
					for j, o := range others {
						require.Equal(t, o.represent(b.resized(d, o.oracle, v)), p.values[at[5+j]], "%#x of %v in %v, direction %d", v, f, o.oracle.FloatFormat, d)
					}
					for j := range 2 * len(widths) {
						b.requireInteger(t, d, v, widths[j/2], j%2 == 1, p.values[at[7+2*j]], p.values[at[8+2*j]])
					}
				}
			}
		}
	}
}

// requireInteger compares a conversion to an integer of some width.
func (b bench) requireInteger(t *testing.T, d Direction, x, width int, signed bool, n, fits word) {
	want := b.isFinite(x)
	var v *big.Int
	if want {
		v = b.integer(d, x)
		lo, hi := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(width))
		if signed {
			hi.Rsh(hi, 1)
			lo.Neg(hi)
		}
		want = v.Cmp(lo) >= 0 && v.Cmp(hi) < 0
	}
	require.Equal(t, truth(want), fits, "%#x of %v fits %d bits (signed: %v), direction %d", x, b.oracle.FloatFormat, width, signed, d)
	if want {
		require.Equal(t, wordOf(new(big.Int).And(v, big.NewInt(1<<width-1))), n, "%#x of %v as %d bits, direction %d", x, b.oracle.FloatFormat, width, d)
	}
}

// TestFused compares fused products with rational arithmetic.
func TestFused(t *testing.T) {
	for _, f := range formats {
		for k, b := range benches(f) {
			for d := range directions {
				p, at := compile(b.vars, b.Fused(b.To(d), b.vars[0], b.vars[1], b.vars[2]))
				for i, u := range b.numbers() {
					for j, v := range b.numbers() {
						for l, w := range b.numbers() {
							if f.Width() > 4 && !sampled(31*i+17*j+l+7*int(d)+k, 10*f.Width()*f.Width()) {
								continue
							}
							p.run(b.represent(u), b.represent(v), b.represent(w))
							if got, want := p.values[at[0]], b.represent(b.fused(d, u, v, w)); got != want {
								t.Fatalf("%#x · %#x + %#x of %v, direction %d: %#x, want %#x", u, v, w, f, d, got, want)
							}
						}
					}
				}
			}
		}
	}
}

// TestIntegers compares conversions of integers and rationals with rational arithmetic.
func TestIntegers(t *testing.T) {
	for _, f := range formats {
		for _, b := range benches(f) {
			for d := range directions {
				const width = 8
				n := b.Var("n", b.BitVec(width))
				p, at := compile([]*logic.Term{n}, b.FromInteger(b.To(d), n, true), b.FromInteger(b.To(d), n, false))
				for v := range 1 << width {
					p.run(small(uint64(v)))
					signed := v
					if v >= 1<<(width-1) {
						signed -= 1 << width
					}
					require.Equal(t, b.represent(b.nearest(d, big.NewRat(int64(signed), 1), false)), p.values[at[0]])
					require.Equal(t, b.represent(b.nearest(d, big.NewRat(int64(v), 1), false)), p.values[at[1]])
					r := big.NewRat(int64(signed), 12)
					require.Equal(t, b.represent(b.nearest(d, r, false)).big().String(), b.FromRational(b.To(d), r).BV().String(), "%v of %v", r, f)
				}
			}
		}
	}
}

// TestIdentities compares operations whose one operand is known, such as x + 0 and 2 · x.
func TestIdentities(t *testing.T) {
	for _, f := range formats[1:] {
		for k, b := range benches(f) {
			for d := range directions {
				m := b.To(d)
				for i, v := range b.numbers() {
					if !sampled(i+k+int(d), 5) {
						continue
					}
					x, c := b.vars[0], b.BVNum(b.represent(v).big(), b.width)
					p, at := compile(b.vars[:1], b.Sum(m, x, c), b.Difference(m, x, c), b.Difference(m, c, x), b.Product(m, c, x), b.Quotient(m, x, c), b.Quotient(m, c, x),
						b.Difference(m, x, x), b.Product(m, x, x), b.Quotient(m, x, x))
					for j, w := range b.numbers() {
						if !sampled(i+j+k+int(d), f.Width()) {
							continue
						}
						p.run(b.represent(w))
						for n, want := range []int{b.sum(d, w, v), b.difference(d, w, v), b.difference(d, v, w), b.product(d, v, w), b.quotient(d, w, v), b.quotient(d, v, w),
							b.difference(d, w, w), b.product(d, w, w), b.quotient(d, w, w)} {
							require.Equal(t, b.represent(want), p.values[at[n]], "operation %d on %#x and the constant %#x of %v, direction %d", n, w, v, f, d)
						}
					}
				}
			}
		}
	}
}
