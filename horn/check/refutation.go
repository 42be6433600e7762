// SPDX-License-Identifier: Apache-2.0

package check

import (
	"context"
	"fmt"

	"cornet/horn"
	"cornet/internal/turn"
	"cornet/logic"
)

// Refutation returns nil if r derives false from the assertions of sys. Otherwise the error is an
// [*Invalid] or an [*Undecided]. It translates r with [horn.System.Proof] and validates the result,
// which is the form that is printed.
func Refutation(ctx context.Context, sys *horn.System, r *horn.Refutation, o Options) error {
	if r == nil {
		return &Invalid{Assert: -1, Step: -1, Msg: "there is no refutation"}
	}
	p, err := sys.Proof(r)
	if err != nil {
		return &Invalid{Assert: -1, Step: -1, Msg: err.Error()}
	}
	return Proof(ctx, sys, p, o)
}

// Proof returns nil if p derives false from the assertions of sys. Otherwise the error is an
// [*Invalid] or an [*Undecided]. Int values of Real variables are converted. Values are matched
// with variables of their name, in order.
//
// Cost: a sum over the steps. Each step costs the tree size of its assertion above the
// predicate-free subformulas, and the DAG size of these. Solvers are asked about quantifiers of
// existential force in constraints, and about the steps of loops.
func Proof(ctx context.Context, sys *horn.System, p *horn.Proof, o Options) error {
	if p == nil || len(p.Steps) == 0 {
		return &Invalid{Assert: -1, Step: -1, Msg: "the refutation has no steps"}
	}
	c := newProver(ctx, sys, o, len(p.Steps))
	defer c.judge.close()
	loops := p.Loops
	for i := range p.Steps {
		if i%64 == 0 && turn.Yield(ctx) != nil {
			return &Undecided{Assert: -1, Step: i, Msg: "stopped", Err: context.Cause(ctx)}
		}
		if err := c.add(i, &p.Steps[i]); err != nil {
			return err
		}
		if len(loops) > 0 && loops[0].Last == i {
			if err := c.loop(p, &loops[0]); err != nil {
				return err
			}
			loops = loops[1:]
		}
	}
	if len(loops) > 0 {
		return &Invalid{Assert: -1, Step: -1, Msg: "the loops are not in the order of their last steps"}
	}
	last := len(p.Steps) - 1
	for _, h := range c.match.derived[last] {
		if h == nil {
			return nil
		}
	}
	return &Invalid{Assert: p.Steps[last].Assert, Step: last, Open: c.open,
		Msg: fmt.Sprintf("the last step derives %v instead of false", c.match.derived[last])}
}

// assertion is a target with data that all steps using it share.
type assertion struct {
	target
	shape *shape
	free  []*logic.Term // variables of a clause of a system without Source
}

// prover validates the steps of a proof.
type prover struct {
	sys     *horn.System
	judge   *judge
	asserts map[int]*assertion
	match   matcher
	open    bool // a head of some step has no value
	// constants are the variables that represent elements of uninterpreted sorts. They may be
	// equal.
	constants map[*logic.Term]*logic.Term
}

func newProver(ctx context.Context, sys *horn.System, o Options, steps int) *prover {
	c := &prover{
		sys: sys, judge: newJudge(ctx, sys.Store, o),
		asserts: map[int]*assertion{}, constants: map[*logic.Term]*logic.Term{},
	}
	for _, t := range targets(sys) {
		c.asserts[t.number] = &assertion{target: t}
	}
	c.match = matcher{store: sys.Store, judge: c.judge, derived: make([]heads, 0, steps)}
	return c
}

// add validates the i-th step, after the steps before it.
func (c *prover) add(i int, s *horn.ProofStep) error {
	h, err := c.step(i, s)
	if err != nil {
		return err
	}
	c.match.derived = append(c.match.derived, h)
	return nil
}

