// SPDX-License-Identifier: Apache-2.0

package lift

import (
	"context"
	"errors"
	"fmt"

	"cornet/horn"
	"cornet/horn/transform/pass"
	"cornet/internal/slice"
	"cornet/internal/turn"
	"cornet/logic"
	"cornet/smt"
)

// refutationLifter translates refutations of the new system into refutations of the old one by the
// origins of the clauses.
//
// A step is expanded in an environment, which gives values to the variables of the new clause and
// of its derivation. It starts from the values of the step. Body variables without a value take the
// value in the premise. Other variables of the clause take their default value if the constraint
// then holds, and otherwise a value that a solver finds. Next are the variables that the derivation
// binds, and arguments of the derivation's own premises. Variables that still have no value take
// their default value if the derivation's constraints then hold, and otherwise a value that a
// solver finds.
type refutationLifter struct {
	env      *pass.Env
	old, new *horn.System
	origins  []Origin // by new clause

	oldVars, newVars [][]*logic.Term // variables by clause, computed on demand
}

// expansion is the state of one run.
type expansion struct {
	*refutationLifter
	steps    []horn.Step     // steps in the old system
	oldFacts [][]*logic.Term // arguments of the facts that those steps derive
	newFacts [][]*logic.Term // arguments of the facts that the given steps derive
	last     []int           // given step → old step that derives its head
	loops    []horn.Loop
}

func (x *refutationLifter) expand(ctx context.Context, r *horn.Refutation) (*horn.Refutation, error) {
	if x.oldVars == nil {
		x.oldVars = make([][]*logic.Term, len(x.old.Clauses))
		x.newVars = make([][]*logic.Term, len(x.new.Clauses))
	}
	e := &expansion{refutationLifter: x}
	loops := r.Loops
	for i, st := range r.Steps {
		if i%256 == 0 && turn.Yield(ctx) != nil {
			return nil, context.Cause(ctx)
		}
		err := e.step(ctx, st)
		if err == nil && len(loops) > 0 && loops[0].Last == i {
			err = e.loop(ctx, r, &loops[0])
			loops = loops[1:]
		}
		if err != nil {
			return nil, fmt.Errorf("transform: step %d (clause %d): %w", i, st.Clause, err)
		}
	}
	return &horn.Refutation{Steps: e.steps, Loops: e.loops}, nil
}

func varsOf(cache [][]*logic.Term, sys *horn.System, i int) []*logic.Term {
	if cache[i] == nil {
		cache[i] = sys.Clauses[i].Vars()
	}
	return cache[i]
}

// step expands one step.
func (e *expansion) step(ctx context.Context, st horn.Step) error {
	if st.Clause < 0 || st.Clause >= len(e.new.Clauses) {
		return errors.New("no such clause")
	}
	c := e.new.Clauses[st.Clause]
	if len(st.Premises) != len(c.Body) {
		return fmt.Errorf("%d premises for %d body atoms", len(st.Premises), len(c.Body))
	}
	for _, k := range st.Premises {
		if k < 0 || k >= len(e.last) {
			return fmt.Errorf("premise %d is not an earlier step", k)
		}
	}
	v := &valuation{m: e.old.Store.NewModel(), known: map[*logic.Term]bool{}}
	given, err := e.enter(ctx, c, st, v)
	if err != nil {
		return err
	}
	e.newFacts = append(e.newFacts, headUnder(c, v.m))
	d, err := e.choose(ctx, e.origins[st.Clause], v, given)
	if err != nil {
		return err
	}
	for _, b := range d.Bind {
		if t := v.m.Eval(b.Term); t.IsValue() {
			v.set(b.Var, t)
		}
	}
	if loose := e.fill(d, v, st.Premises); loose && !e.satisfied(ctx, e.demand(d, st.Premises), v) {
		if err := e.complete(ctx, d, v, given, st.Premises); err != nil {
			return err
		}
	}
	e.emit(d, v, st.Premises)
	return nil
}

