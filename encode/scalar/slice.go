// SPDX-License-Identifier: Apache-2.0

package scalar

import (
	"slices"

	"cornet/encode/cfg"
	"cornet/internal/slice"
)

// This file makes slices of programs: it leaves out the parts that the errors do not depend on.

// Slice is a part of a program. Take an execution of the program that reaches an error, and remove
// the steps that the slice leaves out. The result is an execution of the slice that reaches the
// same error. So if the slice has no error, the program has no error. The converse does not hold:
// if the program ends in a part that is left out, or loops there forever, the slice continues.
type Slice struct {
	*Program
	// Of maps the nodes of the slice to those of the program. Both have the same variables.
	Of map[*Node]*Node
	// Leads has the nodes of the program from which an error can be reached. The slice does not
	// follow executions after they reach another node.
	Leads map[*Node]bool
	// Kept and All count the edges of the slice and of the program.
	Kept, All int
	// Dropped is an obligation that was left out, or nil.
	Dropped *Edge
}

// Slice returns the part of p that its errors depend on, or nil if p adds values to sets.
//
// A node is observed if one of its edges is an error, is the last condition before an error,
// assigns a relevant variable, or calls a function with an observed node. A variable is relevant if
// an operation at any observed node reads it. A branch is observed if its sides lead to different
// observed nodes. All other nodes are left out.
//
// References: M. Weiser, "Program Slicing", ICSE 1981; S. Danicic, R. W. Barraclough, M. Harman, J.
// D. Howroyd, Á. Kiss, M. R. Laurence, "A unifying theory of control dependence and its application
// to arbitrary program structures", Theoretical Computer Science 412(49), 2011: the observed nodes
// are weakly commitment-closed. Difference: the slice also keeps conditions and obligations over
// relevant variables, unless these need further branches.
//
// Cost: linear in the program for each round. A round observes the branches one level further out,
// so the number of rounds is at most the depth of nesting.
func (p *Program) Slice() *Slice {
	for _, f := range p.Functions {
		if f.Adds || f.From != nil {
			return nil
		}
	}
	s := newSlicer(p)
	s.errors()
	s.close()
	s.keepConditions()
	return s.build()
}

// slicer finds the nodes that a slice keeps.
type slicer struct {
	p        *Program
	observed map[*Node]bool
	useful   map[*Node]bool // an error can be reached from the node
	relevant map[*Var]bool
	assigns  map[*Var][]*Edge      // the edges that assign a variable
	calls    map[*Function][]*Edge // the calls of each function
	changed  map[*Function]bool    // functions with nodes observed since they were closed
	within   map[*Function]bool    // functions with an observed operation
	nodes    []*Node               // observed nodes that have not been processed
	vars     []*Var                // relevant variables that have not been processed
	params   map[*Var]param
}

// param identifies a parameter or a result by its position.
type param struct {
	of *Function
	at int
}

func newSlicer(p *Program) *slicer {
	s := &slicer{p: p, observed: map[*Node]bool{}, useful: map[*Node]bool{}, relevant: map[*Var]bool{}, assigns: map[*Var][]*Edge{}, calls: map[*Function][]*Edge{},
		changed: map[*Function]bool{}, within: map[*Function]bool{}, params: map[*Var]param{}}
	for e := range p.Edges() {
		Written(e.Op, func(v *Var) { s.assigns[v] = append(s.assigns[v], e) })
		if c, ok := e.Op.(Call); ok {
			s.calls[c.Callee] = append(s.calls[c.Callee], e)
		}
	}
	for _, f := range p.Functions {
		for i, v := range f.Params {
			s.params[v] = param{f, i}
		}
	}
	return s
}

// errors observes the errors. Before each error, it also observes the last branches that may lead
// elsewhere. The other rules would not keep these branches, since there may be no observed node on
// their other side.
func (s *slicer) errors() {
	surely := map[*Node]bool{} // nodes from which control always reaches an error
	sides := map[*Node]int{}   // for each node, the number of such edges
	var work []*Node
	reach := func(n *Node) {
		if !surely[n] {
			surely[n] = true
			work = append(work, n)
		}
	}
	for e := range s.p.Edges() {
		if _, fails := e.Op.(Error); fails {
			s.useful[e.From] = true
			s.observe(e.From)
			reach(e.From)
		}
	}
	s.lead(work)
	var branches []*Node
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range s.before(n) {
			m := e.From
			if sides[m]++; sides[m] == 1 {
				branches = append(branches, m)
			}
			if _, asks := e.Op.(Assume); sides[m] == len(m.Out) && !(asks && len(m.Out) == 1) {
				reach(m)
			}
		}
	}
	for _, m := range branches {
		if !surely[m] {
			s.observe(m)
		}
	}
}

// before returns the edges that lead to a node. For the entry of a function, these are its calls.
func (s *slicer) before(n *Node) []*Edge {
	if n != n.Func.Entry {
		return n.In
	}
	return slices.Concat(n.In, s.calls[n.Func])
}

