// SPDX-License-Identifier: Apache-2.0

package cc

import "cornet/encode/cfg"

// sortModels sort and search arrays with a function of the program.
func sortModels() map[string]model {
	return map[string]model{"qsort": sortArray, "bsearch": searchArray}
}

// elements are the elements of an array. A library function gets the array together with their
// number, their size, and a function that compares two of them.
type elements struct {
	b       *builder
	c       *callSite
	base    cfg.Expr // a pointer to the first element
	n       cfg.Expr // the number of elements
	compare cfg.Expr
}

// elementsOf reads the arguments of c from first on: array, number, size, function. The elements
// must have a known type of that size.
func (b *builder) elementsOf(c *callSite, args []cfg.Expr, first int) elements {
	base := args[first]
	if base.Type().Kind != cfg.Pointer || base.Type().Elem.Size <= 0 || base.Type().Elem.Kind == cfg.Void {
		b.refuse(c.n, "%s of elements whose type is not known", c.name)
	}
	size, ok := b.convertAt(c.n, args[first+2], b.types.size()).(cfg.Const)
	if !ok || size.Value.Int64() != base.Type().Elem.Size {
		b.refuse(c.n, "%s of elements that have not the size of type %v", c.name, base.Type().Elem)
	}
	return elements{b, c, b.spill(base), b.spill(b.convertAt(c.n, args[first+1], b.types.size())), b.spill(args[first+3])}
}

// at returns the place of an element.
func (e elements) at(i cfg.Expr) cfg.Place { return e.b.deref(e.c.n, e.b.offset(e.c.n, e.base, i)) }

// call compares what two pointers point to.
func (e elements) call(x, y cfg.Expr) cfg.Expr {
	b, pointer := e.b, e.b.types.pointer(e.b.types.void())
	r := b.temp(b.types.int())
	b.emit(cfg.Call{Fun: e.compare, To: cfg.VarPlace{Var: r}, Args: []cfg.Expr{b.convert(x, pointer), b.convert(y, pointer)}})
	return cfg.Load{From: cfg.VarPlace{Var: r}}
}

// address returns the address of an element.
func (e elements) address(i cfg.Expr) cfg.Expr { return e.b.offset(e.c.n, e.base, i) }

// sortArray is the model of qsort: insertion sort. It keeps the order of equal elements, as glibc
// does if it has memory. C leaves open which elements are compared, and how often.
func sortArray(b *builder, c *callSite) cfg.Expr {
	e := b.elementsOf(c, b.atLeast(c, 4), 0)
	b.assume(c.n, "%s is a stable sort, and which elements it compares does not matter", c.name)
	size := b.types.size()
	zero, one := b.zero(size), b.constant(1, size)
	i, j := cfg.VarPlace{Var: b.temp(size)}, cfg.VarPlace{Var: b.temp(size)}
	v := b.newVar("element", unqualified(e.base.Type().Elem), cfg.Local, b.f, b.at)
	moved := cfg.VarPlace{Var: v}
	b.emit(cfg.Assign{To: i, Value: one})
	rows, row, shift, more, insert, done := b.node(), b.node(), b.node(), b.node(), b.node(), b.node()
	b.label(rows)
	b.branch(b.compare(cfg.Lt, cfg.Load{From: i}, e.n), row, done)
	b.cur = row
	b.emit(cfg.Assign{To: moved, Value: cfg.Load{From: e.at(cfg.Load{From: i})}})
	b.emit(cfg.Assign{To: j, Value: cfg.Load{From: i}})
	b.label(shift)
	b.branch(b.compare(cfg.Gt, cfg.Load{From: j}, zero), more, insert)
	b.cur = more
	before := b.spill(b.binary(cfg.Sub, cfg.Load{From: j}, one, size))
	greater := b.node()
	b.branch(b.compare(cfg.Gt, e.call(e.address(before), cfg.AddrOf{Place: moved, Of: b.types.pointer(v.Type)}), b.zero(b.types.int())), greater, insert)
	b.cur = greater
	b.emit(cfg.Assign{To: e.at(cfg.Load{From: j}), Value: cfg.Load{From: e.at(before)}})
	b.emit(cfg.Assign{To: j, Value: before})
	b.jump(shift)
	b.cur = insert
	b.emit(cfg.Assign{To: e.at(cfg.Load{From: j}), Value: cfg.Load{From: moved}})
	b.emit(cfg.Assign{To: i, Value: b.binary(cfg.Add, cfg.Load{From: i}, one, size)})
	b.jump(rows)
	b.cur = done
	return b.voidOrInt(c)
}

// searchArray is the model of bsearch. If several elements match, C allows any of them. The model
// returns the one that binary search finds first.
func searchArray(b *builder, c *callSite) cfg.Expr {
	args := b.atLeast(c, 5)
	key := b.spill(b.pointerArgument(c, args[0]))
	e := b.elementsOf(c, args, 1)
	b.assume(c.n, "%s halves the array, as glibc does", c.name)
	size := b.types.size()
	lo, hi := cfg.VarPlace{Var: b.temp(size)}, cfg.VarPlace{Var: b.temp(size)}
	found := cfg.VarPlace{Var: b.temp(e.base.Type())}
	b.emit(cfg.Assign{To: found, Value: b.zero(e.base.Type())})
	b.emit(cfg.Assign{To: lo, Value: b.zero(size)})
	b.emit(cfg.Assign{To: hi, Value: e.n})
	loop, body, less, notLess, greater, equal, done := b.node(), b.node(), b.node(), b.node(), b.node(), b.node(), b.node()
	b.label(loop)
	b.branch(b.compare(cfg.Lt, cfg.Load{From: lo}, cfg.Load{From: hi}), body, done)
	b.cur = body
	sum := b.binary(cfg.Add, cfg.Load{From: lo}, cfg.Load{From: hi}, size)
	mid := b.spill(b.binary(cfg.Div, sum, b.constant(2, size), size))
	order := e.call(key, e.address(mid))
	zero := b.zero(b.types.int())
	b.branch(b.compare(cfg.Lt, order, zero), less, notLess)
	b.cur = less
	b.emit(cfg.Assign{To: hi, Value: mid})
	b.jump(loop)
	b.cur = notLess
	b.branch(b.compare(cfg.Gt, order, zero), greater, equal)
	b.cur = greater
	b.emit(cfg.Assign{To: lo, Value: b.binary(cfg.Add, mid, b.constant(1, size), size)})
	b.jump(loop)
	b.cur = equal
	b.emit(cfg.Assign{To: found, Value: e.address(mid)})
	b.jump(done)
	b.cur = done
	return b.convert(cfg.Load{From: found}, b.types.pointer(b.types.void()))
}
