// SPDX-License-Identifier: Apache-2.0

package threads

import (
	"fmt"

	"cornet/encode/cfg"
)

// findBlocks finds steps that access several parts of shared storage at once: block operations that
// could not be split. Other running threads could see intermediate states, which the product does
// not have.
func (b *builder) findBlocks() {
	for _, in := range b.instances {
		accompanied := in.accompanied()
		for _, p := range in.points {
			if p.atomic || !accompanied[p.id] {
				continue
			}
			for _, st := range p.steps {
				if b.cut == "" && !st.access.empty() && st.isBlock() && !st.to.atomic {
					b.cut = fmt.Sprintf("%s: what other threads see while this block is copied or filled is left out", st.pos)
				}
			}
		}
	}
}

// accompanied tells for each point whether other threads may run. Before main has created one, no
// other thread runs.
func (in *instance) accompanied() []bool {
	z := make([]bool, len(in.points))
	var work []*point
	reach := func(p *point) {
		if !z[p.id] {
			z[p.id] = true
			work = append(work, p)
		}
	}
	if in.id != 0 {
		reach(in.entry)
	}
	for _, p := range in.points {
		for _, st := range p.steps {
			if st.starts != nil {
				reach(st.to)
			}
		}
	}
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		for _, st := range p.steps {
			reach(st.to)
		}
	}
	return z
}

func (st *step) isBlock() bool {
	for _, op := range st.ops {
		var at, bytes cfg.Expr
		switch o := op.(type) {
		case cfg.Clobber:
			return true
		case cfg.Assign:
			if o.To.Type().IsAggregate() {
				return true
			}
			continue
		case cfg.Copy:
			at, bytes = o.To, o.Bytes
		case cfg.Fill:
			at, bytes = o.To, o.Bytes
		default:
			continue
		}
		// A block that fits into the scalar at its beginning is one access.
		n, ok := cfg.Fold(bytes, nil)
		t := cfg.StripCasts(at).Type().Elem
		if !ok || t == nil || !t.IsScalar() || !n.IsInt64() || n.Int64() > t.Size {
			return true
		}
	}
	return false
}

func (a access) empty() bool {
	for _, o := range []objects{a.reads, a.writes} {
		for _, w := range o {
			if w != 0 {
				return false
			}
		}
	}
	return true
}
