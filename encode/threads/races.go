// SPDX-License-Identifier: Apache-2.0

package threads

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cornet/encode/cfg"
)

// This file finds data races: states in which two threads are about to access the same memory, at
// least one to write, and not both accesses are atomic in C. Two accesses are unordered (C11,
// 5.1.2.4p25) if and only if a sequentially consistent execution reaches such a state. A race
// becomes a move to an error; it needs no additional variable.
//
// Reductions keep the states of races. Let w lead from a state to that of a race of threads i and
// j, and let P be the persistent set in the first state. If threads of P move in w, the first such
// step can come first. If none does, and neither i nor j is in P, a step of P changes nothing in w
// and in the race. If one is in P and the other is not, the access of the other is in its future,
// in conflict with P, which persistent sets exclude. If both are in P, they have not moved: the
// race is in the state itself.
//
// An access in an atomic block is different: the state of the race is inside the block, where w
// ends. So sleep sets leave out threads that are before a block in which they may race, see
// [point.watched]. The order of the block and a step of another thread does not affect what follows
// both. But it affects the position of the other thread during the block. Persistent sets keep such
// a race, since steps that enter a block conflict with everything that its steps conflict with.

// A use is an access to memory that threads share.
type use struct {
	place   cfg.Place
	bytes   cfg.Expr // size of a block that begins at the place; nil for other accesses
	write   bool
	atomic  bool // whether the access is atomic in C
	objects objects
	pos     cfg.Pos // position for users
}

// verb describes the access in messages.
func (u use) verb() string {
	if u.write {
		return "written"
	}
	return "read"
}

// findUses finds the shared memory that the steps from each point are about to access.
func (b *builder) findUses(n *numbering, shared objects) {
	for in, st := range b.steps() {
		set := map[*cfg.Var]bool{}
		for _, op := range st.ops {
			cfg.Accesses(op, func(l cfg.Place, kind cfg.AccessKind) {
				v := cfg.Root(l)
				if kind == cfg.Pointed || b.ghosts[v] {
					return
				}
				touched := n.touched(l).keep(shared)
				if free, ok := op.(cfg.Free); !touched.meets(touched) || ok && (kind == cfg.Read || free.Auto) {
					return
				}
				if dependsOn(l, set) && b.cut == "" {
					b.cut = fmt.Sprintf("%s: whether this access races is not known", st.pos)
				}
				st.from.use(use{
					place: l, bytes: bytesOf(op, l, kind), write: kind == cfg.Write,
					atomic: st.from.indivisible || isAtomic(l), objects: touched, pos: st.site,
				})
			})
			cfg.Accesses(op, func(l cfg.Place, kind cfg.AccessKind) {
				if v := cfg.Root(l); v != nil && kind == cfg.Write {
					set[v] = true
				}
			})
		}
		if in.raced == nil {
			in.raced = in.invalid(in.fn.Pos)
		}
	}
	b.findWatched()
}

// met has the objects that threads access: plain for ordinary accesses, and atomic for those that C
// calls atomic.
type met struct{ plain, atomic access }

// add adds a use.
func (m *met) add(u use) {
	to := &m.plain
	if u.atomic {
		to = &m.atomic
	}
	if u.write {
		to.writes.join(u.objects)
	} else {
		to.reads.join(u.objects)
	}
}

// races reports whether an access in m may race with u, of another thread.
func (m *met) races(u use) bool {
	conflicts := func(a access) bool { return u.objects.meets(a.writes) || u.write && u.objects.meets(a.reads) }
	return conflicts(m.plain) || !u.atomic && conflicts(m.atomic)
}

