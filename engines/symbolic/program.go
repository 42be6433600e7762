// SPDX-License-Identifier: Apache-2.0

package symbolic

import (
	"slices"

	"cornet/horn"
	"cornet/internal/scc"
	"cornet/logic"
)

// program is a system prepared for evaluation.
type program struct {
	sys   *horn.System
	preds []*predicate // the predicates of the system, and one for queries, which has no arguments
}

// predicate is a predicate with its clauses.
type predicate struct {
	index  int
	name   string
	output int  // the parameter that the others determine; -1 for none
	exact  bool // clauses show that no two of them hold for the same inputs
	rules  []*rule
	group  int           // number of the group of predicates that call each other
	calls  bool          // it calls itself, directly or indirectly
	floor  map[int]int64 // parameters that count down to a number
}

// rule is a clause in which equations have replaced variables.
type rule struct {
	clause      int
	head        []*logic.Term
	body        []atom
	constraints []*logic.Term
	vars        []*logic.Term
	replaced    []*logic.Term // variables that no longer occur
	by          []*logic.Term
}

type atom struct {
	pred *predicate
	args []*logic.Term
}

func newProgram(sys *horn.System) *program {
	z := &program{sys: sys}
	index := sys.Index()
	for i, p := range sys.Preds {
		z.preds = append(z.preds, &predicate{index: i, name: p.Name(), output: -1})
	}
	query := &predicate{index: len(sys.Preds), name: "false", output: -1}
	z.preds = append(z.preds, query)
	for i, c := range sys.Clauses {
		p := query
		if c.Head != nil {
			p = z.preds[index[c.Head.Pred]]
		}
		if r := z.rule(i, c, index); r != nil {
			p.rules = append(p.rules, r)
		}
	}
	graph := scc.Find(len(z.preds), func(v int) []int {
		var next []int
		for _, r := range z.preds[v].rules {
			for _, a := range r.body {
				next = append(next, a.pred.index)
			}
		}
		return next
	})
	for g, members := range graph.Components {
		for _, m := range members {
			z.preds[m].group = g
		}
	}
	for _, p := range z.preds {
		for _, r := range p.rules {
			p.calls = p.calls || slices.ContainsFunc(r.body, func(a atom) bool { return a.pred.group == p.group })
		}
		p.countdowns(sys.Store)
	}
	var groups [][]*predicate
	for _, members := range slices.Backward(graph.Components) { // callees come before callers
		var group []*predicate
		for _, m := range members {
			group = append(group, z.preds[m])
		}
		groups = append(groups, group)
	}
	chooseOutputs(sys.Store, groups)
	return z
}

// rule makes a rule from clause i. It returns nil if the constraint is false, or mentions values
// that have no cells.
func (z *program) rule(i int, c *horn.Clause, index map[*logic.Func]int) *rule {
	s := z.sys.Store
	r := &rule{clause: i, vars: c.Vars()}
	args := c.Terms()[1:] // arguments of atoms
	lits := logic.AppendConjuncts(nil, c.Constraint)
	for i := 0; i < len(lits); i++ {
		v, x := definition(s, lits[i])
		if v == nil {
			continue
		}
		sub := s.NewSubstitution([]*logic.Term{v}, []*logic.Term{x})
		rest := slices.Delete(slices.Clone(lits), i, i+1)
		lits = nil
		for _, l := range rest {
			lits = logic.AppendConjuncts(lits, sub.Apply(l))
		}
		args, r.by = sub.ApplyAll(args), append(sub.ApplyAll(r.by), x)
		r.replaced = append(r.replaced, v)
		i = -1
	}
	if slices.ContainsFunc(lits, (*logic.Term).IsFalse) {
		return nil
	}
	if speaksOfOthers(slices.Concat(lits, args, r.by)) {
		return nil
	}
	r.constraints = lits
	for k := range c.Body {
		n := len(c.Body[k].Args)
		r.body = append(r.body, atom{z.preds[index[c.Body[k].Pred]], args[:n:n]})
		args = args[n:]
	}
	r.head = args
	return r
}

