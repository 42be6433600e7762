// SPDX-License-Identifier: Apache-2.0

package z3

import (
	"errors"
	"fmt"
	"strings"

	"cornet/internal/rational"
	"cornet/logic"
)

// Z3_ast_kind, stable since 4.8.
const (
	zNumeralAST = iota
	zAppAST
	zVarAST
	zQuantifierAST
)

// decoder turns Z3 terms into terms of the store. It remembers what it has seen,
// by address: the caller keeps the terms alive while the decoder lives.
type decoder struct {
	c    *Context
	memo map[ast]*logic.Term
	// model gives meaning to as-array terms and to the elements of uninterpreted
	// sorts; nil when the terms are not from a model.
	model *modelReader
	// held are terms that the decoder made and that the memo refers to.
	held []ast

	stack []frame
	args  []ast // argument lists of the frames on the stack
	built []*logic.Term
}

// frame is an application whose arguments are being decoded.
type frame struct {
	term  ast
	decl  decl
	first int           // of the arguments in decoder.args
	n     int           // number of arguments
	next  int           // the argument to look at
	bound []*logic.Term // of a quantifier, whose only argument is its body
	op    logic.Op      // of a quantifier
}

func (c *Context) newDecoder() *decoder {
	return &decoder{c: c, memo: map[ast]*logic.Term{}}
}

// close frees what the decoder holds.
func (d *decoder) close() {
	for _, a := range d.held {
		d.c.call(fnDecRef, d.c.ref, uintptr(a))
	}
}

// decode returns the term of the store that a stands for, in canonical form.
func (c *Context) decode(a ast) (*logic.Term, error) {
	d := c.newDecoder()
	defer d.close()
	return d.term(a)
}

// term returns the term of the store that a stands for. The error wraps
// errors.ErrUnsupported when the store has no such operator. Iterative, so depth is
// no concern; linear in the DAG.
func (d *decoder) term(a ast) (*logic.Term, error) {
	d.stack, d.args = d.stack[:0], d.args[:0]
	if t, err := d.visit(a); t != nil || err != nil {
		return t, err
	}
	for len(d.stack) > 0 {
		f := &d.stack[len(d.stack)-1]
		if f.next < f.n {
			x := d.args[f.first+f.next]
			f.next++
			if _, err := d.visit(x); err != nil {
				return nil, err
			}
			continue
		}
		t, err := d.build(f)
		if err != nil {
			return nil, err
		}
		d.memo[f.term] = t
		d.args = d.args[:f.first]
		d.stack = d.stack[:len(d.stack)-1]
	}
	return d.memo[a], nil
}

// visit returns the term of a when it is known or a leaf; else it pushes a frame
// for it and returns nil.
func (d *decoder) visit(a ast) (*logic.Term, error) {
	if t := d.memo[a]; t != nil {
		return t, nil
	}
	c := d.c
	switch kind := uint32(c.call(fnASTKind, c.ref, uintptr(a))); kind {
	case zNumeralAST:
		t, err := d.numeral(a)
		if err != nil {
			return nil, err
		}
		d.memo[a] = t
		return t, nil
	case zAppAST:
		f := frame{term: a, decl: decl(c.call(fnAppDecl, c.ref, uintptr(a))), first: len(d.args)}
		f.n = int(uint32(c.call(fnAppNumArgs, c.ref, uintptr(a))))
		for i := range f.n {
			d.args = append(d.args, ast(c.call(fnAppArg, c.ref, uintptr(a), uintptr(i))))
		}
		if f.n == 0 {
			t, err := d.build(&f)
			if err != nil {
				return nil, err
			}
			d.memo[a] = t
			return t, nil
		}
		d.stack = append(d.stack, f)
		return nil, nil
	case zQuantifierAST:
		return nil, d.visitQuantifier(a)
	default:
		return nil, d.unsupported("term", a)
	}
}

