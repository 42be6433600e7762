// SPDX-License-Identifier: Apache-2.0

package recursion

import (
	"slices"

	"cornet/internal/rational"
	"cornet/internal/slice"
	"cornet/logic"
	"cornet/smt"
)

// Function is a function f with f(Vars…) = Body. Body may call functions of the theory; the
// recursion must end for all arguments.
type Function struct {
	Func *logic.Func
	Vars []*logic.Term
	Body *logic.Term
}

// Lemma is a formula that holds for all values of Vars.
type Lemma struct {
	Vars []*logic.Term
	Body *logic.Term

	patterns [][]*logic.Term // each a set of terms that mention all Vars
	from, to *logic.Term     // from is rewritten to to; nil if the lemma is no rule
	guard    *logic.Term     // the guard of the rule; nil if it always applies
	bounded  *logic.Term     // a call that the lemma bounds; nil if it bounds none
	within   rational.Interval
	needs    []*Lemma // lemmas used in the proof
	special  []*Lemma // its instances for empty lists, unless they follow by rewriting
}

// Theory has recursive functions, and lemmas about them that have been proved.
type Theory struct {
	store     *logic.Store
	solver    func() (smt.Solver, error)
	functions map[*logic.Func]*Function
	order     []*Function
	lemmas    []*Lemma
	used      map[*Lemma]bool // lemmas used since the last proof began
	plain     *normal         // normal forms by the equations alone
	ruled     *normal         // normal forms by the equations and the lemmas
}

// New returns a theory without functions.
func New(s *logic.Store, solver func() (smt.Solver, error)) *Theory {
	t := &Theory{store: s, solver: solver, functions: map[*logic.Func]*Function{}, used: map[*Lemma]bool{}}
	t.forget()
	return t
}

// forget drops normal forms that new functions or lemmas may change.
func (t *Theory) forget() {
	t.plain = &normal{theory: t, memo: map[*logic.Term]*logic.Term{}}
	t.ruled = &normal{theory: t, memo: map[*logic.Term]*logic.Term{}, rules: true}
}

// Define adds functions.
func (t *Theory) Define(fs ...*Function) {
	for _, f := range fs {
		t.functions[f.Func] = f
		t.order = append(t.order, f)
	}
	t.forget()
}

// Remove removes functions that no lemma mentions.
func (t *Theory) Remove(fs ...*Function) {
	for _, f := range fs {
		delete(t.functions, f.Func)
		t.order = slices.DeleteFunc(t.order, func(g *Function) bool { return g == f })
	}
	t.forget()
}

// Functions returns the functions in the order of their definition.
func (t *Theory) Functions() []*Function { return t.order }

// Lemmas returns the lemmas in the order of their proofs, so that each comes after those that its
// proof uses.
func (t *Theory) Lemmas() []*Lemma { return t.lemmas }

// Assume adds a lemma that is known to hold.
func (t *Theory) Assume(l *Lemma) {
	t.prepare(l)
	t.lemmas = append(t.lemmas, l)
	t.forget()
	used := t.used
	t.used = map[*Lemma]bool{}
	l.special = t.emptied(l)
	for _, x := range t.lemmas {
		if x != l && t.used[x] && !slices.Contains(l.needs, x) {
			l.needs = append(l.needs, x)
		}
	}
	t.used = used
	t.forget()
}

// Truncate forgets all lemmas but the first n.
func (t *Theory) Truncate(n int) {
	t.lemmas = slices.Clip(t.lemmas[:n])
	t.forget()
}

// Evaluate returns the value of a ground term, or nil if it takes too long or the term has no
// value.
func (t *Theory) Evaluate(x *logic.Term) *logic.Term {
	t.plain.fuel = evaluationFuel
	z := t.plain.form(x)
	if t.plain.fuel <= 0 || z.HasApps() || z.HasVars() || !z.IsValue() {
		return nil
	}
	return z
}

const (
	evaluationFuel = 300 // calls of an evaluation
	rewritingFuel  = 200 // calls and uses of rules in a normal form
	maxFormSize    = 400 // maximal size of a term that is rewritten
)

