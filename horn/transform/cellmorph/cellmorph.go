// SPDX-License-Identifier: Apache-2.0

package cellmorph

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"cornet/horn"
	"cornet/internal/slice"

	"cornet/horn/transform/pass"
	"cornet/logic"
)

// Limits on the instances of a body atom in a clause, and on the number of cells up to which all
// combinations are instantiated.
const (
	maxInstances = 16
	maxMixed     = 8
)

// Shape chooses the cells of the new predicates.
type Shape struct {
	// Copies is the number of cells of each array.
	Copies int
	// Shared means that all arrays have the same index.
	Shared bool
	// Mixed instantiates all combinations of the indices of a clause, up to a limit. Otherwise
	// there are fewer: the new indices of the head form one combination, the first indices that it
	// reads in each array the next, then the second ones, and so on.
	Mixed bool
	// Wait is the number of rounds for which earlier shapes run alone. A step on a system of the
	// last shape can cost a hundred times as much as a step on one of the first.
	Wait int
}

// Shapes lists the shapes for sys from the simplest on.
func Shapes(sys *horn.System) []Shape {
	most := 0 // the largest number of arrays of a predicate
	for _, p := range sys.Preds {
		n := 0
		for _, d := range p.Params() {
			if splits(d) {
				n++
			}
		}
		most = max(most, n)
	}
	z := []Shape{{Copies: 1}, {Copies: 1, Shared: true, Mixed: true}}
	for copies, wait := 1, 3; copies <= 2 && copies*most <= maxMixed; copies, wait = copies+1, 3*wait {
		z = append(z, Shape{Copies: copies, Mixed: true, Wait: wait})
	}
	return z
}

// String returns a name.
func (x Shape) String() string {
	switch {
	case x.Shared:
		return fmt.Sprintf("shared%d", x.Copies)
	case x.Mixed:
		return fmt.Sprintf("mixed%d", x.Copies)
	}
	return fmt.Sprintf("cells%d", x.Copies)
}

// Has reports whether a predicate of sys has an argument that is abstracted.
func Has(sys *horn.System) bool {
	return slices.ContainsFunc(sys.Preds, func(p *logic.Func) bool { return slices.ContainsFunc(p.Params(), splits) })
}

// splits reports whether sort is an array sort that cells replace.
func splits(sort *logic.Sort) bool {
	return sort.IsArray() && !sort.Elem().IsArray() && !sort.Index().IsArray()
}

// Abstract returns a system over cells of each array. It derives at least the cells of the facts
// that sys derives.
//
// Cost: linear in the size of sys, except for pairs of indices and the instances of body atoms in a
// clause.
func (x Shape) Abstract(sys *horn.System) (pass.Outcome, error) {
	s := sys.Store
	z := &horn.System{Store: s}
	image := map[*logic.Func]*logic.Func{}
	for _, p := range sys.Preds {
		var sorts []*logic.Sort
		params := p.Params()
		for i, d := range params {
			if !splits(d) {
				sorts = append(sorts, d)
				continue
			}
			places := x.group(params, i)
			if len(places) == 0 {
				continue
			}
			for range x.Copies {
				sorts = append(sorts, d.Index())
				for _, k := range places {
					sorts = append(sorts, params[k].Elem())
				}
			}
		}
		image[p] = s.FreshFunc(p.Name(), sorts, s.Bool)
		z.Preds = append(z.Preds, image[p])
	}
	var from bases
	if x.Shared {
		from = basesOf(sys)
	}
	for _, c := range sys.Clauses {
		t := &translation{store: s, Shape: x, bases: from, read: map[*logic.Term][]cell{}}
		d, err := t.clause(c, image)
		if err != nil {
			return pass.Outcome{}, err
		}
		z.Clauses = append(z.Clauses, d)
	}
	return pass.Outcome{System: z, Effect: pass.Over, Back: &back{Shape: x, bases: from, sys: sys, image: image}}, nil
}

// group returns the positions of the arrays that share one index, if the first of them is at
// position i. Otherwise it returns nil.
func (x Shape) group(sorts []*logic.Sort, i int) []int {
	if !x.Shared {
		return []int{i}
	}
	var z []int
	for k, d := range sorts {
		if !splits(d) || d.Index() != sorts[i].Index() {
			continue
		}
		if k < i {
			return nil
		}
		z = append(z, k)
	}
	return z
}

