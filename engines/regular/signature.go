// SPDX-License-Identifier: Apache-2.0

package regular

import (
	"errors"
	"fmt"
	"slices"

	"cornet/horn"
	"cornet/logic"
)

// signature lists the sorts, constructors and relations. Sorts, constructors and relations are
// identified by their numbers.
type signature struct {
	store   *logic.Store
	pairs   bool // values may also be read in pairs
	sorts   []sort
	sortOf  map[sort]int
	ops     []op
	opOf    map[[2]*logic.Constructor]int
	rels    []relation
	relOf   map[*logic.Func]int
	differ  map[*logic.Sort]int // relations of different values
	joint   map[string]int      // relations of states that values have together
	clauses []*clause           // clauses that define these relations
	claims  []*claim
}

// sort is a kind of values with states. These are single values, with second nil, or pairs of
// values that are read together.
type sort struct{ first, second *logic.Sort }

// op is a constructor, or two for pairs. args are the sorts of the reads of its fields.
type op struct {
	constructors [2]*logic.Constructor
	reads        []read
	args         []int
	result       int
}

// read is a field of the first constructor, a field of the second, or both. -1 means that there is
// no field.
type read struct{ first, second int }

// relation is a relation over the states of some of its arguments, and of pairs of them.
type relation struct {
	args    []*logic.Sort
	singles []int
	pairs   [][2]int
	sorts   []int // sorts of the states; single values come first
}

// newSignature returns the signature of sys.
func newSignature(sys *horn.System, pairs bool) (*signature, error) {
	g := &signature{store: sys.Store, pairs: pairs, sortOf: map[sort]int{}, opOf: map[[2]*logic.Constructor]int{}, relOf: map[*logic.Func]int{},
		differ: map[*logic.Sort]int{}, joint: map[string]int{}}
	g.sort(sort{first: sys.Store.Bool})
	for _, p := range sys.Preds {
		r := relation{args: p.Params()}
		for i, d := range p.Params() {
			if !g.hasStates(d) {
				continue
			}
			if c := holdsArray(d, map[*logic.Sort]bool{}); c != nil {
				return nil, fmt.Errorf("regular: the datatype %s contains an array: %w", c.Name(), errors.ErrUnsupported)
			}
			r.singles = append(r.singles, i)
			for j := range i {
				if e := p.Params()[j]; g.pairs && isRecursive(d) && isRecursive(e) && inStep(d, e) {
					r.pairs = append(r.pairs, [2]int{j, i})
				}
			}
		}
		g.relOf[p] = g.relation(r)
	}
	return g, nil
}

// holdsArray returns d or a datatype inside d that has a field with arrays, or nil.
func holdsArray(d *logic.Sort, seen map[*logic.Sort]bool) *logic.Sort {
	if !d.IsDatatype() || seen[d] {
		return nil
	}
	seen[d] = true
	for _, c := range d.Datatype().Constructors {
		for _, f := range c.Fields {
			if f.Sort.IsArray() {
				return d
			}
			if x := holdsArray(f.Sort, seen); x != nil {
				return x
			}
		}
	}
	return nil
}

// isRecursive reports whether values of d can be of any size.
func isRecursive(d *logic.Sort) bool {
	return d.IsDatatype() && slices.ContainsFunc(d.Datatype().Constructors, func(c *logic.Constructor) bool {
		return slices.ContainsFunc(c.Fields, func(f *logic.Selector) bool { return f.Sort.IsDatatype() })
	})
}

// maxTogether bounds the combinations of constructors of jointly read values.
const maxTogether = 256

// inStep reports whether values of sorts d and e may be read together.
func inStep(d, e *logic.Sort) bool {
	return len(d.Datatype().Constructors)*len(e.Datatype().Constructors) <= maxTogether
}

// relation adds r, with the states of pairs in order. It returns its number.
func (g *signature) relation(r relation) int {
	for _, i := range r.singles {
		r.sorts = append(r.sorts, g.sort(sort{first: r.args[i]}))
	}
	for k, p := range r.pairs {
		if g.sort(sort{first: r.args[p[0]]}) > g.sort(sort{first: r.args[p[1]]}) {
			p = [2]int{p[1], p[0]}
			r.pairs[k] = p
		}
		r.sorts = append(r.sorts, g.sort(sort{r.args[p[0]], r.args[p[1]]}))
	}
	g.rels = append(g.rels, r)
	return len(g.rels) - 1
}

// boolean is the sort of false and true, whose states are 0 and 1.
const boolean = 0

func (g *signature) hasStates(d *logic.Sort) bool { return d.IsDatatype() || d.IsBool() }

// sort returns the number of d; for a new one it makes the constructors.
func (g *signature) sort(d sort) int {
	n, ok := g.sortOf[d]
	if ok {
		return n
	}
	n = len(g.sorts)
	g.sortOf[d] = n
	g.sorts = append(g.sorts, d)
	switch {
	case d.second != nil:
		for _, a := range d.first.Datatype().Constructors {
			for _, b := range d.second.Datatype().Constructors {
				g.op(n, a, b, g.reads(d, a, b))
			}
		}
	case d.first.IsDatatype():
		for _, c := range d.first.Datatype().Constructors {
			var z []read
			for i, f := range c.Fields {
				if g.hasStates(f.Sort) {
					z = append(z, read{i, -1})
				}
			}
			g.op(n, c, nil, z)
		}
	}
	return n
}

func (g *signature) op(result int, a, b *logic.Constructor, reads []read) {
	o := op{constructors: [2]*logic.Constructor{a, b}, reads: reads, result: result}
	for _, r := range reads {
		switch {
		case r.second < 0:
			o.args = append(o.args, g.sort(sort{first: a.Fields[r.first].Sort}))
		case r.first < 0:
			o.args = append(o.args, g.sort(sort{first: b.Fields[r.second].Sort}))
		default:
			o.args = append(o.args, g.sort(sort{a.Fields[r.first].Sort, b.Fields[r.second].Sort}))
		}
	}
	g.opOf[o.constructors] = len(g.ops)
	g.ops = append(g.ops, o)
}

// reads pairs the fields of a and b that are read together. It pairs fields of the pair's own sorts
// first, then fields of equal sorts, in their order. Other fields are read alone. (This is the
// standard convolution, with states of single values instead of a filler.)
func (g *signature) reads(d sort, a, b *logic.Constructor) (z []read) {
	taken := [2]map[int]bool{{}, {}}
	match := func(fits func(x, y *logic.Sort) bool) {
		for i, f := range a.Fields {
			for j, h := range b.Fields {
				if !taken[0][i] && !taken[1][j] && f.Sort.IsDatatype() && h.Sort.IsDatatype() && fits(f.Sort, h.Sort) {
					taken[0][i], taken[1][j] = true, true
					z = append(z, read{i, j})
				}
			}
		}
	}
	match(func(x, y *logic.Sort) bool { return sort{x, y} == d })
	match(func(x, y *logic.Sort) bool { return x == y && inStep(x, y) })
	for i, f := range a.Fields {
		if !taken[0][i] && g.hasStates(f.Sort) {
			z = append(z, read{i, -1})
		}
	}
	for j, h := range b.Fields {
		if !taken[1][j] && g.hasStates(h.Sort) {
			z = append(z, read{-1, j})
		}
	}
	return z
}

// index returns the position of a tuple of states in a table. sizes has the numbers of states by
// sort.
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

// tuples calls yield with each tuple of states in the order of their indices. The tuple is reused.
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
