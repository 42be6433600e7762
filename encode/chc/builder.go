// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"fmt"
	"math/big"
	"slices"
	"sort"

	"cornet/encode/cfg"
	"cornet/encode/flat"
	"cornet/horn"
	"cornet/smtlib"
)

// builder makes the clauses of a program.
type builder struct {
	o            Options
	s            *smtlib.Store
	p            *flat.Program
	tr           translator
	r            ranges
	fx           map[*flat.Function]*effects
	pointerWidth int
	concurrent   bool // steps have threads
	sys          *System
	bitOps       bool // over-approximated
	bits         bool // present
	names        map[string]int
	floatPoints  map[flat.Type][]*big.Int
	multiplies   *bool // see products
	summaries    map[*flat.Function]*summary
	copies       map[*flat.Node]*flat.Node // nodes in System.Program; nil if there is none

	// Of the function being encoded.
	f     *flat.Function
	main  bool
	live  []varSet
	envs  []env
	heads map[*flat.Node]bool
	cuts  map[*flat.Node]*place
	rank  []int

	// Of the block being encoded.
	from      *flat.Node
	body      []horn.Atom
	old       []*smtlib.Term // values at the entry of the function
	side      []*smtlib.Term // what holds of fresh variables
	inputs    int            // how many of those stand for any value
	events    []Event
	overflows []*smtlib.Term
	initial   map[*smtlib.Term]bool // arguments of the body
}

// summary has the predicates of a function that is called.
type summary struct {
	entry, exit *smtlib.Func
	args        []int       // the parameters that the function reads
	in, out     []*flat.Var // these and globals; results and globals
}

// place is a node with a predicate.
type place struct {
	pred *smtlib.Func
	vars []*flat.Var
}

// newBuilder returns a builder that has not made any clauses.
func newBuilder(s *smtlib.Store, p *flat.Program, o Options) (*builder, error) {
	b := &builder{
		o: o, s: s, p: p, r: ranges{math: o.Ints == Math}, fx: findEffects(p),
		pointerWidth: int(8 * p.Model.PointerBytes()), names: map[string]int{}, floatPoints: map[flat.Type][]*big.Int{}, summaries: map[*flat.Function]*summary{},
		sys: &System{Horn: &horn.System{Store: s}, Assumed: horn.NewModel(), Notes: p.Notes, Ints: o.Ints, Overflow: o.Overflow, Lenient: p.Lenient},
	}
	b.concurrent = concurrent(p)
	if o.Ints == BV {
		if o.Overflow != Wrap {
			return nil, fmt.Errorf("encoding: overflow of bit-vectors wraps; use --ints=wrap with --signed-overflow")
		}
		b.tr = &vectors{b: b, s: s}
	} else {
		b.tr = &integers{b: b, s: s, r: b.r, overflow: o.Overflow}
		if o.Ints == Auto {
			b.sys.Ints = WrapInts
		}
	}
	return b, nil
}

// concurrent reports whether p is a product of threads.
func concurrent(p *flat.Program) bool {
	for _, f := range p.Functions {
		for _, n := range f.Nodes {
			for _, e := range n.Out {
				if e.Pos.Thread != 0 {
					return true
				}
			}
		}
	}
	return false
}

func build(s *smtlib.Store, p *flat.Program, o Options, copies map[*flat.Node]*flat.Node) (*System, error) {
	b, err := newBuilder(s, p, o)
	if err != nil {
		return nil, err
	}
	b.copies = copies
	for _, pos := range p.Divisions {
		b.divides(pos)
	}
	for _, f := range p.Functions {
		if f != p.Main {
			b.declare(f)
		}
	}
	for _, f := range p.Functions {
		b.function(f)
	}
	b.sys.Inexact, b.sys.Bits = b.bitOps, b.bits
	if err := b.sys.Horn.Check(); err != nil {
		return nil, err
	}
	return b.sys, nil
}