// cell is an index with the element there.
type cell struct{ index, elem *logic.Term }

// translation makes a clause over cells from a clause over arrays.
type translation struct {
	Shape
	bases  bases // nil if there are no bases
	store  *logic.Store
	read   map[*logic.Term][]cell // by array: the cells that the clause reads
	order  []*logic.Term          // the keys of read, in order
	equals []equation
	side   []*logic.Term
	err    error
}

// equation is an equality of arrays, and the literal that represents it.
type equation struct{ lit, x, y *logic.Term }

func (t *translation) clause(c *horn.Clause, image map[*logic.Func]*logic.Func) (*horn.Clause, error) {
	z := &horn.Clause{Assert: c.Assert, Name: c.Name}
	if c.Head != nil {
		h := horn.Atom{Pred: image[c.Head.Pred]}
		sorts, args := logic.SortsOf(c.Head.Args), t.plain(c.Head.Args)
		for i, x := range c.Head.Args {
			if !splits(x.Sort()) {
				h.Args = append(h.Args, args[i])
				continue
			}
			places := t.group(sorts, i)
			if len(places) == 0 {
				continue
			}
			for range t.Copies {
				k := t.store.Fresh("index", x.Sort().Index())
				h.Args = append(h.Args, k)
				for _, place := range places {
					h.Args = append(h.Args, t.at(args[place], t.bases.index(t.store, c.Head.Pred, args, place, k)))
				}
			}
		}
		z.Head = &h
	}
	t.side = append(t.side, t.term(c.Constraint))
	plain := slice.Map(c.Body, func(a horn.Atom) []*logic.Term { return t.plain(a.Args) })
	t.equate()
	for i, a := range c.Body {
		for _, args := range t.instances(a.Pred, plain[i]) {
			z.Body = append(z.Body, horn.Atom{Pred: image[a.Pred], Args: args})
		}
	}
	z.Constraint = t.store.And(t.side...)
	return z, t.err
}

// plain translates the arguments of an atom that are not arrays.
func (t *translation) plain(args []*logic.Term) []*logic.Term {
	z := slices.Clone(args)
	for i, x := range args {
		if !splits(x.Sort()) {
			z[i] = t.term(x)
		}
	}
	return z
}

// term translates a term that is not an array.
func (t *translation) term(x *logic.Term) *logic.Term {
	if x.HasQuantifiers() {
		t.err = fmt.Errorf("cellmorph: quantifiers inside of constraints: %w", errors.ErrUnsupported)
		return x
	}
	return t.store.NewRewriter(t.before, func(y *logic.Term) *logic.Term { return y }).Map(x)
}

// before translates reads and equalities of arrays, and returns nil for other terms.
func (t *translation) before(x *logic.Term) *logic.Term {
	switch {
	case splits(x.Sort()):
		return x // x is inside a datatype, which does not change
	case x.Op() == logic.OpSelect && splits(x.Arg(0).Sort()):
		return t.at(x.Arg(0), t.term(x.Arg(1)))
	case x.Op() == logic.OpEq && splits(x.Arg(0).Sort()):
		lit := t.store.Fresh("same", t.store.Bool)
		t.equals = append(t.equals, equation{lit, x.Arg(0), x.Arg(1)})
		return lit
	}
	return nil
}

