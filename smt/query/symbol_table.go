// SPDX-License-Identifier: Apache-2.0

package query

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cornet/logic"
	"cornet/smtlib"
)

// SymbolTable declares the symbols of terms for a solver that reads text, each symbol once. Terms
// may have symbols that a script cannot express: two of one name, names of operators, names with a
// bar. The table gives such symbols other names. [SymbolTable.Out] translates terms for the solver.
// The solver's answer is read in [SymbolTable.Scope] and translated back. Only renaming makes terms
// in the store.
//
// Declarations follow the scopes of the solver. [SymbolTable.Pop] removes those of the innermost
// scopes, as SMT-LIB requires. A table belongs to one goroutine and one term store.
type SymbolTable struct {
	store    *logic.Store
	names    map[string]any // *logic.Term or *logic.Func that has the name in the text
	vars     map[*logic.Term]*logic.Term
	funcs    map[*logic.Func]*logic.Func
	values   map[*logic.Term]*logic.Term   // maps values of uninterpreted sorts to constants
	elements map[*logic.Sort][]*logic.Term // the constants, by sort
	renamed  int                           // the number of symbols that have another name
	declared map[any]bool                  // the *logic.Term, *logic.Func and *logic.Sort that are declared
	trail    []any                         // the same, in the order of declaration
	scopes   []int                         // the lengths of trail at open scopes
}

// NewSymbolTable returns a symbol table without declarations.
func NewSymbolTable(store *logic.Store) *SymbolTable {
	return &SymbolTable{
		store: store, names: map[string]any{}, declared: map[any]bool{},
		vars: map[*logic.Term]*logic.Term{}, funcs: map[*logic.Func]*logic.Func{},
		values: map[*logic.Term]*logic.Term{}, elements: map[*logic.Sort][]*logic.Term{},
	}
}

// Push opens a scope.
func (v *SymbolTable) Push() { v.scopes = append(v.scopes, len(v.trail)) }

// Pop removes the declarations of the n innermost scopes. Names stay in use.
func (v *SymbolTable) Pop(n int) {
	if n == 0 {
		return
	}
	outer := v.scopes[len(v.scopes)-n]
	v.scopes = v.scopes[:len(v.scopes)-n]
	for _, x := range v.trail[outer:] {
		delete(v.declared, x)
	}
	v.trail = v.trail[:outer]
}

func (v *SymbolTable) declare(x any) bool {
	if v.declared[x] {
		return false
	}
	v.declared[x] = true
	v.trail = append(v.trail, x)
	return true
}

// Declare writes declarations of the sorts and symbols of ts that are not declared yet.
//
// Cost: O(size of ts), even if nothing is new.
func (v *SymbolTable) Declare(b *bytes.Buffer, ts ...*logic.Term) {
	var sorts, datatypes []*logic.Sort
	note := func(s *logic.Sort) { v.sort(s, &sorts, &datatypes) }
	var values []*logic.Term
	logic.Walk(func(t *logic.Term) bool {
		note(t.Sort())
		if t.Op() == logic.OpFresh {
			values = append(values, t)
		}
		if f := t.Func(); f != nil {
			for _, s := range f.Params() {
				note(s)
			}
		}
		for _, x := range t.Bound() {
			note(x.Sort())
		}
		return true
	}, ts...)
	for _, s := range sorts {
		fmt.Fprintf(b, "(declare-sort %v 0)\n", s)
	}
	if len(datatypes) > 0 {
		fmt.Fprintln(b, smtlib.Command{Kind: smtlib.CmdDeclareDatatypes, Sorts: datatypes})
	}
	for _, x := range logic.FreeVars(ts...) {
		v.variable(b, x)
	}
	for _, f := range logic.Funcs(ts...) {
		v.function(b, f)
	}
	slices.SortFunc(values, func(x, y *logic.Term) int { return int(x.ID()) - int(y.ID()) })
	for _, x := range values {
		v.value(b, x)
	}
}

