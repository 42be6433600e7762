// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"container/heap"
	"fmt"
	"iter"
	"slices"

	"cornet/encode/cfg"
	"cornet/encode/expr"
	"cornet/encode/scalar"
	"cornet/horn"
	"cornet/internal/slice"
	"cornet/logic"
)

// builder makes the clauses of a program.
type builder struct {
	o          Options
	s          *logic.Store
	p          *scalar.Program
	tr         *expr.Translator
	fx         map[*scalar.Function]*effects
	concurrent bool // steps belong to threads
	sys        *System
	names      map[string]int
	summaries  map[*scalar.Function]*summary
	remembered memory
	demands    *demands
	doubtful   bool // with the option Certain, the encoding may be different

	// These fields belong to the function that is encoded.
	f     *scalar.Function
	main  bool
	live  liveSets
	heads map[*scalar.Node]bool
	cuts  map[*scalar.Node]*place
	rank  []int

	// These fields belong to the block that is encoded.
	from    *scalar.Node
	body    []horn.Atom
	old     []*logic.Term         // values at the entry of the function
	side    []*logic.Term         // conditions on fresh variables
	sidesOf map[*logic.Term][]int // the conditions that mention a variable
	events  []Event
	choices []Choice
	merges  map[*scalar.Node]Merge
	leads   []*horn.Clause       // the clauses with a head
	initial map[*logic.Term]bool // arguments of the body
}

// summary has the predicates of a function that is called.
type summary struct {
	entry, exit *logic.Func
	args        []int                // the positions of the parameters that the function reads
	in, out     []*scalar.Var        // in: these parameters and globals; out: results and globals
	fixed       map[*scalar.Var]bool // those of in that the function never assigns
}

// place is a node with a predicate.
type place struct {
	pred *logic.Func
	vars []*scalar.Var
}

// newBuilder returns a builder that has made no clauses yet.
func newBuilder(s *logic.Store, p *scalar.Program, o Options) *builder {
	b := &builder{
		o: o, s: s, p: p, fx: findEffects(p), names: map[string]int{}, summaries: map[*scalar.Function]*summary{},
		sys: &System{blocks: map[*scalar.Node]*PathBlock{}, Horn: &horn.System{Store: s}, Notes: p.Notes, Ints: o.Ints},
		tr:  expr.New(s, p, expr.Options{Vectors: o.Ints == BV, Unbounded: o.Ints == Math, Cuts: o.Cuts}),
	}
	for e := range p.Edges() {
		b.concurrent = b.concurrent || e.Pos.Thread != 0
	}
	b.sys.b = b
	if o.Ints == Auto {
		b.sys.Ints = WrapInts
	}
	return b
}

func build(s *logic.Store, p *scalar.Program, m memory, live *demands, o Options) (*System, error) {
	b := newBuilder(s, p, o)
	b.remembered, b.demands = m, live
	b.sys.Program = p
	for _, f := range p.Functions {
		if f != p.Main && f.From == nil {
			b.declare(f)
		}
	}
	for _, f := range p.Functions {
		if !f.Adds && f.From == nil {
			b.function(f)
		}
		if b.unsuitable() {
			return b.system(), nil // the caller makes another builder
		}
	}
	if err := b.sys.Horn.Check(); err != nil {
		return nil, err
	}
	return b.system(), nil
}

// unsuitable reports whether the caller will make another builder, for bit-vectors.
func (b *builder) unsuitable() bool { return b.sys.Inexact && b.o.Ints == Auto }

// system returns the system made so far.
func (b *builder) system() *System {
	b.sys.Bits, b.sys.Cuts = b.tr.Bits, b.tr.Cuts
	return b.sys
}

// pred declares a predicate over variables.
func (b *builder) pred(name string, p Place) *logic.Func {
	b.names[name]++
	if n := b.names[name]; n > 1 {
		name = fmt.Sprintf("%s.%d", name, n)
	}
	var sorts []*logic.Sort
	for _, v := range slices.Concat(p.In, p.Vars) {
		sorts = append(sorts, b.tr.Sort(v.Type))
	}
	p.Pred = b.s.Func(name, sorts, b.s.Bool)
	b.sys.Horn.Preds = append(b.sys.Horn.Preds, p.Pred)
	b.sys.Places = append(b.sys.Places, p)
	return p.Pred
}

