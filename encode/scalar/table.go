// SPDX-License-Identifier: Apache-2.0

package scalar

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// Constants are the elements of an array that never changes.
type Constants struct {
	Index Type       // type of indices
	Rest  *big.Int   // value of the elements that have no entry
	At    []Constant // entries by index, without repetitions
	array *array
}

// Constant is an element of an array.
type Constant struct{ Index, Value *big.Int }

// NewTable returns the expression of an array of constants of type t. If entries have the same
// index, the last one counts.
func NewTable(t, index Type, rest *big.Int, entries []Constant) *Expr {
	c := &Constants{Index: index, Rest: rest, array: &array{fill: rest, elems: map[string]entry{}}}
	entries = slices.Clone(entries)
	slices.SortStableFunc(entries, func(x, y Constant) int { return x.Index.Cmp(y.Index) })
	for i, e := range entries {
		if i+1 == len(entries) || entries[i+1].Index.Cmp(e.Index) != 0 {
			c.At = append(c.At, e)
			c.array.elems[string(e.Index.Append(nil, 62))] = entry{e.Index, e.Value}
		}
	}
	return &Expr{Operator: Table, Type: t, Constants: c}
}

// Run is a range of indices whose elements are the same.
type Run struct{ Lo, Hi, Value *big.Int }

// Runs returns the elements that differ from Rest, by index. Neighbours with the same value form
// one run.
func (c *Constants) Runs() []Run {
	var z []Run
	one := big.NewInt(1)
	for _, e := range c.At {
		if e.Value.Cmp(c.Rest) == 0 {
			continue
		}
		if k := len(z) - 1; k >= 0 && z[k].Value.Cmp(e.Value) == 0 && new(big.Int).Add(z[k].Hi, one).Cmp(e.Index) == 0 {
			z[k].Hi = e.Index
			continue
		}
		z = append(z, Run{e.Index, e.Index, e.Value})
	}
	return z
}

// FoldTables replaces arrays that are constant by tables. The main function sets such an array to
// constants, element by element, before anything else happens, and the array never changes later.
// With a table, no predicate has the array as an argument, and a lookup involves only the possible
// elements.
//
// Cost: linear in the program, apart from sorting.
func FoldTables(p *Program) {
	tables := findTables(p)
	if len(tables) == 0 {
		return
	}
	by := func(v *Var) *Expr { return tables[v] }
	for e := range p.Edges() {
		switch o := e.Op.(type) {
		case Assign:
			if tables[o.To] != nil {
				e.Op = Skip{}
				continue
			}
			o.Value = o.Value.Replace(by)
			e.Op = o
		case Assume:
			o.Cond = o.Cond.Replace(by)
			e.Op = o
		case Call:
			o.Args = slices.Clone(o.Args)
			for i, x := range o.Args {
				o.Args[i] = x.Replace(by)
			}
			e.Op = o
		case Obligation:
			o.Cond = o.Cond.Replace(by)
			if o.Address != nil {
				o.Address = o.Address.Replace(by)
			}
			e.Op = o
		case Make:
			o.Address = o.Address.Replace(by)
			e.Op = o
		}
	}
}

// table is an array of constants that is being set.
type table struct {
	rest    *big.Int
	index   Type
	entries []Constant
}

// findTables returns the arrays of constants.
func findTables(p *Program) map[*Var]*Expr {
	open, sealed := map[*Var]*table{}, map[*Var]bool{}
	setting := map[*Edge]bool{}
	read := func(x *Expr, but *Var) {
		x.Walk(func(y *Expr) {
			if y.Operator == Read && y.Var != but {
				sealed[y.Var] = true
			}
		})
	}
	for n := p.Main.Entry; len(n.In) <= 1 && len(n.Out) == 1; n = n.Out[0].To {
		e := n.Out[0]
		a, ok := e.Op.(Assign)
		if ok && a.To.Type.Array && !sealed[a.To] && open[a.To].set(open, a) {
			setting[e] = true
			continue
		}
		Operands(e.Op, func(x *Expr) { read(x, nil) })
	}
	for e := range p.Edges() {
		if !setting[e] {
			Written(e.Op, func(v *Var) { delete(open, v) })
		}
	}
	z := map[*Var]*Expr{}
	for v, t := range open {
		if len(t.entries) > 0 {
			z[v] = NewTable(v.Type, t.index, t.rest, t.entries)
		}
	}
	return z
}

// set executes an assignment of constants to an array whose value so far is t, or nil if it has not
// been set. It returns false for other assignments.
func (t *table) set(open map[*Var]*table, a Assign) bool {
	switch x := a.Value; {
	case x.Operator == Fill && x.Args[0].IsConst():
		open[a.To] = &table{rest: x.Args[0].Value}
		return true
	case t != nil && x.Operator == Store && x.Args[0].Operator == Read && x.Args[0].Var == a.To && x.Args[1].IsConst() && x.Args[2].IsConst():
		t.index = x.Args[1].Type
		t.entries = append(t.entries, Constant{x.Args[1].Value, x.Args[2].Value})
		return true
	}
	return false
}

// Get returns the element at an index.
func (c *Constants) Get(index *big.Int) *big.Int { return c.array.at(index) }

// String lists the elements.
func (c *Constants) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "{%v", c.Rest)
	for _, e := range c.At {
		fmt.Fprintf(&b, "; %v: %v", e.Index, e.Value)
	}
	return b.String() + "}"
}
