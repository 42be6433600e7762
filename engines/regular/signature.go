// SPDX-License-Identifier: Apache-2.0

package regular

import (
	"errors"
	"fmt"

	"cornet/horn"
	"cornet/logic"
)

// signature lists what has states, tables and relations. Sorts, constructors and relations are known by their numbers.
type signature struct {
	store  *logic.Store
	sorts  []*logic.Sort
	sortOf map[*logic.Sort]int
	ops    []op
	opOf   map[*logic.Constructor]int
	rels   [][]int // the sorts of their arguments
	relOf  map[*logic.Func]int
	differ map[int]int // by sort: the relation of the states of different values
}

// op is a constructor whose fields at the places in fields have the sorts args.
type op struct {
	constructor *logic.Constructor
	fields      []int
	args        []int
	result      int
}

// newSignature returns the signature of sys.
func newSignature(sys *horn.System) (*signature, error) {
	g := &signature{store: sys.Store, sortOf: map[*logic.Sort]int{}, opOf: map[*logic.Constructor]int{}, relOf: map[*logic.Func]int{}, differ: map[int]int{}}
	g.sort(sys.Store.Bool)
	for _, p := range sys.Preds {
		var args []int
		for _, d := range p.Params() {
			if g.hasStates(d) {
				args = append(args, g.sort(d))
			}
		}
		g.relOf[p] = len(g.rels)
		g.rels = append(g.rels, args)
	}
	for n := 1; n < len(g.sorts); n++ {
		for _, c := range g.sorts[n].Datatype().Constructors {
			o := op{constructor: c, result: n}
			for i, f := range c.Fields {
				if f.Sort.IsArray() {
					return nil, fmt.Errorf("regular: the datatype %s contains an array: %w", g.sorts[n].Name(), errors.ErrUnsupported)
				}
				if g.hasStates(f.Sort) {
					o.fields = append(o.fields, i)
					o.args = append(o.args, g.sort(f.Sort))
				}
			}
			g.opOf[c] = len(g.ops)
			g.ops = append(g.ops, o)
		}
	}
	return g, nil
}

// boolean is the sort of false and true, whose states are 0 and 1.
const boolean = 0

func (g *signature) hasStates(d *logic.Sort) bool { return d.IsDatatype() || d.IsBool() }

func (g *signature) sort(d *logic.Sort) int {
	n, ok := g.sortOf[d]
	if !ok {
		n = len(g.sorts)
		g.sortOf[d] = n
		g.sorts = append(g.sorts, d)
	}
	return n
}

// index returns the place of a tuple of states in a table; sizes has the numbers of states by sort.
func index(sizes, sorts, tuple []int) int {
	z := 0
	for i, d := range sorts {
		z = z*sizes[d] + tuple[i]
	}
	return z
}

// count returns the number of tuples of states, at most limit.
func count(sizes, sorts []int, limit int) int {
	z := 1
	for _, d := range sorts {
		z = min(limit, z*sizes[d])
	}
	return z
}

// tuples calls yield with each tuple of states in the order of their indices; the tuple is used again.
func tuples(sizes, sorts []int, yield func(i int, tuple []int)) {
	t := make([]int, len(sorts))
	for i := range count(sizes, sorts, 1<<30) {
		yield(i, t)
		for k := len(t) - 1; k >= 0; k-- {
			if t[k]++; t[k] < sizes[sorts[k]] {
				break
			}
			t[k] = 0
		}
	}
}
