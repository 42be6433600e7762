// SPDX-License-Identifier: Apache-2.0

package cells

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"cornet/horn"
	"cornet/horn/transform"
	"cornet/smtlib"
)

// maxInstances bounds the instances of a body atom in a clause.
const maxInstances = 16

// Shape says what the new predicates speak of.
type Shape struct {
	// Copies is the number of cells of each array.
	Copies int
	// Mixed has all combinations of the indices of a clause put in, up to a limit.
	// Otherwise the new indices of its head go together, the first ones that it
	// reads in each array, the second ones, and so on.
	Mixed bool
}

// Shapes lists the shapes from the simplest on.
func Shapes() []Shape {
	return []Shape{{Copies: 1}, {Copies: 1, Mixed: true}, {Copies: 2, Mixed: true}}
}

// String returns a name.
func (x Shape) String() string {
	if x.Mixed {
		return fmt.Sprintf("mixed%d", x.Copies)
	}
	return fmt.Sprintf("cells%d", x.Copies)
}

// Has reports whether a predicate of sys has an argument that is abstracted.
func Has(sys *horn.System) bool {
	return slices.ContainsFunc(sys.Preds, func(p *smtlib.Func) bool { return slices.ContainsFunc(p.Params(), splits) })
}

// splits reports whether sort is that of arrays that are replaced by cells.
func splits(sort *smtlib.Sort) bool {
	return sort.IsArray() && !sort.Elem().IsArray() && !sort.Index().IsArray()
}

// Abstract returns a system over cells of each array, which derives at least the
// cells of what sys derives.
//
// Cost: linear in the size of sys, apart from pairs of indices and the instances of
// body atoms in a clause.
func (x Shape) Abstract(sys *horn.System) (transform.Outcome, error) {
	s := sys.Store
	z := &horn.System{Store: s}
	image := map[*smtlib.Func]*smtlib.Func{}
	for _, p := range sys.Preds {
		var sorts []*smtlib.Sort
		for _, d := range p.Params() {
			if !splits(d) {
				sorts = append(sorts, d)
				continue
			}
			for range x.Copies {
				sorts = append(sorts, d.Index(), d.Elem())
			}
		}
		image[p] = s.FreshFunc(p.Name(), sorts, s.Bool)
		z.Preds = append(z.Preds, image[p])
	}
	for _, c := range sys.Clauses {
		t := &translation{store: s, Shape: x, read: map[*smtlib.Term][]cell{}}
		d, err := t.clause(c, image)
		if err != nil {
			return transform.Outcome{}, err
		}
		z.Clauses = append(z.Clauses, d)
	}
	return transform.Outcome{System: z, Effect: transform.Over, Back: &back{sys: sys, image: image, copies: x.Copies}}, nil
}

// cell is an index with the element there.
type cell struct{ index, elem *smtlib.Term }

// translation makes a clause over cells of a clause over arrays.
type translation struct {
	Shape
	store  *smtlib.Store
	read   map[*smtlib.Term][]cell // by array: the cells that the clause looks at
	order  []*smtlib.Term          // the arrays with cells
	equals []equation
	side   []*smtlib.Term
	err    error
}

// equation is an equality of arrays, and the literal that stands for it.
type equation struct{ lit, x, y *smtlib.Term }

func (t *translation) clause(c *horn.Clause, image map[*smtlib.Func]*smtlib.Func) (*horn.Clause, error) {
	z := &horn.Clause{Assert: c.Assert, Name: c.Name}
	if c.Head != nil {
		h := horn.Atom{Pred: image[c.Head.Pred]}
		for _, x := range c.Head.Args {
			if !splits(x.Sort()) {
				h.Args = append(h.Args, t.term(x))
				continue
			}
			for range t.Copies {
				k := t.store.Fresh("index", x.Sort().Index())
				h.Args = append(h.Args, k, t.at(x, k))
			}
		}
		z.Head = &h
	}
	t.side = append(t.side, t.term(c.Constraint))
	plain := make([][]*smtlib.Term, len(c.Body)) // nil for arrays
	for i, a := range c.Body {
		for _, x := range a.Args {
			if splits(x.Sort()) {
				plain[i] = append(plain[i], nil)
			} else {
				plain[i] = append(plain[i], t.term(x))
			}
		}
	}
	t.equate()
	for i, a := range c.Body {
		for _, args := range t.instances(a.Args, plain[i]) {
			z.Body = append(z.Body, horn.Atom{Pred: image[a.Pred], Args: args})
		}
	}
	z.Constraint = t.store.And(t.side...)
	return z, t.err
}