// findWatched finds the points before atomic blocks in which an access may race.
func (b *builder) findWatched() {
	all := make([]met, len(b.instances))
	for _, in := range b.instances {
		for _, p := range in.points {
			for _, u := range p.uses {
				all[in.id].add(u)
			}
		}
	}
	for _, in := range b.instances {
		// the points of blocks from which an access may race before the block ends
		within := map[*point]bool{}
		for changed := true; changed; {
			changed = false
			for _, p := range in.points {
				for _, st := range p.steps {
					found := within[st.to]
					if p.atomic {
						found = found || slices.ContainsFunc(p.uses, func(u use) bool { return b.meetsOthers(in, all, u) })
					}
					switch {
					case !found:
					case !p.atomic:
						p.watched = true
					case !within[p]:
						within[p], changed = true, true
					}
				}
			}
		}
	}
}

// meetsOthers reports whether a use of in may race with one of another thread.
func (b *builder) meetsOthers(in *instance, all []met, u use) bool {
	for i := range all {
		if i != in.id && all[i].races(u) {
			return true
		}
	}
	return false
}

// isAtomic reports whether the type of l, or of a place that contains it, is atomic.
func isAtomic(l cfg.Place) bool {
	for k := range cfg.Enclosing(l) {
		if k.Type().Atomic {
			return true
		}
	}
	return false
}

// use adds a use to those of p.
func (p *point) use(u use) {
	for _, v := range p.uses {
		if v.write == u.write && v.atomic == u.atomic && v.pos == u.pos && sameExpr(v.bytes, u.bytes) && sameExpr(cfg.Load{From: v.place}, cfg.Load{From: u.place}) {
			return
		}
	}
	p.uses = append(p.uses, u)
}

// dependsOn reports whether computing the place l reads one of some variables.
func dependsOn(l cfg.Place, vars map[*cfg.Var]bool) (z bool) {
	cfg.ExprAccesses(cfg.AddrOf{Place: l, Of: l.Type()}, func(k cfg.Place, kind cfg.AccessKind) {
		z = z || kind == cfg.Read && vars[cfg.Root(k)]
	})
	return z
}

// bytesOf returns the size of the block at l that op accesses, or nil if it accesses l alone.
func bytesOf(op cfg.Op, l cfg.Place, kind cfg.AccessKind) cfg.Expr {
	d, ok := l.(cfg.Deref)
	if !ok {
		return nil
	}
	switch o := op.(type) {
	case cfg.Copy:
		if kind == cfg.Write || sameExpr(d.Pointer, o.From) {
			return o.Bytes
		}
	case cfg.Fill:
		if kind == cfg.Write {
			return o.Bytes
		}
	case cfg.Free:
		return unknownSize
	case cfg.Clobber:
		return unknownSize
	}
	return nil
}

// unknownSize is the size of a block that ends with its object, or whose size is unknown.
var unknownSize = cfg.Any{Of: ghostType, Note: "whether an access is one to a block of unknown size"}

// races returns the steps to an error for threads in at p and other at q.
func (b *builder) races(in, other *instance, p, q *point) []*step {
	if len(p.uses) == 0 || len(q.uses) == 0 {
		return nil
	}
	key := [2]*point{p, q}
	if z, ok := b.raced[key]; ok {
		return z
	}
	var z []*step
	for _, x := range p.uses {
		for _, y := range q.uses {
			if !x.write && !y.write || x.atomic && y.atomic || !x.objects.meets(y.objects) {
				continue
			}
			cond := b.overlap(x, y)
			if cond == nil {
				continue
			}
			st := &step{from: p, to: in.raced, meets: q, index: len(p.steps) + len(p.races)}
			var what string
			var second cfg.Pos
			if st.pos, second, what = b.describe(in, other, x, y); b.opts.Races.except(st.pos, second, what) {
				continue
			}
			if when := b.opts.Races.When; when != nil {
				cond = both(cond, when)
			}
			st.ops = []cfg.Op{cfg.Assume{Cond: cond, Check: true}, cfg.Error{Kind: cfg.DataRace, Site: b.opts.Races.Site, What: what}}
			p.races = append(p.races, st)
			z = append(z, st)
		}
	}
	b.raced[key] = z
	return z
}

