// SPDX-License-Identifier: Apache-2.0

package properties

import (
	"maps"
	"math/big"
	"reflect"
	"slices"
	"strings"

	"cornet/encode/cfg"
)

// A Site is a check at a place of the program.
type Site struct {
	Number int // in the program, from 1
	Kind   cfg.ErrorKind
	Pos    cfg.Pos
	What   string // the checked condition, in a form close to C
	// fails leads from the failed check to the error. passes leads to the code after the check, for
	// kinds with behaviour that C defines.
	fails, passes *cfg.Edge
	own           *cfg.Error // an error of the program's own
}

// never is an assumption that always blocks.
var never = cfg.Assume{Cond: truth(false), Check: true}

// ops returns the operations of the edges fails and passes, for a check that is an error or not.
func (s *Site) ops(on bool) (fails, passes cfg.Op) {
	e := cfg.Error{Kind: s.Kind, Site: s.Number, What: s.What}
	if s.own != nil {
		e.Function = s.own.Function
	}
	switch {
	case on:
		return e, never
	case s.own != nil:
		return cfg.Stop{}, cfg.Skip{}
	}
	return never, cfg.Skip{}
}

// set makes the check an error or not, in the instrumented program itself.
func (s *Site) set(on bool) {
	fails, passes := s.ops(on)
	s.fails.Op = fails
	if s.passes != nil {
		s.passes.Op = passes
	}
}

// Without returns the operations of an instrumented program in which some checks are no errors, by
// the edges where they differ from the program's own. Then [cfg.Program.Clone] makes the program.
func Without(sites []*Site) map[*cfg.Edge]cfg.Op {
	z := map[*cfg.Edge]cfg.Op{}
	for _, s := range sites {
		fails, passes := s.ops(false)
		if s.fails != nil { // otherwise it is an error of the product of the threads
			z[s.fails] = fails
		}
		if s.passes != nil {
			z[s.passes] = passes
		}
	}
	return z
}

// Require makes the check an error only if a variable of the program has a value.
func (s *Site) Require(v *cfg.Var, value int64) {
	from, to, op := s.fails.From, s.fails.To, s.fails.Op
	s.fails.Disconnect()
	mid := from.Func.NewNode(s.Pos)
	from.Connect(mid, cfg.Assume{Cond: Equal(v, value), Check: true}, s.Pos)
	s.fails = mid.Connect(to, op, s.Pos)
}

// Equal returns the condition that a variable of the program has a value.
func Equal(v *cfg.Var, value int64) cfg.Expr {
	return binary(cfg.Eq, cfg.Load{From: cfg.VarPlace{Var: v}}, cfg.Const{Value: big.NewInt(value), Of: intType})
}

// Instrument checks the operations of p for errors of some kinds, and returns the checks. It
// changes p.
func Instrument(p *cfg.Program, kinds Set) []*Site { return InstrumentMore(p, kinds, nil, nil) }

// Assume changes p so that an execution ends, without an error, where an error of some kinds
// occurs. It returns the number of checks.
func Assume(p *cfg.Program, kinds Set) int {
	sites := Instrument(p, kinds)
	for _, s := range sites {
		if s.fails != nil {
			s.set(false)
		}
	}
	return len(sites)
}

// InstrumentMore is [Instrument] for a program that already has checks, which it returns too. It
// instruments the operations at the given places; nil means all.
func InstrumentMore(p *cfg.Program, kinds Set, sites []*Site, at func(cfg.Pos) bool) []*Site {
	in := &instrumenter{p: p, kinds: kinds, sites: sites, at: at}
	in.vars = p.NextID()
	for e := range p.Edges() {
		if _, ok := e.Op.(cfg.Create); ok {
			in.concurrent = true
		}
	}
	lived := slices.ContainsFunc(sites, func(s *Site) bool { return s.Kind.OfMemory() })
	for _, f := range p.Functions {
		in.kinds = kinds
		in.own(f)
		if cfg.OfLibrary(f.Pos) {
			in.kinds &= Memory
		}
		if in.kinds != 0 {
			in.definedness(f)
			in.function(f)
		}
		if kinds&Lives != 0 && !lived {
			in.lives(f)
		}
	}
	in.kinds = kinds
	in.ends()
	in.ofThreads()
	return in.sites
}

// ofThreads makes sites for errors that are not operations of a single thread. The product of the
// threads contains them.
func (in *instrumenter) ofThreads() {
	for _, k := range []cfg.ErrorKind{cfg.DataRace, cfg.Deadlock} {
		if (in.concurrent || k == cfg.Deadlock) && in.kinds.Has(k) {
			in.sites = append(in.sites, &Site{Number: len(in.sites) + 1, Kind: k, Pos: in.p.Main.Pos})
		}
	}
}

