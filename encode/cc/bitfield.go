// SPDX-License-Identifier: Apache-2.0

package cc

import "cornet/encode/cfg"

// storeField stores x in a bit-field that threads may share. Compilers load the bytes of the
// bit-field, change its bits and store the bytes. If another thread stores in a neighbouring
// bit-field in between, that store is lost. Adjacent bit-fields are one memory location (C11,
// 3.14). So a compiler may also overwrite those that share no byte with the bit-field, although no
// common compiler does. For other places, storeField returns false.
func (b *builder) storeField(l cfg.Place, x cfg.Expr) bool {
	f, ok := l.(cfg.FieldPlace)
	if !ok || !b.shared(l) || f.In.Type().Kind != cfg.Struct {
		return false
	}
	near, far := neighbours(f.In.Type().Fields, f.Index)
	if len(near)+len(far) == 0 {
		return false
	}
	f = b.spillPlace(f).(cfg.FieldPlace)
	if !stable(x) {
		x = b.spill(x)
	}
	old := map[int]cfg.Expr{}
	b.together(func() {
		for _, i := range append(near[:len(near):len(near)], far...) {
			old[i] = b.spillAs(cfg.Load{From: cfg.FieldPlace{In: f.In, Index: i}})
		}
	})
	const what = "storing in a bit-field may restore those of the same memory location that share no byte with it"
	b.together(func() {
		b.emit(cfg.Assign{To: f, Value: x})
		for _, i := range near {
			b.restore(cfg.FieldPlace{In: f.In, Index: i}, old[i], "")
		}
		for _, i := range far {
			b.restore(cfg.FieldPlace{In: f.In, Index: i}, old[i], what)
		}
	})
	return true
}

// restore stores the old value of a bit-field again. If what is not "", the bit-field may also keep
// its current value, for the reason what.
func (b *builder) restore(l cfg.FieldPlace, old cfg.Expr, what string) {
	t := unqualified(l.Type())
	x := b.toField(l, b.convert(old, t))
	if what != "" {
		now := b.spillAs(cfg.Load{From: l})
		x = cfg.Cond{If: cfg.Any{Of: b.types.bool(), Note: what}, Then: x, Else: b.toField(l, b.convert(now, t))}
	}
	b.emit(cfg.Assign{To: l, Value: x})
}

// neighbours returns the other bit-fields in the memory location of a field: those that share a
// byte with it, and the rest.
func neighbours(fields []cfg.Field, index int) (near, far []int) {
	if fields[index].Bits == 0 {
		return nil, nil
	}
	first, last := index, index
	for first > 0 && fields[first-1].Bits > 0 && !fields[first].Parted {
		first--
	}
	for last+1 < len(fields) && fields[last+1].Bits > 0 && !fields[last+1].Parted {
		last++
	}
	from, to := bytesOf(fields[index])
	for i := first; i <= last; i++ {
		if i == index {
			continue
		}
		if a, z := bytesOf(fields[i]); a <= to && from <= z {
			near = append(near, i)
		} else {
			far = append(far, i)
		}
	}
	return near, far
}

// bytesOf returns the first and the last byte of a bit-field.
func bytesOf(f cfg.Field) (first, last int64) {
	bit := f.Offset*8 + int64(f.BitOffset)
	return bit / 8, (bit + int64(f.Bits) - 1) / 8
}
