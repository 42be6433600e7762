// SPDX-License-Identifier: Apache-2.0

package threads

import (
	"fmt"
	"strings"

	"cornet/encode/cfg"
)

// Program returns the whole product as a program without threads. Its main function is the product.
// The positions of its edges tell which thread moves. It fails with ErrTooLarge if there are more
// than maxStates states; 0 means no limit. Time and memory are linear in the product.
func (p *Product) Program(maxStates int) (*cfg.Program, error) {
	main := p.b.main
	main.Nodes = nil
	var nodes []*cfg.Node
	node := func(s State) *cfg.Node {
		for int(s) >= len(nodes) {
			s := State(len(nodes))
			n := main.NewNode(p.position(s))
			n.Label = p.Label(s)
			nodes = append(nodes, n)
		}
		return nodes[s]
	}
	main.Entry = node(0)
	main.Exit = main.NewNode(main.Pos)
	for s := State(0); int(s) < len(p.states); s++ {
		if maxStates > 0 && len(p.states) > maxStates {
			return nil, fmt.Errorf("%w: more than %d states", ErrTooLarge, maxStates)
		}
		moves := p.Moves(s)
		for _, m := range moves {
			from := node(s)
			pos := m.Pos
			pos.Thread = m.Thread
			for i, op := range m.Ops {
				to := node(m.To)
				if i < len(m.Ops)-1 {
					to = main.NewNode(pos)
				}
				from.Connect(to, op, pos)
				from = to
			}
		}
		if len(moves) == 0 && p.allEnded(s) {
			node(s).Connect(main.Exit, cfg.Skip{}, main.Pos)
		}
	}
	return p.assemble(), nil
}

// position returns the position of the first thread that can move.
func (p *Product) position(s State) cfg.Pos {
	if int(s) < len(p.states) {
		for i := range p.states[s].at {
			if at := p.point(&p.states[s], i); at != nil && !at.ended {
				return at.pos
			}
		}
	}
	return p.b.main.Pos
}

// Label describes the positions of the threads that have started. It is "" if only main has.
func (p *Product) Label(s State) string {
	var z []string
	for i := range p.states[s].at {
		at := p.point(&p.states[s], i)
		name := "main"
		if i > 0 {
			name = fmt.Sprintf("thread %d", i)
		}
		switch {
		case at == nil:
		case at.ended:
			z = append(z, name+" has ended")
		case at.pos.File != p.b.main.Pos.File:
			z = append(z, fmt.Sprintf("%s at %s:%d", name, at.pos.File, at.pos.Line))
		default:
			z = append(z, fmt.Sprintf("%s at line %d", name, at.pos.Line))
		}
	}
	if len(z) < 2 {
		return ""
	}
	return strings.Join(z, ", ")
}

func (p *Product) allEnded(s State) bool {
	for i := range p.states[s].at {
		if at := p.point(&p.states[s], i); at != nil && !at.ended {
			return false
		}
	}
	return true
}

// assemble builds the program around its main function.
func (p *Product) assemble() *cfg.Program {
	b := p.b
	split := b.s.program
	program := &cfg.Program{
		Model: p.source.Model, Main: b.main, Interleaved: true,
		Notes: append(append([]cfg.Note(nil), p.source.Notes...), b.notes...),
	}
	program.Globals = append(program.Globals, split.Globals...)
	b.main.Locals = nil
	params := map[*cfg.Var]bool{b.main.Result: true}
	for _, v := range b.main.Params {
		params[v] = true
	}
	for _, in := range b.instances {
		for _, v := range in.vars {
			switch {
			case v.Kind == cfg.Global:
				program.Globals = append(program.Globals, v)
			case !params[v]:
				b.main.Locals = append(b.main.Locals, v)
			}
		}
	}
	program.Init = p.initialise(program)
	program.Functions = []*cfg.Function{b.main}
	var called []*cfg.Function
	for _, op := range b.ops() {
		if c, ok := op.(cfg.Call); ok && c.Callee != nil {
			called = append(called, c.Callee)
		}
	}
	reached := map[*cfg.Function]bool{}
	for _, f := range b.s.reach(called...) {
		reached[f] = true
	}
	for _, f := range split.Functions {
		if reached[f] {
			program.Functions = append(program.Functions, f)
		}
	}
	return program
}

// initialise returns Init, extended by the copies of thread-local globals and the ghosts.
func (p *Product) initialise(program *cfg.Program) *cfg.Function {
	init := &cfg.Function{Name: "init", Pos: p.b.main.Pos}
	last := init.NewNode(init.Pos)
	init.Entry = last
	add := func(op cfg.Op, pos cfg.Pos) {
		next := init.NewNode(pos)
		last.Connect(next, op, pos)
		last = next
	}
	if old := p.b.s.program.Init; old != nil {
		init.Name, init.Locals = old.Name, old.Locals
		// Init has no branches: its edges in order of control flow.
		for n := old.Entry; len(n.Out) > 0; n = n.Out[0].To {
			e := n.Out[0]
			add(e.Op, e.Pos)
			for _, in := range p.b.instances {
				if copied := in.initial(e.Op); copied != nil {
					add(copied, e.Pos)
				}
			}
		}
	}
	for _, m := range p.b.locks {
		for _, v := range []*cfg.Var{m.owner, m.depth, m.readers} {
			if v != nil {
				program.Globals = append(program.Globals, v)
				add(set(v, number(0)), init.Pos)
			}
		}
	}
	for _, v := range p.b.counters {
		program.Globals = append(program.Globals, v)
		n := int64(0)
		if v == p.b.made {
			n = int64(len(p.b.instances)) // these are their identities
		}
		add(set(v, constant(n, v.Type)), init.Pos)
	}
	init.Exit = last
	return init
}

// initial returns op for in's copy of the thread-local global that op sets, if any.
func (in *instance) initial(op cfg.Op) cfg.Op {
	var copied *cfg.Var
	cfg.Accesses(op, func(l cfg.Place, kind cfg.AccessKind) {
		if v := cfg.Root(l); v != nil && kind == cfg.Write {
			copied = in.thread[v]
		}
	})
	if copied == nil {
		return nil
	}
	m := cfg.Mapper{Var: func(v *cfg.Var) *cfg.Var {
		if c := in.thread[v]; c != nil {
			return c
		}
		return v
	}}
	return m.MapOp(op)
}
