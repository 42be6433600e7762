// SPDX-License-Identifier: Apache-2.0

package native

import (
	"cornet/logic"
	"cornet/smt/euf"
	"cornet/smt/sat"
)

// This file gives terms nodes of the congruence graph, and equations between them literals. Nodes
// are made when their terms first occur in a scope, and removed with the scope. The parts of deep
// terms come first: see deep.go.

// node returns the node of a term.
func (e *encoder) node(t *logic.Term) (euf.Node, error) {
	if e.eq == nil {
		return 0, unsupported(t)
	}
	if n, ok := e.eq.nodes[t]; ok {
		return n, nil
	}
	e.eq.rest()
	n, err := e.newNode(t)
	if err != nil {
		return 0, err
	}
	e.keepNode(t, n)
	return n, nil
}

func (e *encoder) keepNode(t *logic.Term, n euf.Node) {
	e.eq.nodes[t] = n
	if g := e.eq.grounds; g != nil {
		if _, isApp := e.eq.g.Fn(n); !isApp {
			g.leaves[n] = t
		}
	}
	e.onPop(undo{kind: forgetNode, t: t})
}

// argument returns the node of a term as an argument. Equal values of arguments make applications
// equal.
func (e *encoder) argument(t *logic.Term) (euf.Node, error) {
	n, err := e.node(t)
	if err == nil {
		if f := e.eq.sharedTerm(n); f != nil {
			f.arg = true
		}
	}
	return n, err
}

// arguments returns the nodes of terms as arguments.
func (e *encoder) arguments(ts []*logic.Term) ([]euf.Node, error) {
	z := make([]euf.Node, len(ts))
	for i, t := range ts {
		n, err := e.argument(t)
		if err != nil {
			return nil, err
		}
		z[i] = n
	}
	return z, nil
}

func (e *encoder) newNode(t *logic.Term) (euf.Node, error) {
	q := e.eq
	switch {
	case isOpaque(t):
		return e.applicationNode(t)
	case q.isShared(t.Sort()):
		n := q.leaf(t.Sort())
		return n, e.makeShared(n, t)
	case t.IsSymbol():
		if t.Sort().IsDatatype() {
			if err := e.needTruths(); err != nil {
				return 0, err
			}
		}
		if !e.table.plain[t] {
			e.table.plain[t] = true
			e.table.symbols = append(e.table.symbols, t)
		}
		return q.leaf(t.Sort()), nil
	}
	if t.Sort().IsBitVec() && t.Op() != logic.OpIte {
		return e.wordNode(t)
	}
	switch t.Op() {
	case logic.OpFresh:
		n := q.leaf(t.Sort())
		q.addSharedTerm(sharedTerm{node: n, sort: t.Sort(), fixed: t, arg: true})
		return n, nil
	case logic.OpStore:
		return e.storeNode(t)
	case logic.OpConstruct:
		if err := e.needTruths(); err != nil {
			return 0, err
		}
		args, err := e.arguments(t.Args())
		if err != nil {
			return 0, err
		}
		return e.eq.construct(t.Constructor(), args), nil
	case logic.OpConstArray:
		v, err := e.node(t.Arg(0))
		if err != nil {
			return 0, err
		}
		n := q.apply(t.Sort(), q.fn(fnKey{op: t.Op(), of: t.Sort()}), v)
		q.consts = append(q.consts, n)
		return n, nil
	case logic.OpIte:
		// The alias z is a leaf. Its definition is c ⇒ z = x, ¬c ⇒ z = y.
		z := e.alias(t)
		n := q.leaf(t.Sort())
		e.keepNode(z, n)
		e.keepNode(t, n)
		s, c := e.store, t.Arg(0)
		return n, e.assert(s.And(s.Implies(c, s.Eq(z, t.Arg(1))), s.Or(c, s.Eq(z, t.Arg(2)))))
	}
	return 0, unsupported(t)
}

// applicationNode makes the node of a read or an application.
func (e *encoder) applicationNode(t *logic.Term) (euf.Node, error) {
	q := e.eq
	args, err := e.arguments(t.Args())
	if err == nil && t.Sort().IsDatatype() {
		err = e.needTruths()
	}
	if err != nil {
		return 0, err
	}
	n := q.application(t, args)
	if !q.isShared(t.Sort()) {
		return n, nil
	}
	if q.sharedTerm(n) != nil { // lemmas have given the read its own shared term
		same := n
		n = q.leaf(t.Sort())
		q.g.Merge(n, same, axiom)
	}
	return n, e.makeShared(n, t)
}

// storeNode makes the node of a store.
func (e *encoder) storeNode(t *logic.Term) (euf.Node, error) {
	a, err := e.node(t.Arg(0))
	if err != nil {
		return 0, err
	}
	i, err := e.argument(t.Arg(1))
	if err != nil {
		return 0, err
	}
	v, err := e.node(t.Arg(2))
	if err != nil {
		return 0, err
	}
	q := e.eq
	n := q.apply(t.Sort(), q.fn(fnKey{op: t.Op()}), a, i, v)
	q.stores = append(q.stores, storeNode{n, a, i, v})
	return n, nil
}

