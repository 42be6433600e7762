// SPDX-License-Identifier: Apache-2.0

package logic

import (
	"fmt"
	"iter"
	"math"
	"math/big"
	"slices"
	"strconv"

	"cornet/internal/rational"
)

// Store owns sorts, functions and hash-consed terms. The zero value is not
// usable; call [NewStore].
//
// A store belongs to one goroutine at a time. Terms of different stores must
// not be mixed; [Importer] copies them. Memory is reclaimed with the store as a
// whole: terms live as long as it does.
type Store struct {
	// Bool, Int and Real are the sorts with these names.
	Bool, Int, Real *Sort

	sorts     []*Sort
	bvSorts   map[int]*Sort
	arrSorts  map[[2]*Sort]*Sort
	named     map[string]*Sort // uninterpreted sorts and datatypes
	funcs     []*Func
	funcNames map[string][]*Func

	terms  []*Term // by ID
	table  []slot  // open addressing
	slab   []Term  // room for the next terms
	argMem []*Term // room for the next argument lists
	words  int     // see Words
	effort int64   // see Effort

	trueTerm, falseTerm *Term
	freshCount          map[string]int
	defaults            map[*Sort]*Term    // values found so far
	valueEqs            map[[2]*Term]*Term // results of comparing array values that contain others
	bases               map[*Term]*Term    // for arrays with at least two stores: see base
}

// NewStore returns an empty store.
func NewStore() *Store {
	s := &Store{
		bvSorts:    map[int]*Sort{},
		arrSorts:   map[[2]*Sort]*Sort{},
		named:      map[string]*Sort{},
		funcNames:  map[string][]*Func{},
		table:      make([]slot, 1<<10),
		freshCount: map[string]int{},
		defaults:   map[*Sort]*Term{},
		valueEqs:   map[[2]*Term]*Term{},
		bases:      map[*Term]*Term{},
	}
	s.Bool = s.addSort(&Sort{kind: KindBool})
	s.Int = s.addSort(&Sort{kind: KindInt})
	s.Real = s.addSort(&Sort{kind: KindReal})
	s.trueTerm = s.intern(OpTrue, s.Bool, nil, nil)
	s.falseTerm = s.intern(OpFalse, s.Bool, nil, nil)
	return s
}

// TicksPerMillisecond is the number of ticks of effort that take about a millisecond. A tick is
// about the time in which a SAT solver touches a cache line.
const TicksPerMillisecond = 30_000

// internTicks is the cost of making a term, or of finding it in the store. Ticks were fitted to the
// processor time of engines: this cost and what solvers spend explain it within a factor of two.
const internTicks = 36

// Effort returns how many ticks of work have been done with the terms of the store: by the store
// itself, and by solvers, which report it (see [Store.Spend]). It depends only on the calls.
func (s *Store) Effort() int64 { return s.effort }

// Spend adds the effort of a solver over the terms of the store.
func (s *Store) Spend(ticks int64) { s.effort += ticks }

// Words returns about how many words of memory terms and argument lists take.
func (s *Store) Words() int { return s.words }

// Len returns the number of terms; IDs run from 0 to Len()-1.
func (s *Store) Len() int { return len(s.terms) }

// Term returns the term with the given ID.
func (s *Store) Term(id uint32) *Term { return s.terms[id] }

func (s *Store) addSort(x *Sort) *Sort {
	x.id = uint32(len(s.sorts))
	x.size = max(x.size, 1)
	s.sorts = append(s.sorts, x)
	return x
}

// BitVec returns the sort of bit-vectors of the given positive width.
func (s *Store) BitVec(width int) *Sort {
	if width <= 0 {
		panic(fmt.Sprintf("logic: bit-vector width %d", width))
	}
	if x := s.bvSorts[width]; x != nil {
		return x
	}
	x := s.addSort(&Sort{kind: KindBitVec, width: width})
	s.bvSorts[width] = x
	return x
}

// Array returns the sort of arrays from index to elem.
func (s *Store) Array(index, elem *Sort) *Sort {
	key := [2]*Sort{index, elem}
	if x := s.arrSorts[key]; x != nil {
		return x
	}
	size := min(1+index.size+elem.size, math.MaxInt/4)
	x := s.addSort(&Sort{kind: KindArray, params: key, size: size})
	s.arrSorts[key] = x
	return x
}

