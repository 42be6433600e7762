// SPDX-License-Identifier: Apache-2.0

package properties

import (
	"slices"

	"cornet/encode/cfg"
)

// This file has the rule that a local variable is not read before it is assigned (6.3.2.1p2: one whose address is not taken).

// definedness gives each scalar local variable of f whose address is not taken, and which may be read before it is assigned as far as
// control shows, another one that says whether it is assigned.
func (in *instrumenter) definedness(f *cfg.Function) {
	in.f, in.defined = f, nil
	if !in.kinds.Has(cfg.Uninitialised) {
		return
	}
	pointed := map[*cfg.Var]bool{}
	for e := range f.Edges() {
		cfg.Accesses(e.Op, func(l cfg.Place, kind cfg.AccessKind) {
			if kind == cfg.Pointed {
				pointed[cfg.Root(l)] = true
			}
		})
	}
	for _, v := range slices.Clone(f.Locals) {
		if v.Kind != cfg.Local || !v.Type.IsScalar() || pointed[v] || !readBefore(f, v) {
			continue
		}
		if in.defined == nil {
			in.defined = map[*cfg.Var]*cfg.Var{}
		}
		in.pos = v.Pos
		in.defined[v] = in.temp(intType)
	}
	if in.defined != nil {
		in.follow(f)
	}
}

// readBefore reports whether a path of f leads to a read of v and does not assign it before.
func readBefore(f *cfg.Function, v *cfg.Var) bool {
	seen := make([]bool, len(f.Nodes))
	var work []*cfg.Node
	reach := func(n *cfg.Node) {
		if !seen[n.ID] {
			seen[n.ID] = true
			work = append(work, n)
		}
	}
	reach(f.Entry)
	for e := range f.Edges() {
		if declares(e, v) {
			reach(e.To)
		}
	}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range n.Out {
			read := false
			cfg.Accesses(e.Op, func(l cfg.Place, kind cfg.AccessKind) {
				read = read || kind == cfg.Read && l == cfg.Place(cfg.VarPlace{Var: v})
			})
			if read {
				return true
			}
			if !slices.Contains(assigned(e.Op), v) || declares(e, v) {
				reach(e.To)
			}
		}
	}
	return false
}

// declares reports whether e declares v without a value.
func declares(e *cfg.Edge, v *cfg.Var) bool {
	h, ok := e.Op.(cfg.Havoc)
	return ok && h.Input == "" && h.To == cfg.Place(cfg.VarPlace{Var: v}) &&
		e.Pos.File == v.Pos.File && e.Pos.Line == v.Pos.Line && e.Pos.Column <= v.Pos.Column // else it is assembly that stores something
}

// assigned are the variables that op stores in as a whole.
func assigned(op cfg.Op) (z []*cfg.Var) {
	for _, part := range cfg.Parts(op) {
		if v, ok := part.To.(cfg.VarPlace); ok {
			z = append(z, v.Var)
		}
	}
	return z
}

// follow keeps account of which variables are assigned.
func (in *instrumenter) follow(f *cfg.Function) {
	for _, n := range f.Nodes[:len(f.Nodes):len(f.Nodes)] {
		for _, e := range n.Out {
			for _, v := range assigned(e.Op) {
				if d := in.defined[v]; d != nil {
					in.pos = e.Pos
					n := in.f.NewNode(e.Pos)
					n.Connect(e.To, cfg.Assign{To: cfg.VarPlace{Var: d}, Value: truth(!declares(e, v))}, e.Pos)
					op := e.Op
					e.Disconnect()
					e = e.From.Connect(n, op, e.Pos)
				}
			}
		}
	}
}

// reads applies the rule to a read of place l.
func (w walker) reads(l cfg.Place) {
	if v, ok := l.(cfg.VarPlace); ok && w.in.defined[v.Var] != nil {
		w.require(cfg.Uninitialised, cfg.Pos{}, cfg.Load{From: l}, binary(cfg.Ne, cfg.Load{From: cfg.VarPlace{Var: w.in.defined[v.Var]}}, truth(false)))
	}
}
