// SPDX-License-Identifier: Apache-2.0

package threads

import (
	"math/big"

	"cornet/encode/cfg"
	"cornet/internal/scc"
)

// A summary has the facts about a program before threads are unwound.
type summary struct {
	program *cfg.Program
	opts    Options

	concurrent bool // it starts threads; otherwise nothing is shared between threads

	addressed map[*cfg.Var]bool     // variables whose address is taken
	shared    map[*cfg.Var]bool     // globals that thread functions may access
	constant  map[*cfg.Var]*big.Int // globals that only Init sets, with their values
	tracked   map[*cfg.Var]bool     // variables whose values are tracked
	funcs     map[*cfg.Function]*funcSummary
	pointed   []*cfg.Function // functions whose address is taken
	memory    bool            // thread functions may access memory through pointers
}

// A funcSummary has the facts about a function.
type funcSummary struct {
	calls []*cfg.Function // without repetition
	// it, or a function that it calls, accesses something that threads may share, or uses threads
	effects   bool
	creates   bool // it, or a function that it calls, creates or joins threads
	recursive bool
	loops     *scc.Graph   // strongly connected components of its nodes
	busy      map[int]bool // cyclic components that create or join threads
}

func summarise(p *cfg.Program, opts Options) *summary {
	s := &summary{
		program: p, opts: opts, concurrent: Concurrent(p),
		addressed: map[*cfg.Var]bool{}, shared: map[*cfg.Var]bool{},
		constant: map[*cfg.Var]*big.Int{}, tracked: map[*cfg.Var]bool{},
		funcs: map[*cfg.Function]*funcSummary{},
	}
	functions := append([]*cfg.Function(nil), p.Functions...)
	if p.Init != nil {
		functions = append(functions, p.Init)
	}
	isPointed := map[*cfg.Function]bool{}
	for _, f := range functions {
		for e := range f.Edges() {
			s.takeAddresses(e.Op)
			m := cfg.Mapper{Expr: func(x cfg.Expr) cfg.Expr {
				if a, ok := x.(cfg.FuncAddr); ok && a.Func != nil && !isPointed[a.Func] {
					isPointed[a.Func] = true
					s.pointed = append(s.pointed, a.Func)
				}
				return x
			}}
			m.MapOp(e.Op)
		}
	}
	for _, f := range functions {
		s.funcs[f] = s.function(f)
	}
	s.closeCalls()
	s.findShared()
	s.findConstants()
	s.findTracked()
	return s
}

// creating reports whether some loop creates or joins threads.
func (s *summary) creating() bool {
	for _, fs := range s.funcs {
		if len(fs.busy) > 0 {
			return true
		}
	}
	return false
}

func (s *summary) takeAddresses(op cfg.Op) {
	cfg.Accesses(op, func(l cfg.Place, kind cfg.AccessKind) {
		if v := cfg.Root(l); v != nil && kind == cfg.Pointed {
			s.addressed[v] = true
		}
	})
}

// callees returns the functions that op, a Call or a Create, may run.
func (s *summary) callees(callee *cfg.Function, fun cfg.Expr) []*cfg.Function {
	if callee != nil {
		return []*cfg.Function{callee}
	}
	if f := pointee(fun); f != nil {
		return []*cfg.Function{f}
	}
	return s.pointed
}

// pointee returns the function that fun points to, if that is evident.
func pointee(fun cfg.Expr) *cfg.Function {
	for {
		switch x := fun.(type) {
		case cfg.Cast:
			fun = x.X
		case cfg.FuncAddr:
			return x.Func
		default:
			return nil
		}
	}
}

func (s *summary) function(f *cfg.Function) *funcSummary {
	fs := &funcSummary{busy: map[int]bool{}}
	fs.loops = scc.Find(len(f.Nodes), func(n int) []int {
		var out []int
		for _, e := range f.Nodes[n].Out {
			out = append(out, e.To.ID)
		}
		return out
	})
	seen := map[*cfg.Function]bool{}
	for e := range f.Edges() {
		switch o := e.Op.(type) {
		case cfg.Call:
			for _, g := range s.callees(o.Callee, o.Fun) {
				if !seen[g] {
					seen[g] = true
					fs.calls = append(fs.calls, g)
				}
			}
		case cfg.Create, cfg.Join:
			fs.creates, fs.effects = true, true
		case cfg.ExitThread, cfg.Self, cfg.Lock, cfg.Unlock, cfg.InitLock, cfg.Wait, cfg.Signal, cfg.AtomicBegin, cfg.AtomicEnd:
			fs.effects = true
		case cfg.Assume:
			fs.effects = fs.effects || o.Wait != "" && s.opts.Deadlocks != nil
		case cfg.Alloc, cfg.Free, cfg.Copy, cfg.Fill, cfg.Clobber:
			fs.effects = fs.effects || s.concurrent
		}
		cfg.Accesses(e.Op, func(l cfg.Place, kind cfg.AccessKind) {
			if v := cfg.Root(l); s.concurrent && (v == nil || v.Kind == cfg.Global || s.addressed[v]) {
				fs.effects = true
			}
		})
	}
	return fs
}

