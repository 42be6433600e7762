// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"slices"

	"cornet/logic"
)

// This file reads the theory of heaps: Z. Esen, P. Rümmer, "A Theory of Heap for Constrained Horn
// Clauses", SMT 2022, in the syntax of Princess and Eldarica. A heap is a sequence of objects; an
// address is a position in it, from 1, and 0 is the null address. The reader represents a heap by a
// record of its size and an array of objects, and an address by a record of its position, as the
// array encoding of Princess does.
//
// A heap has several records, since the array has cells beyond the size. Only equations distinguish
// them. If a clause requires two heaps to be equal, comparing records is right: each heap has a
// record whose cells beyond the size contain the default object, and operations preserve this; and
// all derived facts about records hold for the heaps that they represent. If a clause requires
// heaps to differ, this argument fails, and the assertion is refused. An address below 0 is never
// allocated, like large addresses.

// heapTheory is a declared heap.
type heapTheory struct {
	heap, address, pair *logic.Sort
	contents            *logic.Sort // arrays of objects
}

// declareHeap reads (declare-heap Heap Addr Range Object default ((S 0) …) ((ctor …) …)).
func (r *reader) declareHeap() Command {
	if r.heap() != nil {
		panic(r.errorAt(r.start, CodeUnsupported, "a second declare-heap; scripts with one heap are supported"))
	}
	r.depart(HeapTheory, r.start, "the theory of heaps; records with a size and an array of objects are understood")
	var names [4]*symbol
	var places [4]place
	for i, what := range []string{"the sort of heaps", "the sort of addresses", "the sort of ranges", "the sort of objects"} {
		names[i] = r.nextSymbol(what)
		r.newSortSymbol(names[i])
		places[i] = r.lx.at
	}
	r.lx.next()
	object := r.sexprHere()
	h := &heapTheory{}
	cmd := Command{Kind: CmdDeclareDatatypes}
	h.address = r.heapRecord(&cmd, names[1], places[1], names[1].name+"_ctor", []string{names[1].name + "_position"}, []*logic.Sort{r.store.Int})
	r.heapRecord(&cmd, names[2], places[2], names[2].name+"_ctor", []string{names[2].name + "_start", names[2].name + "_size"}, []*logic.Sort{r.store.Int, r.store.Int})
	objects := r.declareDatatypes()
	cmd.Sorts, cmd.Generics = append(cmd.Sorts, objects.Sorts...), objects.Generics
	sort := names[3].sort
	if sort == nil || !slices.Contains(objects.Sorts, sort.sort) {
		panic(r.errorAt(places[3], CodeUnknown, "%s is not among the declared datatypes", logic.QuoteSymbol(names[3].name)))
	}
	h.contents = r.store.Array(r.store.Int, sort.sort)
	h.heap = r.heapRecord(&cmd, names[0], places[0], names[0].name+"_ctor", []string{names[0].name + "_size", names[0].name + "_contents"}, []*logic.Sort{r.store.Int, h.contents})
	pair := r.syms.intern([]byte(names[0].name + names[1].name + "Pair"))
	h.pair = r.heapRecord(&cmd, pair, places[0], names[0].name+"_heapAddrPair_ctor", []string{"heap.heapAddrPair_1", "heap.heapAddrPair_2"}, []*logic.Sort{h.heap, h.address})
	var initial *logic.Term
	r.replay(object, func() { initial = r.term() })
	if !r.coercer.coerce(&initial, sort.sort) {
		panic(r.errorAt(places[3], CodeSort, "the default object has sort %s; expected %v", r.sortOf(initial), sort.sort))
	}
	r.declareHeapFunctions(h, initial, places[0])
	r.syms.heap, r.coercer.address = h, h.address
	return cmd
}

// heapRecord declares a datatype with one constructor, whose names are given.
func (r *reader) heapRecord(cmd *Command, s *symbol, at place, ctor string, fields []string, sorts []*logic.Sort) *logic.Sort {
	intern := func(name string) *symbol { return r.syms.intern([]byte(name)) }
	d := &datatypeSpec{sym: s, at: at}
	c := ctorSpec{sym: intern(ctor), at: at}
	for i, f := range fields {
		c.fields, c.places, c.sorts = append(c.fields, intern(f)), append(c.places, at), append(c.sorts, &sortExpr{sort: sorts[i]})
	}
	d.ctors = []ctorSpec{c}
	specs := []*datatypeSpec{d}
	r.newDatatypes(specs)
	sort := r.finishDatatypes(specs).Sorts[0]
	cmd.Sorts = append(cmd.Sorts, sort)
	return sort
}

