// SPDX-License-Identifier: Apache-2.0

package z3

import (
	"errors"
	"fmt"

	"cornet/internal/rational"
	"cornet/logic"
)

// This file reads the values of models.

// Z3_ast_kind, stable since 4.8.
const (
	zNumeralAST = 0
	zAppAST     = 1
)

// Z3_decl_kind of the operators in values. They are the same in all versions from 4.8.12 on.
// Constructors are identified by their declarations.
const (
	zTrue       = 0x100
	zFalse      = 0x101
	zStore      = 0x300
	zConstArray = 0x302
	zAsArray    = 0x30a
)

// frame is an application whose arguments are being read.
type frame struct {
	term  ast
	decl  decl
	first int // the position of the arguments in modelReader.args
	n     int // the number of arguments
	next  int // the next argument to read
}

// value reads a, which must be a value. If it is not a value of the store, the error wraps
// errors.ErrUnsupported. It is iterative, so depth does not matter. The cost is linear in the DAG.
func (r *modelReader) value(a ast) (*logic.Term, error) {
	// A nested call, from arrayOf, must not disturb the traversal it comes from.
	stack, args := r.stack, r.args
	r.stack, r.args = nil, nil
	defer func() { r.stack, r.args = stack, args }()
	if t, err := r.visit(a); t != nil || err != nil {
		return t, err
	}
	for len(r.stack) > 0 {
		f := &r.stack[len(r.stack)-1]
		if f.next < f.n {
			x := r.args[f.first+f.next]
			f.next++
			if _, err := r.visit(x); err != nil {
				return nil, err
			}
			continue
		}
		t, err := r.build(f)
		if err != nil {
			return nil, err
		}
		r.memo[f.term] = t
		r.args = r.args[:f.first]
		r.stack = r.stack[:len(r.stack)-1]
	}
	return r.memo[a], nil
}

// visit returns the value of a if it is known or a leaf. Otherwise it pushes a frame for a and
// returns nil.
func (r *modelReader) visit(a ast) (t *logic.Term, err error) {
	if t := r.memo[a]; t != nil {
		return t, nil
	}
	c := r.c
	switch uint32(c.call(fnASTKind, c.ref, uintptr(a))) {
	case zNumeralAST:
		t, err = r.numeral(a)
	case zAppAST:
		f := frame{term: a, decl: decl(c.call(fnAppDecl, c.ref, uintptr(a))), first: len(r.args)}
		f.n = int(uint32(c.call(fnAppNumArgs, c.ref, uintptr(a))))
		if f.n > 0 {
			for i := range f.n {
				r.args = append(r.args, ast(c.call(fnAppArg, c.ref, uintptr(a), uintptr(i))))
			}
			r.stack = append(r.stack, f)
			return nil, nil
		}
		t, err = r.build(&f)
	default:
		err = r.unsupported("term", a)
	}
	if err == nil {
		r.memo[a] = t
	}
	return t, err
}

// build makes the value of a frame whose arguments have been read.
func (r *modelReader) build(f *frame) (*logic.Term, error) {
	c, s := r.c, r.c.store
	x := make([]*logic.Term, f.n)
	for i, a := range r.args[f.first : f.first+f.n] {
		x[i] = r.memo[a]
	}
	if ctor := c.symbols[f.decl].ctor; ctor != nil {
		return s.Construct(ctor, x...), nil
	}
	switch uint32(c.call(fnDeclKind, c.ref, uintptr(f.decl))) {
	case zTrue:
		return s.True(), nil
	case zFalse:
		return s.False(), nil
	case zStore:
		return s.Store(x[0], x[1], x[2]), nil
	case zConstArray:
		sort, err := c.smtSort(zsort(c.call(fnDeclRange, c.ref, uintptr(f.decl))))
		if err != nil {
			return nil, err
		}
		return s.ConstArray(sort, x[0]), nil
	case zAsArray:
		return r.arrayOf(f.decl)
	}
	if f.n == 0 {
		if t := r.element(f.term, f.decl); t != nil {
			return t, nil
		}
	}
	return nil, r.unsupported("operator "+c.declName(f.decl), f.term)
}

// numeral reads an Int, Real or bit-vector numeral.
func (r *modelReader) numeral(a ast) (*logic.Term, error) {
	c := r.c
	sort, err := c.smtSort(zsort(c.call(fnGetSort, c.ref, uintptr(a))))
	if err != nil {
		return nil, err
	}
	var x rational.Rat
	if byte(c.call(fnNumeralInt64, c.ref, uintptr(a), pin(&c.pins, &c.out[0]))) != 0 {
		x = rational.Int(int64(c.out[0]))
	} else {
		text := cString(c.call(fnNumeralString, c.ref, uintptr(a)))
		var ok bool
		if x, ok = rational.Parse(text); !ok {
			return nil, fmt.Errorf("z3: numeral %s: %w", text, errors.ErrUnsupported)
		}
	}
	switch {
	case sort.IsArith():
		return c.store.Num(x, sort), nil
	case sort.IsBitVec():
		v, _ := x.BigInt()
		return c.store.BVNum(v, sort.Width()), nil
	}
	return nil, r.unsupported("numeral", a)
}

// unsupported returns the error for a term that the store cannot hold.
func (r *modelReader) unsupported(what string, a ast) error {
	text := cString(r.c.call(fnASTToString, r.c.ref, uintptr(a)))
	const longest = 120
	if len(text) > longest {
		text = text[:longest] + "…"
	}
	return fmt.Errorf("z3: %s in Z3's term %s: %w", what, text, errors.ErrUnsupported)
}

// declName returns the name of d.
func (c *Context) declName(d decl) string {
	return c.symbolText(c.call(fnDeclName, c.ref, uintptr(d)))
}

// symbolText returns the name in a Z3 symbol: k!n for a number n.
func (c *Context) symbolText(sym uintptr) string {
	const intSymbol = 0
	if uint32(c.call(fnSymbolKind, c.ref, sym)) == intSymbol {
		return fmt.Sprintf("k!%d", int32(c.call(fnSymbolInt, c.ref, sym)))
	}
	return cString(c.call(fnSymbolString, c.ref, sym))
}
