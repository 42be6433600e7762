// SPDX-License-Identifier: Apache-2.0

package regular

import (
	"slices"

	"cornet/internal/slice"
)

// step is a part of the enumeration of the values of a clause's variables: it tries all states of a
// variable, looks up the result of a cell, or checks a condition.
type step struct {
	kind  stepKind
	which int // number of the variable, cell or atom of the body
}

type stepKind int

const (
	assign stepKind = iota
	result          // result of a cell with known arguments
	agrees          // a cell whose result is known
	holds           // an atom of the body
)

// prepare plans the enumeration: determined parts come first, then the variables of the atom with
// the most known values.
func (c *clause) prepare() {
	known := make([]bool, len(c.sorts))
	for v, x := range c.fixed {
		known[v] = x >= 0
	}
	unknown := func(args []int) (n int) {
		for _, v := range args {
			if !known[v] {
				n++
			}
		}
		return n
	}
	cells, body := make([]bool, len(c.cells)), make([]bool, len(c.body))
	determined := func() bool {
		for i, a := range c.cells {
			if last := len(a.args) - 1; !cells[i] && unknown(a.args[:last]) == 0 {
				kind := agrees
				if !known[a.args[last]] {
					kind = result
				}
				known[a.args[last]], cells[i] = true, true
				c.plan = append(c.plan, step{kind, i})
				return true
			}
		}
		for i, a := range c.body {
			if !body[i] && unknown(a.args) == 0 {
				body[i] = true
				c.plan = append(c.plan, step{holds, i})
				return true
			}
		}
		return false
	}
	for {
		for determined() {
		}
		var best []int
		for i, a := range c.body {
			if n := unknown(a.args); !body[i] && n > 0 && (best == nil || n < unknown(best)) {
				best = a.args
			}
		}
		if best == nil {
			best = make([]int, len(c.sorts))
			for v := range best {
				best[v] = v
			}
		}
		v := slices.IndexFunc(best, func(v int) bool { return !known[v] })
		if v < 0 {
			return
		}
		known[best[v]] = true
		c.plan = append(c.plan, step{assign, best[v]})
	}
}

// instance is a clause with values for its variables.
type instance struct {
	clause *clause
	values []int
}

// args returns the values of the arguments of a.
func (x *instance) args(a *atom) []int {
	return slice.Map(a.args, func(v int) int { return x.values[v] })
}

// algebra has tables of constructors and the relations that the clauses derive.
type algebra struct {
	*signature
	stopped func() bool
	sizes   []int
	tables  [][]int
	// for each relation and index, the instance that derives the fact; nil if the fact does not
	// hold
	facts [][]*instance
	steps int
}

// place returns the index of the atom's values in its table or relation. Only the first n arguments
// count.
func (a *algebra) place(sorts []int, x *atom, values []int, n int) int {
	z := 0
	for i := range n {
		z = z*a.sizes[sorts[i]] + values[x.args[i]]
	}
	return z
}

const (
	stepTicks = 3    // ticks of a step of the enumeration
	lookSteps = 4096 // steps between two checks of the context
)

// enumerate calls yield with values of the variables of c that satisfy cells and body. It begins at
// step k of the plan. It stops when yield returns false.
func (a *algebra) enumerate(c *clause, k int, values []int, yield func() bool) bool {
	if a.steps++; a.steps%lookSteps == 0 {
		a.store.Spend(lookSteps * stepTicks)
		if a.stopped() {
			return false
		}
	}
	for ; k < len(c.plan); k++ {
		which := c.plan[k].which
		switch c.plan[k].kind {
		case assign:
			for x := range a.sizes[c.sorts[which]] {
				values[which] = x
				if !a.enumerate(c, k+1, values, yield) {
					return false
				}
			}
			return true
		case holds:
			x := &c.body[which]
			if a.facts[x.symbol][a.place(a.rels[x.symbol].sorts, x, values, len(x.args))] == nil {
				return true
			}
		default:
			x := &c.cells[which]
			n := len(x.args) - 1
			y := a.tables[x.symbol][a.place(a.ops[x.symbol].args, x, values, n)]
			if c.plan[k].kind == agrees && values[x.args[n]] != y {
				return true
			}
			values[x.args[n]] = y
		}
	}
	return yield()
}

// maxViolations bounds the violations of a query that are examined.
const maxViolations = 4

// derive computes the least relations. If queries are violated, it returns their instances and
// stops. A clause is visited again after a relation in its body has changed.
func (a *algebra) derive(clauses []*clause) (violations []*instance) {
	found := 1                          // number of facts, plus one
	last := make([]int, len(a.rels))    // by relation: the value of found when it last changed
	looked := make([]int, len(clauses)) // by clause: the value of found when it was last visited
	for again := true; again && len(violations) == 0 && !a.stopped(); {
		again = false
		for i, c := range clauses {
			if looked[i] > 0 && !slices.ContainsFunc(c.body, func(b atom) bool { return last[b.symbol] > looked[i] }) {
				continue
			}
			looked[i] = found
			values := slices.Clone(c.fixed)
			n := 0
			a.enumerate(c, 0, values, func() bool {
				if c.head == nil {
					violations = append(violations, &instance{c, slices.Clone(values)})
					n++
					return n < maxViolations
				}
				h := c.head
				if p := &a.facts[h.symbol][a.place(a.rels[h.symbol].sorts, h, values, len(h.args))]; *p == nil {
					*p = &instance{c, slices.Clone(values)}
					again = true
					found++
					last[h.symbol] = found
				}
				return true
			})
		}
	}
	return violations
}

// derivation returns the given instances, and those from which they follow.
func (a *algebra) derivation(from []*instance) []*instance {
	seen := map[*instance]bool{}
	for i := 0; i < len(from); i++ {
		x := from[i]
		for k := range x.clause.body {
			b := &x.clause.body[k]
			y := a.facts[b.symbol][a.place(a.rels[b.symbol].sorts, b, x.values, len(b.args))]
			if !seen[y] {
				seen[y] = true
				from = append(from, y)
			}
		}
	}
	return from
}
