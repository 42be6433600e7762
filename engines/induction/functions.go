// SPDX-License-Identifier: Apache-2.0

package induction

import (
	"context"
	"fmt"
	"slices"

	"cornet/horn"
	"cornet/horn/recursion"
	"cornet/internal/scc"
	"cornet/internal/turn"
	"cornet/logic"
)

// reader finds out which functions the predicates of a system describe.
type reader struct {
	ctx      context.Context
	sys      *horn.System
	theory   *recursion.Theory
	values   *values
	meanings map[*logic.Func]meaning
	queries  map[*logic.Func]bool // predicates that must be empty
	heads    map[*logic.Func][]*horn.Clause
	defined  map[*logic.Func]*recursion.Function // by predicate
	// the first parameter is the first candidate for the output, instead of the last
	first   bool
	missing int // number of predicates that are no functions of their inputs
}

// read gives meanings to predicates. It starts with those that depend on no others.
func (r *reader) read() {
	r.heads = map[*logic.Func][]*horn.Clause{}
	for _, c := range r.sys.Clauses {
		if c.Head != nil {
			r.heads[c.Head.Pred] = append(r.heads[c.Head.Pred], c)
		}
	}
	index := r.sys.Index()
	graph := scc.Find(len(r.sys.Preds), func(v int) []int {
		var z []int
		for _, c := range r.heads[r.sys.Preds[v]] {
			for i := range c.Body {
				z = append(z, index[c.Body[i].Pred])
			}
		}
		return z
	})
	// called functions come before their callers
	for _, members := range slices.Backward(graph.Components) {
		var preds []*logic.Func
		for _, m := range members {
			preds = append(preds, r.sys.Preds[m])
		}
		if turn.Yield(r.ctx) == nil && !r.direct(preds) {
			r.recursive(preds)
		}
	}
	r.specify()
}

// direct gives a meaning to a predicate without arguments: it never holds.
func (r *reader) direct(preds []*logic.Func) bool {
	if p := preds[0]; p.Arity() == 0 && len(preds) == 1 {
		r.queries[p] = true
		r.meanings[p] = meaning{output: -1, value: func([]*logic.Term) *logic.Term { return r.sys.Store.False() }}
		return true
	}
	return false
}

// compared returns the comparison of two values that d computes at all examples and according to
// its clauses, or nil.
func (r *reader) compared(d *definition) *meaning {
	s := r.sys.Store
	for _, m := range r.comparisons(d.pred) {
		if m.output != d.meaning.output || slices.ContainsFunc(r.values.tuples(d.function.Vars), func(inputs []*logic.Term) bool {
			x := r.theory.Evaluate(s.Apply(d.function.Func, inputs...))
			return x != nil && x != r.theory.Evaluate(m.value(inputs))
		}) {
			continue
		}
		r.meanings[d.pred] = m
		if !slices.ContainsFunc(r.heads[d.pred], func(c *horn.Clause) bool { return !r.holds(c) }) {
			return &m
		}
	}
	return nil
}

// comparisons returns comparisons of two values of a datatype; p may be one of them.
func (r *reader) comparisons(p *logic.Func) []meaning {
	s := r.sys.Store
	var data, flags []int
	for i, sort := range p.Params() {
		switch {
		case sort.IsBool():
			flags = append(flags, i)
		case sort.IsDatatype():
			data = append(data, i)
		default:
			return nil
		}
	}
	if len(data) != 2 || p.Params()[data[0]] != p.Params()[data[1]] {
		return nil
	}
	switch len(flags) {
	case 0:
		return []meaning{
			{output: -1, value: func(x []*logic.Term) *logic.Term { return s.Not(s.Eq(x[0], x[1])) }},
			{output: -1, value: func(x []*logic.Term) *logic.Term { return s.Eq(x[0], x[1]) }},
		}
	case 1:
		return []meaning{
			{output: flags[0], value: func(x []*logic.Term) *logic.Term { return s.Eq(x[0], x[1]) }},
			{output: flags[0], value: func(x []*logic.Term) *logic.Term { return s.Not(s.Eq(x[0], x[1])) }},
		}
	}
	return nil
}

// formula returns c under the meanings of its predicates. Predicates without a meaning hold for
// everything.
func (r *reader) formula(c *horn.Clause) *logic.Term {
	s := r.sys.Store
	z := []*logic.Term{s.Not(c.Constraint)}
	for i := range c.Body {
		if m, ok := r.meanings[c.Body[i].Pred]; ok {
			z = append(z, s.Not(m.formula(s, c.Body[i].Args)))
		}
	}
	if c.Head != nil {
		m, ok := r.meanings[c.Head.Pred]
		if !ok {
			return s.True()
		}
		z = append(z, m.formula(s, c.Head.Args))
	}
	return s.Or(z...)
}

// contradicts reports whether x is false for an example of vars.
func (r *reader) contradicts(vars []*logic.Term, x *logic.Term) bool {
	return slices.ContainsFunc(r.values.tuples(vars), func(values []*logic.Term) bool {
		z := r.theory.Evaluate(r.sys.Store.Substitute(x, vars, values))
		return z != nil && z.IsFalse()
	})
}