// step returns what the i-th step derives.
func (c *prover) step(i int, s *horn.ProofStep) (heads, error) {
	a := c.asserts[s.Assert]
	if a == nil {
		return nil, &Invalid{Assert: -1, Step: i, Msg: fmt.Sprintf("there is no assertion %d in force", s.Assert)}
	}
	invalid := func(format string, args ...any) error {
		return &Invalid{Pos: a.pos, Assert: a.number, Step: i, Msg: fmt.Sprintf(format, args...)}
	}
	for _, k := range s.Premises {
		if k < 0 || k >= i {
			return nil, invalid("premise %d is not an earlier step", k)
		}
	}
	if a.shape == nil && c.sys.Source == nil {
		// the values are for the free variables; quantifiers in constraints have no values
		a.shape = &shape{}
		a.free = logic.FreeVars(a.term)
	}
	if a.shape == nil {
		a.shape = newShape(a.term)
	}
	if a.shape == nil {
		return nil, &Undecided{Pos: a.pos, Assert: a.number, Step: i, Msg: "the assertion is too large when let is expanded"}
	}
	in, msg := c.assign(a, s.Values)
	if msg != "" {
		return nil, invalid("%s", msg)
	}
	h := c.match.run(a.term, a.shape, in, s.Premises)
	c.open = c.open || c.match.open
	switch {
	case c.match.failure != nil:
		return nil, &Undecided{Pos: a.pos, Assert: a.number, Step: i, Msg: "cannot be evaluated", Err: c.match.failure}
	case len(h) == 0:
		return nil, &Invalid{Pos: a.pos, Assert: a.number, Step: i, Open: c.open,
			Msg: "the instance derives nothing: " + c.match.hint.text}
	}
	return h, nil
}

// assign gives the quantified variables of a their values. It returns the region outside all
// quantifiers, or a message if the values are wrong.
func (c *prover) assign(a *assertion, values []horn.Value) (in *region, msg string) {
	byName := make(map[string][]*logic.Term, len(values))
	for _, v := range values {
		byName[v.Name] = append(byName[v.Name], v.Term)
	}
	next := func(v *logic.Term) *logic.Term {
		queue := byName[v.Name()]
		if len(queue) == 0 {
			msg = fmt.Sprintf("variable %s has no value", logic.QuoteSymbol(v.Name()))
			return nil
		}
		byName[v.Name()] = queue[1:]
		x, problem := c.value(queue[0], v.Sort())
		if problem != "" {
			msg = fmt.Sprintf("the value of %s %s", logic.QuoteSymbol(v.Name()), problem)
		}
		return x
	}
	image := map[*logic.Term]*logic.Term{}
	for _, v := range a.free {
		image[v] = next(v)
		if msg != "" {
			return nil, msg
		}
	}
	for _, o := range a.shape.binders {
		bound := o.term.Bound()
		o.values = make([]*logic.Term, len(bound))
		for i, v := range bound {
			o.values[i] = next(v)
			if msg != "" {
				return nil, msg
			}
		}
	}
	for _, v := range values {
		if len(byName[v.Name]) > 0 {
			return nil, fmt.Sprintf("%s has a value, but the assertion does not quantify it (so often)", logic.QuoteSymbol(v.Name))
		}
	}
	return &region{image, substitution(c.sys.Store, image, false)}, ""
}

// value returns x as a value of the sort, with constants instead of elements of uninterpreted
// sorts.
func (c *prover) value(x *logic.Term, sort *logic.Sort) (*logic.Term, string) {
	if x == nil {
		return nil, "is missing"
	}
	if sort.IsReal() && x.Sort().IsInt() && x.Op() == logic.OpNum {
		x = c.sys.Store.ToReal(x)
	}
	if x.Sort() != sort {
		return nil, fmt.Sprintf("has sort %v instead of %v", x.Sort(), sort)
	}
	if !x.IsValue() {
		return nil, fmt.Sprintf("is no value: %s", shorten(x))
	}
	return c.generic(x), ""
}

// generic replaces the elements of uninterpreted sorts in x by variables that no assertion has.
// Terms of one element get one variable. So x ≠ y does not hold for different elements: an
// interpretation may identify them.
func (c *prover) generic(x *logic.Term) *logic.Term {
	found := false
	logic.Walk(func(t *logic.Term) bool {
		found = found || t.Op() == logic.OpFresh
		return !found
	}, x)
	if !found {
		return x
	}
	s := c.sys.Store
	return s.NewRewriter(func(t *logic.Term) *logic.Term {
		if t.Op() != logic.OpFresh {
			return nil
		}
		v := c.constants[t]
		if v == nil {
			v = s.Fresh(t.Name(), t.Sort())
			c.constants[t] = v
		}
		return v
	}, nil).Map(x)
}

// isGround reports whether an argument of an atom is determined. Such arguments are built from
// values and from constants of uninterpreted sorts.
func isGround(x *logic.Term) bool {
	if x.IsValue() {
		return true
	}
	ok := true
	logic.Walk(func(t *logic.Term) bool {
		switch t.Op() {
		case logic.OpVar:
			ok = ok && t.Sort().Kind() == logic.KindUninterpreted
		case logic.OpTrue, logic.OpFalse, logic.OpNum, logic.OpBV, logic.OpFresh,
			logic.OpConstruct, logic.OpConstArray, logic.OpStore:
		default:
			ok = false
		}
		return ok
	}, x)
	return ok
}
