// SPDX-License-Identifier: Apache-2.0

package z3

import (
	"errors"
	"fmt"
	"strconv"

	"cornet/internal/rational"
	"cornet/logic"
)

// shape is the way in which a function of libz3 that makes a term takes its arguments.
type shape uint8

const (
	unary   shape = iota + 1
	binary        // a longer argument list is folded from the left
	ternary       // exactly three arguments
	list          // a count and an array of arguments
)

// plain are the operators that have their own function in libz3 and no payload.
var plain = [...]struct {
	fn    fn
	shape shape
}{
	logic.OpNot: {fnMkNot, unary}, logic.OpAnd: {fnMkAnd, list}, logic.OpOr: {fnMkOr, list},
	logic.OpXor: {fnMkXor, binary}, logic.OpEq: {fnMkEq, binary}, logic.OpIte: {fnMkIte, ternary},
	logic.OpAdd: {fnMkAdd, list}, logic.OpMul: {fnMkMul, list}, logic.OpLe: {fnMkLe, binary},
	logic.OpLt: {fnMkLt, binary}, logic.OpIntDiv: {fnMkDiv, binary}, logic.OpMod: {fnMkMod, binary},
	logic.OpDiv: {fnMkDiv, binary}, logic.OpToReal: {fnMkIntToReal, unary}, logic.OpToInt: {fnMkRealToInt, unary},
	logic.OpSelect: {fnMkSelect, binary}, logic.OpStore: {fnMkStore, ternary},
	logic.OpConcat: {fnMkConcat, binary}, logic.OpBVNot: {fnMkBVNot, unary}, logic.OpBVNeg: {fnMkBVNeg, unary},
	logic.OpBVAnd: {fnMkBVAnd, binary}, logic.OpBVOr: {fnMkBVOr, binary}, logic.OpBVXor: {fnMkBVXor, binary},
	logic.OpBVAdd: {fnMkBVAdd, binary}, logic.OpBVMul: {fnMkBVMul, binary}, logic.OpBVUDiv: {fnMkBVUDiv, binary},
	logic.OpBVURem: {fnMkBVURem, binary}, logic.OpBVSDiv: {fnMkBVSDiv, binary}, logic.OpBVSRem: {fnMkBVSRem, binary},
	logic.OpBVSMod: {fnMkBVSMod, binary}, logic.OpBVShl: {fnMkBVShl, binary}, logic.OpBVLshr: {fnMkBVLshr, binary},
	logic.OpBVAshr: {fnMkBVAshr, binary}, logic.OpBVUle: {fnMkBVUle, binary}, logic.OpBVUlt: {fnMkBVUlt, binary},
	logic.OpBVSle: {fnMkBVSle, binary}, logic.OpBVSlt: {fnMkBVSlt, binary},
}

// maxDepth bounds the nesting of terms. libz3 recurses over terms on a thread's stack, usually of 8
// MB. An overflow ends the process. It has happened with terms of 20,000 levels.
const maxDepth = 2000

// encode returns the Z3 term of t. The context keeps it; the caller does not free it. If Z3 has no
// such term, the error wraps errors.ErrUnsupported.
//
// Cost: O(1) for a term seen before. Otherwise it is linear in the new part of the DAG, about 0.5
// µs per term.
func (c *Context) encode(t *logic.Term) (ast, error) {
	if t.Depth() > maxDepth {
		return 0, fmt.Errorf("z3: terms nested more than %d deep: %w", maxDepth, errors.ErrUnsupported)
	}
	if a := c.terms.load(t.ID()); a != 0 {
		return a, nil
	}
	stack := append(c.todo[:0], t)
	defer func() { c.todo = stack[:0] }()
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		if c.terms.load(t.ID()) != 0 {
			stack = stack[:len(stack)-1]
			continue
		}
		ready := true
		c.args = c.args[:0]
		for _, x := range t.Args() {
			a := c.terms.load(x.ID())
			if a == 0 {
				stack = append(stack, x)
				ready = false
			}
			c.args = append(c.args, uintptr(a))
		}
		if !ready {
			continue
		}
		a, err := c.mk(t)
		if err != nil {
			return 0, err
		}
		c.hold(uintptr(a))
		c.terms.save(t.ID(), a)
		c.nonlinear = c.nonlinear || isNonlinear(t)
		c.constants = c.constants || t.Op() == logic.OpConstArray && !t.Sort().Index().IsArith()
		stack = stack[:len(stack)-1]
	}
	return c.terms.load(t.ID()), nil
}

// isNonlinear reports whether t is a product or division by a term that is not a numeral.
func isNonlinear(t *logic.Term) bool {
	switch t.Op() {
	case logic.OpMul:
		return t.Arg(0).Op() != logic.OpNum
	case logic.OpDiv, logic.OpIntDiv, logic.OpMod:
		return t.Arg(1).Op() != logic.OpNum
	}
	return false
}