// sort lists the sorts to declare for s.
func (v *SymbolTable) sort(s *logic.Sort, sorts, datatypes *[]*logic.Sort) {
	switch s.Kind() {
	case logic.KindArray:
		v.sort(s.Index(), sorts, datatypes)
		v.sort(s.Elem(), sorts, datatypes)
	case logic.KindUninterpreted:
		if v.declare(s) {
			*sorts = append(*sorts, s)
		}
	case logic.KindDatatype:
		if s.Builtin() || !v.declare(s) {
			return
		}
		*datatypes = append(*datatypes, s)
		for _, c := range s.Datatype().Constructors {
			v.names[c.Name] = c
			for _, f := range c.Fields {
				v.names[f.Name] = f
				v.sort(f.Sort, sorts, datatypes)
			}
		}
	}
}

func (v *SymbolTable) variable(b *bytes.Buffer, x *logic.Term) {
	if !v.declare(x) {
		return
	}
	if v.vars[x] == nil {
		z := x
		if name := v.free(x.Name(), x); name != x.Name() {
			z = v.store.Var(name, x.Sort())
			v.renamed++
		}
		v.vars[x] = z
	}
	fmt.Fprintf(b, "(declare-fun %s () %v)\n", logic.QuoteSymbol(v.vars[x].Name()), x.Sort())
}

func (v *SymbolTable) function(b *bytes.Buffer, f *logic.Func) {
	if !v.declare(f) {
		return
	}
	if v.funcs[f] == nil {
		z := f
		if name := v.free(f.Name(), f); name != f.Name() {
			z = v.store.Func(name, f.Params(), f.Result())
			v.renamed++
		}
		v.funcs[f] = z
	}
	b.WriteString(smtlib.Command{Kind: smtlib.CmdDeclareFun, Func: v.funcs[f]}.String())
	b.WriteByte('\n')
}

// value declares a constant for a value of an uninterpreted sort, and asserts that it differs from
// the other constants of the sort.
func (v *SymbolTable) value(b *bytes.Buffer, x *logic.Term) {
	if !v.declare(x) {
		return
	}
	if v.values[x] == nil {
		v.values[x] = v.store.Var(v.free("value!"+x.Name(), x), x.Sort())
		v.renamed++
	}
	z := v.values[x]
	fmt.Fprintf(b, "(declare-fun %s () %v)\n", logic.QuoteSymbol(z.Name()), x.Sort())
	for _, y := range v.elements[x.Sort()] {
		if y != x && v.declared[y] {
			fmt.Fprintf(b, "(assert (not (= %v %v)))\n", v.values[y], z)
		}
	}
	if !slices.Contains(v.elements[x.Sort()], x) {
		v.elements[x.Sort()] = append(v.elements[x.Sort()], x)
	}
}

// ReservedPrefix starts the names of assertions. No symbol's name in the text has it.
const ReservedPrefix = "cornet!"