// describe returns the positions and a description of the accesses of a race. A write comes first.
func (b *builder) describe(in, other *instance, x, y use) (first, second cfg.Pos, what string) {
	before := cmp.Or(cmp.Compare(x.pos.File, y.pos.File), x.pos.Line-y.pos.Line, x.pos.Column-y.pos.Column) < 0
	if !x.write || y.write && !before {
		in, other, x, y = other, in, y, x
	}
	pos := x.pos
	pos.Thread, pos.Mention = 0, 0
	return pos, y.pos, fmt.Sprintf("%s is %s here by %s, and %s by %s at %s", b.text(x.place), x.verb(), in.name(), y.verb(), other.name(), y.pos)
}

// text returns a place in a form similar to C, with temporaries replaced by their sources, and
// variables named as in the source.
func (b *builder) text(l cfg.Place) string {
	m := cfg.Mapper{
		Var: func(v *cfg.Var) *cfg.Var {
			w := *v
			w.Name, _, _ = strings.Cut(v.Name, "@")
			return &w
		},
		Expr: func(x cfg.Expr) cfg.Expr {
			if l, ok := x.(cfg.Load); ok {
				if v, ok := l.From.(cfg.VarPlace); ok && v.Var.Kind == cfg.Temp && b.addresses.named[v.Var.ID] != nil {
					return b.addresses.named[v.Var.ID]
				}
			}
			return x
		},
	}
	for range 3 { // temporaries may be defined by other temporaries
		l = m.MapPlace(l)
	}
	return cfg.FormatExpr(cfg.Load{From: l})
}

// name returns the name of the thread in messages.
func (in *instance) name() string {
	switch {
	case in.id == 0:
		return "main"
	case in.class != nil:
		return "a thread of " + in.fn.Name
	}
	return fmt.Sprintf("thread %d (%s)", in.id, in.fn.Name)
}

// racesIn returns the moves to an error from s.
func (p *Product) racesIn(s *state) (moves []Move) {
	if p.b.opts.Races == nil {
		return nil
	}
	defer func() {
		for _, m := range moves { // the race is certain
			if c, ok := cfg.Fold(m.Ops[0].(cfg.Assume).Cond, nil); ok && c.Sign() != 0 {
				moves = []Move{m}
				return
			}
		}
	}()
	for i, in := range p.b.instances {
		at := p.point(s, i)
		if at == nil || at.failed {
			continue
		}
		for j := i + 1; j < len(p.b.instances); j++ {
			if q := p.point(s, j); q != nil {
				moves = p.raceMoves(moves, s, in, p.b.races(in, p.b.instances[j], at, q), nil)
			}
		}
		if p.b.opts.Level == 0 || in.counted() {
			continue
		}
		for _, c := range p.b.classes {
			if p.point(s, c.any.id) != nil {
				continue // the thread continues at once
			}
			for _, q := range c.any.points {
				if q.count != nil {
					moves = p.raceMoves(moves, s, in, p.b.races(in, c.any, at, q), p.b.appear(c, q))
				}
			}
		}
	}
	return moves
}

// raceMoves adds the moves of some steps. Operations before come first in each.
func (p *Product) raceMoves(moves []Move, s *state, in *instance, steps []*step, before []cfg.Op) []Move {
	for _, st := range steps {
		next := state{at: append([]int32(nil), s.at...)}
		next.at[in.id] = int32(st.to.id)
		moves = append(moves, Move{Thread: in.id, Step: st.index, Ops: append(before[:len(before):len(before)], st.ops...), Pos: st.pos, To: p.intern(next)})
	}
	return moves
}

// findRaces finds all races that two points may have.
func (b *builder) findRaces() {
	if b.opts.Races == nil {
		return
	}
	for i, in := range b.instances {
		for _, other := range b.instances[i+1:] {
			for _, p := range in.points {
				for _, q := range other.points {
					b.races(in, other, p, q)
				}
			}
		}
	}
}
