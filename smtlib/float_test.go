// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
)

// tiny are formats whose numbers can be listed.
var tiny = []logic.FloatFormat{{Exponent: 2, Significand: 3}, {Exponent: 3, Significand: 3}, {Exponent: 2, Significand: 4}}

// finite lists the finite magnitudes of a format by their bits; the next one stands for infinity where it is a value beyond the largest
// number.
func finite(f logic.FloatFormat) []*big.Rat {
	bias := 1<<(f.Exponent-1) - 1
	var z []*big.Rat
	for e := range 1<<f.Exponent - 1 {
		for m := range 1 << (f.Significand - 1) {
			if e > 0 {
				m += 1 << (f.Significand - 1)
			}
			x := new(big.Rat).SetInt64(int64(m))
			for k := max(e, 1) - bias - f.Significand + 1; k != 0; {
				if k > 0 {
					x.Mul(x, big.NewRat(2, 1))
					k--
				} else {
					x.Mul(x, big.NewRat(1, 2))
					k++
				}
			}
			z = append(z, x)
		}
	}
	return z
}

// reference rounds as IEEE 754 says: it looks for the neighbours of a number in the list of all.
type reference struct {
	f   logic.FloatFormat
	all []*big.Rat
}

func (r *reference) inf() int  { return len(r.all) }
func (r *reference) nan() int  { return r.inf() + 1<<(r.f.Significand-2) }
func (r *reference) sign() int { return 1 << (r.f.Width() - 1) }

func (r *reference) isNaN(b int) bool { return b&^r.sign() > r.inf() }

func (r *reference) value(b int) *big.Rat {
	x := new(big.Rat).Set(r.all[b&^r.sign()])
	if b&r.sign() != 0 {
		x.Neg(x)
	}
	return x
}

// round returns the bits of the number nearest to x; negative is the sign of a zero.
func (r *reference) round(mode string, x *big.Rat, negative bool) int {
	if x.Sign() != 0 {
		negative = x.Sign() < 0
	}
	abs := new(big.Rat).Abs(x)
	low := 0
	for low+1 < len(r.all) && r.all[low+1].Cmp(abs) <= 0 {
		low++
	}
	z := low
	if r.all[low].Cmp(abs) != 0 {
		next := new(big.Rat)
		if low+1 < len(r.all) {
			next.Set(r.all[low+1])
		} else { // what would follow the largest number
			next.Add(r.all[low], new(big.Rat).Sub(r.all[low], r.all[low-1]))
		}
		half := new(big.Rat).Add(r.all[low], next)
		half.Mul(half, big.NewRat(1, 2))
		beyond := low+1 == len(r.all) && next.Cmp(abs) <= 0
		switch c := abs.Cmp(half); {
		case mode == "RNE" && (beyond || c > 0 || c == 0 && low%2 == 1), mode == "RNA" && (beyond || c >= 0),
			mode == "RTP" && !negative, mode == "RTN" && negative:
			z++
		}
	}
	if negative {
		z |= r.sign()
	}
	return z
}

// apply returns the bits of x op y.
func (r *reference) apply(op, mode string, x, y int) int {
	if op == "fp.sub" {
		if op = "fp.add"; !r.isNaN(y) {
			y ^= r.sign()
		}
	}
	neg := (x^y)&r.sign() != 0
	xInf, yInf, xZero, yZero := x&^r.sign() == r.inf(), y&^r.sign() == r.inf(), x&^r.sign() == 0, y&^r.sign() == 0
	signed := func(b int) int {
		if neg {
			return b | r.sign()
		}
		return b
	}
	switch {
	case r.isNaN(x) || r.isNaN(y):
		return r.nan()
	case op == "fp.add":
		switch {
		case xInf && yInf && neg:
			return r.nan()
		case xInf:
			return x
		case yInf:
			return y
		case xZero && yZero && !neg:
			return x
		}
		return r.round(mode, new(big.Rat).Add(r.value(x), r.value(y)), mode == "RTN")
	case op == "fp.mul":
		switch {
		case xInf && yZero || xZero && yInf:
			return r.nan()
		case xInf || yInf:
			return signed(r.inf())
		}
		return r.round(mode, new(big.Rat).Mul(r.value(x), r.value(y)), neg)
	}
	switch {
	case xInf && yInf || xZero && yZero:
		return r.nan()
	case xInf || yZero:
		return signed(r.inf())
	case yInf:
		return signed(0)
	}
	return r.round(mode, new(big.Rat).Quo(r.value(x), r.value(y)), neg)
}