// instrumenter inserts the checks into a program.
type instrumenter struct {
	p          *cfg.Program
	kinds      Set
	vars       int // the first ID that is free
	concurrent bool
	sites      []*Site
	at         func(cfg.Pos) bool // the places to check; nil for all
	f          *cfg.Function
	defined    map[*cfg.Var]*cfg.Var    // by variable: the variable that tells whether it is assigned
	shadows    map[*cfg.Field]*cfg.Type // by the first member of a struct
	sources    map[*cfg.Var]cfg.Expr    // by temporary: the value that it holds
	pos        cfg.Pos                  // position of the operation
	claims     []claim                  // claims about the operation
	chosen     []cfg.Op                 // operations that choose values for the claims
}

// A claim is a condition that must hold when an operation runs.
type claim struct {
	kind cfg.ErrorKind
	pos  cfg.Pos
	cond cfg.Expr
	what string
}

// own makes sites for the errors that f already has. Memory errors end an execution even if their
// kind is not checked.
func (in *instrumenter) own(f *cfg.Function) {
	for e := range f.Edges() {
		op, ok := e.Op.(cfg.Error)
		switch {
		case !ok || op.Site > 0:
		case !in.kinds.Has(op.Kind) && op.Kind.OfMemory():
			e.Op = never
		case in.kinds.Has(op.Kind):
			s := &Site{Number: len(in.sites) + 1, Kind: op.Kind, Pos: e.Pos, What: op.What, fails: e, own: &op}
			s.set(true)
			in.sites = append(in.sites, s)
		}
	}
}

// sourcesOf returns the values, expressions or calls, of the temporaries of f that are assigned
// once.
func sourcesOf(f *cfg.Function) map[*cfg.Var]cfg.Expr {
	z, twice := map[*cfg.Var]cfg.Expr{}, map[*cfg.Var]bool{}
	for e := range f.Edges() {
		for _, v := range assigned(e.Op) {
			twice[v] = twice[v] || z[v] != nil
			z[v] = cfg.Load{From: cfg.VarPlace{Var: v}}
			switch op := e.Op.(type) {
			case cfg.Assign:
				z[v] = op.Value
			case cfg.Call:
				if op.Callee != nil {
					z[v] = named(op.Callee.Name+"()", v.Type)
				}
			case cfg.Havoc:
				if op.Input != "" {
					z[v] = named(op.Input+"()", v.Type)
				}
			}
		}
	}
	maps.DeleteFunc(z, func(v *cfg.Var, _ cfg.Expr) bool { return v.Kind != cfg.Temp || twice[v] })
	return z
}

// named returns a value with a name in messages.
func named(name string, t *cfg.Type) cfg.Expr {
	return cfg.Load{From: cfg.VarPlace{Var: &cfg.Var{Name: name, Type: t}}}
}

// text returns x in a form similar to C, with temporaries replaced by their sources.
func (in *instrumenter) text(x cfg.Expr) string {
	m := cfg.Mapper{Expr: func(x cfg.Expr) cfg.Expr {
		if l, ok := x.(cfg.Load); ok {
			if v, ok := l.From.(cfg.VarPlace); ok && in.sources[v.Var] != nil {
				return in.sources[v.Var]
			}
		}
		return x
	}}
	for range 3 { // temporaries may be defined by other temporaries
		x = m.MapExpr(x)
	}
	return strings.ReplaceAll(cfg.FormatExpr(x), "__cornet_", "")
}

// function checks the operations of f.
func (in *instrumenter) function(f *cfg.Function) {
	in.f, in.sources = f, sourcesOf(f)
	nodes := f.Nodes[:len(f.Nodes):len(f.Nodes)]
	for _, n := range nodes {
		switch {
		case !branches(n):
			for _, e := range n.Out {
				if in.at == nil || in.at(e.Pos) {
					in.edge(e)
				}
			}
		case in.at == nil || in.at(n.Out[0].Pos):
			in.branch(n)
		}
	}
}

// branches reports whether all edges out of n are assumptions, whose conditions are evaluated
// together.
func branches(n *cfg.Node) bool {
	for _, e := range n.Out {
		if _, ok := e.Op.(cfg.Assume); !ok {
			return false
		}
	}
	return len(n.Out) > 0
}

// branch checks the conditions of the edges out of n.
func (in *instrumenter) branch(n *cfg.Node) {
	edges := n.Out
	ops := make([]cfg.Op, len(edges))
	in.begin(edges[0].Pos)
	for i, e := range edges {
		a := e.Op.(cfg.Assume)
		if i > 0 && reflect.DeepEqual(edges[0].Op.(cfg.Assume).Cond, a.Cond) {
			a.Cond = ops[0].(cfg.Assume).Cond
			ops[i] = a
			continue
		}
		ops[i] = in.op(a)
	}
	if len(in.claims) == 0 {
		return
	}
	for _, e := range edges {
		e.Disconnect()
	}
	n, atomic := in.check(n)
	for i, e := range edges {
		in.finish(n, ops[i], e, atomic)
	}
}

