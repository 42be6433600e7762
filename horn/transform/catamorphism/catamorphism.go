// SPDX-License-Identifier: Apache-2.0

package catamorphism

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"cornet/horn"

	"cornet/horn/transform/pass"
	"cornet/logic"
)

// Templates returns the templates that describe the datatypes of sys in different ways, the
// simplest first. The result is empty if no predicate has a datatype argument.
func Templates(sys *horn.System) []Template {
	var z []Template
	seen := map[string]bool{}
	for _, t := range templates {
		if k := newCatamorphisms(sys, t).key(sys); k != "" && !seen[k] {
			seen[k] = true
			z = append(z, t)
		}
	}
	return z
}

// key identifies the measures of the datatypes among the arguments of the predicates.
func (v *catamorphisms) key(sys *horn.System) string {
	var b strings.Builder
	seen := map[*logic.Sort]bool{}
	note := func(d *logic.Sort) {
		if seen[d] || !v.folds(d) {
			return
		}
		seen[d] = true
		fmt.Fprintf(&b, "%s(", d.Name())
		for _, m := range v.measures(d) {
			fmt.Fprintf(&b, " %s", m.name)
		}
		b.WriteString(")")
	}
	for _, p := range sys.Preds {
		for _, d := range p.Params() {
			if d.IsDatatype() {
				note(d)
				for _, e := range sortedByID(v.below(d)) {
					note(e)
				}
			}
		}
	}
	return b.String()
}

// Abstract returns a system over the measures of t. It derives everything that sys derives, and
// perhaps more.
//
// Cost: linear in the size of sys, in the number of measures, and in the number of constructors for
// each term that is opened.
func (t Template) Abstract(sys *horn.System) (pass.Outcome, error) {
	v := newCatamorphisms(sys, t)
	v.prepare(sys)
	z := &horn.System{Store: sys.Store}
	if n := v.arguments(sys); n > maxArguments {
		return pass.Outcome{}, fmt.Errorf("catamorphism: atoms would have %d arguments in all, more than %d: %w", n, maxArguments, errors.ErrUnsupported)
	}
	image := map[*logic.Func]*logic.Func{}
	for _, p := range sys.Preds {
		var sorts []*logic.Sort
		if v.hasParameter(p) {
			sorts = append(sorts, sys.Store.Int)
		}
		for _, d := range p.Params() {
			if !v.folds(d) {
				sorts = append(sorts, d)
				continue
			}
			for _, m := range v.measures(d) {
				sorts = append(sorts, m.sort)
			}
		}
		image[p] = sys.Store.FreshFunc(p.Name(), sorts, sys.Store.Bool)
		z.Preds = append(z.Preds, image[p])
	}
	for _, c := range sys.Clauses {
		d, err := v.clause(c, image)
		if err != nil {
			return pass.Outcome{}, err
		}
		z.Clauses = append(z.Clauses, d)
	}
	return pass.Outcome{System: z, Effect: pass.Over, Back: &back{catamorphisms: v, sys: sys, image: image}}, nil
}

// maxArguments limits the arguments of all atoms of an abstract system. A sum type of n
// constructors may have one measure for each field, and clauses for each constructor. Then the
// number of arguments is n².
const maxArguments = 400_000

// arguments returns the number of arguments of all atoms when measures replace datatypes.
func (v *catamorphisms) arguments(sys *horn.System) int {
	width := map[*logic.Func]int{}
	for _, p := range sys.Preds {
		for _, d := range p.Params() {
			if v.folds(d) {
				width[p] += len(v.measures(d))
			} else {
				width[p]++
			}
		}
	}
	n := 0
	for _, c := range sys.Clauses {
		for i := range c.Body {
			n += width[c.Body[i].Pred]
		}
		if c.Head != nil {
			n += width[c.Head.Pred]
		}
	}
	return n
}

// back translates models.
type back struct {
	*catamorphisms
	sys   *horn.System
	image map[*logic.Func]*logic.Func
}

// Refutation fails: facts about measures need not hold for datatypes.
func (b *back) Refutation(context.Context, *horn.Refutation) (*horn.Refutation, error) {
	return nil, fmt.Errorf("catamorphism: a refutation over measures: %w", errors.ErrUnsupported)
}

