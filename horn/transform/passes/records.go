// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"context"
	"slices"
	"strings"

	"cornet/horn"
	"cornet/horn/hints"
	"cornet/horn/transform/lift"
	"cornet/horn/transform/pass"
	"cornet/internal/turn"
	"cornet/logic"
)

// maxRecord limits the size of records that are split: the number of their fields and of the fields
// of records in them.
const maxRecord = 256

// Records splits arguments and variables that are records into their fields: scalar replacement of
// aggregates. A record is a datatype with one constructor that does not contain itself. Fields that
// are records are split too, and arrays in records become arguments.
//
// Every variable becomes a constructor over new variables. Every other term t of a record sort,
// such as an element of an array, becomes mk(f(t), g(t), …). So selectors meet constructors and
// vanish, and equations between records become equations between their fields. Elements and indices
// of arrays, and fields of other datatypes, remain records.
//
// Models are those over the fields of the old arguments. Values of old variables are built from
// values of the new ones.
//
// Cost: linear in the size of the system and in the number of fields of a record.
func Records(ctx context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
	s := sys.Store
	r := &recordSplitter{store: s, sizes: map[*logic.Sort]int{}, split: map[*logic.Sort]bool{}, image: map[*logic.Func]*logic.Func{}}
	preds := r.predicates(sys.Preds)
	b := lift.NewSystemBuilder(env, sys)
	changed := len(r.image) > 0
	for i, c := range sys.Clauses {
		if i%64 == 0 && turn.Yield(ctx) != nil {
			return pass.Outcome{}, context.Cause(ctx)
		}
		vars := slices.DeleteFunc(slices.Clone(c.Vars()), func(v *logic.Term) bool { return !r.splits(v.Sort()) })
		if len(vars) == 0 && !r.touches(c) {
			b.Keep(i)
			continue
		}
		changed = true
		if z, bind := r.clause(c, vars); z.Clause != nil {
			b.Add(z.Clause, z.Origin(i, bind...))
		}
	}
	if !changed {
		return pass.Unchanged(sys), nil
	}
	z := b.Outcome(preds, lift.ModelWith(sys, func(z, m *horn.Model, p *logic.Func) bool {
		q := r.image[p]
		if q == nil {
			return false
		}
		xs := horn.Params(s, p)
		z.Define(p, xs, m.Instance(s, q, r.leaves(xs)))
		return true
	}))
	for _, p := range sys.Preds {
		if q := r.image[p]; q != nil {
			z.Moves = append(z.Moves, r.move(p, q))
		}
	}
	return z, nil
}

// recordSplitter splits the records of a system.
type recordSplitter struct {
	store *logic.Store
	sizes map[*logic.Sort]int
	split map[*logic.Sort]bool
	image map[*logic.Func]*logic.Func // images of predicates with records among their arguments
}

// splits reports whether values of sort are split.
func (r *recordSplitter) splits(sort *logic.Sort) bool {
	if !isRecord(sort) {
		return false
	}
	z, ok := r.split[sort]
	if !ok {
		z = r.size(sort) <= maxRecord && !slices.ContainsFunc(fieldsOf(sort), func(f *logic.Selector) bool { return f.Sort.Holds(sort) })
		r.split[sort] = z
	}
	return z
}

// isRecord reports whether sort has one constructor.
func isRecord(sort *logic.Sort) bool {
	return sort.IsDatatype() && len(sort.Datatype().Constructors) == 1
}

// size returns the number of fields of sort and of the records in it, or a number above maxRecord.
func (r *recordSplitter) size(sort *logic.Sort) int {
	if !isRecord(sort) {
		return 1
	}
	if n, ok := r.sizes[sort]; ok {
		return n
	}
	n := 1
	for _, f := range fieldsOf(sort) {
		if n <= maxRecord {
			n += r.size(f.Sort)
		}
	}
	r.sizes[sort] = n
	return n
}

// fieldsOf returns the fields of a record.
func fieldsOf(sort *logic.Sort) []*logic.Selector { return sort.Datatype().Constructors[0].Fields }

// predicates returns preds, with predicates that have record arguments replaced.
func (r *recordSplitter) predicates(preds []*logic.Func) []*logic.Func {
	names := newPredicateNames(r.store, preds)
	z := slices.Clone(preds)
	for i, p := range preds {
		if !slices.ContainsFunc(p.Params(), r.splits) {
			continue
		}
		var sorts []*logic.Sort
		for _, x := range r.leaves(horn.Params(r.store, p)) {
			sorts = append(sorts, x.Sort())
		}
		z[i] = names.like(p, sorts)
		r.image[p] = z[i]
	}
	return z
}

// touches reports whether c has a predicate that is replaced.
func (r *recordSplitter) touches(c *horn.Clause) bool {
	return c.Head != nil && r.image[c.Head.Pred] != nil ||
		slices.ContainsFunc(c.Body, func(a horn.Atom) bool { return r.image[a.Pred] != nil })
}

