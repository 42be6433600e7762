// SPDX-License-Identifier: Apache-2.0

package induction

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cornet/horn/recursion"
	"cornet/internal/slice"
	"cornet/internal/turn"
	"cornet/logic"
)

// Limits of the exploration.
const (
	maxTermSize  = 5
	maxTerms     = 1500
	maxPerSort   = 3
	maxArguments = 4
)

// explorer enumerates terms over the functions of a theory by size, and groups them by their values
// at examples. It conjectures that terms with the same values are equal.
type explorer struct {
	ctx      context.Context
	theory   *recursion.Theory
	vars     []*logic.Term
	examples [][]*logic.Term
	makers   []maker
	bySize   [][]*example
	classes  map[string]*example
	count    int
	found    func(x, y *logic.Term) // called with the two sides of a conjecture
}

// example is a term with its values.
type example struct {
	term   *logic.Term
	values []*logic.Term
}

// maker makes a term from argument terms.
type maker struct {
	sorts    []*logic.Sort
	result   *logic.Sort
	make     func(args []*logic.Term) *logic.Term
	function bool // a function of the theory rather than a constructor
	id       int  // differs between functions
}

func newExplorer(ctx context.Context, s *logic.Store, t *recursion.Theory, fs []*recursion.Function, v *values) *explorer {
	e := &explorer{ctx: ctx, theory: t, classes: map[string]*example{}}
	sorts := map[*logic.Sort]bool{}
	var order []*logic.Sort
	note := func(x *logic.Sort) {
		if !sorts[x] {
			sorts[x] = true
			order = append(order, x)
		}
	}
	for _, f := range fs {
		if f.Func.Arity() > maxArguments {
			continue
		}
		for _, p := range f.Func.Params() {
			note(p)
		}
		note(f.Func.Result())
		e.makers = append(e.makers, maker{f.Func.Params(), f.Func.Result(), func(args []*logic.Term) *logic.Term { return s.Apply(f.Func, args...) }, true, int(f.Func.ID())})
	}
	counts := sorts[s.Int] // otherwise numbers act as elements without known properties
	for i := 0; i < len(order); i++ {
		sort := order[i]
		if sort.IsInt() && counts {
			e.makers = append(e.makers, maker{sorts: []*logic.Sort{sort, sort}, result: sort, make: func(args []*logic.Term) *logic.Term { return s.Add(args...) }})
			e.makers = append(e.makers, maker{result: sort, make: func([]*logic.Term) *logic.Term { return s.IntNum(0) }})
		}
		if sort.IsDatatype() {
			for _, c := range sort.Datatype().Constructors {
				var fields []*logic.Sort
				for _, f := range c.Fields {
					fields = append(fields, f.Sort)
					note(f.Sort)
				}
				e.makers = append(e.makers, maker{sorts: fields, result: sort, make: func(args []*logic.Term) *logic.Term { return s.Construct(c, args...) }})
			}
			// a record, since some functions have several results
			if c := sort.Datatype().Constructors[0]; len(sort.Datatype().Constructors) == 1 {
				for _, f := range c.Fields {
					e.makers = append(e.makers, maker{sorts: []*logic.Sort{sort}, result: f.Sort, make: func(args []*logic.Term) *logic.Term { return s.Field(f, args[0]) }})
				}
			}
		}
	}
	for _, sort := range order {
		if sort.IsBool() || sort.IsArray() {
			continue
		}
		for k := range maxPerSort {
			e.vars = append(e.vars, s.Var(fmt.Sprintf("v!%d!%d", sort.ID(), k), sort))
		}
	}
	e.examples = v.tuples(e.vars)
	return e
}

// run enumerates terms up to a size.
func (e *explorer) run(size int) {
	for n := len(e.bySize); n <= size && turn.Yield(e.ctx) == nil; n++ {
		e.bySize = append(e.bySize, nil)
		if n == 1 {
			for i, v := range e.vars {
				x := &example{term: v}
				for _, values := range e.examples {
					x.values = append(x.values, values[i])
				}
				e.add(n, x)
			}
		}
		for _, m := range e.makers {
			e.apply(m, n, nil, n-1)
		}
	}
}

// apply adds the terms of size n that m makes from args and further terms whose sizes add up to
// left.
func (e *explorer) apply(m maker, n int, args []*example, left int) {
	if turn.Yield(e.ctx) != nil || e.count >= maxTerms {
		return
	}
	open := len(m.sorts) - len(args)
	if open == 0 {
		if left == 0 {
			e.evaluate(m, n, args)
		}
		return
	}
	for size := 1; size <= left-open+1; size++ {
		if open == 1 && size != left || size >= len(e.bySize) {
			continue
		}
		for _, x := range e.bySize[size] {
			if x.term.Sort() == m.sorts[len(args)] {
				e.apply(m, n, append(slices.Clip(args), x), left-size)
			}
		}
	}
}

// evaluate adds the term that m makes from args.
func (e *explorer) evaluate(m maker, n int, args []*example) {
	terms := slice.Map(args, func(a *example) *logic.Term { return a.term })
	x := &example{term: m.make(terms)}
	defined := 0
	for k := range e.examples {
		for i, a := range args {
			terms[i] = a.values[k]
		}
		var value *logic.Term
		if !slices.Contains(terms, nil) {
			value = e.theory.Evaluate(m.make(terms))
		}
		if value != nil {
			defined++
		}
		x.values = append(x.values, value)
	}
	if defined*2 > len(e.examples) {
		e.add(n, x)
	}
}

// add conjectures that x equals the first term with its values, if there is one.
func (e *explorer) add(n int, x *example) {
	var b strings.Builder
	fmt.Fprintf(&b, "%d", x.term.Sort().ID())
	for _, v := range x.values {
		if v == nil {
			b.WriteString(" ?")
		} else {
			fmt.Fprintf(&b, " %d", v.ID())
		}
	}
	e.count++
	key := b.String()
	if first := e.classes[key]; first != nil {
		if first.term != x.term {
			e.found(first.term, x.term)
		}
		return
	}
	e.classes[key] = x
	e.bySize[n] = append(e.bySize[n], x)
}

// renamed replaces the variables of x, in the order of their occurrence, by the first variables of
// their sorts. It returns these, too.
func renamed(s *logic.Store, x *logic.Term, vars []*logic.Term) (*logic.Term, []*logic.Term) {
	var from, to []*logic.Term
	next := map[*logic.Sort]int{}
	var visit func(*logic.Term)
	visit = func(t *logic.Term) {
		if !t.IsVar() {
			for _, a := range t.Args() {
				visit(a)
			}
			return
		}
		if slices.Contains(from, t) {
			return
		}
		k := next[t.Sort()]
		next[t.Sort()]++
		for _, v := range vars {
			if v.Sort() != t.Sort() {
				continue
			}
			if k == 0 {
				from, to = append(from, t), append(to, v)
				return
			}
			k--
		}
	}
	visit(x)
	return s.Substitute(x, from, to), to
}
