// SPDX-License-Identifier: Apache-2.0

package exec

import (
	"math/big"
	"math/bits"

	"cornet/encode/cfg"
)

// A value is the value of an expression. It is a number or an address, small if it fits 64 bits; a
// floating-point number, as its ordinal; or the bytes of an aggregate.
type value struct {
	n       int64
	big     *big.Int // the number if it does not fit n
	isFloat bool
	raw     []byte
}

// floatOf is the floating-point number with an ordinal.
func floatOf(ordinal *big.Int) value {
	z := fromBig(ordinal)
	z.isFloat = true
	return z
}

func small(n int64) value { return value{n: n} }

func fromBig(z *big.Int) value {
	if z.IsInt64() {
		return value{n: z.Int64()}
	}
	return value{big: z}
}

func fromUint(u uint64) value {
	if u>>63 == 0 {
		return value{n: int64(u)}
	}
	return value{big: new(big.Int).SetUint64(u)}
}

func fromBool(b bool) value {
	if b {
		return value{n: 1}
	}
	return value{}
}

func (v value) int() *big.Int {
	if v.big != nil {
		return v.big
	}
	return big.NewInt(v.n)
}

// address is a pointer's value as an address.
func (v value) address() int64 {
	if v.big != nil {
		return int64(v.big.Uint64())
	}
	return v.n
}

func (v value) truth() bool {
	if v.isFloat && v.n == -1 { // the value is -0
		return false
	}
	return v.big != nil || v.n != 0
}

// wrap brings an integer into the range of t, an integer or pointer type.
func wrap(v value, t *cfg.Type) value {
	w, signed := t.Width, t.Signed
	if t.Kind == cfg.Pointer {
		w, signed = int(8*t.Size), false
	}
	if t.Bool {
		return fromBool(v.truth())
	}
	if v.big == nil {
		switch {
		case w < 64 && signed:
			s := uint(64 - w)
			return small(v.n << s >> s)
		case w < 64:
			return small(v.n & (1<<w - 1))
		case w == 64 && signed:
			return v
		case v.n >= 0:
			return v
		}
	}
	z := v.int()
	m := new(big.Int).Lsh(big.NewInt(1), uint(w))
	r := new(big.Int).Mod(z, m)
	if signed && r.Bit(w-1) == 1 {
		r.Sub(r, m)
	}
	return fromBig(r)
}

func cmp(x, y value) int {
	if x.big == nil && y.big == nil {
		switch {
		case x.n < y.n:
			return -1
		case x.n > y.n:
			return 1
		}
		return 0
	}
	return x.int().Cmp(y.int())
}

// arithmetic computes without wrapping. If C leaves the result undefined, it returns 0 and false.
func arithmetic(op cfg.BinaryOp, x, y value, t *cfg.Type) (value, bool) {
	if x.big == nil && y.big == nil {
		if v, ok := fast(op, x.n, y.n, t); ok {
			return v, true
		}
	}
	z := op.Compute(x.int(), y.int(), t.Width)
	if z == nil {
		return value{}, false
	}
	return fromBig(z), true
}

// fast is arithmetic for small numbers with small results.
func fast(op cfg.BinaryOp, a, b int64, t *cfg.Type) (value, bool) {
	switch op {
	case cfg.Add:
		s := a + b
		return small(s), (a^s)&(b^s) >= 0
	case cfg.Sub:
		s := a - b
		return small(s), (a^b)&(a^s) >= 0
	case cfg.Mul:
		hi, lo := bits.Mul64(uint64(max(a, -a)), uint64(max(b, -b)))
		return small(a * b), hi == 0 && lo>>62 == 0
	case cfg.Div:
		if b != 0 && b != -1 {
			return small(a / b), true
		}
	case cfg.Rem:
		if b != 0 && b != -1 {
			return small(a % b), true
		}
	case cfg.Shr:
		if b >= 0 && b < int64(t.Width) && b < 64 {
			return small(a >> uint(b)), true
		}
	case cfg.BitAnd:
		return small(a & b), true
	case cfg.BitOr:
		return small(a | b), true
	case cfg.BitXor:
		return small(a ^ b), true
	}
	return value{}, false
}
