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
	guard    *logic.Term     // where it holds; nil for everywhere
	bounded  *logic.Term     // a call with values within bounds; nil if the lemma does not say that
	within   rational.Interval
	needs    []*Lemma // used in the proof
	special  []*Lemma // its instances for empty lists, unless they follow by rewriting
}

// Theory has recursive functions, and lemmas about them that have been proved.
type Theory struct {
	store     *logic.Store
	solver    func() (smt.Solver, error)
	functions map[*logic.Func]*Function
	order     []*Function
	lemmas    []*Lemma
	used      map[*Lemma]bool // since the last proof began
	plain     *normal         // forms by the equations alone
	ruled     *normal         // and by lemmas
}

// New returns a theory without functions.
func New(s *logic.Store, solver func() (smt.Solver, error)) *Theory {
	t := &Theory{store: s, solver: solver, functions: map[*logic.Func]*Function{}, used: map[*Lemma]bool{}}
	t.forget()
	return t
}

// forget drops normal forms that more functions or lemmas may change.
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

// Lemmas returns what has been proved, each by the ones before it.
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
	maxFormSize    = 400 // of a term that is rewritten
)

// normal computes normal forms: a call whose arguments decide the branch of the definition is
// replaced by that branch.
type normal struct {
	theory *Theory
	memo   map[*logic.Term]*logic.Term
	rules  bool                              // lemmas are rules
	more   []*Lemma                          // rules, too
	facts  map[*logic.Term]*logic.Term       // values of atoms in a case
	limits map[*logic.Term]rational.Interval // of sums, by facts
	asked  *logic.Term                       // an atom without a value that decides what a call is
	whole  bool                              // atoms with calls are asked for, not what decides these
	fuel   int
	depth  int     // of calls of form
	plain  bool    // rules with guards do not count
	guards *normal // for guards of rules
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

// Simplified returns x simplified by the equations of the functions, as far as arguments decide
// which branches count.
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
	for _, calls := range []bool{false, true} { // guards before the calls that they guard
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
// parts of a definition count, its calls are not unfolded, since each would be unfolded until the
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

// ask records an atom of c, preferring one about the constructor of a variable to another, or the
// other way round.
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

// decided reports whether z, what remains of the definition of a predicate f, determines which of
// its parts count: it tests no constructor, or, if f tests none, has no literals without calls.
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

// rewritten returns what a rule makes of x, nil if none applies.
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

// apply returns the result of l on x, or nil if it is not a rule for x, would not make it smaller,
// or its guard is not seen to hold.
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

// guarded reports whether the guard of rule l is rewritten to true for values of its variables, by
// rules without guards.
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

// below reports whether y is smaller than x, or a sum of terms that are: len(x ++ y) becomes len(x)
// + len(y).
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

// treeSize returns the number of nodes of x written out, at most limit.
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

// matching finds values for variables, by which a pattern becomes a term.
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
		// with a variable of m.vars it would not be a match: in x the same name is another variable
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

// filled returns the values, with the variable itself where a value is missing.
func (m *matching) filled() []*logic.Term {
	z := slices.Clone(m.values)
	for i, v := range z {
		if v == nil {
			z[i] = m.vars[i]
		}
	}
	return z
}