// speaksOfOthers reports whether some part of terms has no cell. Clauses with such parts are left
// out, so refutations that need them are not found.
func speaksOfOthers(terms []*logic.Term) bool {
	z := false
	known := map[*logic.Sort]bool{}
	logic.Walk(func(t *logic.Term) bool {
		has, ok := known[t.Sort()]
		if !ok {
			has = hasCells(t.Sort(), nil)
			known[t.Sort()] = has
		}
		z = z || !has
		return !z
	}, terms...)
	return z
}

// definition returns a variable and the term that literal l equates with it. It returns nil for
// other literals.
func definition(s *logic.Store, l *logic.Term) (v, x *logic.Term) {
	switch {
	case l.IsVar():
		return l, s.True()
	case l.Op() == logic.OpNot && l.Arg(0).IsVar():
		return l.Arg(0), s.False()
	case l.Op() != logic.OpEq:
		return nil, nil
	}
	for i := range 2 {
		v, x = l.Arg(i), l.Arg(1-i)
		if v.IsVar() && (x.IsVar() || x.Op() == logic.OpNum || isPattern(x)) && !slices.Contains(logic.FreeVars(x), v) {
			return v, x
		}
	}
	return equalVars(s, l)
}

// equalVars returns the variables of an equation x - y = 0.
func equalVars(s *logic.Store, l *logic.Term) (x, y *logic.Term) {
	if !l.Arg(0).Sort().IsInt() {
		return nil, nil
	}
	d := s.Linear(s.Sub(l.Arg(0), l.Arg(1)))
	if len(d.Monomials) == 2 && d.Const.Sign() == 0 && d.Monomials[0].Term.IsVar() && d.Monomials[1].Term.IsVar() && d.Monomials[0].Coeff.Add(d.Monomials[1].Coeff).Sign() == 0 {
		return d.Monomials[0].Term, d.Monomials[1].Term
	}
	return nil, nil
}

// isPattern reports whether x consists of constructors, variables and values.
func isPattern(x *logic.Term) bool {
	switch x.Op() {
	case logic.OpVar, logic.OpNum, logic.OpTrue, logic.OpFalse:
		return true
	case logic.OpConstruct:
		return !slices.ContainsFunc(x.Args(), func(a *logic.Term) bool { return !isPattern(a) })
	}
	return false
}

// lowers reports whether r calls p with parameter i minus a number.
func (r *rule) lowers(s *logic.Store, p *predicate, i int) bool {
	x := r.head[i]
	if !x.Sort().IsInt() {
		return false
	}
	for _, a := range r.body {
		if a.pred != p {
			continue
		}
		y := a.args[i]
		for _, l := range r.constraints {
			if l.Op() == logic.OpEq && l.Arg(0).Sort().IsInt() && y.IsVar() {
				if d, ok := offset(s, l, x, y); ok && d > 0 {
					return true
				}
			}
		}
		if d := s.Linear(s.Sub(x, y)); len(d.Monomials) == 0 && d.Const.Sign() > 0 {
			return true
		}
	}
	return false
}

// offset returns d if the equation l is x = y + d.
func offset(s *logic.Store, l, x, y *logic.Term) (int64, bool) {
	e := s.Linear(s.Sub(l.Arg(0), l.Arg(1)))
	if len(e.Monomials) != 2 {
		return 0, false
	}
	for i := range 2 {
		if e.Monomials[i].Term == x && e.Monomials[1-i].Term == y {
			a, ok := e.Monomials[i].Coeff.Int64()
			b, also := e.Monomials[1-i].Coeff.Int64()
			c, fits := e.Const.Int64()
			if ok && also && fits && a == -b && (a == 1 || a == -1) {
				return -c * a, true
			}
		}
	}
	return 0, false
}

// countdowns finds the parameters that count down to a number: one clause has the number, and
// others lower the parameter.
func (p *predicate) countdowns(s *logic.Store) {
	p.floor = map[int]int64{}
	if len(p.rules) == 0 {
		return
	}
	for i := range p.rules[0].head {
		least, base, down := int64(0), false, false
		for _, r := range p.rules {
			if x := r.head[i]; x.Op() == logic.OpNum && x.Sort().IsInt() {
				if n, ok := x.Num().Int64(); ok && (!base || n < least) {
					least, base = n, true
				}
			}
			down = down || r.lowers(s, p, i)
		}
		if base && down {
			p.floor[i] = least
		}
	}
}