// enter gives values to the variables of c, the clause of step st. It returns the number of values
// that come from st.
func (e *expansion) enter(ctx context.Context, c *horn.Clause, st horn.Step, v *valuation) (given int, err error) {
	vars := varsOf(e.newVars, e.new, st.Clause)
	for _, x := range vars {
		if t := st.Values[x]; t != nil {
			v.set(x, t)
		}
	}
	given = len(v.order)
	if given == len(vars) {
		return given, nil
	}
	for i, a := range c.Body {
		for j, t := range a.Args {
			if x := e.newFacts[st.Premises[i]][j]; t.IsVar() && !v.known[t] && x.IsValue() {
				v.set(t, x)
			}
		}
	}
	for _, x := range vars {
		if !v.known[x] {
			v.set(x, v.m.Value(x))
		}
	}
	if e.satisfied(ctx, c.Constraint, v) {
		return given, nil
	}
	conj := []*logic.Term{c.Constraint}
	for i, a := range c.Body {
		for j, t := range a.Args {
			conj = append(conj, e.new.Store.Eq(t, e.newFacts[st.Premises[i]][j]))
		}
	}
	if err := e.ask(ctx, e.new.Store.And(conj...), v, given); err != nil {
		return 0, err
	}
	return len(v.order), nil
}

// choose returns the first case whose guard holds. If none holds, it looks for values of the
// variables that were not given.
func (e *expansion) choose(ctx context.Context, o Origin, v *valuation, given int) (*Derivation, error) {
	for i := range o {
		if o[i].Guard == nil || e.satisfied(ctx, o[i].Guard, v) {
			return &o[i], nil
		}
	}
	s := e.old.Store
	guards := make([]*logic.Term, len(o))
	for i := range o {
		guards[i] = o[i].Guard
	}
	if err := e.ask(ctx, s.Or(guards...), v, given); err != nil {
		return nil, err
	}
	for i := range o {
		if e.satisfied(ctx, o[i].Guard, v) {
			return &o[i], nil
		}
	}
	if !v.m.Eval(s.Or(guards...)).IsFalse() {
		return nil, fmt.Errorf("%w: no disjunct of the clause has a value", pass.ErrUndetermined)
	}
	return nil, errors.New("the values satisfy no disjunct of the clause")
}

// fill reads variables without a value off the premises, and gives the others their default value.
// It reports whether there were others.
func (e *expansion) fill(d *Derivation, v *valuation, premises []int) (loose bool) {
	derived := make([][]*logic.Term, len(d.Parts))
	for k := range d.Parts {
		p := &d.Parts[k]
		c := e.old.Clauses[p.Clause]
		for i, a := range c.Body {
			fact := e.fact(p.Premises[i], premises, derived)
			for j, t := range a.Args {
				if !t.IsVar() {
					continue
				}
				if t = p.name(t); !v.known[t] && fact[j].IsValue() {
					v.set(t, fact[j])
				}
			}
		}
		for _, x := range varsOf(e.oldVars, e.old, p.Clause) {
			if x = p.name(x); !v.known[x] {
				loose = true
				v.set(x, v.m.Value(x))
			}
		}
		derived[k] = headUnder(c, e.local(p, v))
	}
	return loose
}

// fact returns the arguments of the atom that premise k of a part refers to.
func (e *expansion) fact(k int, premises []int, derived [][]*logic.Term) []*logic.Term {
	if k >= 0 {
		return derived[k]
	}
	return e.oldFacts[e.last[premises[^k]]]
}

// demand returns a formula which states that d is a derivation from the premises.
func (e *expansion) demand(d *Derivation, premises []int) *logic.Term {
	s := e.old.Store
	derived := make([][]*logic.Term, len(d.Parts))
	var conj []*logic.Term
	for k := range d.Parts {
		p := &d.Parts[k]
		c := e.old.Clauses[p.Clause]
		conj = append(conj, p.apply(s, c.Constraint))
		for i, a := range c.Body {
			for j, t := range e.fact(p.Premises[i], premises, derived) {
				conj = append(conj, s.Eq(p.apply(s, a.Args[j]), t))
			}
		}
		if c.Head != nil {
			for _, t := range c.Head.Args {
				derived[k] = append(derived[k], p.apply(s, t))
			}
		}
	}
	return s.And(conj...)
}

// satisfied reports whether f is known to hold under v. It asks a solver about quantifiers, which
// evaluation cannot decide.
func (e *expansion) satisfied(ctx context.Context, f *logic.Term, v *valuation) bool {
	f = v.m.Eval(f)
	if f.IsTrue() || !f.HasQuantifiers() {
		return f.IsTrue()
	}
	solver := e.env.NewSolver(e.old.Store, e.env.Solver.Ticks)
	if solver == nil {
		return false
	}
	defer solver.Close()
	st, err := solver.Check(ctx, e.old.Store.Not(f))
	return err == nil && st == smt.Unsat
}

