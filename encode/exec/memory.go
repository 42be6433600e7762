// SPDX-License-Identifier: Apache-2.0

package exec

import (
	"math/big"
	"slices"
	"sort"

	"cornet/encode/cfg"
)

// memory is the storage of programs: regions of objects. Each stack is a separate region, so that
// returning from a function frees its part.
type memory struct {
	at     layout
	heap   region
	stacks []*region
	reuse  bool // addresses are reused at once
	// exhausted means that a part of an object is too large to be processed.
	exhausted bool
}

// A region is a range of addresses in which objects are made one after the other.
type region struct {
	next    int64
	end     int64
	full    bool     // there were no addresses for an object
	objects []object // by address
}

// A mark is the height of a stack.
type mark struct {
	objects int
	next    int64
}

const (
	codeBase = 0x1000
	gap      = 16 // minimal number of bytes between objects
	heapBase = 0x100000

	// unusedBytes is the part of a stack that may look used to a caller after functions have
	// returned.
	unusedBytes = 0x4000
)

// layout has the positions of stacks. They come after the heap, one after the other.
type layout struct{ stackBase, stackBytes int64 }

// layoutOf returns the layout for pointers of the given number of bytes.
func layoutOf(pointer int64) layout {
	if pointer < 8 {
		return layout{0x40000000, 0x01000000}
	}
	return layout{1 << 46, 1 << 40}
}

func newMemory(at layout) memory {
	return memory{at: at, heap: region{next: heapBase, end: at.stackBase}}
}

// newStack makes the stack of the next thread.
func (mem *memory) newStack() {
	start := mem.at.stackBase + int64(len(mem.stacks))*mem.at.stackBytes
	mem.stacks = append(mem.stacks, &region{next: start, end: start + mem.at.stackBytes})
}

// isExhausted reports whether the run needed more memory than there are addresses, or more than may
// be used together.
func (mem *memory) isExhausted() bool {
	return mem.exhausted || mem.heap.full || slices.ContainsFunc(mem.stacks, func(r *region) bool { return r.full })
}

func (mem *memory) stackOf(id int) *region { return mem.stacks[id-1] }

func (mem *memory) mark(id int) mark {
	r := mem.stackOf(id)
	return mark{len(r.objects), r.next}
}

// release frees the objects made on a stack since the mark to. Their addresses are not reused for a
// while, so that pointers to variables of functions that have returned point to no object.
func (mem *memory) release(id int, to mark) {
	r := mem.stackOf(id)
	r.objects = r.objects[:to.objects]
	if mem.reuse || r.next-to.next > unusedBytes {
		r.next = to.next
	}
}

// alloc makes an object and returns its address.
func (r *region) alloc(size, align int64) int64 {
	if size > r.end-r.next-32 {
		r.full, size = true, 0
	}
	a := r.next
	o := newObject(a, size)
	o.align = align
	r.objects = append(r.objects, o)
	r.next += (size + gap + 15) &^ 15
	return a
}

// find returns the object that contains an address, or ends there.
func (mem *memory) find(a int64) *object {
	r := mem.region(a)
	if r == nil {
		return nil
	}
	i := sort.Search(len(r.objects), func(i int) bool { return r.objects[i].base > a }) - 1
	if i < 0 || a > r.objects[i].base+r.objects[i].size {
		return nil
	}
	return &r.objects[i]
}

// region returns the heap or the stack that an address belongs to, or nil.
func (mem *memory) region(a int64) *region {
	if mem.at.stackBytes == 0 || a < mem.at.stackBase {
		return &mem.heap
	}
	if i := (a - mem.at.stackBase) / mem.at.stackBytes; i < int64(len(mem.stacks)) {
		return mem.stacks[i]
	}
	return nil
}

// holder returns the object that contains n bytes at an address, or nil.
func (mem *memory) holder(a, n int64) *object {
	if o := mem.find(a); o != nil && !o.freed && o.holds(a-o.base, n) {
		return o
	}
	return nil
}

// bytes returns the part of an object at an address, or nil if no object is there. It is valid
// until the next call.
func (mem *memory) bytes(a, n int64) []byte {
	o := mem.holder(a, n)
	if o == nil {
		return nil
	}
	if n > maxPart && o.size > wholeBytes {
		mem.exhausted = true
		return nil
	}
	return o.part(a-o.base, n)
}

// fill sets bytes. It reports whether there is an object of that size.
func (mem *memory) fill(a, n int64, c byte) bool {
	o := mem.holder(a, n)
	if o == nil {
		return false
	}
	if c == 0 {
		o.zero(a-o.base, n)
		return true
	}
	b := mem.bytes(a, n)
	for i := range b {
		b[i] = c
	}
	return true
}

// copy copies as many bytes as both sides have. Bytes after the source are indeterminate.
func (mem *memory) copy(to, from, n int64) bool {
	source := mem.find(from)
	switch {
	case source == nil && n > 0:
		return false
	case source == nil || source.freed:
		n = 0
	default:
		n = min(n, source.size-(from-source.base))
	}
	target := mem.holder(to, n)
	if n <= 0 || target == nil {
		return n <= 0
	}
	parts := source.touched(from-source.base, n)
	target.zero(to-target.base, n)
	for _, p := range parts {
		copy(target.part(to-target.base+p.at, int64(len(p.bytes))), p.bytes)
	}
	return true
}

// tryLoad reads a value of type t. It returns false if there is no object at the address.
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

// store writes a value of type t. It reports whether there is an object at the address.
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
