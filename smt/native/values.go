// SPDX-License-Identifier: Apache-2.0

package native

import (
	"cmp"
	"fmt"
	"slices"

	"cornet/internal/rational"
	"cornet/internal/slice"
	"cornet/logic"
	"cornet/smt/euf"
	"cornet/smt/sat"
)

// values reads a model off the congruence graph after a consistent final check. A class has the
// value of a shared term if it has one. Each class of an uninterpreted sort is a separate element.
// An array has the values of its reads. Elsewhere it has the values of the constant arrays from
// which it is made.
type values struct {
	q     *equality
	store *logic.Store
	value func(sat.Lit) sat.LBool

	memo  map[euf.Node]*logic.Term // the values found so far, by root
	names map[string]bool          // the names of elements of uninterpreted sorts
	base  map[euf.Node]euf.Node    // by root of an array: another array that differs by stores
	// by root of the representative of a component: its default, if the components must differ
	apart map[euf.Node]int64
	open  map[euf.Node]bool // by root: its value is under construction
}

func (q *equality) values(s *sat.Solver) *values {
	z := &values{
		q: q, store: q.enc.store, value: s.Value,
		memo: map[euf.Node]*logic.Term{}, names: map[string]bool{}, base: map[euf.Node]euf.Node{}, open: map[euf.Node]bool{},
	}
	if q.apart(s.Value) {
		z.apart = map[euf.Node]int64{}
	}
	for i := range q.sharedTerms {
		if f := &q.sharedTerms[i]; f.fixed != nil {
			z.names[f.fixed.Name()] = true
		}
	}
	for _, s := range q.stores {
		if a, b := z.component(s.n), z.component(s.a); a != b {
			z.base[a] = b
		}
	}
	return z
}

// doubt is the degree to which a model may be wrong.
type doubt uint8

const (
	// There are only arithmetic and bits. The model is not checked.
	certain doubt = iota
	// There are equations. The model should be right. Formulas must not be false in it.
	careful
	// There are constant arrays whose stores may hide the constant, or functions of arrays, which
	// may be equal by chance. Formulas must be true in the model.
	risky
)

// doubt returns the degree to which models may be wrong.
func (q *equality) doubt(value func(sat.Lit) sat.LBool) doubt {
	if q.apart(value) {
		return risky
	}
	for _, k := range q.consts {
		if !q.sorts[k].Index().IsArith() {
			return risky
		}
	}
	for _, a := range q.apps {
		for _, x := range a.term.Args() {
			if !isSharedSort(x.Sort()) && x.Sort().Kind() != logic.KindUninterpreted {
				return risky
			}
		}
	}
	if q.g.Len() == 0 {
		return certain
	}
	return careful
}

// fault describes what is wrong with a model of fs, or returns "".
func (d doubt) fault(m *logic.Model, fs []*logic.Term) string {
	for _, f := range fs {
		switch {
		case d == risky && !m.Holds(f):
			return "no value for a constant array or an argument that is an array"
		case d == careful && m.Eval(f).IsFalse():
			return "a model that makes a formula false"
		}
	}
	return ""
}

// apart reports whether some arrays must differ though no witness separates them. This happens for
// indices that are arrays, and for parts of datatypes whose equation must be false.
func (q *equality) apart(value func(sat.Lit) sat.LBool) bool {
	for _, sort := range q.sorts {
		if sort != nil && sort.IsArray() && !isSharedSort(sort.Index()) && (sort.Index().IsArray() || holdsArrays(sort.Index())) {
			return true
		}
	}
	for _, x := range q.atoms {
		if x.gate.made&negative != 0 && value(x.gate.lit) == sat.False && holdsArrays(q.sorts[x.a]) {
			return true
		}
	}
	return false
}

// component returns the representative of the arrays that differ from n by stores.
func (z *values) component(n euf.Node) euf.Node {
	n = z.q.g.Find(n)
	for {
		b, ok := z.base[n]
		if !ok {
			return n
		}
		n = b
	}
}

// of returns the value of a node. It makes the values of the node's parts first, on an explicit
// stack. A part that would contain the whole has the default value. This happens only for constant
// arrays that are overwritten everywhere, whose models are in doubt.
func (z *values) of(n euf.Node) *logic.Term {
	for stack := []euf.Node{n}; len(stack) > 0; {
		n := stack[len(stack)-1]
		r := z.q.g.Find(n)
		if z.memo[r] != nil {
			stack = stack[:len(stack)-1]
			continue
		}
		before := len(stack)
		if !z.open[r] {
			z.open[r] = true
			for _, p := range z.parts(r, z.q.sorts[n]) {
				if !z.open[z.q.g.Find(p)] {
					stack = append(stack, p)
				}
			}
		}
		if len(stack) == before {
			z.memo[r] = z.make(r, z.q.sorts[n])
			stack = stack[:len(stack)-1]
		}
	}
	return z.memo[z.q.g.Find(n)]
}