// pred declares a predicate over variables.
func (b *builder) pred(name string, p Place) *smtlib.Func {
	b.names[name]++
	if n := b.names[name]; n > 1 {
		name = fmt.Sprintf("%s.%d", name, n)
	}
	var sorts []*smtlib.Sort
	for _, v := range p.In {
		sorts = append(sorts, b.tr.sort(v.Type))
	}
	for _, v := range p.Vars {
		sorts = append(sorts, b.tr.sort(v.Type))
	}
	p.Pred = b.s.Func(name, sorts, b.s.Bool)
	b.sys.Horn.Preds = append(b.sys.Horn.Preds, p.Pred)
	b.sys.Places = append(b.sys.Places, p)
	return p.Pred
}

// declare makes the predicates of a function that is called.
func (b *builder) declare(f *flat.Function) {
	var first *flat.Node // in System.Program
	if n := b.copies[f.Exit]; n != nil {
		first = n.Func.Entry
	}
	if len(f.Entry.In) > 0 {
		entry := f.NewNode(f.Entry.Pos)
		flat.Connect(entry, f.Entry, flat.Skip{}, f.Entry.Pos)
		f.Entry = entry
	}
	z := &summary{}
	for i, v := range f.Params {
		if readBy(f, v) {
			z.args, z.in = append(z.args, i), append(z.in, v)
		}
	}
	z.in = append(z.in, b.fx[f].touched...)
	z.out = append(append(z.out, f.Results...), b.fx[f].written...)
	z.entry = b.pred(f.Name+".entry", Place{Kind: Entry, Pos: f.Pos, Func: f.Name, Vars: z.in, Node: first})
	z.exit = b.pred(f.Name+".exit", Place{Kind: Exit, Pos: f.Pos, Func: f.Name, In: z.in, Vars: z.out, Node: b.copies[f.Exit]})
	b.summaries[f] = z
}

// function makes the clauses of f.
func (b *builder) function(f *flat.Function) {
	b.f, b.main = f, f == b.p.Main
	b.live = liveness(f, b.main, b.o.Overflow != Wrap, b.fx)
	order, heads := depthFirst(f)
	b.heads = heads
	b.rank = make([]int, len(f.Nodes))
	for i, n := range order {
		b.rank[n.ID] = i
	}
	b.envs = b.r.solveRanges(f, heads, b.fx)
	b.cuts = map[*flat.Node]*place{}
	cut := map[*flat.Node]bool{}
	for _, n := range order {
		if heads[n] && n != f.Entry {
			cut[n] = true
		}
		for _, e := range n.Out {
			if _, ok := e.Op.(flat.Call); ok {
				cut[e.To] = true
			}
		}
	}
	if heads[f.Entry] { // of the main function: no predicate leads there from outside
		cut[f.Entry] = true
	}
	b.limitBlocks(order, cut)
	for _, n := range order {
		if cut[n] && n != f.Exit && b.envs[n.ID] != nil {
			b.cuts[n] = b.newPlace(n)
		}
	}
	b.block(f.Entry, true)
	for _, n := range order {
		if b.cuts[n] != nil {
			b.block(n, false)
		}
	}
}

func (b *builder) newPlace(n *flat.Node) *place {
	kind := Join
	if b.heads[n] {
		kind = LoopHead
	}
	p := Place{Kind: kind, Pos: n.Pos, Func: b.f.Name, Vars: b.live[n.ID].sorted(), Node: b.copies[n]}
	if !b.main {
		p.In = b.summaries[b.f].in
	}
	name := fmt.Sprintf("%s.%d", b.f.Name, n.Pos.Line)
	return &place{b.pred(name, p), p.Vars}
}

// limitBlocks adds cuts until no block is larger than the limit, as far as paths meet in it.
func (b *builder) limitBlocks(order []*flat.Node, cut map[*flat.Node]bool) {
	starts := []*flat.Node{b.f.Entry}
	for _, n := range order {
		if cut[n] {
			starts = append(starts, n)
		}
	}
	for i := 0; i < len(starts); i++ {
		region := b.region(starts[i], func(n *flat.Node) bool { return cut[n] })
		if len(region) <= b.o.BlockSize {
			continue
		}
		for _, n := range region[b.o.BlockSize:] {
			if len(n.In) > 1 && n != starts[i] {
				cut[n] = true
				starts = append(starts, n)
				i--
				break
			}
		}
	}
}

