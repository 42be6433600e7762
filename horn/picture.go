// SPDX-License-Identifier: Apache-2.0

package horn

import (
	"fmt"
	"slices"
	"strings"

	"cornet/internal/picture"
	"cornet/internal/slice"
	"cornet/logic"
)

// ArgumentNames returns names for the arguments of the predicates in clauses: the most frequent
// variable at a position, or x0, x1, … if there are no variables. Suffixes that a renaming has
// added after ! or @ are left out. The names of one predicate are distinct.
//
// Cost: linear in the clauses' atoms.
func ArgumentNames(clauses []*Clause) map[*logic.Func][]string {
	type candidate struct {
		name  string
		count int
	}
	found := map[*logic.Func][][]candidate{}
	note := func(a *Atom) {
		if found[a.Pred] == nil {
			found[a.Pred] = make([][]candidate, a.Pred.Arity())
		}
		for i, x := range a.Args {
			if !x.IsVar() {
				continue
			}
			name, _, _ := strings.Cut(strings.TrimLeft(x.Name(), `\`), "@")
			name, _, _ = strings.Cut(name, "!")
			at := &found[a.Pred][i]
			k := slices.IndexFunc(*at, func(c candidate) bool { return c.name == name })
			if k >= 0 {
				(*at)[k].count++
			} else if len(*at) < maxCandidates && name != "" {
				*at = append(*at, candidate{name, 1})
			}
		}
	}
	for _, c := range clauses {
		for i := range c.Body {
			note(&c.Body[i])
		}
		if c.Head != nil {
			note(c.Head)
		}
	}
	z := make(map[*logic.Func][]string, len(found))
	for p, places := range found {
		taken := map[string]bool{}
		for i, at := range places {
			slices.SortStableFunc(at, func(a, b candidate) int { return b.count - a.count })
			at = append(at, candidate{name: fmt.Sprint("x", i)}, candidate{name: fmt.Sprint("x", i, "'")})
			k := slices.IndexFunc(at, func(c candidate) bool { return !taken[c.name] })
			name := at[max(k, 0)].name
			taken[name] = true
			z[p] = append(z[p], name)
		}
	}
	return z
}

// maxCandidates bounds the names that are counted for one argument.
const maxCandidates = 8

// Named returns t for people: with params replaced by variables that have the given names.
func Named(s *logic.Store, t *logic.Term, params []*logic.Term, names []string) *logic.Term {
	vars := make([]*logic.Term, len(params))
	for i, p := range params {
		vars[i] = s.Var(names[i], p.Sort())
	}
	return s.Substitute(t, params, vars)
}

// Conjuncts returns the conjuncts of t as text.
func Conjuncts(t *logic.Term) (z []string) {
	for _, c := range logic.AppendConjuncts(nil, t) {
		z = append(z, c.String())
	}
	return z
}

// The looks of predicates and clauses in pictures.
const (
	lookPredicate = iota
	lookLoop
	lookUnreachable
	lookClause
	lookFact
	lookQuery
	lookDerived
)

var nodeLooks = []picture.Look{
	lookPredicate:   {Meaning: "predicate", Colour: "blue"},
	lookLoop:        {Meaning: "predicate at which cycles are cut", Colour: "blue", Bold: true},
	lookUnreachable: {Meaning: "predicate without derivable facts", Colour: "faint"},
	lookClause:      {Meaning: "clause", Colour: "plain", Shape: "box"},
	lookFact:        {Meaning: "clause without body atoms", Colour: "green", Shape: "box"},
	lookQuery:       {Meaning: "query: must not be derived", Colour: "red", Shape: "box"},
	lookDerived:     {Meaning: "derived atom", Colour: "blue"},
}

// newPicture returns a picture without nodes.
func newPicture(title string, verdict ...Verdict) *picture.Picture {
	p := &picture.Picture{Title: title, Nodes: nodeLooks, Edges: []picture.Look{{Colour: "plain"}, {Colour: "plain", Plain: true}}}
	for _, v := range verdict {
		p.Verdict = v.String()
	}
	return p
}

// Picture draws the system: an arrow leads from the predicates of a clause's body through the
// clause to its head.
func (g *Graph) Picture() *picture.Picture {
	return g.drawn(newPicture("Clauses"), nil)
}

// ModelPicture draws the system with the definition of every predicate in m.
func (g *Graph) ModelPicture(m *Model) *picture.Picture {
	return g.drawn(newPicture("Model", Safe), m)
}

// drawn adds the predicates and clauses to p.
func (g *Graph) drawn(p *picture.Picture, m *Model) *picture.Picture {
	p.Steps = []picture.Step{{Nodes: g.nodes(m)}}
	if len(p.Steps[0].Nodes) == 0 {
		p.Empty = "No predicates and no clauses: nothing is forbidden."
	}
	return p
}

// nodes returns the predicates, with their invariants if there is a model, and the clauses.
func (g *Graph) nodes(m *Model) (z []picture.Node) {
	names := ArgumentNames(g.sys.Clauses)
	for i, p := range g.sys.Preds {
		n := picture.Node{ID: i, Lines: []string{p.Name()}, Detail: [][2]string{{"Arguments", declared(p, names[p])}}}
		switch {
		case len(g.in[i]) == 0:
			n.Look = lookUnreachable
		case g.cuts[i]:
			n.Look = lookLoop
		}
		for _, k := range g.in[i] {
			n.From = append(n.From, picture.Edge{From: len(g.sys.Preds) + k})
		}
		if m == nil {
			if len(names[p]) > 0 {
				n.Lines = append(n.Lines, "("+strings.Join(names[p], ", ")+")")
			}
		} else if d, ok := m.Definition(p); ok {
			body := d.Body
			if names[p] != nil {
				body = Named(g.sys.Store, body, d.Params, names[p])
			}
			if body.IsFalse() {
				n.Look = lookUnreachable
			}
			n.Lines = append(n.Lines, Conjuncts(body)...)
			n.Detail = append(n.Detail, [2]string{"Invariant", body.String()})
		}
		z = append(z, n)
	}
	for k, c := range g.sys.Clauses {
		n := picture.Node{ID: len(g.sys.Preds) + k, Look: lookClause, Lines: []string{g.sys.ClauseName(k)}, Detail: g.sys.clauseDetail(k)}
		switch {
		case c.Head == nil:
			n.Look = lookQuery
		case len(c.Body) == 0:
			n.Look = lookFact
		}
		if m == nil {
			n.Lines = append(n.Lines, clauseLines(c)...)
		}
		for i := range c.Body {
			n.From = append(n.From, picture.Edge{From: g.number[c.Body[i].Pred], Look: 1})
		}
		z = append(z, n)
	}
	// Layouts begin with the first nodes. Put facts there, since all derivations begin with facts.
	slices.SortStableFunc(z, func(a, b picture.Node) int {
		switch first, second := a.Look == lookFact, b.Look == lookFact; {
		case first && !second:
			return -1
		case second && !first:
			return 1
		}
		return 0
	})
	return z
}

// ClauseName states where clause k comes from: its name, the line of its assertion, or its number.
func (sys *System) ClauseName(k int) string {
	c := sys.Clauses[k]
	if c.Name != "" {
		return c.Name
	}
	if sys.Source != nil && c.Assert < len(sys.Source.Asserts) {
		if a := sys.Source.Asserts[c.Assert]; a.Name != "" {
			return a.Name
		} else if a.Pos.Line > 0 {
			return fmt.Sprintf("clause %d, line %d", k, a.Pos.Line)
		}
	}
	return fmt.Sprintf("clause %d", k)
}

// clauseDetail returns the parts of clause k.
func (sys *System) clauseDetail(k int) [][2]string {
	c := sys.Clauses[k]
	var body []string
	for i := range c.Body {
		body = append(body, c.Body[i].Term(sys.Store).String())
	}
	if !c.Constraint.IsTrue() {
		body = append(body, c.Constraint.String())
	}
	head := "false"
	if c.Head != nil {
		head = c.Head.Term(sys.Store).String()
	}
	z := [][2]string{{"Clause", fmt.Sprint(k)}}
	if len(body) > 0 {
		z = append(z, [2]string{"From", strings.Join(body, "\n")})
	}
	return append(z, [2]string{"Follows", head})
}

// declared returns names with sorts.
func declared(p *logic.Func, names []string) string {
	if p.Arity() == 0 {
		return "none"
	}
	lines := make([]string, p.Arity())
	for i, s := range p.Params() {
		lines[i] = s.String()
		if names != nil {
			lines[i] = names[i] + ": " + lines[i]
		}
	}
	return strings.Join(lines, "\n")
}

// clauseLines returns the constraint of c, and how the arguments change.
func clauseLines(c *Clause) (z []string) {
	if !c.Constraint.IsTrue() {
		z = Conjuncts(c.Constraint)
	}
	var from []string
	for i := range c.Body {
		if x := arguments(&c.Body[i]); x != "" {
			from = append(from, x)
		}
	}
	change := strings.Join(from, ", ")
	if c.Head != nil && len(c.Head.Args) > 0 {
		change += " → " + arguments(c.Head)
	}
	if change = strings.TrimSpace(change); change != "" {
		z = append(z, change)
	}
	return z
}

// arguments returns the arguments of a, separated by blanks.
func arguments(a *Atom) string {
	words := slice.Map(a.Args, (*logic.Term).String)
	return strings.Join(words, " ")
}

// RefutationPicture draws the derivation of false: every node is an atom with values, and the
// clause by which it follows from the atoms above it.
func (sys *System) RefutationPicture(r *Refutation) *picture.Picture {
	p := newPicture("Derivation of false", Unsafe)
	p.Up = true
	p.Nodes = append([]picture.Look(nil), nodeLooks...)
	p.Nodes[lookFact].Meaning, p.Nodes[lookQuery].Meaning = "atom that a clause without body atoms gives", "false: the forbidden fact is derived"
	names := ArgumentNames(sys.Clauses)
	nodes := make([]picture.Node, len(r.Steps))
	for i, s := range r.Steps {
		n := &nodes[len(nodes)-1-i] // the query is the root and comes first
		n.ID = i
		sys.explain(n, s, names)
		for _, l := range r.Loops {
			if l.First <= i && i <= l.Last {
				n.Lines = append(n.Lines, fmt.Sprintf("the first of %v times", l.Times))
			}
		}
		for _, k := range s.Premises {
			above := &nodes[len(nodes)-1-k]
			above.From = append(above.From, picture.Edge{From: i})
		}
	}
	p.Steps = []picture.Step{{Nodes: nodes}}
	return p
}

// explain describes a step of a refutation.
func (sys *System) explain(n *picture.Node, s Step, names map[*logic.Func][]string) {
	c := sys.Clauses[s.Clause]
	values := sys.Store.NewModel()
	for v, x := range s.Values {
		values.Set(v, x)
	}
	n.Look, n.Lines = lookQuery, []string{"false"}
	if c.Head != nil {
		n.Look, n.Lines = lookDerived, []string{c.Head.Pred.Name()}
		if len(c.Body) == 0 {
			n.Look = lookFact
		}
		for i, x := range c.Head.Args {
			n.Lines = append(n.Lines, fmt.Sprintf("%s = %v", names[c.Head.Pred][i], values.Eval(x)))
		}
	}
	n.Lines = append(n.Lines, "by "+sys.ClauseName(s.Clause))
	n.Detail = sys.clauseDetail(s.Clause)
	var all []string
	for _, v := range c.Vars() {
		all = append(all, fmt.Sprintf("%s = %v", v.Name(), values.Eval(v)))
	}
	if len(n.Lines) == 2 && len(s.Premises) == 0 && len(all) <= 6 { // no other node has values
		n.Lines = append(n.Lines, all...)
	}
	if len(all) > 0 {
		n.Detail = append(n.Detail, [2]string{"Values", strings.Join(all, "\n")})
	}
	if c.Head != nil {
		n.Detail = append(n.Detail, [2]string{"Atom", strings.Join(n.Lines[:len(n.Lines)-1], " ")})
	}
}
