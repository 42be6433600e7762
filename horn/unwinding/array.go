// SPDX-License-Identifier: Apache-2.0

package unwinding

import (
	"encoding/binary"
	"math/big"

	"cornet/logic"
	"cornet/smt/bits"
	"cornet/smt/sat"
)

// array is an array with some cells at constant indices changed. Only its cache of reads changes.
type array struct {
	core  *core
	cells *cells
	reads map[string]value // at indices that are not constant
}

// core describes how an array was made. Equal reads are made once.
type core struct {
	kind  arrayKind
	sort  *logic.Sort
	value value     // of all cells of a constant array; or the value that was stored
	index bits.Word // for a store
	guard sat.Lit   // for a choice
	a, b  *array    // a store changes a; a choice selects a or b
	reads map[string]value
	order []read // for an unknown array
}

type arrayKind uint8

const (
	unknownArray  arrayKind = iota
	constantArray           // one value everywhere
	storedArray             // a, with a cell changed at an index that is not constant
	chosenArray             // a if the guard holds, else b
)

// read is a cell of an unknown array.
type read struct {
	index bits.Word
	value value
}

// key returns an index as a number of 64 bits, and reports whether it is constant.
func (f *Formula) key(index bits.Word, sort *logic.Sort) (uint64, bool) {
	x, ok := f.constant(index, sort.Index().IsInt())
	switch {
	case !ok:
		return 0, false
	case sort.Index().IsInt():
		return uint64(x.Int64()), x.IsInt64()
	}
	return x.Uint64(), x.IsUint64()
}

// indexOf is the inverse of key.
func (f *Formula) indexOf(key uint64, sort *logic.Sort) bits.Word {
	if sort.Index().IsInt() {
		return f.integer(big.NewInt(int64(key)))
	}
	return f.circuit.Constant(new(big.Int).SetUint64(key), sort.Index().Width())
}

// same returns whether two indices are equal.
func (f *Formula) same(x, y bits.Word) sat.Lit {
	x, y = alike(x, y, 0)
	f.effort += int64(len(x))
	if equal, known := f.circuit.Decided(x, y); known {
		return f.circuit.Bool(equal)
	}
	a, b := name(x), name(y)
	if a > b {
		a, b = b, a
	}
	z, ok := f.comparisons[a+b]
	if !ok {
		z = f.circuit.Eq(x, y)
		f.comparisons[a+b] = z
	}
	return z
}

// name identifies a word.
func name(w bits.Word) string {
	z := make([]byte, 0, 4*len(w))
	for _, a := range w {
		z = binary.LittleEndian.AppendUint32(z, uint32(a))
	}
	return string(z)
}

// store returns a with the cell at index changed.
func (f *Formula) store(a *array, index bits.Word, v value) *array {
	if key, ok := f.key(index, a.core.sort); ok {
		return &array{core: a.core, cells: a.cells.with(key, v)}
	}
	return &array{core: &core{kind: storedArray, sort: a.core.sort, a: a, index: index, value: v}}
}

// chosen returns the core of an array that is a if c, else b.
func chosen(c sat.Lit, a, b *array) *core {
	return &core{kind: chosenArray, sort: a.core.sort, guard: c, a: a, b: b}
}

// read returns the cell at index.
//
// Cost: if indices are not constant, one comparison for each cell that was written. For an unknown
// array, one for each cell that was read.
func (f *Formula) read(a *array, index bits.Word) value {
	if key, ok := f.key(index, a.core.sort); ok {
		if v, ok := a.cells.at(key); ok {
			return v
		}
		return f.readCore(a.core, index)
	}
	if a.cells == nil {
		return f.readCore(a.core, index)
	}
	k := name(index)
	if v, ok := a.reads[k]; ok {
		return v
	}
	z := f.readCore(a.core, index)
	a.cells.each(func(key uint64, v value) {
		z = f.mux(f.same(index, f.indexOf(key, a.core.sort)), v, z)
	})
	if a.reads == nil {
		a.reads = map[string]value{}
	}
	a.reads[k] = z
	return z
}

// readCore returns the cell at index of a core.
func (f *Formula) readCore(a *core, index bits.Word) value {
	if a.kind == constantArray {
		return a.value
	}
	k := name(index)
	if v, ok := a.reads[k]; ok {
		return v
	}
	var z value
	switch a.kind {
	case storedArray:
		hit := f.same(index, a.index)
		if v, ok := f.circuit.Const(hit); ok && v {
			z = a.value
		} else {
			z = f.mux(hit, a.value, f.read(a.a, index))
		}
	case chosenArray:
		z = f.mux(a.guard, f.read(a.a, index), f.read(a.b, index))
	default:
		z = f.readUnknown(a, index)
	}
	if a.reads == nil {
		a.reads = map[string]value{}
	}
	a.reads[k] = z
	return z
}

// readUnknown returns the cell of an unknown array. It equals the cells at equal indices
// (Ackermann's reduction). The comparisons are quadratic in the reads at indices that are not
// constant: no order of such indices is known.
func (f *Formula) readUnknown(a *core, index bits.Word) value {
	z := f.unknown(a.sort.Elem())
	if z.array != nil {
		refuse("arrays of arrays")
	}
	for _, r := range a.order {
		hit := f.same(index, r.index)
		if v, ok := f.circuit.Const(hit); ok && !v {
			continue
		}
		f.circuit.Equate(hit, z.word, r.value.word)
	}
	a.order = append(a.order, read{index, z})
	return z
}