// declare makes the predicates of a function that is called.
func (b *builder) declare(f *scalar.Function) {
	z := &summary{}
	b.summaries[f] = z
	for i, v := range f.Params {
		if f.Adds || b.fx[f].read[v] {
			z.args, z.in = append(z.args, i), append(z.in, v)
		}
	}
	if !f.Adds {
		live := b.demands.of[f]
		for _, v := range live.at(f.Entry).sorted() {
			if v.Func == nil {
				z.in = append(z.in, v)
			}
		}
		z.fixed = b.unchanged(f, z.in)
		z.out = slices.Clone(f.Results)
		for _, v := range live.at(f.Exit).sorted() {
			if v.Func == nil && b.fx[f].writes(v) {
				z.out = append(z.out, v)
			}
		}
	}
	z.entry = b.pred(f.Name+".entry", Place{Kind: Entry, Pos: f.Pos, Func: f.Name, Vars: z.in, Node: b.nodeOf(f.Entry)})
	if !f.Adds {
		z.exit = b.pred(f.Name+".exit", Place{Kind: Exit, Pos: f.Pos, Func: f.Name, In: z.in, Vars: z.out, Fixed: z.fixed, Node: b.nodeOf(f.Exit)})
	}
}

// unchanged returns the variables of vs that f never assigns.
func (b *builder) unchanged(f *scalar.Function, vs []*scalar.Var) map[*scalar.Var]bool {
	z := map[*scalar.Var]bool{}
	for _, v := range vs {
		z[v] = !b.fx[f].writes(v)
	}
	for e := range cfg.EdgesOf(f.Nodes) {
		scalar.Written(e.Op, func(v *scalar.Var) { z[v] = false })
	}
	return z
}

// function makes the clauses of f.
func (b *builder) function(f *scalar.Function) {
	b.f, b.main = f, f == b.p.Main
	order, heads := depthFirst(f)
	b.demands.keep(f, heads, b.remembered[f])
	b.live = b.demands.of[f]
	b.heads = heads
	b.rank = make([]int, len(f.Nodes))
	for i, n := range order {
		b.rank[n.ID] = i
	}
	b.cuts = map[*scalar.Node]*place{}
	cut := map[*scalar.Node]bool{}
	for _, n := range order {
		if heads[n] && n != f.Entry {
			cut[n] = true
		}
		for _, e := range n.Out {
			if c, ok := e.Op.(scalar.Call); ok && !c.Callee.Adds {
				cut[e.To] = true
			}
		}
	}
	if heads[f.Entry] { // a loop head of the main function: no predicate leads there from outside
		cut[f.Entry] = true
	}
	b.limitBlocks(order, cut)
	for _, n := range order {
		if cut[n] && n != f.Exit {
			b.cuts[n] = b.newPlace(n)
		}
	}
	b.block(f.Entry, true)
	for _, n := range order {
		if b.cuts[n] != nil && !b.unsuitable() {
			b.block(n, false)
		}
	}
}

// nodeOf returns n as a node of System.Program.
func (b *builder) nodeOf(n *scalar.Node) *scalar.Node {
	if b.sys.Program == nil {
		return nil
	}
	return n
}

func (b *builder) newPlace(n *scalar.Node) *place {
	kind := Join
	if b.heads[n] {
		kind = LoopHead
	}
	p := Place{Kind: kind, Pos: n.Pos, Func: b.f.Name, Vars: b.live.at(n).sorted(), Node: b.nodeOf(n)}
	if b.concurrent {
		p.Threads = n.Label
	}
	if !b.main {
		sum := b.summaries[b.f]
		p.In, p.Fixed = sum.in, sum.fixed
		p.Vars = slice.Filter(p.Vars, func(v *scalar.Var) bool { return !sum.fixed[v] })
	}
	name := fmt.Sprintf("%s.%d", b.f.Name, n.Pos.Line)
	return &place{b.pred(name, p), p.Vars}
}