// Instance returns the instance of g over args, of that many nodes, called name, and whether it is
// new. There may already be an instance of another declaration of the same name.
func (s *Store) Instance(g *Generic, name string, args []*Sort, size int) (z *Sort, isNew bool) {
	key := "|" + name // no symbol has a bar
	if z := s.named[key]; z != nil {
		return z, false
	}
	z = s.addSort(&Sort{kind: KindDatatype, name: name, dt: &Datatype{}, generic: g, args: args, size: size})
	z.dt.Sort = z
	s.named[key] = z
	return z, true
}

// Uninterpreted returns the uninterpreted sort called name, and declares it if it is new. The name
// must not be that of a datatype.
func (s *Store) Uninterpreted(name string) *Sort {
	if x := s.named[name]; x != nil {
		if x.kind != KindUninterpreted {
			panic("logic: sort " + name + " is a datatype")
		}
		return x
	}
	x := s.addSort(&Sort{kind: KindUninterpreted, name: name})
	s.named[name] = x
	return x
}

// NamedSort returns the uninterpreted sort or datatype called name, or nil.
func (s *Store) NamedSort(name string) *Sort { return s.named[name] }

// NewDatatype declares a datatype sort without constructors; [Store.AddConstructor]
// gives it some. The two steps allow mutually recursive datatypes. The name
// must be new.
func (s *Store) NewDatatype(name string) *Sort {
	if s.named[name] != nil {
		panic("logic: sort " + name + " is declared twice")
	}
	x := s.addSort(&Sort{kind: KindDatatype, name: name, dt: &Datatype{}})
	x.dt.Sort = x
	s.named[name] = x
	return x
}

// AddConstructor appends a constructor to a datatype made by
// [Store.NewDatatype]. fields and sorts run in parallel.
func (s *Store) AddConstructor(dt *Sort, name string, fields []string, sorts []*Sort) *Constructor {
	d := dt.dt
	c := &Constructor{Name: name, Index: len(d.Constructors), Sort: dt}
	for i, f := range fields {
		c.Fields = append(c.Fields, &Selector{Name: f, Index: i, Ctor: c, Sort: sorts[i]})
	}
	d.Constructors = append(d.Constructors, c)
	return c
}

// Func returns the uninterpreted function with the given signature, and declares it if it is new.
func (s *Store) Func(name string, params []*Sort, result *Sort) *Func {
next:
	for _, f := range s.funcNames[name] {
		if f.result != result || len(f.params) != len(params) {
			continue
		}
		for i := range params {
			if f.params[i] != params[i] {
				continue next
			}
		}
		return f
	}
	f := &Func{id: uint32(len(s.funcs)), name: name, params: append([]*Sort(nil), params...), result: result}
	s.funcs = append(s.funcs, f)
	s.funcNames[name] = append(s.funcNames[name], f)
	return f
}

// FreshFunc returns a function with a name that starts with prefix and that no function of the
// store has had before.
func (s *Store) FreshFunc(prefix string, params []*Sort, result *Sort) *Func {
	for {
		name := s.freshName(prefix)
		if len(s.funcNames[name]) == 0 {
			return s.Func(name, params, result)
		}
	}
}

// Var returns the variable with the given name and sort.
func (s *Store) Var(name string, sort *Sort) *Term {
	h := hashEnd(hashHead(OpVar, sort) ^ hashString(name))
	for i := range s.slots(h) { // intern without making an interface of name
		if t := s.terms[i]; t.op == OpVar && t.sort == sort && t.ref.(string) == name {
			return t
		}
	}
	return s.add(h, OpVar, sort, nil, name)
}

// Fresh returns a variable whose name starts with prefix. The store has not seen this name with
// that sort before, and no function has it.
func (s *Store) Fresh(prefix string, sort *Sort) *Term {
	for {
		n := len(s.terms)
		name := s.freshName(prefix)
		v := s.Var(name, sort)
		if len(s.terms) > n && len(s.funcNames[name]) == 0 {
			return v
		}
	}
}

func (s *Store) freshName(prefix string) string {
	k := s.freshCount[prefix]
	s.freshCount[prefix] = k + 1
	return prefix + "!" + strconv.Itoa(k)
}

// True returns the constant true.
func (s *Store) True() *Term { return s.trueTerm }

// False returns the constant false.
func (s *Store) False() *Term { return s.falseTerm }

