// SPDX-License-Identifier: Apache-2.0

package cfg

import "math/big"

// Direct returns the place that l denotes, without pointers to known places on the way. It returns
// nil if there is no such place.
func (l Deref) Direct() Place {
	pointer := l.Pointer
	for {
		c, ok := pointer.(Cast)
		if !ok || c.X.Type().Kind != Pointer {
			break
		}
		pointer = c.X
	}
	switch x := pointer.(type) {
	case AddrOf:
		if x.Place.Type().Same(l.Of) {
			return x.Place
		}
		if t := x.Place.Type(); t.Kind == Array && t.Elem.Same(l.Of) {
			return IndexPlace{In: x.Place, Index: Const{Value: new(big.Int), Of: indexType}}
		}
	case Binary:
		if a, ok := x.X.(AddrOf); ok && x.Operator == PtrAdd {
			t := a.Place.Type()
			n, ok := Fold(x.Y, nil)
			back := ok && n.Sign() < 0 // a negative index leads back from the end of the array
			if t.Kind == Array && t.Elem.Same(l.Of) && a.Of.Elem.Same(l.Of) && !back {
				return IndexPlace{In: a.Place, Index: x.Y}
			}
		}
	}
	return nil
}

// Trailing reports whether l is an array of one element at the end of a struct that a pointer
// points to. This is the old way to write an array of any length.
func Trailing(l Place) bool {
	f, member := l.(FieldPlace)
	return member && l.Type().Len == 1 && f.Index == len(f.In.Type().Fields)-1 && Root(l) == nil
}

// AccessSize returns the number of bytes that an access of l may touch, from the address of l on. A
// bit-field reaches as far as its last bit. Its declared type may be larger than its struct:
//
//	struct { char c; int bits : 24; }
func AccessSize(l Place) int64 {
	if f, ok := l.(FieldPlace); ok {
		if f := f.In.Type().Fields[f.Index]; f.Bits > 0 {
			return int64(f.BitOffset+f.Bits+7) / 8
		}
	}
	return l.Type().Size
}

var indexType = &Type{Kind: Int, Width: 32, Signed: true, Size: 4, Align: 4}