// limitBlocks adds cut points where paths meet, until no block exceeds the limit.
func (b *builder) limitBlocks(order []*scalar.Node, cut map[*scalar.Node]bool) {
	starts := []*scalar.Node{b.f.Entry}
	for _, n := range order {
		if cut[n] {
			starts = append(starts, n)
		}
	}
	for i := 0; i < len(starts); i++ {
		size := 0
		for n := range b.region(starts[i], func(n *scalar.Node) bool { return cut[n] }) {
			if size < b.o.BlockSize || len(n.In) <= 1 || n == starts[i] {
				size++
				continue
			}
			cut[n] = true
			starts = append(starts, n)
		}
	}
}

// region yields the nodes that can be reached from n without passing a cut point. n comes first,
// and the order is topological. If a node is a cut point when it is yielded, the walk does not pass
// it either.
//
// Cost: O(e log v) for the v nodes of the region and the e edges out of them.
func (b *builder) region(n *scalar.Node, cut func(*scalar.Node) bool) iter.Seq[*scalar.Node] {
	return func(yield func(*scalar.Node) bool) {
		seen := map[*scalar.Node]bool{n: true}
		for next := (&byRank{b.rank, []*scalar.Node{n}}); next.Len() > 0; {
			m := heap.Pop(next).(*scalar.Node)
			if !yield(m) {
				return
			}
			if m != n && cut(m) {
				continue
			}
			for _, e := range m.Out {
				if !seen[e.To] && !cut(e.To) && e.To != b.f.Exit {
					seen[e.To] = true
					heap.Push(next, e.To)
				}
			}
		}
	}
}

// byRank is a heap of nodes. The top comes first in topological order.
type byRank struct {
	rank  []int // by ID
	nodes []*scalar.Node
}

func (h *byRank) Len() int           { return len(h.nodes) }
func (h *byRank) Less(i, j int) bool { return h.rank[h.nodes[i].ID] < h.rank[h.nodes[j].ID] }
func (h *byRank) Swap(i, j int)      { h.nodes[i], h.nodes[j] = h.nodes[j], h.nodes[i] }
func (h *byRank) Push(x any)         { h.nodes = append(h.nodes, x.(*scalar.Node)) }

func (h *byRank) Pop() any {
	last := len(h.nodes) - 1
	z := h.nodes[last]
	h.nodes = h.nodes[:last]
	return z
}

// finish makes the clause that leads to n in state st.
func (b *builder) finish(st *state, n *scalar.Node) {
	st.intervals.MarkError()
	if head := b.arrival(st, n); head != nil {
		b.clause(Step{Kind: Block, From: b.from.Pos, To: n.Pos, trail: st.trail}, nil, head, st.guard.Term(b.s))
	}
}

// arrival returns the atom of n in state st, or nil if n has no predicate.
func (b *builder) arrival(st *state, n *scalar.Node) *horn.Atom {
	p := b.cuts[n]
	if n == b.f.Exit && !b.main {
		p = &place{b.summaries[b.f].exit, b.summaries[b.f].out}
	}
	if p == nil {
		return nil
	}
	args := slices.Clone(b.old)
	for _, v := range p.vars {
		args = append(args, b.read(st, v))
	}
	return &horn.Atom{Pred: p.pred, Args: args}
}

// call enters the callee, and continues after the call with its summary.
func (b *builder) call(z *state, o scalar.Call, e *scalar.Edge) {
	if o.Callee.From != nil {
		b.take(z, o, e)
		return
	}
	sum := b.summaries[o.Callee]
	args := slice.Map(o.Args, func(x *scalar.Expr) *logic.Term { return b.tr.Value(b.at(z), x) })
	var in []*logic.Term
	for _, i := range sum.args {
		in = append(in, args[i])
	}
	for _, v := range sum.in[len(sum.args):] {
		in = append(in, b.read(z, v))
	}
	step := Step{Kind: Enter, From: b.from.Pos, To: o.Callee.Pos, trail: z.trail}
	b.clause(step, nil, &horn.Atom{Pred: sum.entry, Args: in}, z.guard.Term(b.s))
	if o.Callee.Adds {
		return
	}
	exit := slices.Clone(in)
	for i, v := range sum.out {
		t := b.fresh(v.Name, v.Type)
		exit = append(exit, t)
		if i < len(o.Results) {
			if o.Results[i] != nil {
				z.set(o.Results[i], t)
			}
		} else {
			z.set(v, t)
		}
	}
	z.intervals.Havoc(append(slices.Clone(o.Results), b.fx[o.Callee].written...)...)
	if head := b.arrival(z, e.To); head != nil {
		step := Step{Kind: Return, From: b.from.Pos, To: e.To.Pos, trail: z.trail}
		b.clause(step, []horn.Atom{{Pred: sum.exit, Args: exit}}, head, z.guard.Term(b.s))
	}
}