// BoolValue returns the truth value b.
func (s *Store) BoolValue(b bool) *Term {
	if b {
		return s.trueTerm
	}
	return s.falseTerm
}

// BigInt returns the integer x.
func (s *Store) BigInt(x *big.Int) *Term { return s.Num(rational.FromBigInt(x), s.Int) }

// BigReal returns the real number x.
func (s *Store) BigReal(x *big.Rat) *Term { return s.Num(rational.FromBig(x), s.Real) }

// Num returns the numeral x of sort Int or Real; x must be an integer for Int.
func (s *Store) Num(x rational.Rat, sort *Sort) *Term {
	if !sort.IsArith() || sort.IsInt() && !x.IsInt() {
		panic(fmt.Sprintf("logic: numeral %v of sort %v", x, sort))
	}
	h := hashEnd(hashHead(OpNum, sort) ^ x.Hash())
	for i := range s.slots(h) { // intern without a copy of x
		if t := s.terms[i]; t.op == OpNum && t.sort == sort && t.ref.(*rational.Rat).Equal(x) {
			return t
		}
	}
	kept := x
	return s.add(h, OpNum, sort, nil, &kept)
}

// IntNum returns the Int numeral n.
func (s *Store) IntNum(n int64) *Term { return s.Num(rational.Int(n), s.Int) }

// RealNum returns the Real numeral n.
func (s *Store) RealNum(n int64) *Term { return s.Num(rational.Int(n), s.Real) }

// BVNum returns the bit-vector numeral v modulo 2^width. The caller keeps v.
func (s *Store) BVNum(v *big.Int, width int) *Term {
	modulus := new(big.Int).Lsh(big.NewInt(1), uint(width))
	v = modulus.Mod(v, modulus)
	return s.intern(OpBV, s.BitVec(width), nil, v)
}

// UninterpretedValue returns the value called name of an uninterpreted sort. Values with different
// names are different elements.
func (s *Store) UninterpretedValue(name string, sort *Sort) *Term {
	return s.intern(OpFresh, sort, nil, name)
}

// Apply returns f(args…). The arguments must have f's parameter sorts.
func (s *Store) Apply(f *Func, args ...*Term) *Term {
	if len(args) != len(f.params) {
		panic(fmt.Sprintf("logic: %s takes %d arguments, got %d", f, len(f.params), len(args)))
	}
	for i, a := range args {
		if a.sort != f.params[i] {
			panic(fmt.Sprintf("logic: argument %d of %s has sort %v, want %v", i, f, a.sort, f.params[i]))
		}
	}
	return s.intern(OpApp, f.result, args, f)
}

// Faithful returns the Boolean connective op over args exactly as written: nothing is flattened,
// reordered, folded or dropped. The reader uses it to keep the occurrences and the order of an
// assertion's atoms, to which the printed form of a refutation refers. op is one of OpNot, OpAnd,
// OpOr, OpImplies, OpXor, OpEq and OpIte over Bool. OpAnd and OpOr without arguments give true and
// false.
func (s *Store) Faithful(op Op, args ...*Term) *Term {
	needBool(op, args...)
	if len(args) == 0 {
		return s.BoolValue(op == OpAnd)
	}
	return s.intern(op, s.Bool, args, nil)
}

// intern returns the term with the given parts, and makes it if it is new. Then it copies args.
func (s *Store) intern(op Op, sort *Sort, args []*Term, ref any) *Term {
	s.effort += internTicks
	h := hashTerm(op, sort, args, ref)
	for i := range s.slots(h) {
		t := s.terms[i]
		if t.op == op && t.sort == sort && slices.Equal(t.args, args) && sameRef(t.ref, ref) {
			return t
		}
	}
	return s.add(h, op, sort, args, ref)
}

// slot is a term's place in the table, with its hash. With the hash, a search need not read most
// terms, which lie elsewhere in memory.
type slot struct{ hash, next uint32 } // next is the ID after the term's, 0 when the slot is free

// slots yields the IDs of the terms that have hash h.
func (s *Store) slots(h uint32) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		mask := uint32(len(s.table) - 1)
		for i := h & mask; s.table[i].next != 0; i = (i + 1) & mask {
			if s.table[i].hash == h && !yield(s.table[i].next-1) {
				return
			}
		}
	}
}