// closeCalls adds the effects of functions to their callers.
func (s *summary) closeCalls() {
	for changed := true; changed; {
		changed = false
		for _, f := range s.program.Functions {
			fs := s.funcs[f]
			for _, g := range fs.calls {
				gs := s.funcs[g]
				if gs == nil {
					continue
				}
				if gs.effects && !fs.effects || gs.creates && !fs.creates {
					fs.effects = fs.effects || gs.effects
					fs.creates = fs.creates || gs.creates
					changed = true
				}
			}
		}
	}
	for _, f := range s.program.Functions {
		fs := s.funcs[f]
		for _, g := range s.reach(fs.calls...) {
			fs.recursive = fs.recursive || g == f
		}
		for e := range f.Edges() {
			c := fs.loops.Of[e.From.ID]
			if fs.loops.Of[e.To.ID] != c {
				continue
			}
			if s.opts.Level > 0 {
				continue // loops remain
			}
			switch o := e.Op.(type) {
			case cfg.Create, cfg.Join:
				fs.busy[c] = true
			case cfg.Call:
				for _, g := range s.callees(o.Callee, o.Fun) {
					if gs := s.funcs[g]; gs != nil && gs.creates {
						fs.busy[c] = true
					}
				}
			}
		}
	}
}

// reach returns the functions fs, and all functions that these call directly or indirectly.
// Creations do not count as calls.
func (s *summary) reach(fs ...*cfg.Function) []*cfg.Function {
	seen := map[*cfg.Function]bool{}
	var all []*cfg.Function
	for work := fs; len(work) > 0; {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[f] || s.funcs[f] == nil {
			continue
		}
		seen[f] = true
		all = append(all, f)
		work = append(work, s.funcs[f].calls...)
	}
	return all
}

// findShared finds the globals that functions started as threads may access.
func (s *summary) findShared() {
	var starts []*cfg.Function
	for _, f := range s.program.Functions {
		for e := range f.Edges() {
			if o, ok := e.Op.(cfg.Create); ok {
				starts = append(starts, s.callees(o.Callee, o.Fun)...)
			}
		}
	}
	for _, f := range s.reach(starts...) {
		for e := range f.Edges() {
			cfg.Accesses(e.Op, func(l cfg.Place, kind cfg.AccessKind) {
				switch v := cfg.Root(l); {
				case v == nil:
					s.memory = true
				case v.Kind == cfg.Global && !v.Thread:
					s.shared[v] = true
				}
			})
		}
	}
}

// findConstants finds the globals that keep the value that Init gives them.
func (s *summary) findConstants() {
	if s.program.Init == nil {
		return
	}
	written := map[*cfg.Var]int{}
	value := map[*cfg.Var]*big.Int{}
	for e := range s.program.Init.Edges() {
		cfg.Accesses(e.Op, func(l cfg.Place, kind cfg.AccessKind) {
			if v := cfg.Root(l); v != nil && kind == cfg.Write {
				written[v]++
			}
		})
		if a, ok := e.Op.(cfg.Assign); ok {
			if l, ok := a.To.(cfg.VarPlace); ok && l.Var.Type.IsInteger() {
				if c, ok := cfg.Fold(a.Value, nil); ok {
					value[l.Var] = c
				}
			}
		}
	}
	for _, f := range s.program.Functions {
		for e := range f.Edges() {
			cfg.Accesses(e.Op, func(l cfg.Place, kind cfg.AccessKind) {
				if v := cfg.Root(l); v != nil && kind == cfg.Write {
					written[v]++
				}
			})
		}
	}
	for v, c := range value {
		if written[v] == 1 && !s.addressed[v] && !v.Extern && !v.Thread {
			s.constant[v] = c
		}
	}
}

// trackable reports whether v's value can be followed along a thread's control flow.
func (s *summary) trackable(v *cfg.Var) bool {
	return v.Kind != cfg.Global && v.Type.IsInteger() && !s.addressed[v]
}

// findTracked finds the variables that decide how often threads are created or joined, and which.
// These are the variables in the conditions of such loops and in the places of identities, and the
// variables that these are computed from.
func (s *summary) findTracked() {
	var work []*cfg.Var
	track := func(x cfg.Expr) {
		cfg.ExprAccesses(x, func(l cfg.Place, kind cfg.AccessKind) {
			if v, ok := l.(cfg.VarPlace); ok && s.trackable(v.Var) && !s.tracked[v.Var] {
				s.tracked[v.Var] = true
				work = append(work, v.Var)
			}
		})
	}
	definitions := map[*cfg.Var][]cfg.Expr{}
	for _, f := range s.program.Functions {
		fs := s.funcs[f]
		for e := range f.Edges() {
			switch o := e.Op.(type) {
			case cfg.Assume:
				if fs.busy[fs.loops.Of[e.From.ID]] {
					track(o.Cond)
				}
			case cfg.Create:
				if o.Thread != nil {
					track(cfg.Load{From: o.Thread})
				}
			case cfg.Join:
				track(o.Thread)
			}
			s.define(definitions, e.Op)
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, x := range definitions[v] {
			track(x)
		}
	}
}

// define adds the values that op stores in variables, including results and parameters of calls.
func (s *summary) define(definitions map[*cfg.Var][]cfg.Expr, op cfg.Op) {
	add := func(v *cfg.Var, x cfg.Expr) { definitions[v] = append(definitions[v], x) }
	switch o := op.(type) {
	case cfg.Assign:
		if l, ok := o.To.(cfg.VarPlace); ok {
			add(l.Var, o.Value)
		}
	case cfg.Call:
		for _, g := range s.callees(o.Callee, o.Fun) {
			for i, p := range g.Params[:min(len(g.Params), len(o.Args))] {
				add(p, o.Args[i])
			}
			if l, ok := o.To.(cfg.VarPlace); ok && g.Result != nil {
				add(l.Var, cfg.Load{From: cfg.VarPlace{Var: g.Result}})
			}
		}
	}
}
