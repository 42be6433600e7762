// SPDX-License-Identifier: Apache-2.0

package exec

import (
	"math/big"
	"sort"

	"cornet/encode/cfg"
)

// memory is what programs store in: regions of objects. Each stack is a region of its own, so
// that returning from a function gives its part back.
type memory struct {
	heap   region
	stacks []*region
	reuse  bool // addresses are used again at once
}

// A region is a range of addresses in which objects are made one after the other.
type region struct {
	next    int64
	objects []object // by address
}

// An object is a range of bytes.
type object struct {
	base  int64
	bytes []byte
	freed bool
	alloc bool // made by an Alloc, not for the call of a function

	literal bool
	align   int64 // that of its declaration, or what Alloc guarantees
}

// A mark is how far a stack had grown.
type mark struct {
	objects int
	next    int64
}

const (
	codeBase   = 0x1000
	heapBase   = 0x100000
	stackBase  = 0x40000000
	stackBytes = 0x01000000

	// unusedBytes is how much of a stack a caller may find used up by functions that have returned.
	unusedBytes = 0x4000
)

func newMemory() memory {
	return memory{heap: region{next: heapBase}}
}

// newStack makes the stack of the next thread.
func (mem *memory) newStack() {
	start := int64(stackBase + len(mem.stacks)*stackBytes)
	mem.stacks = append(mem.stacks, &region{next: start})
}

func (mem *memory) stackOf(id int) *region { return mem.stacks[id-1] }

func (mem *memory) mark(id int) mark {
	r := mem.stackOf(id)
	return mark{len(r.objects), r.next}
}

// release gives back what was made on a stack since to. Its addresses are not used again for a while, so that pointers to
// variables of functions that have returned point to nothing.
func (mem *memory) release(id int, to mark) {
	r := mem.stackOf(id)
	r.objects = r.objects[:to.objects]
	if mem.reuse || r.next-to.next > unusedBytes {
		r.next = to.next
	}
}

// alloc makes an object and returns its address.
func (r *region) alloc(size, align int64) int64 {
	a := r.next
	r.objects = append(r.objects, object{base: a, bytes: make([]byte, size), align: align})
	r.next += (size + 31) &^ 15 // at least 16 bytes between objects
	return a
}

// find is the object that an address is in, or just behind.
func (mem *memory) find(a int64) *object {
	r := &mem.heap
	if a >= stackBase {
		i := int((a - stackBase) / stackBytes)
		if i >= len(mem.stacks) {
			return nil
		}
		r = mem.stacks[i]
	}
	i := sort.Search(len(r.objects), func(i int) bool { return r.objects[i].base > a }) - 1
	if i < 0 || a > r.objects[i].base+int64(len(r.objects[i].bytes)) {
		return nil
	}
	return &r.objects[i]
}

// bytes is the part of an object at an address, or nil if it is none.
func (mem *memory) bytes(a, n int64) []byte {
	o := mem.find(a)
	if o == nil || o.freed || n < 0 || a-o.base+n > int64(len(o.bytes)) {
		return nil
	}
	return o.bytes[a-o.base : a-o.base+n]
}

// copy copies bytes, as far as both sides have some.
func (mem *memory) copy(to, from, n int64) bool {
	for n > 0 && mem.bytes(from, n) == nil {
		n-- // what is behind the source is indeterminate: leave what was there
		if o := mem.find(from); o == nil || n > int64(len(o.bytes)) {
			if o == nil {
				return false
			}
			n = int64(len(o.bytes))
		}
	}
	d := mem.bytes(to, n)
	if d == nil && n > 0 {
		return false
	}
	copy(d, mem.bytes(from, n))
	return true
}

// load reads a value of type t. An address without object yields false.
func (mem *memory) tryLoad(a int64, t *cfg.Type) (value, bool) {
	b := mem.bytes(a, sizeOf(t))
	if b == nil {
		return value{}, false
	}
	switch t.Kind {
	case cfg.Int, cfg.Pointer:
		return decode(b, t), true
	case cfg.Float:
		bits := &cfg.Type{Kind: cfg.Int, Width: t.Width, Size: int64(t.Width / 8)}
		return floatOf(t.Format().FromBits(decode(b[:bits.Size], bits).int())), true
	}
	return value{raw: append([]byte(nil), b...)}, true
}

func (mem *memory) load(a int64, t *cfg.Type) value {
	v, _ := mem.tryLoad(a, t)
	return v
}

// store writes a value of type t, and reports whether there is an object at the address.
func (mem *memory) store(a int64, t *cfg.Type, v value) bool {
	b := mem.bytes(a, sizeOf(t))
	if b == nil {
		return false
	}
	switch t.Kind {
	case cfg.Int, cfg.Pointer:
		encode(b, v)
	case cfg.Float:
		encode(b[:t.Width/8], fromBig(t.Format().Bits(v.int())))
	default:
		for i := range b {
			b[i] = 0
		}
		copy(b, v.raw)
	}
	return true
}

// word reads up to 8 bytes, little endian.
func word(b []byte) uint64 {
	var u uint64
	for i := len(b) - 1; i >= 0; i-- {
		u = u<<8 | uint64(b[i])
	}
	return u
}

// decode reads an integer or address.
func decode(b []byte, t *cfg.Type) value {
	if len(b) <= 8 {
		u := word(b)
		if t.Kind == cfg.Int && t.Signed {
			shift := uint(64 - 8*len(b))
			return small(int64(u<<shift) >> shift)
		}
		return fromUint(u)
	}
	z := new(big.Int)
	for i := len(b) - 1; i >= 0; i-- {
		z.Lsh(z, 8).Or(z, big.NewInt(int64(b[i])))
	}
	if t.Kind == cfg.Int {
		z = t.Wrap(z)
	}
	return fromBig(z)
}

// encode writes an integer or address.
func encode(b []byte, v value) {
	if v.big == nil {
		u := uint64(v.n)
		for i := range b {
			if i == 8 {
				u = uint64(v.n >> 63)
			}
			b[i] = byte(u)
			u >>= 8
			if i > 8 {
				b[i] = byte(v.n >> 63)
			}
		}
		return
	}
	z := new(big.Int).Set(v.big)
	mask := big.NewInt(255)
	for i := range b {
		b[i] = byte(new(big.Int).And(z, mask).Uint64())
		z.Rsh(z, 8)
	}
}