// TestFloatArithmetic compares the circuits with rational arithmetic for all pairs of numbers of a small format, and some of others.
func TestFloatArithmetic(t *testing.T) {
	for _, f := range tiny {
		s := logic.NewStore()
		scope := NewScope(s)
		r := &reference{f, finite(f)}
		literal := func(b int) string {
			return fmt.Sprintf("((_ to_fp %d %d) (_ bv%d %d))", f.Exponent, f.Significand, b, f.Width())
		}
		require.Equal(t, r.inf(), 1<<(f.Width()-1)-1<<(f.Significand-1))
		for k, mode := range []string{"RNE", "RNA", "RTP", "RTN", "RTZ"} {
			for x := range 1 << f.Width() {
				for y := range 1 << f.Width() {
					if f != tiny[0] && (7*x+y)%23 != k { // a sample
						continue
					}
					for _, op := range []string{"fp.add", "fp.sub", "fp.mul", "fp.div"} {
						text := fmt.Sprintf("(fp.to_ieee_bv (%s %s %s %s))", op, mode, literal(x), literal(y))
						z, err := scope.ReadTerm(text)
						require.NoError(t, err)
						require.Equal(t, fmt.Sprint(r.apply(op, mode, x, y)), z.BV().String(), "%s in %v", text, f)
					}
				}
			}
		}
	}
}

// TestFloatConversions compares conversions, rounding to integers and orders with rational arithmetic.
func TestFloatConversions(t *testing.T) {
	for _, f := range tiny {
		s := logic.NewStore()
		scope := NewScope(s)
		r := &reference{f, finite(f)}
		bits := func(text string) int {
			z, err := scope.ReadTerm("(fp.to_ieee_bv " + text + ")")
			require.NoError(t, err, text)
			return int(z.BV().Int64())
		}
		to := fmt.Sprintf("(_ to_fp %d %d)", f.Exponent, f.Significand)
		for _, mode := range []string{"RNE", "RNA", "RTP", "RTN", "RTZ"} {
			for k := range 64 {
				signed := k
				if k >= 32 {
					signed -= 64
				}
				require.Equal(t, r.round(mode, big.NewRat(int64(signed), 1), false), bits(fmt.Sprintf("(%s %s (_ bv%d 6))", to, mode, k)), "%s %d", mode, k)
				require.Equal(t, r.round(mode, big.NewRat(int64(k), 1), false), bits(fmt.Sprintf("((_ to_fp_unsigned %d %d) %s (_ bv%d 6))", f.Exponent, f.Significand, mode, k)))
				require.Equal(t, r.round(mode, big.NewRat(int64(signed), 12), false), bits(fmt.Sprintf("(%s %s (/ (- %d 32) 12.0))", to, mode, signed+32)), "%s %d/12", mode, signed)
			}
			for x := range 1 << f.Width() {
				literal := fmt.Sprintf("(%s (_ bv%d %d))", to, x, f.Width())
				if r.isNaN(x) || x&^r.sign() == r.inf() {
					continue
				}
				require.Equal(t, r.integral(mode, x), bits(fmt.Sprintf("(fp.roundToIntegral %s %s)", mode, literal)), "%s %v", mode, r.value(x))
				for _, g := range tiny {
					other := &reference{g, finite(g)}
					require.Equal(t, other.round(mode, r.value(x), x&r.sign() != 0), bits(fmt.Sprintf("((_ to_fp %d %d) %s %s)", g.Exponent, g.Significand, mode, literal)))
				}
			}
		}
		for x := range 1 << f.Width() {
			for y := range 1 << f.Width() {
				c, ordered := 0, !r.isNaN(x) && !r.isNaN(y)
				if ordered {
					c = r.extended(x).Cmp(r.extended(y))
				}
				for op, want := range map[string]bool{"fp.lt": c < 0, "fp.leq": c <= 0, "fp.gt": c > 0, "fp.geq": c >= 0, "fp.eq": c == 0} {
					z, err := scope.ReadTerm(fmt.Sprintf("(%s (%s (_ bv%d %d)) (%s (_ bv%d %d)))", op, to, x, f.Width(), to, y, f.Width()))
					require.NoError(t, err)
					require.Equal(t, want && ordered, s.Simplify(z).IsTrue(), "%s %d %d", op, x, y)
				}
			}
		}
	}
}