// edge checks the operation of e, which is independent of other edges out of its node.
func (in *instrumenter) edge(e *cfg.Edge) {
	in.begin(e.Pos)
	op := in.op(e.Op)
	if len(in.claims) == 0 {
		return
	}
	n := e.From
	if len(n.Out) > 1 {
		n = in.then(n, cfg.Skip{})
	}
	e.Disconnect()
	n, atomic := in.check(n)
	if _, plain := op.(cfg.Assign); atomic && !plain { // other threads run during the operation
		op = cfg.MapParts(op, func(x cfg.Expr) cfg.Expr {
			if x == nil || !x.Type().IsScalar() {
				return x
			}
			v := in.temp(x.Type())
			n = in.then(n, cfg.Assign{To: cfg.VarPlace{Var: v}, Value: x})
			return cfg.Load{From: cfg.VarPlace{Var: v}}
		}, func(l cfg.Place) cfg.Place { return l })
		n, atomic = in.then(n, cfg.AtomicEnd{Inner: true, Plain: true}), false
	}
	in.finish(n, op, e, atomic)
}

// begin begins an operation at a position.
func (in *instrumenter) begin(pos cfg.Pos) { in.pos, in.claims, in.chosen = pos, nil, nil }

// then performs an operation after n. It returns the node after the operation.
func (in *instrumenter) then(n *cfg.Node, op cfg.Op) *cfg.Node {
	next := in.f.NewNode(in.pos)
	n.Connect(next, op, in.pos)
	return next
}

// finish performs an operation from n to the end of e, and ends an atomic block around it.
func (in *instrumenter) finish(n *cfg.Node, op cfg.Op, e *cfg.Edge, atomic bool) {
	to := e.To
	if atomic {
		to = in.f.NewNode(e.Pos)
		to.Connect(e.To, cfg.AtomicEnd{Inner: true, Plain: true}, e.Pos)
	}
	n.Connect(to, op, e.Pos)
}

// op adds claims about op. It returns op in the form that relies on them. If a claim depends on an
// arbitrary value, the value is chosen first, since it would otherwise be chosen again.
func (in *instrumenter) op(op cfg.Op) cfg.Op {
	before := in.claims
	z := in.walk(op)
	if !slices.ContainsFunc(in.claims[len(before):], func(c claim) bool { return chooses(c.cond) }) {
		return z
	}
	in.claims = before
	return in.walk(cfg.Mapper{Expr: func(x cfg.Expr) cfg.Expr {
		a, ok := x.(cfg.Any)
		if !ok || !a.Of.IsScalar() {
			return x
		}
		v := in.temp(a.Of)
		in.chosen = append(in.chosen, cfg.Assign{To: cfg.VarPlace{Var: v}, Value: a})
		return cfg.Load{From: cfg.VarPlace{Var: v}}
	}}.MapOp(op))
}

// chooses reports whether an evaluation of x chooses a value.
func chooses(x cfg.Expr) (any bool) {
	cfg.Inspect(x, func(y cfg.Expr) bool {
		_, is := y.(cfg.Any)
		any = any || is
		return !any
	})
	return any
}

// interferes reports whether another thread may store in places that the claims depend on.
func (in *instrumenter) interferes() (z bool) {
	for _, c := range in.claims {
		cfg.ExprAccesses(c.cond, func(l cfg.Place, kind cfg.AccessKind) {
			v := cfg.Root(l)
			z = z || in.concurrent && kind == cfg.Read && (v == nil || v.Kind != cfg.Temp)
		})
	}
	return z
}

// check makes a site for each claim, from n on. It returns the node after them. If other threads
// may interfere, the checks are in an atomic block.
func (in *instrumenter) check(n *cfg.Node) (behind *cfg.Node, atomic bool) {
	for _, op := range in.chosen {
		n = in.then(n, op)
	}
	if atomic = in.interferes(); atomic {
		n = in.then(n, cfg.AtomicBegin{Inner: true, Plain: true})
	}
	for _, c := range in.claims {
		fine, wrong, end := in.f.NewNode(c.pos), in.f.NewNode(c.pos), in.f.NewNode(c.pos)
		n.Connect(fine, cfg.Assume{Cond: c.cond, Check: true}, c.pos)
		n.Connect(wrong, cfg.Assume{Cond: c.cond, Negate: true, Check: true}, c.pos)
		s := &Site{Number: len(in.sites) + 1, Kind: c.kind, Pos: c.pos, What: c.what, fails: wrong.Connect(end, never, c.pos)}
		if Of(c.kind).Defined {
			s.passes = wrong.Connect(fine, never, c.pos)
		}
		if s.set(in.kinds.Has(c.kind)); in.kinds.Has(c.kind) {
			in.sites = append(in.sites, s)
		}
		n = fine
	}
	return n, atomic
}

// temp makes a temporary of the function.
func (in *instrumenter) temp(t *cfg.Type) *cfg.Var {
	v := &cfg.Var{Name: "t", Type: t, Kind: cfg.Temp, Func: in.f, Pos: in.pos, ID: in.vars}
	in.vars++
	in.f.Locals = append(in.f.Locals, v)
	return v
}
