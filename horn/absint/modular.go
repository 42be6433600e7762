// SPDX-License-Identifier: Apache-2.0

package absint

import (
	"context"
	"math/big"
	"math/bits"
	"slices"

	"cornet/horn"
	"cornet/logic"
)

// Bounds on the domain of modular equations.
const (
	maxModularArgs    = 40  // arguments of one predicate that are covered
	maxModularColumns = 150 // terms of a clause
	maxModularCubes   = 24  // cubes of a clause; if there are more, disjunctions are left out
	// numbers computed by operations on rows; each takes a few nanoseconds
	maxModularWork = 30_000_000
)

// Modular is the domain of linear equations modulo 2^w between bit-vector arguments of w bits, the
// width that most arguments have. For each predicate it has the least affine set that contains the
// states found so far. It needs no solver. A clause is split into cubes. It uses the linear
// equations of a cube, and checks whether the other literals contradict each other under these
// equations.
//
// A state is a module over the arguments and one more coordinate, which is 1 for states; it is nil
// if nothing is known.
//
// References: see module. Differences: cubes of Horn clauses instead of statements; equations of
// low bits are covered too.
type Modular struct {
	ring
	sys   *horn.System
	index map[*logic.Func]int
	args  [][]int // by predicate: the positions of the arguments covered
	cases []*modularClause
	known map[*logic.Term][][]*logic.Term // the cubes of constraints
}

var _ Domain[*module] = (*Modular)(nil)

// NewModular returns the domain for the predicates of sys. ok is false if no predicate has two
// arguments of that width.
func NewModular(sys *horn.System) (d *Modular, ok bool) {
	d = &Modular{ring: ring{work: new(int)}, sys: sys, index: sys.Index(), args: make([][]int, len(sys.Preds)), cases: make([]*modularClause, len(sys.Clauses)), known: map[*logic.Term][][]*logic.Term{}}
	count := map[int]int{}
	for _, p := range sys.Preds {
		for _, sort := range p.Params() {
			if sort.IsBitVec() && sort.Width() > 1 && sort.Width() <= 64 {
				w := sort.Width()
				if count[w]++; count[w] > count[d.width] || count[w] == count[d.width] && w > d.width {
					d.width = w
				}
			}
		}
	}
	for i, p := range sys.Preds {
		for j, sort := range p.Params() {
			if sort.IsBitVec() && sort.Width() == d.width {
				d.args[i] = append(d.args[i], j)
			}
		}
		if len(d.args[i]) > maxModularArgs {
			d.args[i] = nil
		}
		ok = ok || len(d.args[i]) > 1
	}
	return d, ok
}

// Top is [Domain.Top].
func (d *Modular) Top(int) *module { return nil }

// Widen is [Domain.Widen]. Modules grow a bounded number of times.
func (d *Modular) Widen(_ int, _, y *module, _ int) *module { return y }

// Join is [Domain.Join].
func (d *Modular) Join(_ int, x, y *module) *module { return join(x, y) }

// Leq is [Domain.Leq].
func (d *Modular) Leq(_ int, x, y *module) bool { return within(x, y) }

// equations returns the equations that the members of x satisfy.
func (d *Modular) equations(x *module) [][]uint64 {
	if x == nil {
		return nil
	}
	return zeros(d.ring, len(x.rows), x.generators()).generators()
}

// Formula is [Domain.Formula].
func (d *Modular) Formula(p int, x *module, args []*logic.Term) *logic.Term {
	s := d.sys.Store
	terms := d.chosen(p, args)
	var conj []*logic.Term
	given, rest := d.solved(x)
	for _, e := range given {
		conj = append(conj, s.Eq(terms[e.column-1], d.sum(d.others(e), terms)))
	}
	for _, e := range rest {
		// If all coefficients are multiples of a power of two, the equation is about low bits.
		k := d.width
		for _, c := range e[1:] {
			if c != 0 {
				k = min(k, bits.TrailingZeros64(c))
			}
		}
		if k == d.width {
			continue
		}
		row := make([]uint64, len(e))
		for j := range e {
			row[j] = e[j] >> k
		}
		conj = append(conj, s.Eq(s.Extract(d.width-k-1, 0, d.sum(row, terms)), s.BVNum(new(big.Int), d.width-k)))
	}
	return s.And(conj...)
}

// sum returns the product of row with the vector of 1 and the terms.
func (d *Modular) sum(row []uint64, terms []*logic.Term) *logic.Term {
	s := d.sys.Store
	z := []*logic.Term{d.num(row[0])}
	for j, t := range terms {
		if row[j+1] != 0 {
			z = append(z, s.BV(logic.OpBVMul, d.num(row[j+1]), t))
		}
	}
	if len(z) == 1 {
		return z[0]
	}
	return s.BV(logic.OpBVAdd, z...)
}