// region lists the nodes that can be reached from n without passing a cut, n first, in topological order.
func (b *builder) region(n *flat.Node, cut func(*flat.Node) bool) []*flat.Node {
	seen := map[*flat.Node]bool{n: true}
	z := []*flat.Node{n}
	for i := 0; i < len(z); i++ {
		for _, e := range z[i].Out {
			if !seen[e.To] && !cut(e.To) && e.To != b.f.Exit {
				seen[e.To] = true
				z = append(z, e.To)
			}
		}
	}
	sort.SliceStable(z[1:], func(i, j int) bool { return b.rank[z[1+i].ID] < b.rank[z[1+j].ID] })
	return z
}

// block makes the clauses of the block that starts at n; entry tells that n is where f starts.
func (b *builder) block(n *flat.Node, entry bool) {
	b.from, b.body, b.old, b.side, b.events, b.overflows = n, nil, nil, nil, nil, nil
	b.initial = map[*smtlib.Term]bool{}
	if b.envs[n.ID] == nil {
		return
	}
	st := &state{vals: map[*flat.Var]*smtlib.Term{}, env: b.envs[n.ID].clone(), pos: n.Pos}
	argument := func(v *flat.Var, name string) *smtlib.Term {
		t := b.s.Var(name, b.tr.sort(v.Type))
		b.initial[t] = true
		return t
	}
	switch {
	case entry && b.main:
		if n, st = b.run(n, st); n == nil {
			return
		}
		if b.cuts[n] != nil {
			b.finish(st, n, Block)
			return
		}
	case entry:
		var args []*smtlib.Term
		for _, v := range b.summaries[b.f].in {
			t := argument(v, v.Name)
			args = append(args, t)
			st.vals[v] = t
			b.fact(t, v, st.env)
		}
		b.old = args
		b.holds(horn.Atom{Pred: b.summaries[b.f].entry, Args: args})
	default:
		var args []*smtlib.Term
		if !b.main {
			for _, v := range b.summaries[b.f].in {
				args = append(args, argument(v, v.Name+".in"))
			}
			b.old = args[:len(args):len(args)]
		}
		for _, v := range b.cuts[n].vars {
			t := argument(v, v.Name)
			args = append(args, t)
			st.vals[v] = t
			b.fact(t, v, st.env)
		}
		b.holds(horn.Atom{Pred: b.cuts[n].pred, Args: args})
	}
	b.walk(n, st)
}

// holds makes a, whose arguments fulfil what has been assumed so far, the body of the block.
func (b *builder) holds(a horn.Atom) {
	b.body = []horn.Atom{a}
	b.sys.Assumed.Define(a.Pred, a.Args, b.s.And(b.side...))
}

// fact assumes what range analysis knows about v.
func (b *builder) fact(t *smtlib.Term, v *flat.Var, e env) {
	if m, ok := b.tr.(*integers); ok && !v.Type.Array {
		b.assume(m.bounded(t, b.r.of(e, v)))
	} else if !v.Type.Array {
		b.assume(b.tr.inRange(t, v.Type))
	}
}

