// SPDX-License-Identifier: Apache-2.0

package z3

import (
	"errors"
	"fmt"

	"cornet/logic"
)

// writeModel returns a Z3 model that agrees with m on the symbols of f and on
// vars. The caller frees a model that is not 0, also after an error. Z3 has no way to name
// elements of uninterpreted sorts, so those are unsupported.
func (c *Context) writeModel(m *logic.Model, vars []*logic.Term, f *logic.Term) (object, error) {
	z := c.call(fnMkModel, c.ref)
	if z == 0 {
		return 0, c.failed(fnMkModel)
	}
	c.call(fnModelIncRef, c.ref, z)
	for _, v := range append(logic.FreeVars(f), vars...) {
		x, err := c.encodeValue(m.Value(v))
		if err != nil {
			return object(z), fmt.Errorf("value of %s: %w", v.Name(), err)
		}
		a, err := c.encode(v)
		if err != nil {
			return object(z), err
		}
		c.call(fnAddConstInterp, c.ref, z, c.call(fnAppDecl, c.ref, uintptr(a)), uintptr(x))
	}
	if f.HasApps() {
		if err := c.writeFuncs(object(z), m, f); err != nil {
			return object(z), err
		}
	}
	return object(z), c.err(fnAddConstInterp)
}

// encodeValue encodes a value that a model of Z3 can hold.
func (c *Context) encodeValue(x *logic.Term) (ast, error) {
	var bad error
	logic.Walk(func(t *logic.Term) bool {
		if t.Op() == logic.OpFresh || !t.IsValue() {
			bad = fmt.Errorf("z3: value of sort %v in a model for Z3: %w", t.Sort(), errors.ErrUnsupported)
		}
		return bad == nil && len(t.Args()) > 0
	}, x)
	if bad != nil {
		return 0, bad
	}
	return c.encode(x)
}

// writeFuncs gives the functions of f the values that they have in m where f
// applies them.
func (c *Context) writeFuncs(z object, m *logic.Model, f *logic.Term) error {
	tables := map[*logic.Func]uintptr{}
	defer func() {
		for _, fi := range tables {
			c.call(fnFuncInterpDecRef, c.ref, fi)
		}
	}()
	var bad error
	seen := map[*logic.Term]bool{} // applications to values
	logic.Walk(func(t *logic.Term) bool {
		if t.Op() == logic.OpApp && bad == nil {
			bad = c.writeApplication(z, m, t, tables, seen)
		}
		return bad == nil && t.HasApps()
	}, f)
	return bad
}

// writeApplication enters the value of t, an application, in its function's
// table.
func (c *Context) writeApplication(z object, m *logic.Model, t *logic.Term, tables map[*logic.Func]uintptr, seen map[*logic.Term]bool) error {
	f := t.Func()
	d, err := c.function(f)
	if err != nil {
		return err
	}
	value, err := c.encodeValue(m.Eval(t))
	if err != nil {
		return err
	}
	if f.Arity() == 0 {
		c.call(fnAddConstInterp, c.ref, uintptr(z), uintptr(d), uintptr(value))
		return c.err(fnAddConstInterp)
	}
	args := make([]*logic.Term, f.Arity())
	for i, x := range t.Args() {
		args[i] = m.Eval(x)
	}
	if at := c.store.Apply(f, args...); seen[at] {
		return nil
	} else {
		seen[at] = true
	}
	if tables[f] == 0 {
		fi := c.call(fnAddFuncInterp, c.ref, uintptr(z), uintptr(d), uintptr(value))
		if fi == 0 {
			return c.failed(fnAddFuncInterp)
		}
		c.call(fnFuncInterpIncRef, c.ref, fi)
		tables[f] = fi
	}
	v := c.call(fnMkVector, c.ref)
	c.call(fnVectorIncRef, c.ref, v)
	defer c.call(fnVectorDecRef, c.ref, v)
	for _, x := range args {
		a, err := c.encodeValue(x)
		if err != nil {
			return err
		}
		c.call(fnVectorPush, c.ref, v, uintptr(a))
	}
	c.call(fnFuncInterpAddEntry, c.ref, tables[f], v, uintptr(value))
	return c.err(fnFuncInterpAddEntry)
}