// mk makes the Z3 term of t over c.args, the Z3 terms of t's arguments.
func (c *Context) mk(t *logic.Term) (ast, error) {
	if op := t.Op(); int(op) < len(plain) && plain[op].shape != 0 {
		return c.mkPlain(plain[op].fn, plain[op].shape)
	}
	switch t.Op() {
	case logic.OpVar, logic.OpFresh:
		return c.mkConst(t)
	case logic.OpTrue:
		return c.made(fnMkTrue, c.call(fnMkTrue, c.ref))
	case logic.OpFalse:
		return c.made(fnMkFalse, c.call(fnMkFalse, c.ref))
	case logic.OpNum:
		return c.mkNumeral(t.Num(), t.Sort())
	case logic.OpBV:
		return c.mkNumeral(rational.FromBigInt(t.BV()), t.Sort())
	case logic.OpImplies:
		return c.mkImplies()
	case logic.OpConstArray:
		index, err := c.sort(t.Sort().Index())
		if err != nil {
			return 0, err
		}
		return c.made(fnMkConstArray, c.call(fnMkConstArray, c.ref, uintptr(index), c.args[0]))
	case logic.OpConstruct, logic.OpIs, logic.OpField:
		return c.mkDatatypeApp(t)
	case logic.OpExtract:
		high, low := t.Indices()
		return c.made(fnMkExtract, c.call(fnMkExtract, c.ref, uintptr(high), uintptr(low), c.args[0]))
	case logic.OpSignExtend:
		n, _ := t.Indices()
		return c.made(fnMkSignExt, c.call(fnMkSignExt, c.ref, uintptr(n), c.args[0]))
	case logic.OpBVToInt:
		const unsigned = 0
		return c.made(fnMkBVToInt, c.call(fnMkBVToInt, c.ref, c.args[0], unsigned))
	case logic.OpIntToBV:
		width, _ := t.Indices()
		return c.made(fnMkIntToBV, c.call(fnMkIntToBV, c.ref, uintptr(width), c.args[0]))
	case logic.OpApp:
		d, err := c.function(t.Func())
		if err != nil {
			return 0, err
		}
		return c.mkApp(d)
	case logic.OpForall:
		return c.mkQuantifier(fnMkForallConst, t)
	case logic.OpExists:
		return c.mkQuantifier(fnMkExistsConst, t)
	}
	return 0, fmt.Errorf("z3: operator %v: %w", t.Op(), errors.ErrUnsupported)
}

// made returns the term that a call of f made, or the call's error.
func (c *Context) made(f fn, r uintptr) (ast, error) {
	if r == 0 {
		return 0, c.failed(f)
	}
	return ast(r), nil
}

// mkPlain calls f over c.args. Intermediate results of a fold survive until the next call, which
// takes a reference as part of its own result.
func (c *Context) mkPlain(f fn, s shape) (ast, error) {
	x := c.args
	switch {
	case s == unary && len(x) == 1:
		return c.made(f, c.call(f, c.ref, x[0]))
	case s == ternary && len(x) == 3:
		return c.made(f, c.call(f, c.ref, x[0], x[1], x[2]))
	case s == list && len(x) > 0:
		return c.made(f, c.call(f, c.ref, uintptr(len(x)), pin(&c.pins, &x[0])))
	case s == binary && len(x) > 1:
		z := c.call(f, c.ref, x[0], x[1])
		for _, y := range x[2:] {
			if z == 0 {
				break
			}
			z = c.call(f, c.ref, z, y)
		}
		return c.made(f, z)
	}
	panic(fmt.Sprintf("z3: %s over %d arguments", fnNames[f], len(x)))
}

// mkImplies makes the right-associative implication over c.args.
func (c *Context) mkImplies() (ast, error) {
	last := len(c.args) - 1
	z := c.args[last]
	for i := last - 1; i >= 0 && z != 0; i-- {
		z = c.call(fnMkImplies, c.ref, c.args[i], z)
	}
	return c.made(fnMkImplies, z)
}

// mkApp makes d over c.args.
func (c *Context) mkApp(d decl) (ast, error) {
	var p uintptr
	if len(c.args) > 0 {
		p = pin(&c.pins, &c.args[0])
	}
	return c.made(fnMkApp, c.call(fnMkApp, c.ref, uintptr(d), uintptr(len(c.args)), p))
}

func (c *Context) mkDatatypeApp(t *logic.Term) (ast, error) {
	ctor := t.Constructor()
	if f := t.Selector(); f != nil {
		ctor = f.Ctor
	}
	if _, err := c.sort(ctor.Sort); err != nil {
		return 0, err
	}
	switch d := c.ctors[ctor]; t.Op() {
	case logic.OpConstruct:
		return c.mkApp(d.make)
	case logic.OpIs:
		return c.mkApp(d.is)
	default:
		return c.mkApp(d.fields[t.Selector().Index])
	}
}