// term translates a term that is no array.
func (t *translation) term(x *smtlib.Term) *smtlib.Term {
	if x.HasQuantifiers() {
		t.err = fmt.Errorf("cells: quantifiers inside of constraints: %w", errors.ErrUnsupported)
		return x
	}
	return t.store.NewRewriter(t.before, func(y *smtlib.Term) *smtlib.Term { return y }).Map(x)
}

// before translates reads and equalities of arrays, and returns nil for other terms.
func (t *translation) before(x *smtlib.Term) *smtlib.Term {
	switch {
	case splits(x.Sort()):
		return x // inside of a datatype, which stays
	case x.Op() == smtlib.OpSelect && splits(x.Arg(0).Sort()):
		return t.at(x.Arg(0), t.term(x.Arg(1)))
	case x.Op() == smtlib.OpEq && splits(x.Arg(0).Sort()):
		lit := t.store.Fresh("same", t.store.Bool)
		t.equals = append(t.equals, equation{lit, x.Arg(0), x.Arg(1)})
		return lit
	}
	return nil
}

// at returns the element of array a at an index.
func (t *translation) at(a, index *smtlib.Term) *smtlib.Term {
	s := t.store
	switch a.Op() {
	case smtlib.OpStore:
		return s.Ite(s.Eq(t.term(a.Arg(1)), index), t.term(a.Arg(2)), t.at(a.Arg(0), index))
	case smtlib.OpIte:
		return s.Ite(t.term(a.Arg(0)), t.at(a.Arg(1), index), t.at(a.Arg(2), index))
	case smtlib.OpConstArray:
		return t.term(a.Arg(0))
	}
	for _, c := range t.read[a] {
		if c.index == index {
			return c.elem
		}
	}
	if t.read[a] == nil {
		t.order = append(t.order, a)
	}
	elem := s.Fresh("elem", a.Sort().Elem())
	for _, c := range t.read[a] {
		t.side = append(t.side, s.Or(s.Not(s.Eq(c.index, index)), s.Eq(c.elem, elem)))
	}
	t.read[a] = append(t.read[a], cell{index, elem})
	return elem
}

// equate has arrays that are equal agree in the cells that are looked at.
func (t *translation) equate() {
	if len(t.equals) == 0 {
		return
	}
	for range t.equals { // cells pass from one equation to the next
		for i := 0; i < len(t.equals); i++ {
			e := t.equals[i]
			for _, index := range t.indices(e.x.Sort(), nil) {
				x, y := t.at(e.x, index), t.at(e.y, index)
				t.side = append(t.side, t.store.Or(t.store.Not(e.lit), t.store.Eq(x, y)))
			}
		}
	}
}

// indices returns those at which the clause looks at array a, or at arrays of the
// sort if a is nil.
func (t *translation) indices(sort *smtlib.Sort, a *smtlib.Term) []*smtlib.Term {
	var z []*smtlib.Term
	for _, b := range t.order {
		if a != nil && a != b || b.Sort() != sort {
			continue
		}
		for _, c := range t.read[b] {
			if !slices.Contains(z, c.index) {
				z = append(z, c.index)
			}
		}
	}
	return z
}