// place puts a term into the first free slot for its hash.
func place(table []slot, t *Term) {
	mask := uint32(len(table) - 1)
	i := t.hash & mask
	for table[i].next != 0 {
		i = (i + 1) & mask
	}
	table[i] = slot{t.hash, t.id + 1}
}

// add makes a term that is not in the store, which has hash h.
func (s *Store) add(h uint32, op Op, sort *Sort, args []*Term, ref any) *Term {
	if len(s.slab) == 0 {
		s.slab = make([]Term, 256)
	}
	t := &s.slab[0]
	s.slab = s.slab[1:]
	*t = Term{id: uint32(len(s.terms)), hash: h, op: op, sort: sort, args: s.keepArgs(args), ref: ref}
	t.flags = ownFlags[op]
	for _, a := range args {
		t.flags |= a.flags
		t.depth = max(t.depth, a.depth)
	}
	if t.depth < math.MaxUint32 {
		t.depth++
	}
	if b, ok := ref.(*binder); ok {
		for _, v := range b.vars {
			t.flags |= v.flags
		}
	}
	s.terms = append(s.terms, t)
	s.words += termWords + len(args)
	place(s.table, t)
	if uint64(len(s.terms))*4 > uint64(len(s.table))*3 {
		s.growTable()
	}
	return t
}

// termWords is the size of a term in words, with its entries in the tables.
const termWords = 10

var ownFlags = [numOps]termFlags{
	OpVar: flagVar, OpApp: flagApp, OpForall: flagQuantifier, OpExists: flagQuantifier, OpIte: flagIte,
}

// keepArgs copies args into memory that the store owns.
func (s *Store) keepArgs(args []*Term) []*Term {
	n := len(args)
	if n == 0 {
		return nil
	}
	if n > 64 {
		return append([]*Term(nil), args...)
	}
	if len(s.argMem) < n {
		s.argMem = make([]*Term, 1024)
	}
	z := s.argMem[:n:n]
	s.argMem = s.argMem[n:]
	copy(z, args)
	return z
}

func (s *Store) growTable() {
	table := make([]slot, 2*len(s.table))
	for _, t := range s.terms {
		place(table, t)
	}
	s.table = table
}

const hashPrime = 0x9E3779B97F4A7C15

func hashHead(op Op, sort *Sort) uint64 { return (uint64(op)<<32 | uint64(sort.id)) * hashPrime }

func hashEnd(h uint64) uint32 { return uint32(h * hashPrime >> 32) }

func hashTerm(op Op, sort *Sort, args []*Term, ref any) uint32 {
	h := hashHead(op, sort)
	for _, a := range args {
		h = (h ^ h>>29 ^ uint64(a.id)) * hashPrime
	}
	switch r := ref.(type) {
	case nil:
	case string:
		h ^= hashString(r)
	case *rational.Rat:
		h ^= r.Hash()
	case *big.Int:
		for _, w := range r.Bits() {
			h = (h ^ h>>29 ^ uint64(w)) * hashPrime
		}
	case *Func:
		h ^= uint64(r.id) << 8
	case *Constructor:
		h ^= uint64(r.Sort.id)<<24 ^ uint64(r.Index)<<8
	case *Selector:
		h ^= uint64(r.Ctor.Sort.id)<<24 ^ uint64(r.Ctor.Index)<<16 ^ uint64(r.Index)<<8
	case indices:
		h ^= uint64(r[0])<<16 ^ uint64(r[1])
	case *binder:
		for _, v := range r.vars {
			h = (h ^ h>>29 ^ uint64(v.id)) * hashPrime
		}
	default:
		panic(fmt.Sprintf("logic: payload %T", ref))
	}
	return hashEnd(h)
}

func hashString(x string) uint64 { // FNV-1a
	h := uint64(14695981039346656037)
	for i := 0; i < len(x); i++ {
		h = (h ^ uint64(x[i])) * 1099511628211
	}
	return h
}

func sameRef(x, y any) bool {
	switch x := x.(type) {
	case *rational.Rat:
		y, ok := y.(*rational.Rat)
		return ok && x.Equal(*y)
	case *big.Int:
		y, ok := y.(*big.Int)
		return ok && x.Cmp(y) == 0
	case *binder:
		y, ok := y.(*binder)
		return ok && slices.Equal(x.vars, y.vars)
	}
	return x == y
}
