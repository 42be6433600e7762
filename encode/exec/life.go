// SPDX-License-Identifier: Apache-2.0

package exec

import "cornet/encode/cfg"

// valid reports whether the target of a pointer may be accessed, or freed.
func (m *machine) valid(fr *frame, x cfg.Valid) bool {
	a := m.eval(fr, x.Pointer).address()
	if x.Code {
		m.bad = badAddress{}
		return m.byCode[a] != nil
	}
	if x.In != nil {
		o := m.mem.find(m.eval(fr, x.In).address())
		return o != nil && !o.freed && o.base <= a && a <= o.base+o.size
	}
	if x.Bytes == nil {
		o := m.mem.find(a)
		ok := o != nil && o.alloc && o.base == a && !o.freed
		if !ok {
			m.failed(a, -1, false)
		}
		return ok
	}
	n := m.eval(fr, x.Bytes).address()
	o := m.mem.find(a)
	ok := !(x.Write && o != nil && o.literal) && m.mem.holder(a, n) != nil
	if !ok {
		m.failed(a, n, x.Write)
	}
	return ok
}

// aligned reports whether the target of a pointer is aligned well enough for an access.
func (m *machine) aligned(fr *frame, x cfg.Valid) value {
	a := m.eval(fr, x.Pointer).address()
	o := m.mem.find(a)
	switch {
	case o == nil:
		return fromBool(true)
	case o.align < x.Align:
		return m.inexact(cfg.Any{Of: x.Of, Note: cfg.OpenAlignment})
	}
	return fromBool((a-o.base)%x.Align == 0)
}

// leaks reports whether some allocated object is live. If lost is set, it must also be unreachable
// from static storage.
func (m *machine) leaks(lost bool) bool {
	reached := map[int64]bool{}
	if lost {
		m.reach(reached)
	}
	for i := range m.mem.heap.objects {
		if o := &m.mem.heap.objects[i]; o.alloc && !o.freed && !reached[o.base] {
			return true
		}
	}
	return false
}

// reach adds the allocated objects that are reachable from objects in static storage. Like a
// sanitizer, it treats each word as a pointer.
func (m *machine) reach(reached map[int64]bool) {
	var todo []*object
	for i := range m.mem.heap.objects {
		if o := &m.mem.heap.objects[i]; !o.alloc {
			todo = append(todo, o)
		}
	}
	width := m.p.Model.PointerBytes()
	for len(todo) > 0 {
		o := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		// extents begin and end at multiples of the width, or end with the object
		for _, e := range o.extents {
			for i := int64(0); i+width <= int64(len(e.bytes)); i += width {
				p := m.mem.find(int64(word(e.bytes[i : i+width])))
				if p != nil && p.alloc && !p.freed && !reached[p.base] {
					reached[p.base] = true
					todo = append(todo, p)
				}
			}
		}
	}
}