func (d *Modular) num(n uint64) *logic.Term {
	return d.sys.Store.BVNum(new(big.Int).SetUint64(n), d.width)
}

// chosen returns the covered arguments of predicate p.
func (d *Modular) chosen(p int, args []*logic.Term) []*logic.Term {
	var z []*logic.Term
	for _, j := range d.args[p] {
		z = append(z, args[j])
	}
	return z
}

// Dependent returns, for a state of predicate p, the arguments that equal terms over other
// arguments. The result is indexed by argument. The terms mention none of these arguments.
func (d *Modular) Dependent(p int, x *module, args []*logic.Term) map[int]*logic.Term {
	z := map[int]*logic.Term{}
	given, _ := d.solved(x)
	for _, e := range given {
		z[d.args[p][e.column-1]] = d.sum(d.others(e), d.chosen(p, args))
	}
	return z
}

// solved returns the equations of x. Those that determine an argument come first.
func (d *Modular) solved(x *module) (given []solved, rest [][]uint64) {
	return solve(d.ring, d.equations(x), func(int) bool { return true })
}

// others returns the linear form that equals the solved coordinate.
func (d *Modular) others(e solved) []uint64 {
	z := make([]uint64, len(e.row))
	for j, c := range e.row {
		if j != e.column {
			z[j] = -c
		}
	}
	return d.masked(z)
}

// Post is [Domain.Post].
func (d *Modular) Post(_ context.Context, i int, body []*module, _ **module) (z *module, ok bool, err error) {
	c := d.sys.Clauses[i]
	p := d.index[c.Head.Pred]
	m := d.clause(i)
	if m.wide || *d.work > maxModularWork {
		return nil, true, nil
	}
	for _, cube := range m.cubes {
		solutions := d.solutions(i, cube, body)
		if solutions == nil {
			continue
		}
		image := newModule(d.ring, 1+len(d.args[p]))
		for _, x := range solutions.generators() {
			v := make([]uint64, len(image.rows))
			v[0] = x[0]
			for k, form := range m.head {
				v[k+1] = d.product(form, x)
			}
			image.insert(v)
		}
		if z == nil {
			z = image
		} else {
			z = join(z, image)
		}
	}
	return z, z != nil, nil
}

// Usable reports whether clause i may have an instance, given the states of its body.
func (d *Modular) Usable(i int, body []*module) bool {
	m := d.clause(i)
	return m.wide || *d.work > maxModularWork || slices.ContainsFunc(m.cubes, func(cube modularCube) bool {
		return d.solutions(i, cube, body) != nil
	})
}

// solutions returns the solutions of a cube of clause i and of the states of the body, over the
// columns of the clause. It returns nil if they contradict each other.
func (d *Modular) solutions(i int, cube modularCube, body []*module) *module {
	m := d.clause(i)
	rows := d.equationsOf(m, cube, body)
	z := zeros(d.ring, len(m.columns), rows)
	if z.rows[0] == nil || z.rows[0][0] != 1 || d.contradicts(m, cube, rows) {
		return nil
	}
	return z
}

// equationsOf returns the equations of a cube and of the states of the body, over the columns of
// the clause.
func (d *Modular) equationsOf(m *modularClause, cube modularCube, body []*module) [][]uint64 {
	rows := cube.equations
	rows = rows[:len(rows):len(rows)]
	for k, x := range body {
		for _, e := range d.equations(x) {
			row := make([]uint64, len(m.columns))
			row[0] = e[0]
			for j, form := range m.body[k] {
				for l := range form {
					row[l] += e[j+1] * form[l]
				}
			}
			rows = append(rows, d.masked(row))
		}
	}
	return rows
}

func (d *Modular) masked(row []uint64) []uint64 {
	for j := range row {
		row[j] &= d.mask()
	}
	return row
}

func (d *Modular) product(x, y []uint64) uint64 {
	var z uint64
	for j := range x {
		z += x[j] * y[j]
	}
	return z & d.mask()
}

// contradicts reports whether the literals of a cube contradict each other when the equations
// replace variables.
func (d *Modular) contradicts(m *modularClause, cube modularCube, rows [][]uint64) bool {
	if len(cube.literals) < 1 {
		return false
	}
	given, _ := solve(d.ring, rows, func(j int) bool { return m.columns[j].IsVar() })
	s := d.sys.Store
	conj := d.rewriteForms(m, cube.literals, func(form []uint64) *logic.Term {
		form = append(form, make([]uint64, len(m.columns)-len(form))...)
		for _, e := range given {
			c := form[e.column]
			for j := range form {
				form[j] -= c * e.row[j]
			}
		}
		return d.sum(d.masked(form), m.columns[1:])
	})
	if s.And(conj...).IsFalse() {
		return true
	}
	conj, changed := s.PropagateLiterals(conj)
	return changed && s.And(conj...).IsFalse()
}