// walk goes through the block from n.
func (b *builder) walk(n *flat.Node, start *state) {
	isCut := func(n *flat.Node) bool { return b.cuts[n] != nil || n == b.f.Exit }
	region := b.region(n, func(m *flat.Node) bool { return isCut(m) })
	arrived := map[*flat.Node][]*state{n: {start}}
	var targets []*flat.Node
	for _, m := range region {
		states := arrived[m]
		delete(arrived, m)
		if len(states) > b.o.Paths {
			states = []*state{b.merge(states, b.live[m.ID])}
		}
		for _, st := range states {
			st.pos = m.Pos
			b.leave(m, st, func(to *flat.Node, z *state) {
				if isCut(to) && len(arrived[to]) == 0 {
					targets = append(targets, to)
				}
				arrived[to] = append(arrived[to], z)
			})
		}
	}
	for _, to := range targets {
		states := arrived[to]
		if len(states) > 2*b.o.Paths {
			live := b.live[to.ID]
			states = []*state{b.merge(states, live)}
		}
		for _, st := range states {
			b.finish(st, to, Block)
		}
	}
}

// leave moves st along the edges out of n.
func (b *builder) leave(n *flat.Node, st *state, arrive func(*flat.Node, *state)) {
	deterministic := len(n.Out) <= 1 || len(n.Out) == 2 && complementary(n.Out[0].Op, n.Out[1].Op)
	for i, e := range n.Out {
		z := st
		if i < len(n.Out)-1 {
			z = st.clone()
		}
		if !deterministic && !b.choose(z, st, i, len(n.Out)) {
			continue
		}
		b.step(z, e, arrive)
	}
}

// choose makes the edges out of a node that are not decided by a condition exclude each other: the
// i-th of n is taken if none before it is and a fresh variable says so.
func (b *builder) choose(z, st *state, i, n int) bool {
	if i < n-1 {
		c := b.s.Fresh("choice", b.s.Bool)
		z.guard = append(z.guard[:len(z.guard):len(z.guard)], c)
		st.guard = append(st.guard[:len(st.guard):len(st.guard)], b.s.Not(c))
	}
	return true
}

// step moves z over e.
func (b *builder) step(z *state, e *flat.Edge, arrive func(*flat.Node, *state)) {
	z.pos = e.Pos
	if b.concurrent {
		b.event(z, Event{Kind: Moves, Pos: e.Pos})
	}
	switch o := e.Op.(type) {
	case flat.Skip:
	case flat.Assume:
		if o.Trap != nil && b.r.value(z.env, o.Cond).equal(span(1, 1)) {
			break
		}
		if o.Trap != nil && o.Trap.Division {
			b.divides(e.Pos)
		}
		c := b.tr.cond(z, o.Cond)
		if !b.settle(z, e.Pos) {
			return
		}
		if o.Negate {
			c = b.s.Not(c)
		}
		if !b.r.refine(z.env, o.Cond, o.Negate) || !z.add(c) {
			return
		}
		z.pieces.each(func(e env) bool { return b.r.refine(e, o.Cond, o.Negate) })
		b.cut(z, o.Cond)
	case flat.Assign:
		t := b.tr.value(z, o.Value)
		if !b.settle(z, e.Pos) {
			return
		}
		b.r.apply(z.env, e.Op, b.fx)
		z.pieces.each(func(p env) bool { return b.r.apply(p, e.Op, b.fx) })
		changed := z.vals[o.To] != t
		z.vals[o.To] = t
		if changed && o.To.Source != "" && !o.To.Type.Array {
			b.event(z, Event{Kind: Assigns, Value: t, Name: o.To.Source, Var: o.To, Type: o.To.Type, Pos: e.Pos})
		}
	case flat.Havoc:
		b.havoc(z, o, e.Pos)
	case flat.Call:
		b.call(z, o, e)
		return
	case flat.Error:
		b.mark(z)
		b.clause(Step{Kind: Failure, From: b.from.Pos, To: e.Pos, Error: o.Kind, Function: o.Function}, nil, nil, z.guardTerm(b.s))
		return
	case flat.Stop:
		return
	}
	if b.envs[e.To.ID] != nil { // else range analysis has shown that nothing gets there
		arrive(e.To, z)
	}
}

// divides remembers that executions may divide by zero and end.
func (b *builder) divides(pos cfg.Pos) {
	n := cfg.Note{Pos: pos, Assumed: true, What: "a division by zero ends the program"}
	if !slices.Contains(b.sys.Divisions, n) {
		b.sys.Divisions = append(b.sys.Divisions, n)
	}
}

