// SPDX-License-Identifier: Apache-2.0

package exec

import (
	"slices"
	"sort"
)

// An object is a range of bytes. A large object has memory only for the parts that were touched.
// The others are 0.
type object struct {
	base    int64
	size    int64
	extents []extent // by offset, without overlaps
	freed   bool
	alloc   bool // made by an Alloc, and not for the call of a function

	literal bool
	align   int64 // the alignment of its declaration, or the guarantee of Alloc
}

// An extent is a part of an object, from an offset on.
type extent struct {
	at    int64
	bytes []byte
}

func (e extent) end() int64 { return e.at + int64(len(e.bytes)) }

const (
	wholeBytes = 1 << 16 // objects up to this size have memory from the start
	pageBytes  = 1 << 12 // memory is added in multiples of this size
	maxPart    = 1 << 24 // bytes that are processed together
)

func newObject(base, size int64) object {
	o := object{base: base, size: size}
	if size <= wholeBytes {
		o.extents = []extent{{0, make([]byte, size)}}
	}
	return o
}

// objectOf returns an object with the bytes raw.
func objectOf(raw []byte) object {
	return object{base: heapBase, size: int64(len(raw)), extents: []extent{{0, raw}}}
}

// holds reports whether n bytes at an offset are in o.
func (o *object) holds(at, n int64) bool { return n >= 0 && at >= 0 && at <= o.size && n <= o.size-at }

// part returns the memory of n bytes at an offset inside o. It is valid until the next call.
func (o *object) part(at, n int64) []byte {
	i := sort.Search(len(o.extents), func(i int) bool { return o.extents[i].end() > at })
	if i == len(o.extents) && i > 0 && n == 0 {
		return o.extents[i-1].bytes[:0]
	}
	if i < len(o.extents) && o.extents[i].at <= at && at+n <= o.extents[i].end() {
		e := o.extents[i]
		return e.bytes[at-e.at : at-e.at+n : at-e.at+n]
	}
	start, end := at&^(pageBytes-1), min((at+n+pageBytes-1)&^(pageBytes-1), o.size)
	i = sort.Search(len(o.extents), func(i int) bool { return o.extents[i].end() > start })
	k := i
	for ; k < len(o.extents) && o.extents[k].at < end; k++ {
		start, end = min(start, o.extents[k].at), max(end, o.extents[k].end())
	}
	whole := extent{start, make([]byte, end-start)}
	for _, e := range o.extents[i:k] {
		copy(whole.bytes[e.at-start:], e.bytes)
	}
	o.extents = slices.Replace(o.extents, i, k, whole)
	return whole.bytes[at-start : at-start+n : at-start+n]
}

// touched returns copies of the parts of n bytes at an offset that have memory. Offsets count from
// the given one.
func (o *object) touched(at, n int64) (z []extent) {
	for _, e := range o.extents {
		if start, end := max(at, e.at), min(at+n, e.end()); start < end {
			z = append(z, extent{start - at, slices.Clone(e.bytes[start-e.at : end-e.at])})
		}
	}
	return z
}

// zero sets n bytes at an offset to 0.
func (o *object) zero(at, n int64) {
	for _, e := range o.extents {
		if start, end := max(at, e.at), min(at+n, e.end()); start < end {
			clear(e.bytes[start-e.at : end-e.at])
		}
	}
}
