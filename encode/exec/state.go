// SPDX-License-Identifier: Apache-2.0

package exec

import (
	"encoding/binary"
	"maps"
	"slices"

	"cornet/encode/cfg"
)

// This file copies machines, and makes keys that identify their states.

// clone returns a copy of a machine. The copy shares only data that does not change any more.
func (m *machine) clone() *machine {
	m.pools.note()
	n := *m
	n.pools.values = maps.Clone(m.pools.values)
	n.enabledBuffer, n.edgeBuffer = nil, nil
	n.mem.heap = m.mem.heap.clone()
	n.mem.stacks = make([]*region, len(m.mem.stacks))
	for i, r := range m.mem.stacks {
		s := r.clone()
		n.mem.stacks[i] = &s
	}
	n.locks = maps.Clone(m.locks)
	n.initial = maps.Clone(m.initial)
	n.threads = make([]*thread, len(m.threads))
	for i, th := range m.threads {
		c := *th
		c.locals, c.decided = maps.Clone(th.locals), maps.Clone(th.decided)
		c.frames = make([]*frame, len(th.frames))
		for k, fr := range th.frames {
			fr.shared = true
			f := *fr
			c.frames[k] = &f
		}
		n.threads[i] = &c
	}
	return &n
}

func (r *region) clone() region {
	c := *r
	c.objects = make([]object, len(r.objects))
	total, parts := 0, 0
	for _, o := range r.objects {
		for _, e := range o.extents {
			total += len(e.bytes)
		}
		parts += len(o.extents)
	}
	all, extents := make([]byte, 0, total), make([]extent, 0, parts)
	for i, o := range r.objects {
		first := len(extents)
		for _, e := range o.extents {
			start := len(all)
			all = append(all, e.bytes...)
			extents = append(extents, extent{e.at, all[start:len(all):len(all)]})
		}
		o.extents = extents[first:len(extents):len(extents)]
		c.objects[i] = o
	}
	return c
}

// key appends data that identifies the state: two machines with the same key behave in the same
// way.
func (m *machine) key(b []byte) []byte {
	number := func(ns ...int64) {
		for _, n := range ns {
			b = binary.AppendVarint(b, n)
		}
	}
	flag := func(f bool) int64 {
		if f {
			return 1
		}
		return 0
	}
	region := func(r *region) {
		number(r.next, int64(len(r.objects)))
		for i := range r.objects {
			o := &r.objects[i]
			number(o.base, flag(o.freed)+2*flag(o.alloc), int64(len(o.extents)))
			for _, e := range o.extents {
				number(e.at)
				b = append(b, e.bytes...)
			}
		}
	}
	vars := func(at map[*cfg.Var]int64) {
		number(int64(len(at)))
		for _, v := range slices.SortedFunc(maps.Keys(at), func(v, w *cfg.Var) int { return v.ID - w.ID }) {
			number(int64(v.ID), at[v])
		}
	}
	region(&m.mem.heap)
	for _, r := range m.mem.stacks {
		region(r)
	}
	number(int64(m.atomic), int64(m.inner), flag(m.block), int64(len(m.locks)))
	for _, a := range slices.Sorted(maps.Keys(m.locks)) {
		l := m.locks[a]
		number(a, int64(l.owner), int64(l.depth), int64(l.readers))
	}
	for _, th := range m.threads {
		number(flag(th.ended), th.relock, int64(len(th.frames)))
		if th.value != nil {
			b = append(b, th.value.String()...)
		}
		vars(th.locals)
		for _, fr := range th.frames {
			b = append(b, fr.f.Name...)
			number(int64(fr.at.ID), fr.base.next, int64(fr.base.objects))
			if fr.key == nil || fr.keyed != len(fr.vars) {
				outer := b
				b = nil
				vars(fr.vars)
				fr.key, fr.keyed = b, len(fr.vars)
				b = outer
			}
			b = append(b, fr.key...)
		}
		for _, e := range th.node().Out {
			if yes, known := th.decided[e]; known {
				number(1 + flag(yes))
			} else {
				number(0)
			}
		}
	}
	return b
}

// node returns the node of a thread. If the thread has ended, the node has no edges.
func (th *thread) node() *cfg.Node {
	if len(th.frames) == 0 {
		return &cfg.Node{}
	}
	return th.frames[len(th.frames)-1].at
}

// A liveness has the variables of a function that some path from a node reads before it assigns
// them. Variables whose address is taken are left out.
type liveness struct {
	own  []*cfg.Var
	live []map[*cfg.Var]bool // by node
}

// maxLiveness bounds the nodes of functions that are analysed.
const maxLiveness = 2000

func newLiveness(f *cfg.Function) *liveness {
	z := &liveness{live: make([]map[*cfg.Var]bool, len(f.Nodes))}
	if len(f.Nodes) > maxLiveness {
		return z
	}
	pointed := map[*cfg.Var]bool{}
	type effect struct {
		reads []*cfg.Var
		kills *cfg.Var
	}
	effects := map[*cfg.Edge]effect{}
	for _, n := range f.Nodes {
		z.live[n.ID] = map[*cfg.Var]bool{}
		for _, e := range n.Out {
			var x effect
			cfg.Accesses(e.Op, func(l cfg.Place, kind cfg.AccessKind) {
				v := cfg.Root(l)
				_, whole := l.(cfg.VarPlace)
				switch {
				case v == nil:
				case kind == cfg.Pointed:
					pointed[v] = true
				case kind == cfg.Write && whole:
					x.kills = v
				default:
					x.reads = append(x.reads, v)
				}
			})
			effects[e] = x
		}
	}
	for _, v := range append(append([]*cfg.Var(nil), f.Params...), f.Locals...) {
		if !pointed[v] {
			z.own = append(z.own, v)
		}
	}
	for changed := true; changed; {
		changed = false
		for i := len(f.Nodes) - 1; i >= 0; i-- {
			at := z.live[i]
			before := len(at)
			for _, e := range f.Nodes[i].Out {
				x := effects[e]
				for v := range z.live[e.To.ID] {
					if v != x.kills {
						at[v] = true
					}
				}
				for _, v := range x.reads {
					at[v] = true
				}
			}
			changed = changed || len(at) > before
		}
	}
	return z
}

// forgetDead clears the variables that are not live, so that states differ only in live variables.
func (x *explorer) forgetDead(m *machine) {
	for _, th := range m.threads {
		for _, fr := range th.frames {
			l := x.liveness[fr.f]
			if l == nil {
				l = newLiveness(fr.f)
				x.liveness[fr.f] = l
			}
			live := l.live[fr.at.ID]
			for _, v := range l.own {
				if a, ok := fr.vars[v]; ok && !live[v] {
					m.mem.fill(a, sizeOf(v.Type), 0)
				}
			}
		}
	}
}