// take continues after a call that yields values that another function has added.
func (b *builder) take(z *state, o scalar.Call, e *scalar.Edge) {
	var values []*logic.Term
	for i, v := range o.Callee.From.Params {
		t := b.fresh(v.Name, v.Type)
		values = append(values, t)
		if r := o.Results[i]; r != nil {
			z.set(r, t)
		}
	}
	z.intervals.Havoc(o.Results...)
	if head := b.arrival(z, e.To); head != nil {
		step := Step{Kind: Block, From: b.from.Pos, To: e.To.Pos, trail: z.trail}
		b.clause(step, []horn.Atom{{Pred: b.summaries[o.Callee.From].entry, Args: values}}, head, z.guard.Term(b.s))
	}
}

// clause adds a clause: the block's body, more atoms, and the conditions on its fresh variables.
func (b *builder) clause(step Step, more []horn.Atom, head *horn.Atom, constraint *logic.Term) {
	c := b.instance(more, head, constraint)
	if b.o.Certain {
		c = b.certain(c, more)
	}
	if c.Constraint.IsFalse() {
		return
	}
	// These are the events on the way.
	step.Events = b.events[:len(b.events):len(b.events)]
	step.begins = len(b.body) > 0
	c.Name = fmt.Sprintf("%v to %v", step.From, step.To)
	if head == nil {
		c.Name = fmt.Sprintf("%v to the error at %v", step.From, step.To)
		if step.Error == cfg.WrongPointer {
			c.Name = fmt.Sprintf("%v to a pointer at %v that contradicts the points-to analysis", step.From, step.To)
		}
	}
	b.sys.Horn.Clauses = append(b.sys.Horn.Clauses, c)
	if head != nil {
		b.leads = append(b.leads, c)
	}
	b.sys.Steps = append(b.sys.Steps, step)
}

// certain strengthens the constraint of a clause. It excludes paths through constructs that are not
// modelled exactly, if the clause depends on them.
func (b *builder) certain(c *horn.Clause, more []horn.Atom) *horn.Clause {
	left := slices.Clone(b.events)
	for {
		used := map[*logic.Term]bool{}
		for _, v := range c.Vars() {
			used[v] = true
		}
		passed := []*logic.Term{c.Constraint}
		left = slices.DeleteFunc(left, func(e Event) bool {
			matters := e.Kind == Inexact && (e.Value == nil || used[e.Value])
			if matters {
				passed = append(passed, b.s.Not(e.Guard.Term(b.s)))
			}
			return matters
		})
		if len(passed) == 1 {
			return c
		}
		b.sys.LeftOut = true
		c = b.instance(more, c.Head, b.s.And(passed...))
	}
}

// instance returns a clause: the block's body, more atoms, and the conditions on its fresh
// variables.
func (b *builder) instance(more []horn.Atom, head *horn.Atom, constraint *logic.Term) *horn.Clause {
	s := b.s
	mentioned := map[*logic.Term]bool{}
	var work []*logic.Term
	mention := func(ts ...*logic.Term) {
		for _, v := range logic.FreeVars(ts...) {
			if !mentioned[v] {
				mentioned[v] = true
				b.sys.Inexact = b.sys.Inexact || b.tr.Inexact[v]
				b.sys.Approximated = b.sys.Approximated || b.tr.Approximated[v]
				work = append(work, v)
			}
		}
	}
	mention(constraint)
	atoms := more
	if head != nil {
		atoms = append([]horn.Atom{*head}, more...)
	}
	for _, a := range atoms {
		for _, t := range a.Args {
			if !b.initial[t] {
				mention(t)
			}
		}
	}
	conj := []*logic.Term{constraint}
	taken := map[int]bool{}
	for i := 0; i < len(work); i++ {
		for _, k := range b.sidesOf[work[i]] {
			if !taken[k] {
				taken[k] = true
				conj = append(conj, b.side[k])
				mention(b.side[k])
			}
		}
	}
	return &horn.Clause{Body: slices.Concat(b.body, more), Constraint: s.And(conj...), Head: head}
}