// mkNumeral makes the numeral x of an Int, Real or bit-vector sort.
func (c *Context) mkNumeral(x rational.Rat, s *logic.Sort) (ast, error) {
	z, err := c.sort(s)
	if err != nil {
		return 0, err
	}
	if n, ok := x.Int64(); ok {
		return c.made(fnMkInt64, c.call(fnMkInt64, c.ref, uintptr(n), uintptr(z)))
	}
	text := pinString(&c.pins, x.Big().RatString())
	return c.made(fnMkNumeral, c.call(fnMkNumeral, c.ref, text, uintptr(z)))
}

// mkQuantifier makes a quantifier over c.args[0], the body. Bound variables are constants in the
// body.
func (c *Context) mkQuantifier(f fn, t *logic.Term) (ast, error) {
	body := c.args[0]
	vars := make([]uintptr, 0, len(t.Bound()))
	for _, v := range t.Bound() {
		a := c.terms.load(v.ID())
		if a == 0 { // a does not occur in the body
			var err error
			c.args = c.args[:0]
			if a, err = c.mkConst(v); err != nil {
				return 0, err
			}
			c.hold(uintptr(a))
			c.terms.save(v.ID(), a)
		}
		vars = append(vars, uintptr(a))
	}
	const weight, patterns = 0, 0
	r := c.call(f, c.ref, weight, uintptr(len(vars)), pin(&c.pins, &vars[0]), patterns, 0, body)
	return c.made(f, r)
}

// mkConst makes the constant for a variable or for a value of an uninterpreted sort. A [Solver]
// asserts that such values are distinct.
func (c *Context) mkConst(t *logic.Term) (ast, error) {
	d, err := c.newDecl(t.Name(), nil, t.Sort(), symbol{term: t})
	if err != nil {
		return 0, err
	}
	if t.Op() == logic.OpFresh {
		c.freshes = append(c.freshes, t)
	}
	return c.made(fnMkApp, c.call(fnMkApp, c.ref, uintptr(d), 0, 0))
}

// function returns the declaration of f.
func (c *Context) function(f *logic.Func) (decl, error) {
	id := int(f.ID())
	for id >= len(c.funcs) {
		c.funcs = append(c.funcs, 0)
	}
	if c.funcs[id] == 0 {
		d, err := c.newDecl(f.Name(), f.Params(), f.Result(), symbol{fn: f})
		if err != nil {
			return 0, err
		}
		c.funcs[id] = d
	}
	return c.funcs[id], nil
}

// newDecl declares a symbol of the store. Z3 identifies symbols by name and signature. The store
// also distinguishes their kinds: a variable and a constant function may share a name. The later
// one is then renamed.
func (c *Context) newDecl(name string, params []*logic.Sort, result *logic.Sort, what symbol) (decl, error) {
	domain := make([]uintptr, len(params)+1) // one element more, so that &domain[0] exists
	for i, p := range params {
		z, err := c.sort(p)
		if err != nil {
			return 0, err
		}
		domain[i] = uintptr(z)
	}
	codomain, err := c.sort(result)
	if err != nil {
		return 0, err
	}
	unique := name
	for k := 1; ; k++ {
		d := decl(c.call(fnMkFuncDecl, c.ref, c.symbolName(unique), uintptr(len(params)), pin(&c.pins, &domain[0]), uintptr(codomain)))
		if d == 0 {
			return 0, c.failed(fnMkFuncDecl)
		}
		if _, taken := c.symbols[d]; !taken {
			c.keepDecl(d, what)
			return d, nil
		}
		unique = name + "!!" + strconv.Itoa(k)
	}
}

func (c *Context) keepDecl(d decl, what symbol) {
	c.hold(uintptr(d))
	c.symbols[d] = what
}

// numbered returns the equation that gives the i-th value of an uninterpreted sort its number. The
// numbering functions are not symbols of the store.
func (c *Context) numbered(i int) (ast, error) {
	t := c.freshes[i]
	f := c.number[t.Sort()]
	if f == 0 {
		domain := uintptr(c.sorts[t.Sort().ID()])
		r, err := c.asResult(fnMkFreshFuncDecl, c.call(fnMkFreshFuncDecl, c.ref, pinString(&c.pins, "number"),
			1, pin(&c.pins, &domain), uintptr(c.sorts[c.store.Int.ID()])))
		if err != nil {
			return 0, err
		}
		c.hold(r)
		f = decl(r)
		c.number[t.Sort()] = f
	}
	arg := uintptr(c.terms.load(t.ID()))
	app, err := c.asResult(fnMkApp, c.call(fnMkApp, c.ref, uintptr(f), 1, pin(&c.pins, &arg)))
	if err != nil {
		return 0, err
	}
	c.hold(app)
	defer c.call(fnDecRef, c.ref, app)
	n, err := c.encode(c.store.IntNum(int64(i)))
	if err != nil {
		return 0, err
	}
	return c.made(fnMkEq, c.call(fnMkEq, c.ref, app, uintptr(n)))
}

// asResult returns r, the result of a call of f, or the call's error.
func (c *Context) asResult(f fn, r uintptr) (uintptr, error) {
	a, err := c.made(f, r)
	return uintptr(a), err
}