// normal computes normal forms: a call whose arguments decide the branch of the definition is
// replaced by that branch.
type normal struct {
	theory *Theory
	memo   map[*logic.Term]*logic.Term
	rules  bool                              // lemmas count as rules
	more   []*Lemma                          // further rules
	facts  map[*logic.Term]*logic.Term       // values of atoms in a case
	limits map[*logic.Term]rational.Interval // bounds of sums, by facts
	asked  *logic.Term                       // an atom without a value that decides the branch of a call
	// atoms with calls count as such atoms, rather than conditions that decide these calls
	whole  bool
	fuel   int
	depth  int     // depth of calls of form
	plain  bool    // rules with guards are not used
	guards *normal // normal forms for guards of rules
}

// MaxDepth limits the nesting of terms that are read, rewritten or proved, since this package
// recurses over terms.
const MaxDepth = 200

func (t *Theory) normalise(x *logic.Term, rules bool) *logic.Term {
	n := t.plain
	if rules {
		n = t.ruled
	}
	n.fuel = rewritingFuel
	return n.form(x)
}

// Simplified returns x simplified by the equations of the functions, if arguments decide the
// branches.
func (t *Theory) Simplified(x *logic.Term) *logic.Term { return t.normalise(x, false) }

func (n *normal) form(x *logic.Term) *logic.Term {
	if len(x.Args()) == 0 || x.HasQuantifiers() {
		return x
	}
	if z, ok := n.facts[x]; ok {
		return z
	}
	if z, ok := n.memo[x]; ok {
		return z
	}
	if n.depth >= MaxDepth || n.fuel <= 0 {
		return x
	}
	n.depth++
	z := n.compute(x)
	n.depth--
	if n.fuel > 0 {
		n.memo[x] = z
	}
	return z
}

func (n *normal) compute(x *logic.Term) *logic.Term {
	s := n.theory.store
	if x.Op() == logic.OpIte {
		switch c := n.form(x.Arg(0)); {
		case c.IsTrue():
			return n.form(x.Arg(1))
		case c.IsFalse():
			return n.form(x.Arg(2))
		default:
			return s.Ite(c, n.form(x.Arg(1)), n.form(x.Arg(2)))
		}
	}
	args := slices.Clone(x.Args())
	for _, calls := range []bool{false, true} { // guards come before the calls that they guard
		for i, a := range x.Args() {
			if a.HasApps() != calls {
				continue
			}
			args[i] = n.form(a)
			if x.Op() == logic.OpAnd && args[i].IsFalse() || x.Op() == logic.OpOr && args[i].IsTrue() {
				return args[i]
			}
		}
	}
	z := s.Rebuild(x, args)
	if n.fuel <= 0 {
		return z
	}
	if y, ok := n.facts[z]; ok {
		return y
	}
	if f := n.theory.functions[z.Func()]; z.Op() == logic.OpApp && f != nil {
		if y := n.call(f, z.Args()); y != nil {
			return y
		}
	}
	if n.rules {
		if y := n.compared(z); y != nil {
			return y
		}
		if y := n.rewritten(z); y != nil {
			n.fuel--
			return n.form(y)
		}
	}
	return z
}

// call returns the normal form of the branch of f that args choose, or nil if they do not choose
// one.
func (n *normal) call(f *Function, args []*logic.Term) *logic.Term {
	n.fuel--
	sub := n.theory.store.NewSubstitution(f.Vars, args)
	body := f.Body
	for body.Op() == logic.OpIte {
		asked := n.asked
		switch c := n.form(sub.Apply(body.Arg(0))); {
		case c.IsTrue():
			body = body.Arg(1)
		case c.IsFalse():
			body = body.Arg(2)
		default:
			if n.whole && c.HasApps() {
				n.asked = asked
			}
			n.ask(c)
			return nil
		}
		if n.fuel <= 0 {
			return nil
		}
	}
	predicate := body == f.Body && body.Sort().IsBool() && body.HasApps()
	if predicate && !n.decided(f, n.outline(sub.Apply(body))) {
		return nil
	}
	z := n.form(sub.Apply(body))
	if predicate && !n.decided(f, z) {
		return nil
	}
	return z
}