// settle makes errors of the overflows that the last operation may have had; false says that it
// always overflows.
func (b *builder) settle(z *state, pos cfg.Pos) bool {
	for _, c := range b.overflows {
		b.clause(Step{Kind: Failure, From: b.from.Pos, To: pos, Error: cfg.SignedOverflow}, nil, nil, c)
	}
	b.overflows = nil
	return len(z.guard) == 0 || !z.guard[len(z.guard)-1].IsFalse()
}

func (b *builder) havoc(z *state, o flat.Havoc, pos cfg.Pos) {
	b.inputs++
	t := b.s.Fresh(o.To.Name, b.tr.sort(o.To.Type))
	b.assume(b.tr.inRange(t, o.To.Type))
	delete(z.env, o.To)
	z.pieces.each(func(p env) bool { delete(p, o.To); return true })
	z.vals[o.To] = t
	ev := Event{Kind: Unset, Value: t, Name: o.To.Source, Var: o.To, Type: o.To.Type, Pos: pos}
	switch {
	case o.Note != "":
		ev.Kind, ev.Name = Inexact, o.Note
	case o.Input != "":
		ev.Kind, ev.Name = Input, o.Input
	}
	b.event(z, ev)
}

func (b *builder) event(z *state, ev Event) {
	ev.Guard = z.guard[:len(z.guard):len(z.guard)]
	b.events = append(b.events, ev)
}

// assume adds a condition on fresh variables, which some values of theirs fulfil whatever others are.
func (b *builder) assume(c *smtlib.Term) {
	if !c.IsTrue() {
		b.side = append(b.side, c)
	}
}

// read is the value of v.
func (b *builder) read(st *state, v *flat.Var) *smtlib.Term {
	t := st.vals[v]
	if t == nil {
		t = b.s.Fresh(v.Name, b.tr.sort(v.Type))
		b.assume(b.tr.inRange(t, v.Type))
		st.vals[v] = t
		b.event(st, Event{Kind: Unset, Value: t, Name: v.Source, Type: v.Type, Pos: st.pos})
	}
	return t
}

// any is a new value of x's type.
func (b *builder) any(st *state, x *flat.Expr) *smtlib.Term {
	b.inputs++
	t := b.s.Fresh("any", b.tr.sort(x.Type))
	b.assume(b.tr.inRange(t, x.Type))
	ev := Event{Kind: Unset, Value: t, Type: x.Type, Pos: st.pos}
	if x.Note != "" {
		ev.Kind, ev.Name = Inexact, x.Note
	}
	b.event(st, ev)
	return t
}

// finish makes the clause that leads to n in state st.
func (b *builder) finish(st *state, n *flat.Node, kind StepKind) {
	b.mark(st)
	if n == b.f.Exit {
		if b.main {
			return
		}
		sum := b.summaries[b.f]
		args := append([]*smtlib.Term(nil), b.old...)
		for _, v := range sum.out {
			args = append(args, b.read(st, v))
		}
		b.clause(Step{Kind: kind, From: b.from.Pos, To: n.Pos}, nil, &horn.Atom{Pred: sum.exit, Args: args}, st.guardTerm(b.s))
		return
	}
	b.clause(Step{Kind: kind, From: b.from.Pos, To: n.Pos}, nil, b.headAt(st, n), st.guardTerm(b.s))
}

// headAt is the atom of n in state st.
func (b *builder) headAt(st *state, n *flat.Node) *horn.Atom {
	p := b.cuts[n]
	if p == nil {
		return nil
	}
	args := append([]*smtlib.Term(nil), b.old...)
	for _, v := range p.vars {
		args = append(args, b.read(st, v))
	}
	return &horn.Atom{Pred: p.pred, Args: args}
}

