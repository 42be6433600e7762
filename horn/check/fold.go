// SPDX-License-Identifier: Apache-2.0

package check

import (
	"fmt"
	"slices"

	"cornet/internal/rational"
	"cornet/internal/slice"
	"cornet/logic"
)

// This file validates models with folds over datatypes, such as the length of a list. A fold is an
// array f. For each constructor, its definition gives its value at a term from its values at the
// fields:
//
//	∀f. f[nil] = 0 ∧ (∀h,t. f[cons(h, t)] = f[t] + 1) ⇒ φ(f)
//
// Values of datatypes are finite, so such equations have exactly one solution. The formula states
// that φ holds for that solution. A definition of several folds may use each of them in the
// equations of the others. It may add bounds of folds to the equations, if they follow from them by
// induction.
//
// The validator represents the solution by a constant, and uses the same constant for the same
// equations. It replaces the equations by instances: for the datatype terms of the question, and
// for the fields of terms without a constructor. It adds facts that follow by induction: bounds of
// folds, and that a fold is injective.
//
// All of this holds for the solution. So a formula that becomes unsatisfiable was unsatisfiable
// before. A formula that remains satisfiable is left undecided.

// fold is a fold with its equations.
type fold struct {
	array *logic.Term         // the variable that the definition binds
	steps map[int]*logic.Term // by constructor, over fieldVars and arrays
	uses  []*logic.Term       // the arrays that the steps mention
	given []*logic.Term       // bounds that the definition adds, as lemmas

	name      *logic.Term   // the constant that stands for the fold
	uniform   []*logic.Term // steps by constructor, over names
	lemmas    []*logic.Term // over slot; they hold for the fold's value at any term
	injective bool
}

// folds has the folds that a judge has met.
type folds struct {
	store *logic.Store
	prove func(*logic.Term) bool
	byKey map[string]*fold
	order []*fold

	fields map[*logic.Selector]*logic.Term // see fieldVar
	slots  map[*logic.Sort]*logic.Term     // see slot
}

// Limits on instances: the depth up to which fields of terms without a constructor are considered,
// the number of terms up to which all pairs are compared, and the numbers that replace a parameter.
const (
	foldDepth   = 2
	foldPairs   = 24
	foldNumbers = 4
)

// fieldVar returns the variable for field i of c in the steps of folds. It occurs in no question.
// If a clause could use its name, values of that clause could be mistaken for fields.
func (z *folds) fieldVar(c *logic.Constructor, i int) *logic.Term {
	if z.fields == nil {
		z.fields = map[*logic.Selector]*logic.Term{}
	}
	f := c.Fields[i]
	if z.fields[f] == nil {
		z.fields[f] = z.store.Fresh("field", f.Sort)
	}
	return z.fields[f]
}

// expand replaces the definitions of folds in t, which is to be refuted, by their consequences. It
// considers fields of terms up to depth. It reports whether there were any definitions.
//
// Definitions may have parameters, such as the element that a fold counts, and may be in the scope
// of quantifiers over them. For a conjunct ¬∀k.ψ, expand replaces k by a fresh constant. It
// replaces a conjunct ∀k.ψ by instances for the numbers that occur.
func (z *folds) expand(t *logic.Term, depth int) (*logic.Term, bool) {
	if !t.HasQuantifiers() {
		return t, false
	}
	s := z.store
	var rest, general, fixed []*logic.Term
	for _, c := range z.conjuncts(t) {
		for c.Op() == logic.OpNot && isParametric(c.Arg(0)) {
			q := c.Arg(0)
			some := slice.Map(q.Bound(), func(v *logic.Term) *logic.Term { return s.Fresh(v.Name(), v.Sort()) })
			fixed = append(fixed, some...)
			c = s.Not(s.Substitute(q.Arg(0), q.Bound(), some))
		}
		if isParametric(c) {
			general = append(general, c)
		} else {
			rest = append(rest, z.conjuncts(c)...)
		}
	}
	x, found := z.replace(s.And(rest...))
	numbers := fixed
	for _, q := range general {
		for _, v := range z.numbers(q) {
			if !slices.Contains(numbers, v) && len(numbers) < foldNumbers {
				numbers = append(numbers, v)
			}
		}
	}
	rest = nil
	for _, q := range general {
		for _, value := range numbers {
			y, ok := z.replace(s.Substitute(q.Arg(0), q.Bound(), []*logic.Term{value}))
			found = found || ok
			rest = append(rest, y)
		}
	}
	if !found {
		return t, false
	}
	x = s.And(append(rest, x)...)
	return s.And(append(z.instances(x, depth), x)...), true
}

// isParametric reports whether q is ∀k.ψ for a number k and a ψ with quantifiers.
func isParametric(q *logic.Term) bool {
	return q.Op() == logic.OpForall && len(q.Bound()) == 1 && q.Bound()[0].Sort().IsInt() && q.Arg(0).HasQuantifiers()
}