// outline returns x with normal forms of its literals without calls. If these do not decide which
// parts of a definition apply, its calls are not unfolded, since unfolding would continue until the
// fuel is used up.
func (n *normal) outline(x *logic.Term) *logic.Term {
	switch {
	case !x.HasApps():
		return n.form(x)
	case x.Op() == logic.OpAnd || x.Op() == logic.OpOr || x.Op() == logic.OpNot:
		return n.theory.store.Rebuild(x, slice.Map(x.Args(), n.outline))
	}
	return x
}

// ask records an atom of c that decides a branch. Depending on whole, it prefers one about the
// constructor of a variable, or another one.
func (n *normal) ask(c *logic.Term) {
	if n.facts == nil || n.asked != nil && isVariable(n.asked) != n.whole {
		return
	}
	switch {
	case c.Op() == logic.OpAnd || c.Op() == logic.OpOr || c.Op() == logic.OpNot:
		for _, a := range c.Args() {
			n.ask(a)
		}
	case n.whole && c.Op() == logic.OpIs && !c.Arg(0).IsVar() && !isEnumeration(c.Arg(0).Sort()): // no comparison
	case len(c.Args()) > 0 && (n.asked == nil || isVariable(c) != n.whole):
		n.asked = c
	}
}

// isEnumeration reports whether no constructor of a datatype has fields.
func isEnumeration(sort *logic.Sort) bool {
	return !slices.ContainsFunc(sort.Datatype().Constructors, func(c *logic.Constructor) bool { return len(c.Fields) > 0 })
}

// isVariable reports whether c asks for the constructor of a variable.
func isVariable(c *logic.Term) bool { return c.Op() == logic.OpIs && c.Arg(0).IsVar() }

// decided reports whether z, the remaining definition of a predicate f, determines which of its
// parts apply. It does if it tests no constructors. If f itself tests none, z must have no literals
// without calls.
func (n *normal) decided(f *Function, z *logic.Term) bool {
	structural, ok := false, true
	logic.Walk(func(x *logic.Term) bool {
		structural = structural || x.Op() == logic.OpIs
		return true
	}, f.Body)
	logic.Walk(func(x *logic.Term) bool {
		switch {
		case structural:
			ok = ok && x.Op() != logic.OpIs
		case x.Sort().IsBool() && len(x.Args()) > 0 && !x.HasApps():
			ok = false
		}
		return x.Sort().IsBool() && x.Op() != logic.OpApp
	}, z)
	return ok
}

// rewritten returns the result of a rule for x, or nil if no rule applies.
func (n *normal) rewritten(x *logic.Term) *logic.Term {
	if x.Op() != logic.OpApp && x.Op() != logic.OpAdd {
		return nil
	}
	for _, lemmas := range [][]*Lemma{n.more, n.theory.lemmas} {
		for _, l := range lemmas {
			if y := n.apply(l, x); y != nil {
				n.theory.used[l] = true
				return y
			}
			for _, e := range l.special {
				if y := n.apply(e, x); y != nil {
					n.theory.used[l] = true
					return y
				}
			}
		}
	}
	return nil
}

// apply returns the result of l on x, or nil if l is not a rule for x, would not make it smaller,
// or has a guard that is not known to hold.
func (n *normal) apply(l *Lemma, x *logic.Term) *logic.Term {
	if l.from == nil || l.from.Op() != x.Op() || l.from.Func() != x.Func() || n.plain && l.guard != nil {
		return nil
	}
	s := n.theory.store
	m := matching{vars: l.Vars, values: make([]*logic.Term, len(l.Vars))}
	if !m.match(l.from, x) {
		return nil
	}
	values := m.filled()
	y := s.Substitute(l.to, l.Vars, values)
	if !below(y, x) || !n.guarded(l, values) {
		return nil
	}
	return y
}