// call enters the callee, and goes on behind it with what its summary says.
func (b *builder) call(z *state, o flat.Call, e *flat.Edge) {
	sum := b.summaries[o.Callee]
	args := make([]*smtlib.Term, len(o.Args))
	for i, x := range o.Args {
		args[i] = b.tr.value(z, x)
	}
	if !b.settle(z, e.Pos) {
		return
	}
	var in []*smtlib.Term
	for _, i := range sum.args {
		in = append(in, args[i])
	}
	for _, v := range sum.in[len(sum.args):] {
		in = append(in, b.read(z, v))
	}
	step := Step{Kind: Enter, From: b.from.Pos, To: o.Callee.Pos}
	b.clause(step, nil, &horn.Atom{Pred: sum.entry, Args: in}, z.guardTerm(b.s))
	exit := append([]*smtlib.Term(nil), in...)
	for i, v := range sum.out {
		t := b.s.Fresh(v.Name, b.tr.sort(v.Type))
		b.assume(b.tr.inRange(t, v.Type))
		exit = append(exit, t)
		if i < len(o.Results) {
			if o.Results[i] != nil {
				z.vals[o.Results[i]] = t
			}
		} else {
			z.vals[v] = t
		}
	}
	b.r.apply(z.env, o, b.fx)
	z.pieces.each(func(p env) bool { return b.r.apply(p, o, b.fx) })
	if e.To == b.f.Exit {
		if b.main {
			return
		}
		args := append([]*smtlib.Term(nil), b.old...)
		for _, v := range b.summaries[b.f].out {
			args = append(args, b.read(z, v))
		}
		b.clause(Step{Kind: Return, From: b.from.Pos, To: e.To.Pos}, []horn.Atom{{Pred: sum.exit, Args: exit}},
			&horn.Atom{Pred: b.summaries[b.f].exit, Args: args}, z.guardTerm(b.s))
		return
	}
	head := b.headAt(z, e.To)
	if head == nil { // never reached
		return
	}
	b.clause(Step{Kind: Return, From: b.from.Pos, To: e.To.Pos}, []horn.Atom{{Pred: sum.exit, Args: exit}}, head, z.guardTerm(b.s))
}

// clause adds a clause with the block's body, more atoms, and what is known about the fresh variables in it.
func (b *builder) clause(step Step, more []horn.Atom, head *horn.Atom, constraint *smtlib.Term) {
	if constraint.IsFalse() {
		return
	}
	s := b.s
	body := append(append([]horn.Atom(nil), b.body...), more...)
	mentioned := map[*smtlib.Term]bool{}
	var work []*smtlib.Term
	mention := func(ts ...*smtlib.Term) {
		for _, v := range smtlib.FreeVars(ts...) {
			if !mentioned[v] {
				mentioned[v] = true
				work = append(work, v)
			}
		}
	}
	mention(constraint)
	args := []*smtlib.Term{}
	if head != nil {
		args = append(args, head.Args...)
	}
	for _, a := range more {
		args = append(args, a.Args...)
	}
	for _, t := range args {
		if !b.initial[t] {
			mention(t)
		}
	}
	conj := []*smtlib.Term{constraint}
	taken := make([]bool, len(b.side))
	for len(work) > 0 {
		work = work[:0]
		for i, c := range b.side {
			if taken[i] {
				continue
			}
			for _, v := range smtlib.FreeVars(c) {
				if mentioned[v] {
					taken[i] = true
					break
				}
			}
			if taken[i] {
				conj = append(conj, c)
				mention(c)
			}
		}
	}
	phi := s.And(conj...)
	if phi.IsFalse() {
		return
	}
	// Events that lie on the way.
	step.Events = b.events[:len(b.events):len(b.events)]
	name := fmt.Sprintf("%v to %v", step.From, step.To)
	if head == nil {
		name = fmt.Sprintf("%v to the error at %v", step.From, step.To)
	}
	b.sys.Horn.Clauses = append(b.sys.Horn.Clauses, &horn.Clause{Body: body, Constraint: phi, Head: head, Name: name})
	b.sys.Steps = append(b.sys.Steps, step)
}