// conjuncts returns the conjuncts of t. A negated disjunction has conjuncts too.
func (z *folds) conjuncts(t *logic.Term) []*logic.Term {
	parts := []*logic.Term{t}
	for i := 0; i < len(parts); {
		switch p := parts[i]; {
		case p.Op() == logic.OpAnd:
			parts = append(slices.Delete(parts, i, i+1), p.Args()...)
		case p.Op() == logic.OpNot && p.Arg(0).Op() == logic.OpOr:
			parts = slices.Delete(parts, i, i+1)
			for _, a := range p.Arg(0).Args() {
				parts = append(parts, z.store.Not(a))
			}
		default:
			i++
		}
	}
	return parts
}

// numbers returns variables to instantiate the parameter of q with. First come those that q
// compares the parameter with, then those that constructors are applied to. Every instance follows
// from q, so any numbers are sound.
func (z *folds) numbers(q *logic.Term) []*logic.Term {
	free := logic.FreeVars(q)
	var compared, elements []*logic.Term
	logic.Walk(func(t *logic.Term) bool {
		switch t.Op() {
		case logic.OpConstruct:
			elements = append(elements, t.Args()...)
		case logic.OpLe, logic.OpEq:
			if vars := logic.FreeVars(t); slices.Contains(vars, q.Bound()[0]) {
				compared = append(compared, vars...)
			}
		}
		return true
	}, q)
	var all []*logic.Term
	for _, v := range append(compared, elements...) {
		if v.Op() == logic.OpVar && v.Sort().IsInt() && slices.Contains(free, v) && !slices.Contains(all, v) {
			all = append(all, v)
		}
	}
	return all
}

// replace replaces the definitions in t by folds.
func (z *folds) replace(t *logic.Term) (*logic.Term, bool) {
	return replaceQuantifiers(z.store, t, z.definition)
}

// definition returns φ for the solution if q quantifies over folds, and nil otherwise.
func (z *folds) definition(q *logic.Term) *logic.Term {
	if q.Op() != logic.OpForall {
		return nil
	}
	local := map[*logic.Term]*fold{}
	for _, a := range q.Bound() {
		if !a.Sort().IsArray() || !a.Sort().Index().IsDatatype() {
			return nil
		}
		local[a] = &fold{array: a, steps: map[int]*logic.Term{}}
	}
	rest := slice.Filter(logic.Disjuncts(q.Arg(0)), func(d *logic.Term) bool { return !z.laws(d, q.Bound(), local) })
	var names []*logic.Term
	for _, a := range q.Bound() {
		if len(local[a].steps) < len(a.Sort().Index().Datatype().Constructors) {
			return nil
		}
	}
	for _, a := range q.Bound() {
		x := z.intern(local[a], local)
		for _, l := range local[a].given {
			if !slices.Contains(x.lemmas, l) {
				return nil
			}
		}
		names = append(names, x.name)
	}
	return z.store.Substitute(z.store.Or(rest...), q.Bound(), names)
}

// laws records the equations and bounds that d negates. It reports whether d consists of these
// alone. order has the arrays of local.
func (z *folds) laws(d *logic.Term, order []*logic.Term, local map[*logic.Term]*fold) bool {
	if d.Op() != logic.OpNot {
		return false
	}
	all := []*logic.Term{d.Arg(0)}
	if d.Arg(0).Op() == logic.OpAnd {
		all = d.Arg(0).Args()
	}
	type law struct {
		f    *fold
		c    *logic.Constructor
		step *logic.Term
	}
	var found []law
	for _, e := range all {
		if f, lemma := z.bound(e, order, local); f != nil {
			f.given = append(f.given, lemma)
			continue
		}
		f, c, step := z.law(e, local)
		if f == nil || f.steps[c.Index] != nil {
			return false
		}
		found = append(found, law{f, c, step})
	}
	for _, l := range found {
		if l.f.steps[l.c.Index] != nil {
			return false
		}
		l.f.steps[l.c.Index] = l.step
		for _, a := range logic.FreeVars(l.step) {
			if local[a] != nil && !slices.Contains(l.f.uses, a) {
				l.f.uses = append(l.f.uses, a)
			}
		}
	}
	return true
}

// bound reads e as ∀x. l(f[x]) for a fold f. It returns f, and l over its slot, or nil if e has
// another form. Quantifiers in l might hide f or x.
func (z *folds) bound(e *logic.Term, order []*logic.Term, local map[*logic.Term]*fold) (*fold, *logic.Term) {
	if e.Op() != logic.OpForall || len(e.Bound()) != 1 || e.Arg(0).HasQuantifiers() {
		return nil, nil
	}
	x := e.Bound()[0]
	for _, a := range order {
		f := local[a]
		if a.Sort().Index() != x.Sort() {
			continue
		}
		at := z.store.Select(a, x)
		lemma := z.store.NewRewriter(func(t *logic.Term) *logic.Term {
			if t == at {
				return z.slot(f)
			}
			return nil
		}, func(t *logic.Term) *logic.Term { return t }).Map(e.Arg(0))
		if vars := logic.FreeVars(lemma); len(vars) == 1 && vars[0] == z.slot(f) {
			return f, lemma
		}
	}
	return nil, nil
}