// guarded reports whether rules without guards rewrite the guard of rule l to true, for values of
// its variables.
func (n *normal) guarded(l *Lemma, values []*logic.Term) bool {
	if l.guard == nil {
		return true
	}
	if n.guards == nil {
		n.guards = &normal{theory: n.theory, memo: map[*logic.Term]*logic.Term{}, rules: true, more: n.more, facts: n.facts, limits: n.limits, plain: true}
	}
	g := n.guards
	g.fuel, g.depth = n.fuel, n.depth
	holds := g.form(n.theory.store.Substitute(l.guard, l.Vars, values)).IsTrue()
	n.fuel = g.fuel
	return holds
}

// below reports whether y is smaller than x, or a sum of smaller terms. For example, len(x ++ y)
// becomes len(x) + len(y).
func below(y, x *logic.Term) bool {
	switch y.Op() {
	case logic.OpAdd, logic.OpMul:
		return !slices.ContainsFunc(y.Args(), func(a *logic.Term) bool { return !below(a, x) })
	}
	return compare(y, x) < 0
}

// compare orders terms by size, then by structure. A call of the function that was defined first is
// smaller, so isort(insert(x, y)) becomes insert(x, isort(y)), as in definitions.
func compare(x, y *logic.Term) int {
	if x == y {
		return 0
	}
	if a, b := treeSize(x, maxFormSize), treeSize(y, maxFormSize); a != b {
		return a - b
	}
	if x.Func() != nil && y.Func() != nil && x.Func() != y.Func() {
		return int(x.Func().ID()) - int(y.Func().ID())
	}
	if len(x.Args()) != len(y.Args()) {
		return len(x.Args()) - len(y.Args())
	}
	if len(x.Args()) == 0 {
		return int(x.ID()) - int(y.ID())
	}
	if x.Op() != y.Op() {
		return int(x.Op()) - int(y.Op())
	}
	for i := range x.Args() {
		if c := compare(x.Arg(i), y.Arg(i)); c != 0 {
			return c
		}
	}
	return 0
}

// treeSize returns the number of nodes of x as a tree, at most limit.
func treeSize(x *logic.Term, limit int) int {
	n := 1
	for _, a := range x.Args() {
		if n >= limit {
			return limit
		}
		n += treeSize(a, limit-n)
	}
	return min(n, limit)
}

// matching finds values for the variables of a pattern that make it equal to a term.
type matching struct {
	vars, values []*logic.Term
}

func (m *matching) match(pattern, x *logic.Term) bool {
	if i := slices.Index(m.vars, pattern); i >= 0 {
		if m.values[i] == nil {
			if pattern.Sort() != x.Sort() {
				return false
			}
			m.values[i] = x
			return true
		}
		return m.values[i] == x
	}
	if pattern == x && !slices.ContainsFunc(logic.FreeVars(pattern), func(v *logic.Term) bool { return slices.Contains(m.vars, v) }) {
		// a variable of m.vars in the pattern does not match itself: in x the same name is another
		// variable
		return true
	}
	if pattern.Op() != x.Op() || pattern.Sort() != x.Sort() || len(pattern.Args()) != len(x.Args()) || len(x.Args()) == 0 {
		return false
	}
	switch x.Op() {
	case logic.OpApp:
		if pattern.Func() != x.Func() {
			return false
		}
	case logic.OpConstruct, logic.OpIs:
		if pattern.Constructor() != x.Constructor() {
			return false
		}
	case logic.OpField:
		if pattern.Selector() != x.Selector() {
			return false
		}
	case logic.OpAdd, logic.OpNot, logic.OpEq, logic.OpIte, logic.OpLe, logic.OpMul:
	default:
		return false
	}
	for i, a := range pattern.Args() {
		if !m.match(a, x.Arg(i)) {
			return false
		}
	}
	return true
}

// filled returns the values. If a value is missing, it uses the variable itself.
func (m *matching) filled() []*logic.Term {
	z := slices.Clone(m.values)
	for i, v := range z {
		if v == nil {
			z[i] = m.vars[i]
		}
	}
	return z
}