func (r *reader) holds(c *horn.Clause) bool { return r.theory.Holds(r.ctx, r.formula(c)) }

// maxModes bounds the choices of outputs for mutually recursive predicates.
const maxModes = 64

// recursive looks for outputs of preds with which their clauses define functions. It takes the
// choice that leaves the fewest inputs without a clause.
func (r *reader) recursive(preds []*logic.Func) {
	orders := make([][]int, len(preds))
	total := 1
	for i, p := range preds {
		orders[i] = r.outputs(p)
		total *= len(orders[i])
	}
	var best []*definition
	for k := range min(total, maxModes) {
		chosen := make([]int, len(preds))
		rest := k
		for i := range preds {
			chosen[i] = orders[i][rest%len(orders[i])]
			rest /= len(orders[i])
		}
		if turn.Yield(r.ctx) != nil {
			return
		}
		if ds := r.define(preds, chosen); ds != nil && (best == nil || undefined(ds) < undefined(best)) {
			best = ds
		}
		if best != nil && undefined(best) == 0 {
			break
		}
	}
	if best == nil {
		r.missing += len(preds)
	}
	for _, d := range best {
		if d.meaning.output < 0 {
			r.missing++
		}
		r.meanings[d.pred] = d.meaning
		if d.inline {
			continue
		}
		r.theory.Define(d.function)
		if m := r.compared(d); m != nil && len(best) == 1 {
			r.meanings[d.pred] = *m
			r.theory.Remove(d.function)
		} else {
			r.meanings[d.pred] = d.meaning
			r.defined[d.pred] = d.function
		}
	}
}

// definition is one reading of a predicate.
type definition struct {
	pred      *logic.Func
	meaning   meaning
	function  *recursion.Function
	inline    bool // the meaning needs no function
	undefined int  // examples of inputs for which no clause applies
}

func undefined(ds []*definition) int {
	n := 0
	for _, d := range ds {
		n += d.undefined
	}
	return n
}

// outputs lists the parameters of p that the others may determine, likely ones first, and -1 for no
// output.
func (r *reader) outputs(p *logic.Func) []int {
	n := p.Arity()
	z := make([]int, n, n+1)
	for i := range n {
		z[i] = i
	}
	if !r.first && n > 0 {
		z = append([]int{n - 1}, z[:n-1]...)
	}
	return append(z, -1)
}

// define makes functions for preds with the chosen outputs. It returns nil if their clauses define
// none.
func (r *reader) define(preds []*logic.Func, chosen []int) []*definition {
	s := r.sys.Store
	ds := make([]*definition, len(preds))
	var fs []*recursion.Function
	for i, p := range preds {
		f := r.declare(p, chosen[i])
		m := meaning{output: chosen[i], value: func(inputs []*logic.Term) *logic.Term { return s.Apply(f.Func, inputs...) }}
		ds[i] = &definition{pred: p, meaning: m, function: f}
		fs = append(fs, f)
		r.meanings[p] = m
	}
	defer func() {
		for _, p := range preds {
			delete(r.meanings, p)
		}
		r.theory.Remove(fs...)
	}()
	branches := make([][]branch, len(preds))
	calls := false
	for i, p := range preds {
		for _, c := range r.heads[p] {
			b, ok := orient(s, c, chosen[i], fs[i].Vars, r.meanings)
			if !ok {
				return nil
			}
			branches[i] = append(branches[i], b)
		}
		if domain := countdown(s, fs[i], branches[i]); domain != nil {
			ds[i].meaning.domain = func(inputs []*logic.Term) *logic.Term { return s.Substitute(domain, fs[i].Vars, inputs) }
		}
		fs[i].Body = r.body(fs[i], branches[i])
		for _, g := range fs {
			calls = calls || slices.Contains(logic.Funcs(fs[i].Body), g.Func)
		}
	}
	r.theory.Define(fs...)
	for i := range preds {
		missing, ok := r.functional(fs[i], branches[i])
		if !ok {
			return nil
		}
		if chosen[i] < 0 {
			missing = len(preds) * examples
		}
		ds[i].undefined = missing
	}
	for i, p := range preds {
		r.meanings[p] = ds[i].meaning
	}
	// if few examples satisfy two guards at once, inputs from the clauses are added
	for _, p := range preds {
		if slices.ContainsFunc(r.heads[p], func(c *horn.Clause) bool {
			x := r.theory.Solved(r.formula(c))
			return r.contradicts(logic.FreeVars(x), x)
		}) {
			return nil
		}
	}
	// the function is only an abbreviation
	if f := fs[0]; !calls && len(fs) == 1 && !f.Body.HasIte() {
		ds[0].inline = true
		ds[0].meaning.value = func(inputs []*logic.Term) *logic.Term { return s.Substitute(f.Body, f.Vars, inputs) }
	}
	return ds
}