// instances returns the arguments of the instances of a body atom.
func (t *translation) instances(args, plain []*smtlib.Term) [][]*smtlib.Term {
	var slots [][]*smtlib.Term // for each cell the indices to put in
	total := 1
	for _, x := range args {
		if !splits(x.Sort()) {
			continue
		}
		only := x
		if !x.IsVar() {
			only = nil
		}
		indices := t.indices(x.Sort(), only)
		if len(indices) == 0 {
			indices = []*smtlib.Term{t.store.Fresh("index", x.Sort().Index())}
		}
		for range t.Copies {
			slots = append(slots, indices)
			total = min(total*len(indices), maxInstances+1)
		}
	}
	var z [][]*smtlib.Term
	ways := zipped(slots)
	if t.Mixed {
		ways = choices(slots, total > maxInstances)
	}
	for _, choice := range ways {
		var instance []*smtlib.Term
		k := 0
		for i, x := range args {
			if !splits(x.Sort()) {
				instance = append(instance, plain[i])
				continue
			}
			for range t.Copies {
				index := slots[k][choice[k]]
				instance = append(instance, index, t.at(x, index))
				k++
			}
		}
		z = append(z, instance)
	}
	return z
}

// choices returns ways to choose one of each slot: all of them, or if few are wanted
// those in which at most one choice is not the first.
func choices(slots [][]*smtlib.Term, few bool) [][]int {
	z := [][]int{make([]int, len(slots))}
	for i, s := range slots {
		base := z
		if few {
			base = z[:1]
		}
		for _, c := range slices.Clone(base) {
			for k := 1; k < len(s); k++ {
				d := slices.Clone(c)
				d[i] = k
				z = append(z, d)
			}
		}
	}
	return z
}

// zipped returns the choices of the first of each slot, the second of each, and so
// on; short slots repeat their last one.
func zipped(slots [][]*smtlib.Term) [][]int {
	longest := 1
	for _, s := range slots {
		longest = max(longest, len(s))
	}
	z := make([][]int, longest)
	for k := range z {
		for _, s := range slots {
			z[k] = append(z[k], min(k, len(s)-1))
		}
	}
	return z
}

// back translates models.
type back struct {
	sys    *horn.System
	image  map[*smtlib.Func]*smtlib.Func
	copies int
}

// Refutation fails: what cells derive, arrays need not.
func (b *back) Refutation(context.Context, *horn.Refutation) (*horn.Refutation, error) {
	return nil, fmt.Errorf("cells: a refutation over cells: %w", errors.ErrUnsupported)
}

// Model quantifies over the indices of the cells.
func (b *back) Model(_ context.Context, m *horn.Model) (*horn.Model, error) {
	s := b.sys.Store
	z := horn.NewModel()
	for _, p := range b.sys.Preds {
		var params, args, indices []*smtlib.Term
		for i, d := range p.Params() {
			x := s.Var(fmt.Sprintf("x!%d", i), d)
			params = append(params, x)
			if !splits(d) {
				args = append(args, x)
				continue
			}
			for range b.copies {
				k := s.Var(fmt.Sprintf("k!%d", len(indices)), d.Index())
				indices = append(indices, k)
				args = append(args, k, s.Select(x, k))
			}
		}
		body := m.Instance(s, b.image[p], args)
		if body == nil {
			return nil, fmt.Errorf("cells: the model has no definition of predicate %v", b.image[p])
		}
		z.Define(p, params, quantified(s, indices, body))
	}
	return z, nil
}

// quantified returns ∀indices. body, conjunct by conjunct and for those that each
// mentions.
func quantified(s *smtlib.Store, indices []*smtlib.Term, body *smtlib.Term) *smtlib.Term {
	conjuncts := []*smtlib.Term{body}
	if body.Op() == smtlib.OpAnd {
		conjuncts = body.Args()
	}
	var z []*smtlib.Term
	for _, c := range conjuncts {
		var bound []*smtlib.Term
		for _, v := range smtlib.FreeVars(c) {
			if slices.Contains(indices, v) {
				bound = append(bound, v)
			}
		}
		z = append(z, s.Forall(bound, c))
	}
	return s.And(z...)
}