// declareHeapFunctions declares the functions of the theory as definitions.
func (r *reader) declareHeapFunctions(h *heapTheory, initial *logic.Term, at place) {
	s := r.store
	record := func(sort *logic.Sort, args ...*logic.Term) *logic.Term {
		return s.Construct(sort.Datatype().Constructors[0], args...)
	}
	field := func(t *logic.Term, k int) *logic.Term {
		return s.Field(t.Sort().Datatype().Constructors[0].Fields[k], t)
	}
	heap, address, object, n := s.Var("h", h.heap), s.Var("a", h.address), s.Var("o", initial.Sort()), s.Var("n", s.Int)
	size, contents, position := field(heap, 0), field(heap, 1), field(address, 0)
	zero, one := s.IntNum(0), s.IntNum(1)
	valid := s.And(s.Ge(position, one), s.Le(position, size))
	next := s.Add(size, one)
	grown := record(h.heap, next, s.Store(contents, next, object))
	fresh := record(h.address, next)
	for _, f := range []struct {
		name   string
		params []*logic.Term
		body   *logic.Term
	}{
		{"heap.empty", nil, record(h.heap, zero, s.ConstArray(h.contents, initial))},
		{"heap.null", nil, record(h.address, zero)},
		{"heap.addr", []*logic.Term{n}, record(h.address, s.Ite(s.Ge(n, one), n, zero))},
		{"heap.valid", []*logic.Term{heap, address}, valid},
		{"heap.read", []*logic.Term{heap, address}, s.Ite(valid, s.Select(contents, position), initial)},
		{"heap.write", []*logic.Term{heap, address, object}, record(h.heap, size, s.Ite(valid, s.Store(contents, position, object), contents))},
		{"heap.alloc", []*logic.Term{heap, object}, record(h.pair, grown, fresh)},
		{"alloc" + h.heap.Name(), []*logic.Term{heap, object}, grown},
		{"alloc" + h.address.Name(), []*logic.Term{heap, object}, fresh},
		{"heap.nextAddr", []*logic.Term{heap, n}, record(h.address, s.Ite(s.Ge(s.Add(size, n), zero), s.Add(next, n), zero))},
	} {
		sym := r.syms.intern([]byte(f.name))
		r.undeclaredAt(sym, at)
		r.define(CmdDefineFun, sym, at, f.params, f.body)
	}
}

// heap returns the heap that the script has declared and not yet popped, or nil.
func (r *reader) heap() *heapTheory {
	h := r.syms.heap
	if h == nil {
		return nil
	}
	if d := r.syms.intern([]byte(h.heap.Name())).sort; d == nil || d.sort != h.heap {
		return nil
	}
	return h
}

// noHeap refuses a sort with heaps in a declaration.
func (r *reader) noHeap(sort *logic.Sort, at place, what string) {
	if h := r.heap(); h != nil && sort.Holds(h.heap) {
		panic(r.errorAt(at, CodeUnsupported, "sort %v in %s", sort, what))
	}
}

// heapSizes returns that the heaps among the variables have no negative size.
func (r *reader) heapSizes(vars []*logic.Term) *logic.Term {
	h := r.heap()
	if h == nil {
		return r.store.True()
	}
	var z []*logic.Term
	for _, v := range vars {
		switch {
		case v.Sort() == h.pair:
			v = r.store.Field(h.pair.Datatype().Constructors[0].Fields[0], v)
		case v.Sort() == h.heap:
		case v.Sort().Holds(h.heap):
			panic(r.errorAt(r.lx.at, CodeUnsupported, "variable %s of sort %v, which contains heaps; only heaps themselves are supported", logic.QuoteSymbol(v.Name()), v.Sort()))
		default:
			continue
		}
		z = append(z, r.store.Ge(r.store.Field(h.heap.Datatype().Constructors[0].Fields[0], v), r.store.IntNum(0)))
	}
	return r.store.And(z...)
}

// differentHeaps refuses a formula that requires heaps to differ. It is asserted, or its negation
// is.
//
// Cost: linear in the DAG of the formula.
func (r *reader) differentHeaps(t *logic.Term, negated bool, at place) {
	h := r.heap()
	if h == nil {
		return
	}
	compared := func(sort *logic.Sort) bool { return sort == h.contents || sort.Holds(h.heap) }
	type visit struct {
		t             *logic.Term
		holds, denied bool // whether the formula may have to hold, and may have to be false
	}
	work := []visit{{t, !negated, negated}}
	seen := map[visit]bool{}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[x] {
			continue
		}
		seen[x] = true
		args := x.t.Args()
		if x.t.Op() == logic.OpEq && compared(args[0].Sort()) && x.holds {
			panic(r.errorAt(at, CodeUnsupported, "two heaps are required to differ, or are compared as a condition; heaps can only be required to be equal"))
		}
		if sort := x.t.Sort(); sort.IsArray() && sort.Index().Holds(h.heap) {
			panic(r.errorAt(at, CodeUnsupported, "arrays indexed by heaps are not supported"))
		}
		for i, a := range args {
			y := visit{a, x.holds, x.denied}
			switch op := x.t.Op(); {
			case op == logic.OpNot, op == logic.OpImplies && i < len(args)-1:
				y.holds, y.denied = x.denied, x.holds
			case op == logic.OpAnd, op == logic.OpOr, op == logic.OpImplies, op == logic.OpForall, op == logic.OpExists, op == logic.OpIte && a.Sort().IsBool() && i > 0:
			default: // the value matters, not only the polarity
				y.holds, y.denied = true, true
			}
			work = append(work, y)
		}
	}
}