// lead finds the nodes from which a path leads to one of the given nodes. Paths may pass calls and
// returns.
func (s *slicer) lead(nodes []*Node) {
	work := slices.Clone(nodes)
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		before := []*Node{}
		for _, e := range s.before(n) {
			before = append(before, e.From)
			if c, ok := e.Op.(Call); ok && e.To == n {
				before = append(before, c.Callee.Exit)
			}
		}
		for _, m := range before {
			if !s.useful[m] {
				s.useful[m] = true
				work = append(work, m)
			}
		}
	}
}

// observe keeps a node, unless no error can be reached from it.
func (s *slicer) observe(n *Node) {
	if s.useful[n] && !s.observed[n] {
		s.observed[n] = true
		s.changed[n.Func] = true
		s.nodes = append(s.nodes, n)
	}
}

// need makes the variables of an expression relevant.
func (s *slicer) need(x *Expr) {
	x.Walk(func(y *Expr) {
		if y.Operator == Read && !s.relevant[y.Var] {
			s.relevant[y.Var] = true
			s.vars = append(s.vars, y.Var)
		}
	})
}

// enter keeps a function: it observes its exit and its calls.
func (s *slicer) enter(f *Function) {
	if s.within[f] {
		return
	}
	s.within[f] = true
	if f != s.p.Main {
		s.observe(f.Exit)
	}
	for _, e := range s.calls[f] {
		s.observe(e.From)
	}
}

// written observes the edges that assign a relevant variable.
func (s *slicer) written(v *Var) {
	for _, e := range s.assigns[v] {
		s.observe(e.From)
		switch o := e.Op.(type) {
		case Assign:
			s.need(o.Value)
		case Call:
			s.enter(o.Callee)
			for i, r := range o.Results {
				if r == v {
					s.need(NewRead(o.Callee.Results[i]))
				}
			}
		}
	}
	if a, ok := s.params[v]; ok {
		for _, e := range s.calls[a.of] {
			s.need(e.Op.(Call).Args[a.at])
		}
	}
}

// keeps reports whether the slice has an operation of an observed node.
func (s *slicer) keeps(op Op) bool {
	switch o := op.(type) {
	case Assign:
		return s.relevant[o.To]
	case Havoc:
		return s.relevant[o.To]
	case Call:
		return s.within[o.Callee]
	case Obligation:
		return o.Proved && s.known(o.Cond)
	case Skip, Make:
		return false
	}
	return true
}

// known reports whether all variables of an expression are relevant.
func (s *slicer) known(x *Expr) bool {
	all := true
	x.Walk(func(y *Expr) { all = all && (y.Operator != Read || s.relevant[y.Var]) })
	return all
}

// close observes the nodes that the observed nodes depend on, by data, calls and control.
func (s *slicer) close() {
	for len(s.nodes)+len(s.vars) > 0 {
		for len(s.nodes)+len(s.vars) > 0 {
			if k := len(s.vars) - 1; k >= 0 {
				v := s.vars[k]
				s.vars = s.vars[:k]
				s.written(v)
				continue
			}
			n := s.nodes[len(s.nodes)-1]
			s.nodes = s.nodes[:len(s.nodes)-1]
			s.decides(n)
		}
		for _, f := range s.p.Functions {
			if s.changed[f] {
				delete(s.changed, f)
				_, branches := s.next(f)
				for _, n := range branches {
					s.observe(n)
				}
			}
		}
	}
}

// decides makes the variables in the conditions of an observed node relevant.
func (s *slicer) decides(n *Node) {
	for _, e := range n.Out {
		if o, ok := e.Op.(Assume); ok {
			s.need(o.Cond)
		}
	}
	if n != n.Func.Exit {
		s.enter(n.Func)
	}
}

// next maps each node of f to the first observed node on paths from it, which may be the node
// itself. branches are nodes that are not observed although paths from them lead to different
// observed nodes.
func (s *slicer) next(f *Function) (next map[*Node]*Node, branches []*Node) {
	next = map[*Node]*Node{}
	var work []*Node
	for _, n := range f.Nodes {
		if s.observed[n] {
			next[n] = n
			work = append(work, n)
		}
	}
	branch := map[*Node]bool{}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range n.In {
			switch m := e.From; {
			case ends(e.Op):
			case next[m] == nil:
				next[m] = next[n]
				work = append(work, m)
			case !s.observed[m] && next[m] != next[n] && !branch[m]:
				branch[m] = true
				branches = append(branches, m)
			}
		}
	}
	return next, branches
}

// fails reports whether op is a call in which an error may be reached.
func (s *slicer) fails(op Op) bool {
	c, ok := op.(Call)
	return ok && s.within[c.Callee]
}

// ends reports whether an execution ends with op.
func ends(op Op) bool {
	switch op.(type) {
	case Error, Stop:
		return true
	}
	return false
}