// leaves returns ts with records replaced by their fields.
func (r *recordSplitter) leaves(ts []*logic.Term) []*logic.Term {
	var z []*logic.Term
	for _, t := range ts {
		if !r.splits(t.Sort()) {
			z = append(z, t)
			continue
		}
		for _, f := range fieldsOf(t.Sort()) {
			z = append(z, r.leaves([]*logic.Term{r.store.Field(f, t)})...)
		}
	}
	return z
}

// built returns the constructor term of a sort. next returns its leaves, in the order of leaves.
func (r *recordSplitter) built(sort *logic.Sort, name string, next func(name string, sort *logic.Sort) *logic.Term) *logic.Term {
	if !r.splits(sort) {
		return next(name, sort)
	}
	var args []*logic.Term
	for _, f := range fieldsOf(sort) {
		args = append(args, r.built(f.Sort, name+"."+f.Name, next))
	}
	return r.store.Construct(sort.Datatype().Constructors[0], args...)
}

// move gives the arguments of p in terms of those of its image q.
func (r *recordSplitter) move(p, q *logic.Func) hints.Move {
	m := hints.Move{From: p, To: q}
	formals := hints.Formals(r.store, q)
	for _, sort := range p.Params() {
		m.Args = append(m.Args, r.built(sort, "", func(string, *logic.Sort) *logic.Term {
			x := formals[0]
			formals = formals[1:]
			return x
		}))
	}
	return m
}

// clause splits c. vars are its variables of record sorts; bind gives their values.
func (r *recordSplitter) clause(c *horn.Clause, vars []*logic.Term) (z lift.Built, bind []lift.Binding) {
	s := r.store
	terms := make([]*logic.Term, len(vars))
	for i, v := range vars {
		name, _, _ := strings.Cut(v.Name(), "!")
		terms[i] = r.built(v.Sort(), name, s.Fresh)
		bind = append(bind, lift.Binding{Var: v, Term: terms[i]})
	}
	sub, rw := s.NewSubstitution(vars, terms), s.NewRewriter(nil, r.opened)
	atom := func(a horn.Atom) horn.Atom {
		args := sub.ApplyAll(a.Args)
		rw.MapAll(args)
		q := r.image[a.Pred]
		if q == nil {
			return horn.Atom{Pred: a.Pred, Args: args}
		}
		return horn.Atom{Pred: q, Args: r.leaves(args)}
	}
	d := &lift.ClauseBuilder{From: c, Conj: []*logic.Term{rw.Map(sub.Apply(c.Constraint))}}
	m := c.Map(atom)
	d.Body, d.Head = m.Body, m.Head
	return d.Build(s), bind
}

// opened returns t with constructors outermost if t is a record. The arguments of t must be opened
// already.
func (r *recordSplitter) opened(t *logic.Term) *logic.Term {
	if !r.splits(t.Sort()) {
		return r.closed(t)
	}
	if t.Op() != logic.OpConstruct && t.Op() != logic.OpIte {
		t = r.closed(t)
	}
	var args []*logic.Term
	for _, f := range fieldsOf(t.Sort()) {
		x := r.field(f, t)
		if r.splits(f.Sort) {
			x = r.opened(x)
		}
		args = append(args, x)
	}
	return r.store.Construct(t.Sort().Datatype().Constructors[0], args...)
}

// field returns field f of t. If t is a conditional, the result is a conditional too.
func (r *recordSplitter) field(f *logic.Selector, t *logic.Term) *logic.Term {
	if t.Op() == logic.OpIte {
		return r.store.Ite(t.Arg(0), r.store.Field(f, t.Arg(1)), r.store.Field(f, t.Arg(2)))
	}
	return r.store.Field(f, t)
}

// closed returns t with simplified arguments if these remain records, such as elements of arrays.
// It replaces a constructor over all fields of one term by the term.
func (r *recordSplitter) closed(t *logic.Term) *logic.Term {
	if !slices.ContainsFunc(t.Args(), func(x *logic.Term) bool { return r.splits(x.Sort()) }) {
		return t
	}
	args := slices.Clone(t.Args())
	for i, x := range args {
		args[i] = r.whole(x)
	}
	return r.store.Rebuild(t, args)
}

// whole returns the term whose fields t constructs, if there is one.
func (r *recordSplitter) whole(t *logic.Term) *logic.Term {
	if t.Op() != logic.OpConstruct || !r.splits(t.Sort()) {
		return t
	}
	args := slices.Clone(t.Args())
	same := len(args) > 0
	for i, x := range args {
		x = r.whole(x)
		args[i] = x
		same = same && x.Op() == logic.OpField && x.Selector() == fieldsOf(t.Sort())[i] && x.Arg(0) == args[0].Arg(0)
	}
	if same {
		return args[0].Arg(0)
	}
	return r.store.Construct(t.Constructor(), args...)
}