// part returns the value of a part of the value under construction.
func (z *values) part(n euf.Node) *logic.Term {
	if v := z.memo[z.q.g.Find(n)]; v != nil {
		return v
	}
	return z.store.DefaultValue(z.q.sorts[n])
}

// parts returns the nodes whose values determine the value of root r.
func (z *values) parts(r euf.Node, sort *logic.Sort) []euf.Node {
	q := z.q
	if _, isShared := q.firsts[r]; isShared {
		return nil
	}
	switch sort.Kind() {
	case logic.KindArray:
		var parts []euf.Node
		if k, ok := z.constant(r); ok {
			parts = append(parts, q.g.Arg(k, 0))
		}
		for _, u := range z.reads(r) {
			parts = append(parts, q.g.Arg(u, 1), u)
		}
		return parts
	case logic.KindDatatype:
		if i := q.ctorOf[r]; i > 0 {
			return q.ctors[i-1].args
		}
	}
	return nil
}

// constant returns a constant array from which the array r differs by stores.
func (z *values) constant(r euf.Node) (euf.Node, bool) {
	for _, k := range z.q.consts {
		if z.component(k) == z.component(r) {
			return k, true
		}
	}
	return 0, false
}

// reads returns reads that determine array r: those on which all arrays of its component agree, and
// its own.
func (z *values) reads(r euf.Node) []euf.Node {
	common := z.q.agreed.common(r)
	for _, u := range z.q.readsOf(r) {
		if z.q.agreed.at(r, z.q.g.Arg(u, 1)) == euf.NoNode {
			common = append(common, u)
		}
	}
	return common
}

func (z *values) make(r euf.Node, sort *logic.Sort) *logic.Term {
	q := z.q
	if i, ok := q.firsts[r]; ok {
		return z.ofSharedTerm(&q.sharedTerms[i])
	}
	switch sort.Kind() {
	case logic.KindArray:
		return z.array(r, sort)
	case logic.KindDatatype:
		if i := q.ctorOf[r]; i > 0 {
			t := &q.ctors[i-1]
			args := slice.Map(t.args, z.part)
			return z.store.Construct(t.c, args...)
		}
	case logic.KindUninterpreted:
		for k := len(z.names); ; k++ {
			if name := fmt.Sprintf("%s!%d", sort.Name(), k); !z.names[name] {
				z.names[name] = true
				return z.store.UninterpretedValue(name, sort)
			}
		}
	}
	return z.store.DefaultValue(sort)
}

func (z *values) ofSharedTerm(f *sharedTerm) *logic.Term {
	switch {
	case f.fixed != nil:
		return f.fixed
	case f.lit != sat.NoLit:
		return z.store.BoolValue(z.value(f.lit) == sat.True)
	case f.word != nil:
		return z.store.BVNum(wordValue(f.word, z.value), len(f.word))
	}
	return z.store.Num(z.q.enc.arith.valueOf(f), f.sort)
}

// apartFrom is the first default of arrays that must differ. It is a number that formulas are
// unlikely to contain.
const apartFrom = 1_000_003

func (z *values) array(r euf.Node, sort *logic.Sort) *logic.Term {
	q := z.q
	all := z.store.DefaultValue(sort.Elem())
	if elem := sort.Elem(); z.apart != nil && elem.IsArith() {
		// Arrays that no stores connect differ where nothing else determines them.
		c := z.component(r)
		if z.apart[c] == 0 {
			z.apart[c] = apartFrom + int64(len(z.apart))
		}
		all = z.store.Num(rational.Int(z.apart[c]), elem)
	}
	if k, ok := z.constant(r); ok {
		all = z.part(q.g.Arg(k, 0))
	}
	type entry struct{ index, value *logic.Term }
	var entries []entry
	for _, u := range z.reads(r) {
		entries = append(entries, entry{z.part(q.g.Arg(u, 1)), z.part(u)})
	}
	// The stores are nested in the order that array values have.
	slices.SortStableFunc(entries, func(a, b entry) int { return cmp.Compare(a.index.ID(), b.index.ID()) })
	v := z.store.ConstArray(sort, all)
	for _, e := range entries {
		v = z.store.Store(v, e.index, e.value)
	}
	return v
}

// functions returns the tables of the functions.
func (z *values) functions(m *logic.Model) {
	tables := map[*logic.Func]*logic.Table{}
	for _, a := range z.q.apps {
		f := a.term.Func()
		t := tables[f]
		if t == nil {
			t = &logic.Table{Else: z.store.DefaultValue(f.Result())}
			tables[f] = t
		}
		args := slice.Map(a.args, z.of)
		t.Entries = append(t.Entries, logic.Entry{Args: args, Value: z.of(a.n)})
	}
	for f, t := range tables {
		m.SetFunc(f, t)
	}
}
