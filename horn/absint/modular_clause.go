// SPDX-License-Identifier: Apache-2.0

package absint

import (
	"cornet/horn"
	"cornet/logic"
)

// modularClause is a clause in linear form.
type modularClause struct {
	columns []*logic.Term // terms by column; 0 is the constant
	column  map[*logic.Term]int
	cubes   []modularCube
	body    [][][]uint64 // by body atom and covered argument, padded by linear
	head    [][]uint64
	wide    bool // the clause is too large, so nothing is known about the head
}

// modularCube is a cube of the constraint.
type modularCube struct {
	equations [][]uint64
	literals  []*logic.Term // the literals that are not equations
}

// rewriteForms replaces the terms of the width in literals by the results of f for their linear
// forms. For an equation, f gets the difference of the two sides.
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

// Collect adds up like terms in sums of t that have the domain's width.
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
		// called only to make columns
		d.rewriteForms(m, cube.literals, func([]uint64) *logic.Term { return d.num(0) })
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

// equation returns the linear form that is 0 if and only if literal l holds. l must be an equation
// of terms or of their low bits; otherwise the result is nil.
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

// linear returns t as a sum of multiples of columns. Terms other than sums become columns.
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
	case t.Op() == logic.OpConcat && t.Arg(1).Op() == logic.OpBV: // the low bits of a term, shifted
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

// cubes returns the literals of the cubes of f. If there would be too many, disjunctions are left
// out.
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
