// SPDX-License-Identifier: Apache-2.0

package absint

import (
	"context"
	"math/big"
	"math/bits"

	"cornet/horn"
	"cornet/logic"
)

// Bounds on the domain of modular equations.
const (
	maxModularArgs    = 40         // of one predicate that take part
	maxModularColumns = 150        // terms of a clause
	maxModularCubes   = 24         // of a clause; beyond, disjunctions are left out
	maxModularWork    = 30_000_000 // numbers made by operations on rows, some nanoseconds each
)

// Modular is the domain of linear equations modulo 2^w between those arguments that are vectors of w bits, the width that most arguments have: for each
// predicate the least affine set with the states found so far. It needs no solver: a clause is taken apart into cubes, of which the
// linear equations count, and of the other literals only whether they contradict each other under the equations.
//
// A state is a module over a coordinate that is 1 for states, and the arguments; nil where nothing is known.
//
// References: see module. Differences: cubes of Horn clauses in place of statements; low bits that are equated are equations, too.
type Modular struct {
	ring
	sys   *horn.System
	index map[*logic.Func]int
	args  [][]int // by predicate: those that take part
	cases []*modularClause
	known map[*logic.Term][][]*logic.Term // cubes
}

var _ Domain[*module] = (*Modular)(nil)

// modularClause is a clause in linear form.
type modularClause struct {
	columns []*logic.Term // terms by column; 0 is the constant
	column  map[*logic.Term]int
	cubes   []modularCube
	body    [][][]uint64 // by atom and argument that takes part, padded by linear
	head    [][]uint64
	wide    bool // too large: nothing is known of the head
}

// modularCube is a cube of the constraint.
type modularCube struct {
	equations [][]uint64
	literals  []*logic.Term // the others
}

// NewModular returns the domain for the predicates of sys; ok is false if no predicate has two arguments that take part.
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

// Widen is [Domain.Widen]: modules grow a bounded number of times.
func (d *Modular) Widen(_ int, _, y *module, _ int) *module { return y }

// Join is [Domain.Join].
func (d *Modular) Join(_ int, x, y *module) *module {
	switch {
	case x == nil || y == nil:
		return nil
	case x == y:
		return x
	}
	z := x.clone()
	for _, row := range y.generators() {
		z.insert(append([]uint64(nil), row...))
	}
	return z
}

// Leq is [Domain.Leq].
func (d *Modular) Leq(_ int, x, y *module) bool {
	switch {
	case x == y || y == nil:
		return true
	case x == nil:
		return false
	}
	for _, row := range x.generators() {
		if !y.has(row) {
			return false
		}
	}
	return true
}

// equations returns those of the members of x.
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
		// A common power of two leaves an equation of low bits.
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

// sum returns the product of row with 1 and the terms.
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

// chosen returns those of the arguments of predicate p that take part.
func (d *Modular) chosen(p int, args []*logic.Term) []*logic.Term {
	var z []*logic.Term
	for _, j := range d.args[p] {
		z = append(z, args[j])
	}
	return z
}

// Dependent returns, for a state of predicate p, terms over its arguments that some of the arguments equal, by argument. The terms mention none of these.
func (d *Modular) Dependent(p int, x *module, args []*logic.Term) map[int]*logic.Term {
	z := map[int]*logic.Term{}
	given, _ := d.solved(x)
	for _, e := range given {
		z[d.args[p][e.column-1]] = d.sum(d.others(e), d.chosen(p, args))
	}
	return z
}

// solved returns the equations of x, those first that give an argument.
func (d *Modular) solved(x *module) (given []solved, rest [][]uint64) {
	return solve(d.ring, d.equations(x), func(int) bool { return true })
}

// others returns the linear form that the solved coordinate is equal to.
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
		rows := d.equationsOf(i, m, cube, body)
		n := len(m.columns)
		solutions := zeros(d.ring, n, rows).generators()
		image := newModule(d.ring, 1+len(d.args[p]))
		for _, x := range solutions {
			v := make([]uint64, len(image.rows))
			v[0] = x[0]
			for k, form := range m.head {
				v[k+1] = d.product(form, x)
			}
			image.insert(v)
		}
		if image.rows[0] == nil || image.rows[0][0] != 1 || d.contradicts(m, cube, rows) {
			continue
		}
		if z == nil {
			z = image
			continue
		}
		for _, row := range image.generators() {
			z.insert(append([]uint64(nil), row...))
		}
	}
	return z, z != nil, nil
}

