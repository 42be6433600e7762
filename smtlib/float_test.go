// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
)

// TestFloatOperators reads each operator with numerals, and compares its value with that of the
// machine. Package softfloat tests the circuits.
func TestFloatOperators(t *testing.T) {
	scope := NewScope(logic.NewStore())
	rng := rand.New(rand.NewPCG(1, 2))
	for range 30 {
		x, y, w := machineNumber(rng), machineNumber(rng), machineNumber(rng)
		for form, want := range map[string]float64{
			"(fp.add RNE x y)": x + y, "(fp.sub RNE x y)": x - y, "(fp.mul RNE x y)": x * y, "(fp.div RNE x y)": x / y, "(fp.fma RNE x y w)": math.FMA(x, y, w),
			"(fp.sqrt RNE x)": math.Sqrt(x), "(fp.abs x)": math.Abs(x), "(fp.neg x)": -x, "(fp.roundToIntegral RNE x)": math.RoundToEven(x),
			"(fp.roundToIntegral RNA x)": math.Round(x), "(fp.roundToIntegral RTP x)": math.Ceil(x), "(fp.roundToIntegral RTN x)": math.Floor(x), "(fp.roundToIntegral RTZ x)": math.Trunc(x),
			"((_ to_fp 11 53) RNE ((_ to_fp 8 24) RNE x))": float64(float32(x)),
		} {
			term := "(= " + form + " " + machineLiteral(want) + ")"
			text := strings.NewReplacer(" x", " "+machineLiteral(x), " y", " "+machineLiteral(y), " w", " "+machineLiteral(w)).Replace(term)
			z, err := scope.ReadTerm(text)
			require.NoError(t, err)
			require.True(t, z.IsTrue(), text)
		}
		for form, want := range map[string]bool{
			"(fp.lt x y)": x < y, "(fp.leq x y)": x <= y, "(fp.gt x y)": x > y, "(fp.geq x y)": x >= y, "(fp.eq x y)": x == y, "(fp.isNaN x)": x != x,
			"(fp.isInfinite x)": math.IsInf(x, 0), "(fp.isZero x)": x == 0, "(fp.isNegative x)": x == x && math.Signbit(x), "(fp.isPositive x)": x == x && !math.Signbit(x),
		} {
			text := strings.NewReplacer(" x", " "+machineLiteral(x), " y", " "+machineLiteral(y)).Replace(form)
			z, err := scope.ReadTerm(text)
			require.NoError(t, err)
			require.Equal(t, want, z.IsTrue(), text)
		}
	}
	for text, want := range map[string]string{
		"(fp.rem ((_ to_fp 5 11) RNE 5.5) ((_ to_fp 5 11) RNE 2.0))": "((_ to_fp 5 11) RNE (- 0.5))",
		"((_ to_fp 5 11) RTZ #x07ff)":                                "((_ to_fp 5 11) RNE 2047.0)",
		"((_ to_fp_unsigned 5 11) RTP #xffff)":                       "(_ +oo 5 11)",
		"((_ to_fp 5 11) RTN (/ 1 3))":                               "((_ to_fp 5 11) #x3555)",
	} {
		z, err := scope.ReadTerm("(= " + text + " " + want + ")")
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