// visitQuantifier pushes a frame for a quantifier whose body has fresh
// variables of the store in place of the bound ones.
func (d *decoder) visitQuantifier(a ast) error {
	c := d.c
	f := frame{term: a, first: len(d.args), n: 1}
	switch {
	case byte(c.call(fnIsQuantifierForall, c.ref, uintptr(a))) != 0:
		f.op = logic.OpForall
	case byte(c.call(fnIsQuantifierExists, c.ref, uintptr(a))) != 0:
		f.op = logic.OpExists
	default:
		return d.unsupported("lambda", a)
	}
	n := int(uint32(c.call(fnQuantifierNumBound, c.ref, uintptr(a))))
	vars := make([]uintptr, n) // by de Bruijn index: the innermost first
	for i := range n {
		sort, err := c.smtSort(zsort(c.call(fnQuantifierBoundSort, c.ref, uintptr(a), uintptr(i))))
		if err != nil {
			return err
		}
		name := c.symbolText(c.call(fnQuantifierBoundName, c.ref, uintptr(a), uintptr(i)))
		v := c.store.Fresh(strings.TrimRight(name, "!0123456789"), sort)
		z, err := c.encode(v)
		if err != nil {
			return err
		}
		f.bound = append(f.bound, v)
		vars[n-1-i] = uintptr(z)
	}
	body := c.call(fnQuantifierBody, c.ref, uintptr(a))
	body, err := c.asResult(fnSubstituteVars, c.call(fnSubstituteVars, c.ref, body, uintptr(n), pin(&c.pins, &vars[0])))
	if err != nil {
		return err
	}
	c.hold(body)
	d.held = append(d.held, ast(body))
	d.args = append(d.args, ast(body))
	d.stack = append(d.stack, f)
	return nil
}

// asResult returns r, the result of a call of f, or the call's error.
func (c *Context) asResult(f fn, r uintptr) (uintptr, error) {
	a, err := c.made(f, r)
	return uintptr(a), err
}

// build makes the term of a frame whose arguments are decoded.
func (d *decoder) build(f *frame) (*logic.Term, error) {
	d.built = d.built[:0]
	for _, x := range d.args[f.first : f.first+f.n] {
		d.built = append(d.built, d.memo[x])
	}
	s, x := d.c.store, d.built
	switch f.op {
	case logic.OpForall:
		return s.Forall(f.bound, x[0]), nil
	case logic.OpExists:
		return s.Exists(f.bound, x[0]), nil
	}
	if sym, ok := d.c.symbols[f.decl]; ok {
		return d.c.applySymbol(sym, x), nil
	}
	kind := zKind(d.c.call(fnDeclKind, d.c.ref, uintptr(f.decl)))
	if b := builders[kind]; b != nil {
		t, err := b(operands{d, f.decl, x})
		if errors.Is(err, errShape) {
			err = d.unsupported("operator", f.term)
		}
		return t, err
	}
	if f.n == 0 && d.model != nil {
		if t := d.model.element(f.term, f.decl); t != nil {
			return t, nil
		}
	}
	name := d.c.declName(f.decl)
	if b := namedBuilders[name]; b != nil {
		t, err := b(operands{d, f.decl, x})
		if !errors.Is(err, errShape) {
			return t, err
		}
	}
	return nil, d.unsupported("operator "+name, f.term)
}

// applySymbol applies a symbol of the store.
func (c *Context) applySymbol(sym symbol, x []*logic.Term) *logic.Term {
	switch {
	case sym.term != nil:
		return sym.term
	case sym.fn != nil:
		return c.store.Apply(sym.fn, x...)
	case sym.ctor != nil:
		return c.store.Construct(sym.ctor, x...)
	case sym.is != nil:
		return c.store.Is(sym.is, x[0])
	}
	return c.store.Field(sym.field, x[0])
}

// numeral decodes an Int, Real or bit-vector numeral.
func (d *decoder) numeral(a ast) (*logic.Term, error) {
	c := d.c
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
	return nil, d.unsupported("numeral", a)
}

// unsupported returns the error for a term that the store cannot hold.
func (d *decoder) unsupported(what string, a ast) error {
	text := cString(d.c.call(fnASTToString, d.c.ref, uintptr(a)))
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

// symbolText returns the name that a Z3 symbol holds; a number n reads k!n.
func (c *Context) symbolText(sym uintptr) string {
	const intSymbol = 0
	if uint32(c.call(fnSymbolKind, c.ref, sym)) == intSymbol {
		return fmt.Sprintf("k!%d", int32(c.call(fnSymbolInt, c.ref, sym)))
	}
	return cString(c.call(fnSymbolString, c.ref, sym))
}