// keepConditions observes conditions and obligations over relevant variables, unless that needs
// further branches. This makes the slice more precise, and keeps all errors.
func (s *slicer) keepConditions() {
	for _, f := range s.p.Functions {
		if !s.within[f] {
			continue
		}
		more := slice.Filter(f.Nodes, func(n *Node) bool { return s.useful[n] && !s.observed[n] && s.isCondition(n) })
		for len(more) > 0 {
			for _, n := range more {
				s.observed[n] = true
			}
			_, branches := s.next(f)
			if len(branches) == 0 {
				break
			}
			for _, n := range more {
				delete(s.observed, n)
			}
			more = s.without(more, branches)
		}
	}
}

// isCondition reports whether the edges out of n only test relevant variables.
func (s *slicer) isCondition(n *Node) bool {
	asks := false
	for _, e := range n.Out {
		switch o := e.Op.(type) {
		case Assume:
			if !s.known(o.Cond) {
				return false
			}
			asks = true
		case Obligation:
			asks = asks || o.Proved && s.known(o.Cond)
		}
	}
	return asks
}

// without returns those of the nodes that every path from branches reaches only through observed
// nodes.
func (s *slicer) without(nodes, branches []*Node) []*Node {
	reached := map[*Node]bool{}
	work := branches
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range n.Out {
			if !reached[e.To] && !s.observed[e.To] {
				reached[e.To] = true
				work = append(work, e.To)
			}
		}
	}
	return slice.Filter(nodes, func(n *Node) bool { return !reached[n] })
}

// build makes the program of the nodes that are kept.
func (s *slicer) build() *Slice {
	z := &Slice{Program: &Program{Model: s.p.Model, Globals: s.p.Globals, Notes: s.p.Notes}, Of: map[*Node]*Node{}, Leads: s.useful}
	copies := map[*Function]*Function{}
	for _, f := range s.p.Functions {
		for _, n := range f.Nodes {
			z.All += len(n.Out)
		}
		if f == s.p.Main || s.within[f] {
			g := &Function{Name: f.Name, Params: ofRelevant(s, f.Params, f.Params), Results: ofRelevant(s, f.Results, f.Results), Locals: f.Locals, Pos: f.Pos}
			copies[f] = g
			z.Functions = append(z.Functions, g)
		}
	}
	for e := range s.p.Edges() {
		if o, ok := e.Op.(Obligation); ok && z.Dropped == nil && !(s.observed[e.From] && s.keeps(o)) {
			z.Dropped = e
		}
	}
	for _, f := range s.p.Functions {
		if g := copies[f]; g != nil {
			z.Kept += s.copyBody(f, g, copies, z.Of)
		}
	}
	z.Main = copies[s.p.Main]
	return z
}

// call returns c without irrelevant arguments and results.
func (s *slicer) call(c Call, callee *Function) Call {
	z := Call{Callee: callee, Args: ofRelevant(s, c.Callee.Params, c.Args)}
	for _, v := range ofRelevant(s, c.Callee.Results, c.Results) {
		if !s.relevant[v] {
			v = nil
		}
		z.Results = append(z.Results, v)
	}
	return z
}

// ofRelevant returns the items whose variables are relevant.
func ofRelevant[T any](s *slicer, vars []*Var, items []T) (z []T) {
	for i, v := range vars {
		if s.relevant[v] {
			z = append(z, items[i])
		}
	}
	return z
}

// copyBody copies the nodes that are kept. It returns the number of their edges.
func (s *slicer) copyBody(f, g *Function, copies map[*Function]*Function, of map[*Node]*Node) (edges int) {
	next, _ := s.next(f)
	nodes := map[*Node]*Node{}
	add := func(n *Node) *Node {
		m := g.NewNode(n.Pos)
		m.Label = n.Label
		nodes[n], of[m] = m, n
		return m
	}
	connect := func(from, to *Node, op Op, pos cfg.Pos) {
		from.Connect(to, op, pos)
		edges++
	}
	for _, n := range f.Nodes {
		if s.observed[n] || n == f.Entry || n == f.Exit {
			add(n)
		}
	}
	g.Entry, g.Exit = nodes[f.Entry], nodes[f.Exit]
	if !s.observed[f.Entry] && next[f.Entry] != nil {
		connect(g.Entry, nodes[next[f.Entry]], Skip{}, f.Pos)
	}
	for _, n := range f.Nodes {
		if !s.observed[n] {
			continue
		}
		for _, e := range n.Out {
			to, op := next[e.To], e.Op
			called := s.fails(op)
			if !s.keeps(op) {
				op = Skip{}
			} else if c, ok := op.(Call); ok {
				op = s.call(c, copies[c.Callee])
			}
			switch {
			case ends(op) || called && to == nil:
				connect(nodes[n], g.NewNode(e.To.Pos), op, e.Pos)
			case to != nil:
				connect(nodes[n], nodes[to], op, e.Pos)
			}
		}
	}
	return edges
}