// declare makes a function for p without a body.
func (r *reader) declare(p *logic.Func, output int) *recursion.Function {
	s := r.sys.Store
	sorts := slices.Clone(p.Params())
	result := s.Bool
	if output >= 0 {
		result = sorts[output]
		sorts = slices.Delete(sorts, output, output+1)
	}
	f := &recursion.Function{Func: s.FreshFunc(p.Name()+"!value", sorts, result)}
	for k, sort := range sorts {
		f.Vars = append(f.Vars, s.Var(fmt.Sprintf("y!%d", k), sort))
	}
	return f
}

// body joins branches to a definition. If one of the guards always holds, the last branch needs
// none.
func (r *reader) body(f *recursion.Function, branches []branch) *logic.Term {
	s := r.sys.Store
	if f.Func.Result().IsBool() && !slices.ContainsFunc(branches, func(b branch) bool { return !b.result.IsTrue() }) {
		z := s.False()
		for _, b := range branches {
			z = s.Or(z, b.guard)
		}
		return z
	}
	// Branches that call functions come last: evaluation stops before them if it can.
	slices.SortStableFunc(branches, func(a, b branch) int { return rank(a) - rank(b) })
	z := s.DefaultValue(f.Func.Result())
	guards := s.False()
	for _, b := range branches {
		guards = s.Or(guards, b.guard)
	}
	for i, b := range slices.Backward(branches) {
		if i == len(branches)-1 && r.theory.Holds(r.ctx, guards) {
			z = b.result
		} else {
			z = s.Ite(b.guard, b.result, z)
		}
	}
	return z
}

func rank(b branch) int {
	switch {
	case b.guard.HasApps():
		return 2
	case b.result.HasApps():
		return 1
	}
	return 0
}

// functional reports whether branches whose guards hold for the same inputs have the same results,
// at all examples. It also returns the number of examples for which no guard holds.
func (r *reader) functional(f *recursion.Function, branches []branch) (missing int, ok bool) {
	s := r.sys.Store
	for _, inputs := range r.values.tuples(f.Vars) {
		value := r.theory.Evaluate(s.Apply(f.Func, inputs...))
		sub := s.NewSubstitution(f.Vars, inputs)
		covered := false
		for _, b := range branches {
			g := r.theory.Evaluate(sub.Apply(b.guard))
			if g == nil || !g.IsTrue() {
				continue
			}
			covered = true
			if x := r.theory.Evaluate(sub.Apply(b.result)); value != nil && x != nil && x != value {
				return 0, false
			}
		}
		if !covered {
			missing++
		}
	}
	return missing, true
}

// countdown handles functions that count down: all calls of f lower an Int input by a number, and
// no datatype input gets smaller with every call. It returns a condition on the inputs of f: the
// Int input is not negative, or a clause without calls applies. It adds this condition to the
// guards of the calls, since otherwise the recursion would not end. The condition is proved with
// the clauses. For other functions countdown returns nil.
func countdown(s *logic.Store, f *recursion.Function, branches []branch) *logic.Term {
	var natural []*logic.Term
	added := make([]*logic.Term, len(branches))
	for k, v := range f.Vars {
		lowered, ok := lowerings(s, f, branches, k)
		switch {
		case !ok:
		case v.Sort().IsDatatype():
			return nil
		case v.Sort().IsInt() && len(lowered) > 0:
			for i, g := range lowered {
				added[i] = g
			}
			natural = append(natural, s.Ge(v, s.IntNum(0)))
		}
	}
	if natural == nil {
		return nil
	}
	domain := []*logic.Term{s.And(natural...)}
	for i, b := range branches {
		if added[i] != nil {
			branches[i].guard = s.And(added[i], b.guard)
		} else {
			domain = append(domain, b.guard)
		}
	}
	return s.Or(domain...)
}

// lowerings reports whether all calls of f make input k smaller. For the branches with calls, it
// returns the condition that a number does not become negative.
func lowerings(s *logic.Store, f *recursion.Function, branches []branch, k int) (map[int]*logic.Term, bool) {
	v := f.Vars[k]
	z := map[int]*logic.Term{}
	for i, b := range branches {
		for _, x := range callsOf(f, b) {
			switch y := x.Arg(k); {
			case v.Sort().IsDatatype() && isPart(y, v):
			case v.Sort().IsInt() && lowers(s, v, y):
				z[i] = s.Ge(v, s.Sub(v, y))
			default:
				return nil, false
			}
		}
	}
	return z, true
}

// callsOf returns the calls of f in b.
func callsOf(f *recursion.Function, b branch) []*logic.Term {
	var z []*logic.Term
	logic.Walk(func(x *logic.Term) bool {
		if x.Op() == logic.OpApp && x.Func() == f.Func {
			z = append(z, x)
		}
		return x.HasApps()
	}, b.guard, b.result)
	return z
}

// isPart reports whether x is a part of v.
func isPart(x, v *logic.Term) bool {
	for x.Op() == logic.OpField {
		if x = x.Arg(0); x == v {
			return true
		}
	}
	return false
}

// lowers reports whether x is v minus a number.
func lowers(s *logic.Store, v, x *logic.Term) bool {
	d := s.Sub(v, x)
	return d.Op() == logic.OpNum && d.Num().Sign() > 0
}