// Usable reports whether clause i has an instance as far as the states of its body tell.
func (d *Modular) Usable(i int, body []*module) bool {
	m := d.clause(i)
	if m.wide || *d.work > maxModularWork {
		return true
	}
	for _, cube := range m.cubes {
		rows := d.equationsOf(i, m, cube, body)
		z := zeros(d.ring, len(m.columns), rows)
		if z.rows[0] != nil && z.rows[0][0] == 1 && !d.contradicts(m, cube, rows) {
			return true
		}
	}
	return false
}

// equationsOf returns the equations of a cube and of the states of the body, over the columns of the clause.
func (d *Modular) equationsOf(i int, m *modularClause, cube modularCube, body []*module) [][]uint64 {
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

// contradicts reports whether the literals of a cube do when variables are replaced by what the equations give.
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

// rewriteForms replaces terms of the width that literals are about by what f makes of their linear forms. Equations are about differences.
func (d *Modular) rewriteForms(m *modularClause, literals []*logic.Term, f func([]uint64) *logic.Term) []*logic.Term {
	s := d.sys.Store
	wide := func(t *logic.Term) bool { return t.Sort().IsBitVec() && t.Sort().Width() == d.width }
	rewriter := s.NewRewriter(func(t *logic.Term) *logic.Term {
		switch {
		case t.Op() == logic.OpEq && wide(t.Arg(0)):
			return s.Eq(f(d.linear(m, s.BVSub(t.Arg(0), t.Arg(1)))), d.num(0))
		case wide(t):
			return f(d.linear(m, t))
		}
		return nil
	}, func(t *logic.Term) *logic.Term { return t })
	z := make([]*logic.Term, len(literals))
	for i, l := range literals {
		z[i] = rewriter.Map(l)
	}
	return z
}

// Collect adds up like terms in the sums of t that have the width.
func (d *Modular) Collect(t *logic.Term) *logic.Term {
	m := &modularClause{columns: []*logic.Term{nil}, column: map[*logic.Term]int{}}
	return d.sys.Store.NewRewriter(func(t *logic.Term) *logic.Term {
		if t.Sort().IsBitVec() && t.Sort().Width() == d.width && (t.Op() == logic.OpBVAdd || t.Op() == logic.OpBVNeg || t.Op() == logic.OpBVMul) {
			return d.sum(d.linear(m, t), m.columns[1:])
		}
		return nil
	}, func(t *logic.Term) *logic.Term { return t }).Map(t)
}

// clause returns clause i in linear form.
func (d *Modular) clause(i int) *modularClause {
	if d.cases[i] != nil {
		return d.cases[i]
	}
	c := d.sys.Clauses[i]
	m := &modularClause{columns: []*logic.Term{nil}, column: map[*logic.Term]int{}}
	d.cases[i] = m
	forms := func(a *horn.Atom) [][]uint64 {
		var z [][]uint64
		for _, t := range d.chosen(d.index[a.Pred], a.Args) {
			z = append(z, d.linear(m, t))
		}
		return z
	}
	for k := range c.Body {
		m.body = append(m.body, forms(&c.Body[k]))
	}
	if c.Head != nil {
		m.head = forms(c.Head)
	}
	for _, literals := range d.cubes(c.Constraint) {
		var cube modularCube
		for _, l := range literals {
			if row := d.equation(m, l); row != nil {
				cube.equations = append(cube.equations, row)
			} else {
				cube.literals = append(cube.literals, l)
			}
		}
		m.cubes = append(m.cubes, cube)
		d.rewriteForms(m, cube.literals, func([]uint64) *logic.Term { return d.num(0) }) // makes columns
	}
	n := len(m.columns)
	m.wide = n > maxModularColumns
	for _, cube := range m.cubes {
		pad(cube.equations, n)
	}
	for _, z := range m.body {
		pad(z, n)
	}
	pad(m.head, n)
	return m
}

// pad gives all rows n columns.
func pad(rows [][]uint64, n int) {
	for i, row := range rows {
		rows[i] = append(row, make([]uint64, n-len(row))...)
	}
}

// equation returns the linear form that is 0 where literal l holds, if l is an equation of terms, or of their low bits; nil for others.
func (d *Modular) equation(m *modularClause, l *logic.Term) []uint64 {
	if l.Op() != logic.OpEq || !l.Arg(0).Sort().IsBitVec() {
		return nil
	}
	w := l.Arg(0).Sort().Width()
	row := make([]uint64, len(m.columns))
	for k, t := range l.Args() {
		c := uint64(1) << (d.width - min(w, d.width))
		if k == 1 {
			c = -c
		}
		switch {
		case w > d.width:
			return nil
		case t.Op() == logic.OpBV:
			row[0] += c * t.BV().Uint64()
			continue
		case w < d.width:
			if t.Op() != logic.OpExtract || t.Arg(0).Sort().Width() != d.width {
				return nil
			}
			if _, low := t.Indices(); low > 0 {
				return nil
			}
			t = t.Arg(0)
		}
		form := d.linear(m, t)
		row = append(row, make([]uint64, len(m.columns)-len(row))...)
		for j := range form {
			row[j] += c * form[j]
		}
	}
	return d.masked(row)
}

// linear returns t as a sum of multiples of columns; terms that are no sums become columns.
func (d *Modular) linear(m *modularClause, t *logic.Term) []uint64 {
	z := make([]uint64, len(m.columns))
	d.addTo(m, &z, 1, t)
	return d.masked(z)
}

func (d *Modular) addTo(m *modularClause, z *[]uint64, c uint64, t *logic.Term) {
	switch {
	case t.Op() == logic.OpBV:
		(*z)[0] += c * t.BV().Uint64()
		return
	case t.Op() == logic.OpBVAdd:
		for _, a := range t.Args() {
			d.addTo(m, z, c, a)
		}
		return
	case t.Op() == logic.OpBVNeg:
		d.addTo(m, z, -c, t.Arg(0))
		return
	case t.Op() == logic.OpBVNot: // -t - 1
		(*z)[0] -= c
		d.addTo(m, z, -c, t.Arg(0))
		return
	case t.Op() == logic.OpBVMul && t.Arg(0).Op() == logic.OpBV && len(t.Args()) == 2:
		d.addTo(m, z, c*t.Arg(0).BV().Uint64(), t.Arg(1))
		return
	case t.Op() == logic.OpBVShl && t.Arg(1).Op() == logic.OpBV && t.Arg(1).BV().IsUint64() && t.Arg(1).BV().Uint64() < uint64(d.width):
		d.addTo(m, z, c<<t.Arg(1).BV().Uint64(), t.Arg(0))
		return
	case t.Op() == logic.OpConcat && t.Arg(1).Op() == logic.OpBV: // low bits of a term, shifted
		high, k := t.Arg(0), t.Arg(1).Sort().Width()
		if high.Op() == logic.OpExtract && high.Arg(0).Sort().Width() == d.width {
			if _, low := high.Indices(); low == 0 {
				(*z)[0] += c * t.Arg(1).BV().Uint64()
				d.addTo(m, z, c<<k, high.Arg(0))
				return
			}
		}
	}
	j, ok := m.column[t]
	if !ok {
		j = len(m.columns)
		m.column[t] = j
		m.columns = append(m.columns, t)
	}
	*z = append(*z, make([]uint64, max(0, j+1-len(*z)))...)
	(*z)[j] += c
}

// cubes returns the literals of the cubes of f. Where they would be too many, disjunctions are left out.
func (d *Modular) cubes(f *logic.Term) (z [][]*logic.Term) {
	if z, ok := d.known[f]; ok {
		return z
	}
	defer func() { d.known[f] = z }()
	s := d.sys.Store
	z = [][]*logic.Term{nil}
	var add func(f *logic.Term, positive bool)
	add = func(f *logic.Term, positive bool) {
		switch {
		case f.Op() == logic.OpNot:
			add(f.Arg(0), !positive)
		case f.Op() == logic.OpAnd && positive, f.Op() == logic.OpOr && !positive:
			for _, a := range f.Args() {
				add(a, positive)
			}
		case f.Op() == logic.OpOr || f.Op() == logic.OpAnd:
			var parts [][]*logic.Term
			for _, a := range f.Args() {
				if !positive {
					a = s.Not(a)
				}
				if parts = append(parts, d.cubes(a)...); len(parts)*len(z) > maxModularCubes {
					return
				}
			}
			var product [][]*logic.Term
			for _, x := range z {
				for _, y := range parts {
					product = append(product, append(x[:len(x):len(x)], y...))
				}
			}
			z = product
		case positive:
			for k := range z {
				z[k] = append(z[k][:len(z[k]):len(z[k])], f)
			}
		default:
			for k := range z {
				z[k] = append(z[k][:len(z[k]):len(z[k])], s.Not(f))
			}
		}
	}
	add(f, true)
	return z
}