// integral rounds a finite number to an integer.
func (r *reference) integral(mode string, b int) int {
	whole := &reference{logic.FloatFormat{Exponent: 15, Significand: 60}, nil}
	for k := range int64(200) {
		whole.all = append(whole.all, big.NewRat(k, 1))
	}
	x := r.value(b)
	z := whole.round(mode, x, b&r.sign() != 0)
	return r.round("RNE", big.NewRat(int64(z&^whole.sign()), 1), false) | b&r.sign()
}

// extended is the value of b, with infinities as large numbers.
func (r *reference) extended(b int) *big.Rat {
	if b&^r.sign() != r.inf() {
		return r.value(b)
	}
	if b&r.sign() != 0 {
		return big.NewRat(-1_000_000, 1)
	}
	return big.NewRat(1_000_000, 1)
}

// TestFloatMachine compares operations on doubles and singles with those of the machine.
func TestFloatMachine(t *testing.T) {
	scope := NewScope(logic.NewStore())
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		x, y := machineNumber(rng), machineNumber(rng)
		for op, want := range map[string]float64{"fp.add": x + y, "fp.sub": x - y, "fp.mul": x * y, "fp.div": x / y} {
			text := fmt.Sprintf("(= (%s RNE %s %s) %s)", op, machineLiteral(x), machineLiteral(y), machineLiteral(want))
			z, err := scope.ReadTerm(text)
			require.NoError(t, err)
			require.True(t, z.IsTrue(), text)
		}
		text := fmt.Sprintf("(= ((_ to_fp 11 53) RNE ((_ to_fp 8 24) RNE %s)) %s)", machineLiteral(x), machineLiteral(float64(float32(x))))
		z, err := scope.ReadTerm(text)
		require.NoError(t, err)
		require.True(t, z.IsTrue(), text)
	}
}

// TestFloatText reads terms and prints them.
func TestFloatText(t *testing.T) {
	const declared = "(declare-const x Float32)(declare-const y (_ FloatingPoint 8 24))(declare-const m RoundingMode)"
	for _, tc := range []struct{ in, want string }{
		{"(= x (fp #b0 #x7f #b00000000000000000000000))", "(= x (fp #b0 #b01111111 #b00000000000000000000000))"},
		{"(= x (_ NaN 8 24))", "(= x (_ NaN 8 24))"},
		{"(= x ((_ to_fp 8 24) #xffc00001))", "(= x (_ NaN 8 24))"},
		{"(= x (_ -oo 8 24))", "(= x (fp #b1 #b11111111 #b00000000000000000000000))"},
		{"(= (fp.div RNE ((_ to_fp 8 24) RNE 1.0) (_ -zero 8 24)) (_ -oo 8 24))", "true"},
		{"(= x y)", "(= x y)"},
		{"(= m roundTowardZero)", "(= m RTZ)"},
		{"(= ((_ to_fp 8 24) m 0.1) x)", ""},
		{"(fp.lt x y)", ""},
		{"(= x (fp.add m x y))", ""},
		{"(forall ((z Float16)) (fp.isNaN z))", ""},
		{"(exists ((z Float16)) (fp.isNaN z))", ""},
	} {
		script, err := ReadString(logic.NewStore(), "", declared+"(assert "+tc.in+")")
		require.NoError(t, err, tc.in)
		if tc.want != "" {
			require.Equal(t, tc.want, script.Commands[3].Term.String())
		}
		requireSurvivesPrinting(t, script)
		copied := logic.NewStore().NewImporter().Term(script.Commands[3].Term).String()
		require.Equal(t, strings.Count(script.Commands[3].Term.String(), "fp"), strings.Count(copied, "fp"))
	}
}

// machineNumber returns a number of any size, often one with few bits.
func machineNumber(rng *rand.Rand) float64 {
	switch b := rng.Uint64(); rng.IntN(4) {
	case 0:
		return math.Float64frombits(b)
	case 1:
		return float64(int64(b)>>rng.IntN(64)) / 8
	case 2:
		return math.Float64frombits(b & (1<<63 | 7<<52 | 1<<51 | 15)) // subnormal or near to it
	default:
		return math.Float64frombits(b&^(0x7ff<<52) | uint64(1000+rng.IntN(50))<<52)
	}
}

func machineLiteral(x float64) string {
	return fmt.Sprintf("((_ to_fp 11 53) (_ bv%d 64))", math.Float64bits(x))
}