// at returns the element of array a at an index.
func (t *translation) at(a, index *logic.Term) *logic.Term {
	s := t.store
	switch a.Op() {
	case logic.OpStore:
		return s.Ite(s.Eq(t.term(a.Arg(1)), index), t.term(a.Arg(2)), t.at(a.Arg(0), index))
	case logic.OpIte:
		return s.Ite(t.term(a.Arg(0)), t.at(a.Arg(1), index), t.at(a.Arg(2), index))
	case logic.OpConstArray:
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

// equate makes equal arrays agree in the cells that are read.
func (t *translation) equate() {
	if len(t.equals) == 0 {
		return
	}
	for range t.equals { // several rounds, since cells pass from one equation to the next
		for i := 0; i < len(t.equals); i++ {
			e := t.equals[i]
			for _, index := range t.indices(e.x.Sort(), nil) {
				x, y := t.at(e.x, index), t.at(e.y, index)
				t.side = append(t.side, t.store.Or(t.store.Not(e.lit), t.store.Eq(x, y)))
			}
		}
	}
}

// indices returns the indices at which the clause reads array a. If a is nil, it returns those of
// all arrays of the sort.
func (t *translation) indices(sort *logic.Sort, a *logic.Term) []*logic.Term {
	var z []*logic.Term
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

// instances returns the arguments of the instances of a body atom over p. args has the translations
// of its arguments other than arrays.
func (t *translation) instances(p *logic.Func, args []*logic.Term) [][]*logic.Term {
	var slots [][]*logic.Term // for each index of the atom, the terms to substitute
	total := 1
	sorts := logic.SortsOf(args)
	for i, x := range args {
		if !splits(x.Sort()) {
			continue
		}
		places := t.group(sorts, i)
		if len(places) == 0 {
			continue
		}
		var indices []*logic.Term
		for _, place := range places {
			only := args[place]
			if !only.IsVar() {
				only = nil
			}
			for _, k := range t.indices(sorts[place], only) {
				k = t.bases.distance(t.store, p, args, place, k)
				if !slices.Contains(indices, k) {
					indices = append(indices, k)
				}
			}
		}
		if len(indices) == 0 {
			indices = []*logic.Term{t.store.Fresh("index", x.Sort().Index())}
		}
		for range t.Copies {
			slots = append(slots, indices)
			total = min(total*len(indices), maxInstances+1)
		}
	}
	var z [][]*logic.Term
	ways := zipped(slots)
	if t.Mixed {
		ways = choices(slots, total > maxInstances)
	}
	for _, choice := range ways {
		var instance []*logic.Term
		k := 0
		for i, x := range args {
			if !splits(x.Sort()) {
				instance = append(instance, x)
				continue
			}
			places := t.group(sorts, i)
			if len(places) == 0 {
				continue
			}
			for range t.Copies {
				index := slots[k][choice[k]]
				instance = append(instance, index)
				for _, place := range places {
					instance = append(instance, t.at(args[place], t.bases.index(t.store, p, args, place, index)))
				}
				k++
			}
		}
		z = append(z, instance)
	}
	return z
}

// choices returns ways to choose one element of each slot: all ways, or if few is set, those in
// which at most one choice is not the first element.
func choices(slots [][]*logic.Term, few bool) [][]int {
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

// zipped returns the choices of the first of each slot, the second of each, and so on; short slots
// repeat their last element.
func zipped(slots [][]*logic.Term) [][]int {
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
	Shape
	bases bases
	sys   *horn.System
	image map[*logic.Func]*logic.Func
}

// Refutation fails: facts about cells need not hold for arrays.
func (b *back) Refutation(context.Context, *horn.Refutation) (*horn.Refutation, error) {
	return nil, fmt.Errorf("cellmorph: a refutation over cells: %w", errors.ErrUnsupported)
}

// Model quantifies over the indices of the cells.
func (b *back) Model(_ context.Context, m *horn.Model) (*horn.Model, error) {
	s := b.sys.Store
	z := horn.NewModel()
	for _, p := range b.sys.Preds {
		var args, indices []*logic.Term
		params := horn.Params(s, p)
		for i, x := range params {
			if !splits(x.Sort()) {
				args = append(args, x)
				continue
			}
			places := b.group(p.Params(), i)
			if len(places) == 0 {
				continue
			}
			for range b.Copies {
				k := s.Var(fmt.Sprintf("k!%d", len(indices)), x.Sort().Index())
				indices = append(indices, k)
				args = append(args, k)
				for _, place := range places {
					args = append(args, s.Select(params[place], b.bases.index(s, p, params, place, k)))
				}
			}
		}
		body := m.Instance(s, b.image[p], args)
		if body == nil {
			return nil, fmt.Errorf("cellmorph: the model has no definition of predicate %v", b.image[p])
		}
		z.Define(p, params, quantified(s, indices, body))
	}
	return z, nil
}

// quantified returns ∀indices. body. Each conjunct is quantified only over the indices that it
// mentions.
func quantified(s *logic.Store, indices []*logic.Term, body *logic.Term) *logic.Term {
	var z []*logic.Term
	for _, c := range logic.AppendConjuncts(nil, body) {
		bound := slice.Filter(logic.FreeVars(c), func(v *logic.Term) bool { return slices.Contains(indices, v) })
		z = append(z, s.Forall(bound, c))
	}
	return s.And(z...)
}