// Model substitutes the measures of a predicate's arguments for the parameters of its image.
func (b *back) Model(_ context.Context, m *horn.Model) (*horn.Model, error) {
	z := horn.NewModel()
	for _, p := range b.sys.Preds {
		var args []*logic.Term
		params := horn.Params(b.store, p)
		if b.hasParameter(p) {
			args = append(args, b.parameter)
		}
		for _, x := range params {
			if b.folds(x.Sort()) {
				args = append(args, b.measured(x)...)
			} else {
				args = append(args, x)
			}
		}
		body := m.Instance(b.store, b.image[p], args)
		if body == nil {
			return nil, fmt.Errorf("catamorphism: the model has no definition of predicate %v", b.image[p])
		}
		z.Define(p, params, b.quantified(body))
	}
	return z, nil
}

// measured returns terms for the measures of x.
func (b *back) measured(x *logic.Term) []*logic.Term {
	s, d := b.store, x.Sort()
	ms := b.measures(d)
	z := make([]*logic.Term, len(ms))
	var direct [][]*logic.Term // by constructor
	for i, m := range ms {
		if m.array != nil {
			z[i] = s.Select(m.array, x)
			continue
		}
		if direct == nil {
			for _, c := range d.Datatype().Constructors {
				direct = append(direct, b.direct(c, x))
			}
		}
		z[i] = direct[0][i]
		for k, c := range d.Datatype().Constructors {
			if k > 0 {
				z[i] = s.Ite(s.Is(c, x), direct[k][i], z[i])
			}
		}
	}
	return z
}

// direct returns the direct measures of x if x is made by c. Entries for recursive measures are
// nil.
func (b *back) direct(c *logic.Constructor, x *logic.Term) []*logic.Term {
	d := x.Sort()
	fields := make([]value, len(c.Fields))
	for i, f := range c.Fields {
		y := b.store.Field(f, x)
		switch {
		case !b.folds(f.Sort):
			fields[i].term = y
		case !b.isRecursive(d) || !b.together(d, f.Sort):
			fields[i].parts = b.measured(y)
		}
	}
	var z []*logic.Term
	for _, m := range b.measures(d) {
		if m.array != nil {
			z = append(z, nil)
		} else {
			z = append(z, m.step(c, fields))
		}
	}
	return z
}

// quantified binds the arrays in body. The result states that body holds for arrays that satisfy
// the equations of their folds; for each fold there is exactly one such array.
func (b *back) quantified(body *logic.Term) *logic.Term {
	var arrays, laws []*logic.Term
	seen := map[*logic.Term]bool{}
	work := []*logic.Term{body}
	for len(work) > 0 {
		t := work[0]
		work = work[1:]
		for _, x := range logic.FreeVars(t) {
			m := b.owner(x)
			if m == nil || seen[x] {
				continue
			}
			seen[x] = true
			arrays = append(arrays, x)
			for _, c := range x.Sort().Index().Datatype().Constructors {
				law := b.law(m, c)
				laws = append(laws, law)
				work = append(work, law)
			}
			laws = append(laws, b.bounds(m)...)
		}
	}
	z := b.store.Forall(arrays, b.store.Implies(b.store.And(laws...), body))
	if slices.Contains(logic.FreeVars(z), b.parameter) {
		return b.store.Forall([]*logic.Term{b.parameter}, z)
	}
	return z
}

// owner returns the recursive measure whose values are in array, or nil.
func (b *back) owner(array *logic.Term) *measure {
	if !array.Sort().IsArray() || !array.Sort().Index().IsDatatype() {
		return nil
	}
	for _, m := range b.made[array.Sort().Index()] {
		if m.array == array {
			return m
		}
	}
	return nil
}

// bounds returns formulas that follow by induction from the laws of m, so that readers of the model
// need not prove them.
func (b *back) bounds(m *measure) []*logic.Term {
	s := b.store
	x := s.Var("f!0", m.array.Sort().Index())
	var z []*logic.Term
	if m.lower != nil {
		z = append(z, s.Forall([]*logic.Term{x}, s.Le(m.lower, s.Select(m.array, x))))
	}
	if m.upper != nil {
		z = append(z, s.Forall([]*logic.Term{x}, s.Le(s.Select(m.array, x), m.upper)))
	}
	return z
}

// law returns the equation of m for values made by c.
func (b *back) law(m *measure, c *logic.Constructor) *logic.Term {
	s := b.store
	vars := make([]*logic.Term, len(c.Fields))
	fields := make([]value, len(c.Fields))
	for i, f := range c.Fields {
		vars[i] = s.Var(fmt.Sprintf("f!%d", i), f.Sort)
		if b.folds(f.Sort) {
			fields[i].parts = b.measured(vars[i])
		} else {
			fields[i].term = vars[i]
		}
	}
	return s.Forall(vars, s.Eq(s.Select(m.array, s.Construct(c, vars...)), m.step(c, fields)))
}