// free returns a name for the symbol x: its own name, unless another symbol has it.
func (v *SymbolTable) free(name string, x any) string {
	base := name
	if base == "" || strings.ContainsAny(base, `|\`) || strings.ContainsAny(base[:1], ".@") || reserved[base] ||
		strings.HasPrefix(base, ReservedPrefix) {
		base = "s!" + strings.Map(func(r rune) rune {
			if r == '|' || r == '\\' {
				return '_'
			}
			return r
		}, base)
	}
	name = base
	for k := 1; v.names[name] != nil; k++ {
		name = base + "!" + strconv.Itoa(k)
	}
	v.names[name] = x
	return name
}

// Out returns t with the names of the text. The symbols of t must be declared.
//
// Cost: O(size of t) if some symbol has another name, else O(1).
func (v *SymbolTable) Out(t *logic.Term) *logic.Term {
	if v.renamed == 0 {
		return t
	}
	return translate(v.store, t, v.vars, v.funcs, v.values)
}

// Back returns a term of the text with the symbols' own names.
func (v *SymbolTable) Back(t *logic.Term) *logic.Term {
	if v.renamed == 0 {
		return t
	}
	// A symbol may have the former name of another one. Both are renamed in the same step, so all
	// declared symbols take part.
	vars, funcs := map[*logic.Term]*logic.Term{}, map[*logic.Func]*logic.Func{}
	for x, z := range v.vars {
		vars[z] = x
	}
	for f, z := range v.funcs {
		funcs[z] = f
	}
	for x, z := range v.values {
		vars[z] = x
	}
	return translate(v.store, t, vars, funcs, nil)
}

// translate replaces symbols and values.
func translate(store *logic.Store, t *logic.Term, vars map[*logic.Term]*logic.Term, funcs map[*logic.Func]*logic.Func, values map[*logic.Term]*logic.Term) *logic.Term {
	var from, to []*logic.Term
	for _, x := range logic.FreeVars(t) {
		if z := vars[x]; z != nil && z != x {
			from, to = append(from, x), append(to, z)
		}
	}
	if len(from) > 0 {
		t = store.SubstituteFaithful(t, from, to)
	}
	return store.NewFaithfulRewriter(nil, func(t *logic.Term) *logic.Term {
		switch t.Op() {
		case logic.OpApp:
			if f := funcs[t.Func()]; f != nil && f != t.Func() {
				return store.Apply(f, t.Args()...)
			}
		case logic.OpFresh:
			if z := values[t]; z != nil {
				return z
			}
		}
		return t
	}).Map(t)
}

// Symbol returns the variable or function declared under a name of the text. Both are nil if the
// name is not declared. The values of uninterpreted sorts have no name.
func (v *SymbolTable) Symbol(name string) (*logic.Term, *logic.Func) {
	switch x := v.names[name].(type) {
	case *logic.Term:
		if x.IsVar() && v.declared[x] {
			return x, nil
		}
	case *logic.Func:
		if v.declared[x] {
			return nil, x
		}
	}
	return nil, nil
}

// Value returns the value of an uninterpreted sort that a constant of the text represents, or nil.
func (v *SymbolTable) Value(name string) *logic.Term {
	if x, ok := v.names[name].(*logic.Term); ok && x.Op() == logic.OpFresh && v.declared[x] {
		return x
	}
	return nil
}

// Scope returns a scope with all declarations, under the names of the text.
//
// Cost: O(number of symbols).
func (v *SymbolTable) Scope() *smtlib.Scope {
	sc := smtlib.NewScope(v.store)
	var b bytes.Buffer
	var vars []*logic.Term
	var funcs []*logic.Func
	var datatypes []*logic.Sort
	for _, x := range v.trail {
		switch x := x.(type) {
		case *logic.Sort:
			if x.IsDatatype() {
				datatypes = append(datatypes, x)
			} else {
				fmt.Fprintf(&b, "(declare-sort %v 0)\n", x)
			}
		case *logic.Func:
			funcs = append(funcs, v.funcs[x])
		case *logic.Term:
			if x.IsVar() {
				vars = append(vars, v.vars[x])
			} else {
				vars = append(vars, v.values[x])
			}
		}
	}
	if len(datatypes) > 0 {
		fmt.Fprintln(&b, smtlib.Command{Kind: smtlib.CmdDeclareDatatypes, Sorts: datatypes})
	}
	if b.Len() > 0 {
		if _, err := sc.Read("", &b); err != nil {
			panic(fmt.Sprintf("query: the store's own sorts are not read back: %v", err))
		}
	}
	sc.Declare(funcs, vars)
	return sc
}

// reserved are names that solvers do not let scripts declare, or that have another meaning for
// them.
var reserved = func() map[string]bool {
	z := map[string]bool{}
	for _, name := range strings.Fields(reservedNames) {
		z[name] = true
	}
	return z
}()

const reservedNames = `
! _ as let forall exists match par lambda true false not => and or xor = distinct ite
BINARY DECIMAL HEXADECIMAL NUMERAL STRING
+ - * / < <= > >= div mod abs to_real to_int is_int divisible iff implies if
select store const concat extract bvnot bvneg bvand bvor bvxor bvnand bvnor bvxnor bvadd bvsub bvmul
bvudiv bvurem bvsdiv bvsrem bvsmod bvshl bvlshr bvashr bvult bvule bvugt bvuge bvslt bvsle bvsgt bvsge
bvcomp repeat zero_extend sign_extend rotate_left rotate_right bv2nat nat2bv int2bv bv2int ubv_to_int
sbv_to_int int_to_bv is update exp sin cos tan sqrt pi pow
Bool Int Real Array BitVec String RegLan Float16 Float32 Float64 Float128 RoundingMode Seq Set Bag Tuple
set seq tuple map filter nil cons char unit empty union intersection subset member complement minus
`