// application returns the node of a read or an application.
func (q *equality) application(t *logic.Term, args []euf.Node) euf.Node {
	if t.Op() == logic.OpSelect {
		return q.read(args[0], args[1])
	}
	var of any = t.Func()
	switch t.Op() {
	case logic.OpField:
		of = t.Selector()
	case logic.OpIs:
		return q.tester(t.Constructor(), args[0])
	}
	n := q.apply(t.Sort(), q.fn(fnKey{op: t.Op(), of: of}), args...)
	if t.Op() == logic.OpApp {
		q.apps = append(q.apps, appNode{n, t, args})
	}
	return n
}

func (q *equality) addSharedTerm(f sharedTerm) {
	q.sharedOf[f.node] = int32(len(q.sharedTerms))
	if _, _, known := q.truths(); known && f.lit != sat.NoLit {
		q.mean(f.lit, meaning{meansTruth, len(q.sharedTerms)})
	}
	q.sharedTerms = append(q.sharedTerms, f)
}

// makeShared makes n the node of t, whose value another theory determines.
func (e *encoder) makeShared(n euf.Node, t *logic.Term) error {
	f := sharedTerm{node: n, sort: t.Sort()}
	switch {
	case f.sort.IsArith():
		own := t
		if isOpaque(t) {
			own = e.alias(t)
		}
		l := e.store.Linear(own)
		for _, m := range l.Monomials {
			v, err := e.tableauVar(m.Term)
			if err != nil {
				return err
			}
			f.form = append(f.form, lraMonomial(m.Coeff, v))
		}
		f.constant = l.Const
		f.term = e.purified(own)
	case f.sort.IsBitVec() && isOpaque(t):
		f.word = e.table.bits(e.alias(t), e.sat)
	case f.sort.IsBitVec():
		w, err := e.word(t)
		if err != nil {
			return err
		}
		f.word = w
	case isOpaque(t):
		f.lit = e.boolAlias(t)
	default:
		l, err := e.literal(t, both)
		if err != nil {
			return err
		}
		f.lit = l
	}
	for _, l := range f.word {
		e.decide(l)
	}
	if f.lit != sat.NoLit {
		e.decide(f.lit)
	}
	e.eq.addSharedTerm(f)
	return nil
}

// makeNamedShared makes n a shared term, with a symbol that represents it. n may have been made by
// the solver, without a term of the query.
func (e *encoder) makeNamedShared(n euf.Node, prefix string) error {
	v := e.store.Fresh(prefix, e.eq.sorts[n])
	if g := e.eq.grounds; g != nil {
		if t := e.eq.term(n); t != nil {
			g.stands[v] = t
		}
	}
	return e.makeShared(n, v)
}

// boolAlias returns the literal of an alien Boolean term.
func (e *encoder) boolAlias(t *logic.Term) sat.Lit {
	l, ok := e.eq.bools[t]
	if !ok {
		l = e.sat.NewVar().Pos()
		e.eq.bools[t] = l
	}
	return l
}

// alienBool gives an alien Boolean term its literal.
func (e *encoder) alienBool(t *logic.Term) error {
	if _, err := e.node(t); err != nil {
		return err
	}
	e.gates[t] = &gate{lit: e.boolAlias(t), made: both}
	e.onPop(undo{kind: forgetAtom, t: t})
	return nil
}

// decide makes the search decide l while the innermost scope is open.
func (e *encoder) decide(l sat.Lit) {
	if v := l.Var(); !e.eq.decided[v] {
		e.eq.decided[v] = true
		e.sat.SetDecision(v)
		e.onPop(undo{kind: undecide, lit: l})
	}
}

// equality gives the equation of r between nodes a literal. If the literal is true, the nodes are
// merged. In the other direction, arrays that are not equal differ at an index, the witness.
func (e *encoder) equality(r request) error {
	a, err := e.node(r.t.Arg(0))
	if err != nil {
		return err
	}
	b, err := e.node(r.t.Arg(1))
	if err != nil {
		return err
	}
	isNew := e.gates[r.t] == nil
	x, missing := e.gate(r)
	if isNew {
		e.eq.addEquation(equation{e.gates[r.t], a, b})
	}
	if sort := r.t.Arg(0).Sort(); missing&negative != 0 && sort.IsArray() {
		s := e.store
		k := e.witness(r.t)
		l, err := e.literal(s.Eq(s.Select(r.t.Arg(0), k), s.Select(r.t.Arg(1), k)), negative)
		if err != nil {
			return err
		}
		e.clause(x, l.Not())
	}
	return nil
}

// addEquation makes x an atom.
func (q *equality) addEquation(x equation) {
	q.mean(x.gate.lit, meaning{meansEquation, len(q.atoms)})
	q.atoms = append(q.atoms, x)
	q.enc.onPop(undo{kind: forgetEquality})
}

// witness returns an index at which the sides of an equation differ unless they are equal.
func (e *encoder) witness(t *logic.Term) *logic.Term {
	z := e.aliases[t]
	if z == nil {
		z = e.store.Fresh("\\k", t.Arg(0).Sort().Index())
		e.aliases[t] = z
		if g := e.eq.grounds; g != nil {
			g.colors.local(int(e.partition), z)
		}
	}
	return z
}