// complete looks for values of the variables that were not given.
func (e *expansion) complete(ctx context.Context, d *Derivation, v *valuation, given int, premises []int) error {
	f := e.demand(d, premises)
	if d.Guard != nil {
		f = e.old.Store.And(f, d.Guard)
	}
	return e.ask(ctx, f, v, given)
}

// ask gives the variables of f, except for the first given ones of v, values
// that satisfy f.
func (e *expansion) ask(ctx context.Context, f *logic.Term, v *valuation, given int) error {
	vals := make([]*logic.Term, given)
	for i, x := range v.order[:given] {
		vals[i] = v.m.Value(x)
	}
	f = e.old.Store.Substitute(f, v.order[:given], vals)
	solver := e.env.NewSolver(e.old.Store, e.env.Solver.Ticks)
	if solver == nil {
		return errors.New("the values do not determine the eliminated variables, and there is no solver to complete them")
	}
	defer solver.Close()
	st, err := solver.Check(ctx, f)
	switch {
	case err != nil:
		return err
	case st == smt.Unsat && restsOnOpen(f):
		return fmt.Errorf("%w: steps use different values for a term that SMT-LIB leaves open", pass.ErrUndetermined)
	case st == smt.Unsat:
		return errors.New("the values do not satisfy the clause")
	case st != smt.Sat:
		return fmt.Errorf("%w: no values for the eliminated variables: %s", pass.ErrUndetermined, solver.Reason())
	}
	m, err := solver.Model()
	if err != nil {
		return err
	}
	for _, x := range logic.FreeVars(f) {
		v.set(x, m.Value(x))
	}
	return nil
}

// restsOnOpen reports whether f mentions a term whose value may be unspecified: a field, perhaps of
// another constructor, or a quotient whose divisor may be zero.
func restsOnOpen(f *logic.Term) bool {
	found := false
	logic.Walk(func(t *logic.Term) bool {
		switch t.Op() {
		case logic.OpField:
			found = true
		case logic.OpDiv, logic.OpIntDiv, logic.OpMod:
			divisor := t.Arg(1)
			found = found || divisor.Op() != logic.OpNum || divisor.Num().Sign() == 0
		}
		return !found
	}, f)
	return found
}

// emit appends the steps of the derivation.
func (e *expansion) emit(d *Derivation, v *valuation, premises []int) {
	first := len(e.steps)
	for i := range d.Parts {
		p := &d.Parts[i]
		c := e.old.Clauses[p.Clause]
		st := horn.Step{Clause: p.Clause, Values: map[*logic.Term]*logic.Term{}}
		for _, x := range varsOf(e.oldVars, e.old, p.Clause) {
			st.Values[x] = v.m.Value(p.name(x))
		}
		for _, k := range p.Premises {
			if k >= 0 {
				st.Premises = append(st.Premises, first+k)
			} else {
				st.Premises = append(st.Premises, e.last[premises[^k]])
			}
		}
		e.steps = append(e.steps, st)
		e.oldFacts = append(e.oldFacts, headUnder(c, e.local(p, v)))
	}
	e.last = append(e.last, len(e.steps)-1)
}

// local returns the values of the variables of p's clause under their own names.
func (e *expansion) local(p *Part, v *valuation) *logic.Model {
	if len(p.Rename) == 0 {
		return v.m
	}
	m := e.old.Store.NewModel()
	for _, x := range varsOf(e.oldVars, e.old, p.Clause) {
		m.Set(x, v.m.Value(p.name(x)))
	}
	return m
}

// headUnder returns the arguments of c's head under m.
func headUnder(c *horn.Clause, m *logic.Model) []*logic.Term {
	if c.Head == nil {
		return nil
	}
	return slice.Map(c.Head.Args, m.Eval)
}

// valuation gives values to variables, in the order in which they became known.
type valuation struct {
	m     *logic.Model
	known map[*logic.Term]bool
	order []*logic.Term
}

func (v *valuation) set(x, t *logic.Term) {
	if !v.known[x] {
		v.known[x] = true
		v.order = append(v.order, x)
	}
	v.m.Set(x, t)
}