// law reads e as the equation of a fold for one constructor. It returns the fold, the constructor
// and the fold's step there, or nil if e is not such an equation.
func (z *folds) law(e *logic.Term, local map[*logic.Term]*fold) (*fold, *logic.Constructor, *logic.Term) {
	var vars []*logic.Term
	if e.Op() == logic.OpForall {
		vars, e = e.Bound(), e.Arg(0)
	}
	if !e.IsEquation() {
		return nil, nil, nil
	}
	s := z.store
	sum := s.Linear(e.Arg(0)).Sub(s.Linear(e.Arg(1)))
	for _, m := range sum.Monomials {
		x := m.Term
		if x.Op() != logic.OpSelect || local[x.Arg(0)] == nil || x.Arg(1).Op() != logic.OpConstruct {
			continue
		}
		c := x.Arg(1).Constructor()
		if !distinctVars(x.Arg(1).Args(), vars) {
			return nil, nil, nil
		}
		// a·f[c(…)] + rest = 0, hence f[c(…)] = −rest/a
		if !m.Coeff.Abs().Equal(rational.Int(1)) {
			return nil, nil, nil
		}
		rest := sum.Sub(logic.Linear{Monomials: []logic.Monomial{m}})
		step := s.Sum(rest.Scale(m.Coeff.Neg()), x.Sort())
		image := slice.Map(vars, func(v *logic.Term) *logic.Term { return z.fieldVar(c, slices.Index(x.Arg(1).Args(), v)) })
		step = s.Substitute(step, vars, image)
		if !z.descends(step, c, local) {
			return nil, nil, nil
		}
		return local[x.Arg(0)], c, step
	}
	return nil, nil, nil
}

// distinctVars reports whether args are exactly the variables vars, each once.
func distinctVars(args, vars []*logic.Term) bool {
	if len(args) != len(vars) {
		return false
	}
	seen := map[*logic.Term]bool{}
	for _, a := range args {
		if seen[a] || !slices.Contains(vars, a) {
			return false
		}
		seen[a] = true
	}
	return true
}

// descends reports whether step, of a fold at c, uses folds only at the fields of c. This makes the
// solution unique, for each value of the other variables in step.
func (z *folds) descends(step *logic.Term, c *logic.Constructor, local map[*logic.Term]*fold) bool {
	field := map[*logic.Term]bool{}
	for i := range c.Fields {
		field[z.fieldVar(c, i)] = true
	}
	ok := !step.HasQuantifiers() && !step.HasApps()
	logic.Walk(func(t *logic.Term) bool {
		for i, a := range t.Args() {
			if local[a] != nil {
				ok = ok && t.Op() == logic.OpSelect && i == 0 && field[t.Arg(1)]
			}
		}
		return true
	}, step)
	return ok && local[step] == nil
}

// intern returns the unique representative of f: all folds with the same equations have the same
// representative, if the folds in these equations have the same ones, too.
func (z *folds) intern(f *fold, local map[*logic.Term]*fold) *fold {
	closure := closureOf(f.array, local)
	key := ""
	for _, a := range closure {
		key += fmt.Sprintf("%d:", a.ID())
		for k := range a.Sort().Index().Datatype().Constructors {
			key += fmt.Sprintf("%d,", local[a].steps[k].ID())
		}
	}
	keyOf := func(a *logic.Term) string { return fmt.Sprintf("%d of %s", a.ID(), key) }
	if x := z.byKey[keyOf(f.array)]; x != nil {
		return x
	}
	// Folds that use each other have one closure and are made together.
	names := make([]*logic.Term, len(closure))
	made := map[*logic.Term]*fold{}
	var group []*fold
	for i, a := range closure {
		if !slices.Equal(closureOf(a, local), closure) {
			names[i] = z.intern(local[a], local).name
			continue
		}
		names[i] = z.store.Fresh(a.Name(), a.Sort())
		made[a] = &fold{array: a, name: names[i], given: local[a].given}
		group = append(group, made[a])
		z.byKey[keyOf(a)] = made[a]
	}
	for _, x := range group {
		for k := range x.array.Sort().Index().Datatype().Constructors {
			x.uniform = append(x.uniform, z.store.Substitute(local[x.array].steps[k], closure, names))
		}
	}
	z.order = append(z.order, group...)
	z.induce(group)
	return made[f.array]
}

// closureOf returns a and the arrays that its steps use, directly or through other arrays, ordered
// by ID.
func closureOf(a *logic.Term, local map[*logic.Term]*fold) []*logic.Term {
	z := []*logic.Term{a}
	for i := 0; i < len(z); i++ {
		for _, b := range local[z[i]].uses {
			if !slices.Contains(z, b) {
				z = append(z, b)
			}
		}
	}
	slices.SortFunc(z, func(a, b *logic.Term) int { return int(a.ID()) - int(b.ID()) })
	return z
}
